//! Searches of puzzles whose positions do not fit in memory.
//!
//! Frontier search keeps three layers, on disk if need be. A search from the goals leaves a trail of
//! all its layers on disk, and a walk along that needs no memory but for the neighbours of one
//! position.

use std::collections::BTreeSet;

use antipode_frontier::{Full, Progress, Sweep, SweepError, SweepSettings, Trail, TrailError};

use crate::answer::{Answer, Limits};
use crate::error::SolveError;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};
use crate::walk::{Walk, Walked};

/// The first shortest solution in the alphabet. The nearest goals alone have to fit in a quarter of the
/// memory.
pub(crate) fn shortest<K: Packed>(
    puzzle: &Puzzle,
    positions: &Positions<K>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    let mut sweep = positions.sweep([positions.start()], limits)?;
    let goals = loop {
        let goals = positions.goals(&sweep, limits)?;
        if !goals.is_empty() || positions.next_layer(&mut sweep, progress)? == 0 {
            break goals;
        }
    };
    let states = sweep.layers().iter().sum();
    let length = sweep.layers().len() - 1;
    drop(sweep);
    if goals.is_empty() {
        return Ok(Answer { solution: None, ways: None, states });
    }
    let trail = trail(limits)?;
    let mut sweep = positions.sweep(goals, limits)?;
    trail.keep(&sweep)?;
    for _ in 1..length {
        positions.next_layer(&mut sweep, progress)?;
        trail.keep(&sweep)?;
    }
    let walked = walk(&trail, puzzle, positions, positions.start(), length)?;
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
    visit(puzzle, metric, Farthest { puzzle, limits, progress })?
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
        let mut group = positions.sweep([positions.start()], limits)?;
        loop {
            goals.extend(positions.goals(&group, limits)?);
            positions.check_room(goals.len(), limits)?;
            if positions.next_layer(&mut group, progress)? == 0 {
                break;
            }
        }
        let states = group.layers().iter().sum();
        drop(group);
        if goals.is_empty() {
            return Ok(Answer { solution: None, ways: None, states });
        }
        let trail = trail(limits)?;
        let mut sweep = positions.sweep(goals, limits)?;
        let mut hardest = None;
        loop {
            trail.keep(&sweep)?;
            hardest = positions.smallest(&sweep)?.or(hardest);
            if positions.next_layer(&mut sweep, progress)? == 0 {
                break;
            }
        }
        let length = sweep.layers().len() - 1;
        let start = hardest.expect("the goals are a layer");
        let walked = walk(&trail, puzzle, &positions, start, length)?;
        Ok(Answer { solution: Some(walked), ways: None, states })
    }
}

impl<K: Packed> Positions<K> {
    fn sweep(
        &self,
        sources: impl IntoIterator<Item = K>,
        limits: &Limits,
    ) -> Result<Sweep<K, u64>, SweepError> {
        Sweep::new(sources, &SweepSettings::new(limits.memory / 4 * 3, &limits.scratch))
    }

    /// Makes the next layer and reports it. Returns the number of its positions.
    fn next_layer(
        &self,
        sweep: &mut Sweep<K, u64>,
        progress: &dyn Progress,
    ) -> Result<u64, SweepError> {
        let new = sweep.advance(self, progress)?;
        progress.advance(new);
        Ok(new)
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

    fn check_room(&self, goals: usize, limits: &Limits) -> Result<(), Full> {
        let limit = most(limits, size_of::<K>());
        if goals > limit { Err(Full::States { limit }) } else { Ok(()) }
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

/// A trail of every layer, so that a walk along it takes no search; removed when dropped.
fn trail(limits: &Limits) -> Result<Trail, SweepError> {
    const EVERY: usize = 1;
    Trail::scratch(&limits.scratch, "puzzle", EVERY)
}

/// The first walk in the alphabet from `start`, which is `length` moves from the goals that `trail` leads
/// to.
fn walk<K: Packed>(
    trail: &Trail,
    puzzle: &Puzzle,
    positions: &Positions<K>,
    start: K,
    length: usize,
) -> Result<Walked, TrailError> {
    let nearer = |beside: BTreeSet<K>, left| trail.among::<K, u64>(left, &beside);
    Walk::new(puzzle, positions, start).shortest(length, nearer)
}
