//! Shortest solutions, from any position to any other.
//!
//! The search goes from both ends until they meet. If swapping the colours takes the start to the
//! goal, as it does for the exchange of towers, one end is enough: what was reached from the
//! other are the images. If besides \*' leaves the ends alone, positions that \*' makes into each
//! other are stored once. If both ends are settled, so is the whole path ([`Stacks`]); if not, it
//! goes through all positions ([`Loose`]).

use std::time::{Duration, Instant};

use antipode_frontier::{Meeting, SweepError, TrailError};

use crate::end::{End, Puzzle, Side};
use crate::loose::Loose;
use crate::moves::Move;
use crate::position::Position;
use crate::settings::{Settings, SolveError, Watch};
use crate::settled::{Settled, Stacks};

/// What a search found.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The least number of moves; none if the goal cannot be reached.
    pub length: Option<u64>,
    /// The moves, if they were asked for and there is a way.
    pub moves: Option<Vec<Move>>,
    /// The number of states in each layer: from the start, and from the goal where the search
    /// went from there as well.
    pub layers: Vec<Vec<u64>>,
    /// How long the search took.
    pub searched: Duration,
    /// How long it took to find the moves after that.
    pub rebuilt: Duration,
}

impl Solution {
    /// How many states were stored.
    pub fn states(&self) -> u64 {
        self.layers.iter().flatten().sum()
    }
}

/// Finds the least number of moves from one position to another and, if asked, the moves: the
/// same ones whatever the settings but for symmetry.
///
/// # Errors
/// If the towers differ in height, if the search or the way back does not fit on the disk or in memory, or if it is
/// stopped.
pub fn solve(
    start: &Position,
    goal: &Position,
    settings: &Settings,
    watch: &dyn Watch,
) -> Result<Solution, SolveError> {
    if start.height() != goal.height() {
        return Err(SolveError::Heights { start: start.height(), goal: goal.height() });
    }
    let height = start.height();
    let search = Search { settings, watch, began: Instant::now() };
    let is_fixed = |position: &Position| position.recoloured().mirrored() == *position;
    let folded = settings.symmetry && is_fixed(start) && is_fixed(goal);
    let stacks = Stacks::new(height, folded);
    let met = if !stacks.holds(start) || !stacks.holds(goal) {
        search.both_ends(&Loose::new(height), [start, goal])?
    } else if settings.symmetry && *goal == start.recoloured() {
        search.one_end(&stacks, [start, goal])?
    } else {
        search.both_ends(&stacks, [start, goal])?
    };
    Ok(Solution {
        length: met.length,
        moves: met.path.map(|path| Move::of_path(&path)),
        layers: met.layers,
        searched: met.searched,
        rebuilt: search.began.elapsed() - met.searched,
    })
}

/// The result of a search.
struct Met {
    length: Option<u64>,
    path: Option<Vec<Position>>,
    layers: Vec<Vec<u64>>,
    searched: Duration,
}

struct Search<'a> {
    settings: &'a Settings,
    watch: &'a dyn Watch,
    began: Instant,
}

impl Search<'_> {
    fn one_end(&self, space: &Stacks, ends: [&Position; 2]) -> Result<Met, SolveError> {
        let mut end = End::open(space, ends, self.settings, None)?;
        let meeting = loop {
            let met = end.sweep().meet_image(Settled::recoloured)?;
            if met.is_some() {
                break met;
            }
            let advanced = end.advance(self.settings, self.watch);
            if let Err(SolveError::Stopped { .. }) = advanced {
                end.save()?;
            }
            if !advanced? {
                break None;
            }
        };
        end.save()?;
        let searched = self.began.elapsed();
        let path = self.path(meeting, &end, |meeting| {
            let way =
                end.way(meeting.state.recoloured(), meeting.depth, self.settings, self.watch)?;
            Ok(way.iter().map(Position::recoloured).collect())
        })?;
        let layers = vec![end.sweep().layers().to_vec()];
        Ok(Met { length: meeting.map(|meeting| length(&end, meeting)), path, layers, searched })
    }

    fn both_ends<P: Puzzle>(
        &self,
        space: &P,
        [from, to]: [&Position; 2],
    ) -> Result<Met, SolveError> {
        let mut start = End::open(space, [from, to], self.settings, Some(Side::Start))?;
        let mut goal = End::open(space, [to, from], self.settings, Some(Side::Goal))?;
        let meeting = loop {
            let met = start.sweep().meet(goal.sweep(), |state| state)?;
            if met.is_some() {
                break met;
            }
            // The narrower search goes on.
            let narrower = if start.width() <= goal.width() { &mut start } else { &mut goal };
            let advanced = narrower.advance(self.settings, self.watch);
            if let Err(SolveError::Stopped { .. }) = advanced {
                start.save()?;
                goal.save()?;
            }
            if !advanced? {
                break None;
            }
        };
        start.save()?;
        goal.save()?;
        let searched = self.began.elapsed();
        let path = self.path(meeting, &start, |meeting| {
            goal.way(meeting.state, meeting.depth, self.settings, self.watch)
        })?;
        let layers = vec![start.sweep().layers().to_vec(), goal.sweep().layers().to_vec()];
        Ok(Met { length: meeting.map(|meeting| length(&start, meeting)), path, layers, searched })
    }

    /// The whole path, if it was asked for: from the start to where the searches meet, and then
    /// back the way that `other` gives from the goal.
    fn path<P: Puzzle>(
        &self,
        meeting: Option<Meeting<P::State>>,
        end: &End<'_, P>,
        other: impl FnOnce(Meeting<P::State>) -> Result<Vec<Position>, TrailError>,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        let Some(meeting) = meeting.filter(|_| self.settings.moves) else { return Ok(None) };
        let depth = end.sweep().layers().len() - 1;
        let ways = end.way(meeting.state, depth, self.settings, self.watch);
        let ways = ways.and_then(|path| Ok((path, other(meeting)?)));
        let lost = |source| match source {
            TrailError::Layer(SweepError::Stopped { layer }) => SolveError::Stopped { layer },
            source => SolveError::Trail { length: length(end, meeting), source },
        };
        let (mut path, mut back) = ways.map_err(lost)?;
        // Where positions stand for their images as well, the ways may have come to different
        // ones. The images of the second way lead from the goal to the other one.
        if path.last() != back.last() {
            back = back.iter().map(|position| position.recoloured().mirrored()).collect();
        }
        path.extend(back.into_iter().rev().skip(1));
        Ok(Some(path))
    }
}

/// The sum of the distances from both ends.
fn length<P: Puzzle>(end: &End<'_, P>, meeting: Meeting<P::State>) -> u64 {
    (end.sweep().layers().len() - 1 + meeting.depth) as u64
}
