//! Shortest ways to a goal from any position, for who plays.
//!
//! One search outwards from the goal, settled, tells how far every settled position is from it. A
//! player may stop short of a track's end, and such positions are too many to search them all. But
//! settling all positions of a path lengthens it nowhere, so what is left from a position settled
//! is a lower bound of what is left from the position, and never falls by more than one a move: A\*
//! by that bound finds a shortest way, mostly by a straight dive.

use antipode_frontier::{Full, Lattice, Layers, Priced, Progress, Space};

use crate::loose::Loose;
use crate::position::{Cell, Position, Track};
use crate::settled::{Settled, Stacks};

/// Why there is no hint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GuideError {
    /// It did not fit in memory.
    #[error(transparent)]
    Full(#[from] Full),
    /// The caller asked for it.
    #[error("the search was stopped")]
    Stopped,
}

/// The distances of all settled positions from a goal.
#[derive(Debug)]
pub struct Guide {
    goal: Position,
    stacks: Stacks,
    table: Layers<Settled, u8, ()>,
}

impl Guide {
    /// Searches outwards from `goal`, in about `memory` bytes.
    ///
    /// # Errors
    /// If they do not fit there, or if `progress` asks to stop.
    pub fn new(goal: Position, memory: usize, progress: &dyn Progress) -> Result<Self, GuideError> {
        let stacks = Stacks::new(goal.height(), false);
        let mut table = Layers::with_memory(memory);
        let settled = goal.settled();
        if stacks.holds(&settled) {
            table.add_source(stacks.pack(&settled))?;
        } else {
            // With a tile in the top cell of the centre track, the goal is one move from these.
            for position in cleared(&settled) {
                table.add_source(stacks.pack(&position))?;
            }
        }
        while table.advance_told(&stacks, progress)?.ok_or(GuideError::Stopped)? > 0 {}
        Ok(Guide { goal, stacks, table })
    }

    /// How many positions the search stored.
    pub fn states(&self) -> usize {
        self.table.len()
    }

    /// The positions of a shortest way from one with towers of the goal's height, found in about
    /// `memory` bytes more; none if the goal cannot be reached.
    ///
    /// # Errors
    /// If it does not fit there.
    pub fn way(&self, from: &Position, memory: usize) -> Result<Option<Vec<Position>>, GuideError> {
        let space = Nearer { guide: self, loose: Loose::new(self.goal.height()) };
        let goal = space.loose.pack(&self.goal);
        let mut lattice = Lattice::with_memory(memory);
        lattice.add_source(space.loose.pack(from))?;
        while let Some(index) = lattice.settle(&space)? {
            if lattice.state(index) == goal {
                let path = lattice.path(index);
                return Ok(Some(path.iter().map(|&state| space.loose.unpack(state)).collect()));
            }
        }
        Ok(None)
    }

    /// A lower bound of the moves from a position to the goal; none if it is out of reach.
    fn bound(&self, position: &Position) -> Option<u32> {
        let settled = position.settled();
        let distance = |position: &Position| {
            let index = self.table.find(self.stacks.pack(position))?;
            Some(self.table.distance(index) as u32)
        };
        if self.stacks.holds(&settled) {
            return distance(&settled);
        }
        cleared(&settled).filter_map(|next| distance(&next)).min().map(|rest| rest + 1)
    }
}

/// The settled positions after the tile in the top cell of the centre track has moved.
fn cleared(position: &Position) -> impl Iterator<Item = Position> {
    let top: Cell = (Track::Centre, 0);
    let tile = position.tile(top);
    let tracks = [Track::Left, Track::Right].into_iter();
    let position = *position;
    tracks.filter_map(move |track| {
        let tile = tile?;
        let layer = position.depth(track, tile)?;
        let mut next = position;
        next.take(top);
        next.put((track, layer), tile);
        Some(next)
    })
}

/// All positions, by moves that cost what they lead away from the goal.
struct Nearer<'a> {
    guide: &'a Guide,
    loose: Loose,
}

impl Priced for Nearer<'_> {
    type State = [u64; 4];

    fn expand(&self, state: [u64; 4], mut emit: impl FnMut([u64; 4], u32)) {
        let Some(here) = self.guide.bound(&self.loose.unpack(state)) else { return };
        self.loose.expand(state, (), |next, ()| {
            if let Some(there) = self.guide.bound(&self.loose.unpack(next)) {
                emit(next, 1 + there - here);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use antipode_frontier::Silent;

    use super::*;
    use crate::task::Task;

    /// The distances of all positions from `goal`, settled or not, by plain breadth-first search.
    fn plain(goal: &Position) -> Layers<[u64; 4], (), ()> {
        let loose = Loose::new(goal.height());
        let mut table = Layers::default();
        table.add_source(loose.pack(goal)).unwrap();
        while table.advance(&loose).unwrap() > 0 {}
        table
    }

    fn check(goal: &Position, every: usize) {
        let table = plain(goal);
        let loose = Loose::new(goal.height());
        let guide = Guide::new(*goal, 1 << 28, &Silent).unwrap();
        for index in (0..table.len()).step_by(every) {
            let from = loose.unpack(table.state(index));
            let way = guide.way(&from, 1 << 28).unwrap().unwrap();
            assert_eq!(way.len() - 1, table.distance(index), "{from} to {goal}");
            assert_eq!((way[0], way[way.len() - 1]), (from, *goal));
        }
    }

    #[test]
    fn ways_are_shortest_from_every_position() {
        let (start, goal) = Task::Exchange.ends(2).unwrap();
        check(&goal, 1);
        check(&start, 1);
        // Not settled, and with the top cell of the centre taken.
        for goal in ["b2@1/b1/o2o1", "b2o1/b1@0/o2", "b2b1@0//o2o1", "b2/o2o1b1/"] {
            check(&goal.parse().unwrap(), 1);
        }
        check(&Task::Exchange.ends(3).unwrap().1, 997);
    }

    #[test]
    fn exchanges_take_as_long_as_is_known() {
        for (height, moves) in (1..).zip([3, 13, 42, 128]) {
            let (start, goal) = Task::Exchange.ends(height).unwrap();
            let guide = Guide::new(goal, 1 << 28, &Silent).unwrap();
            assert_eq!(guide.way(&start, 1 << 28).unwrap().unwrap().len() - 1, moves);
        }
    }
}
