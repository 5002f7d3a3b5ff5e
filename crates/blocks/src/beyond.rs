//! Searches of puzzles whose positions do not fit in memory.
//!
//! Frontier search keeps three layers, on disk if need be. A search from the goals leaves a trail of
//! all its layers on disk, and a walk along that needs no memory but for the neighbours of one
//! position.

use std::collections::BTreeSet;

use antipode_frontier::{Progress, Sweep, SweepError, SweepSettings, Tracked, Tracks, Trail};

use crate::answer::{Answer, Limits};
use crate::error::SolveError;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};
use crate::walk::{Walk, Walked};

/// Every layer is kept, so that a walk along them takes no search.
const EVERY: Option<usize> = Some(1);

/// The first shortest solution in the alphabet. The nearest goals alone have to fit in a quarter of the
/// memory.
pub(crate) fn shortest<K: Packed>(
    puzzle: &Puzzle,
    positions: &Positions<K>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    let mut search = positions.search([positions.start()], limits, None)?;
    let goals = loop {
        let goals = positions.goals(search.sweep(), limits)?;
        if !goals.is_empty() || search.advance(positions, progress)? == 0 {
            break goals;
        }
    };
    let states = search.sweep().layers().iter().sum();
    let length = search.sweep().layers().len() - 1;
    drop(search);
    if goals.is_empty() {
        return Ok(Answer { solution: None, ways: None, states });
    }
    let mut search = positions.search(goals, limits, EVERY)?;
    for _ in 1..length {
        search.advance(positions, progress)?;
    }
    let walked = walk(search.trail(), puzzle, positions, positions.start(), length)?;
    Ok(Answer { solution: Some(walked), ways: None, states })
}

/// The shortest solution of the smallest of the hardest starts. The goals alone have to fit in a
/// quarter of the memory.
pub(crate) fn farthest(
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    visit(puzzle, metric, Farthest { puzzle, limits, progress })
}

struct Farthest<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

impl Visit for Farthest<'_> {
    type Output = Result<Answer, SolveError>;

    fn visit<K: Packed>(self, positions: Positions<K>) -> Self::Output {
        let Farthest { puzzle, limits, progress } = self;
        let mut goals = Vec::new();
        let mut group = positions.search([positions.start()], limits, None)?;
        loop {
            goals.extend(positions.goals(group.sweep(), limits)?);
            positions.check_room(goals.len(), limits)?;
            if group.advance(&positions, progress)? == 0 {
                break;
            }
        }
        let states = group.sweep().layers().iter().sum();
        drop(group);
        if goals.is_empty() {
            return Ok(Answer { solution: None, ways: None, states });
        }
        let mut search = positions.search(goals, limits, EVERY)?;
        let mut hardest = None;
        loop {
            hardest = positions.smallest(search.sweep())?.or(hardest);
            if search.advance(&positions, progress)? == 0 {
                break;
            }
        }
        let length = search.sweep().layers().len() - 1;
        let start = hardest.expect("the goals are a layer");
        let walked = walk(search.trail(), puzzle, &positions, start, length)?;
        Ok(Answer { solution: Some(walked), ways: None, states })
    }
}

impl<K: Packed> Positions<K> {
    fn search(
        &self,
        sources: impl IntoIterator<Item = K>,
        limits: &Limits,
        every: Option<usize>,
    ) -> Result<Tracked<K, u64>, SweepError> {
        let settings = SweepSettings::new(limits.memory / 4 * 3, &limits.scratch);
        let tracks = Tracks { identity: "puzzle".into(), directory: None, every };
        Tracked::open(sources, &settings, tracks)
    }

    /// The goals in the last layer.
    fn goals(&self, sweep: &Sweep<K, u64>, limits: &Limits) -> Result<Vec<K>, SolveError> {
        let most = most(limits, size_of::<K>());
        let collect = |mut goals: Vec<K>, position| {
            if self.is_goal(position) && goals.len() <= most {
                goals.push(position);
            }
            goals
        };
        let join = |mut one: Vec<K>, other: Vec<K>| {
            one.extend(other);
            one.truncate(most + 1);
            one
        };
        let goals = sweep.fold(Vec::new, collect, join)?;
        self.check_room(goals.len(), limits)?;
        Ok(goals)
    }

    fn check_room(&self, goals: usize, limits: &Limits) -> Result<(), SweepError> {
        if goals <= most(limits, size_of::<K>()) {
            return Ok(());
        }
        Err(SweepError::Limit { what: "the solved boards", memory: limits.memory / 4 })
    }

    /// The smallest position of the last layer.
    fn smallest(&self, sweep: &Sweep<K, u64>) -> Result<Option<K>, SweepError> {
        let least = |one: Option<K>, other: Option<K>| one.into_iter().chain(other).min();
        sweep.fold(|| None, |best, position| least(best, Some(position)), least)
    }
}

/// How many goals may be held.
fn most(limits: &Limits, size: usize) -> usize {
    limits.memory / 4 / size
}

/// The first walk in the alphabet from `start`, which is `length` moves from the goals that `trail` leads
/// to.
fn walk<K: Packed>(
    trail: &Trail,
    puzzle: &Puzzle,
    positions: &Positions<K>,
    start: K,
    length: usize,
) -> Result<Walked, SolveError> {
    let nearer = |beside: BTreeSet<K>, left| trail.among::<K, u64>(left, &beside);
    let walked = Walk::new(puzzle, positions, start).shortest(length, nearer);
    walked.map_err(|source| SolveError::Trail { length, source })
}
