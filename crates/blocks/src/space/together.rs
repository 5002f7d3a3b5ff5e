//! Several pieces moving together as one rigid body.
//!
//! A set of pieces may step in a direction if no piece of it meets a wall, and if it holds every
//! piece that one of its own would push: the sets that may are those closed under pushing. Each
//! is a union of closures of single pieces, and a walk that decides piece by piece makes each of
//! them once, without a blind alley.

use crate::direction::Direction;
use crate::grid::Cells;
use crate::metric::Reach;
use crate::space::packed::Packed;
use crate::space::positions::{NOWHERE, Places, Positions, members};

impl<K: Packed> Positions<K> {
    /// Hands over every action from `places`, which need not be sorted within groups: the set of
    /// slots that moves, and the places after it.
    ///
    /// One piece at a time is the special case that no set may have more; the search has a faster
    /// way for it.
    pub(crate) fn each_action(&self, places: &Places, act: &mut dyn FnMut(u64, &Places)) {
        let covered = self.covered(places);
        let mut moved = |set, step| {
            let others = covered ^ self.cells_of(places, set);
            self.each_motion(places, set, others, step, act);
        };
        for step in Direction::ALL {
            if self.metric().is_super() {
                each_closed(&self.closures(places, step), &mut |set| moved(set, step));
            } else {
                (0..self.pieces()).for_each(|slot| moved(1 << slot, step));
            }
        }
    }

    /// Hands over the actions by which `set` moves from `places`, with the cells of all others as they are, and
    /// that begin with `step`; of those that may begin with several steps, all come with the first of them.
    fn each_motion(
        &self,
        places: &Places,
        set: u64,
        others: Cells,
        step: Direction,
        act: &mut dyn FnMut(u64, &Places),
    ) {
        let Some(mut next) = self.pushed(places, set, others, step) else { return };
        match self.metric().reach() {
            Reach::Unit => act(set, &next),
            Reach::Line => loop {
                act(set, &next);
                match self.pushed(&next, set, others, step) {
                    Some(further) => next = further,
                    None => break,
                }
            },
            Reach::Path => {
                let mut before = Direction::ALL[..step as usize].iter();
                if before.all(|&step| self.pushed(places, set, others, step).is_none()) {
                    self.flood(places, set, others, &mut |next| act(set, next));
                }
            }
        }
    }

    /// For each piece the smallest set that holds it and may step together; none if a piece of it
    /// meets a wall.
    fn closures(&self, places: &Places, step: Direction) -> Vec<Option<u64>> {
        let pieces = self.pieces();
        let cells = |slot: usize| self.piece(slot, places[slot]).cells;
        let pushes = |slot: usize| {
            let next = self.piece(slot, places[slot]).next[step as usize];
            let target = (next != NOWHERE).then(|| self.piece(slot, next).cells)?;
            let met = (0..pieces).filter(|&other| cells(other) & target != 0);
            Some(met.fold(1 << slot, |set, other| set | 1_u64 << other))
        };
        let pushes: Vec<Option<u64>> = (0..pieces).map(pushes).collect();
        let closure = |slot: usize| {
            let mut set = 1_u64 << slot;
            loop {
                let wider = members(set).map(|slot| pushes[slot]);
                let wider = wider.reduce(|one, other| Some(one? | other?)).flatten()?;
                if wider == set {
                    return Some(set);
                }
                set = wider;
            }
        };
        (0..pieces).map(closure).collect()
    }

    /// The cells of the pieces in `set`.
    pub(crate) fn cells_of(&self, places: &Places, set: u64) -> Cells {
        members(set).fold(0, |cells, slot| cells | self.piece(slot, places[slot]).cells)
    }

    /// The places after a step of `set`, if the cells of no other are in the way.
    pub(crate) fn pushed(
        &self,
        places: &Places,
        set: u64,
        others: Cells,
        step: Direction,
    ) -> Option<Places> {
        let mut next = *places;
        for slot in members(set) {
            let place = self.piece(slot, places[slot]).next[step as usize];
            if place == NOWHERE || self.piece(slot, place).cells & others != 0 {
                return None;
            }
            next[slot] = place;
        }
        Some(next)
    }

    /// Hands over all places that `set` can get to with the cells of all others as they are.
    fn flood(&self, places: &Places, set: u64, others: Cells, reach: &mut dyn FnMut(&Places)) {
        // One piece of the body tells where the whole is.
        let guide = set.trailing_zeros() as usize;
        let mut seen = 1_u64 << places[guide];
        let mut open = vec![*places];
        while let Some(from) = open.pop() {
            let step = |step| self.pushed(&from, set, others, step);
            for next in Direction::ALL.into_iter().filter_map(step) {
                if seen >> next[guide] & 1 == 0 {
                    seen |= 1 << next[guide];
                    reach(&next);
                    open.push(next);
                }
            }
        }
    }
}

/// Hands over every union of `closures`, each once.
fn each_closed(closures: &[Option<u64>], act: &mut dyn FnMut(u64)) {
    let movable = (0..closures.len()).filter(|&slot| closures[slot].is_some());
    let movable = movable.fold(0, |set, slot| set | 1_u64 << slot);
    let closures: Vec<u64> = closures.iter().map(|closure| closure.unwrap_or(0)).collect();
    // Which closures hold a piece: leaving it out leaves them out.
    let holders = |slot: usize| {
        let holders = members(movable).filter(|&holder| closures[holder] >> slot & 1 == 1);
        holders.fold(0, |set, holder| set | 1_u64 << holder)
    };
    let holders: Vec<u64> = (0..closures.len()).map(holders).collect();
    decide(movable, 0, &closures, &holders, act);
}

/// Takes the first undecided piece into `set`, with its closure, and then leaves it out. Its
/// closure holds no piece that was left out, or it would have been left out with that one.
fn decide(undecided: u64, set: u64, closures: &[u64], holders: &[u64], act: &mut dyn FnMut(u64)) {
    if undecided == 0 {
        if set != 0 {
            act(set);
        }
        return;
    }
    let slot = undecided.trailing_zeros() as usize;
    decide(undecided & !closures[slot], set | closures[slot], closures, holders, act);
    decide(undecided & !holders[slot], set, closures, holders, act);
}
