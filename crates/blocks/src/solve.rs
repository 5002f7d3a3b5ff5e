//! Answers about one puzzle: a shortest solution, all of them, the hardest start.
//!
//! Breadth-first search from the start, in one table as long as memory lasts. Since moves can be
//! taken back, walking a solution back from its goal needs no parents: a neighbour in the layer
//! before will do. What does not fit in memory is searched by `beyond.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use antipode_frontier::{Full, Layers, Progress, Space, SweepError, TrailError};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, TooManyBits, Visit, visit};
use crate::walk::{Walk, Walked};

/// Why a puzzle was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Its positions are too large.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// What was asked needs all positions in memory, and they do not fit.
    #[error("this can only be done in memory: {0}")]
    Full(#[from] Full),
    /// The search on disk failed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// The way back through a search on disk failed.
    #[error(transparent)]
    Trail(#[from] TrailError),
    /// A graph could not be written.
    #[error("cannot write: {0}")]
    Io(#[from] std::io::Error),
    /// The caller's [`Progress`] asked for it.
    #[error("the search was stopped after {0} moves")]
    Stopped(usize),
}

/// What to ask about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// A shortest solution.
    Shortest,
    /// A shortest solution, and how many there are.
    AllShortest,
    /// The hardest start of the group, and a shortest solution from there.
    Farthest,
}

/// How a search uses the machine. Nothing here changes what it finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// About how many bytes of memory to use.
    pub memory: usize,
    /// Where to put what does not fit.
    pub scratch: PathBuf,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// A shortest solution; none if the whole group was seen and there is no goal in it.
    pub solution: Option<Walked>,
    /// The number of shortest solutions, as sequences of boards, if that was asked; the greatest
    /// number there is if there are more.
    pub ways: Option<u128>,
    /// How many positions were stored: for the hardest start, the whole group.
    pub states: u64,
}

/// Solves a puzzle in `metric`.
///
/// Of several goals, hardest starts and solutions, which one comes depends neither on threads nor
/// on memory.
pub fn solve(
    puzzle: &Puzzle,
    metric: Metric,
    question: Question,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    visit(puzzle, metric, Solving { puzzle, question, limits, progress })?
}

struct Solving<'a> {
    puzzle: &'a Puzzle,
    question: Question,
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

/// The table of a search.
pub(crate) type Table<K> = Layers<K, u64, ()>;

/// A path between positions, and how many positions were stored.
pub(crate) struct Found<K> {
    /// From start to goal.
    pub(crate) path: Option<Vec<K>>,
    pub(crate) states: u64,
}

impl Visit for Solving<'_> {
    type Output = Result<Answer, SolveError>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        let Solving { puzzle, limits, progress, .. } = self;
        let mut ways = None;
        let found = match self.question {
            Question::Shortest => {
                let mut table = Table::with_memory(limits.memory);
                shortest(positions, &mut table, progress).map(|(found, _)| found)
            }
            Question::AllShortest => {
                let mut table = Table::with_memory(limits.memory);
                let (found, goals) = shortest(positions, &mut table, progress)?;
                ways = Some(count(positions, &table, &goals));
                Ok(found)
            }
            Question::Farthest => farthest(positions, limits, progress),
        };
        let found = match (found, self.question) {
            #[cfg(feature = "disk")]
            (Err(SolveError::Full(_)), Question::Shortest) => {
                positions.shortest_beyond(limits, progress)?
            }
            #[cfg(feature = "disk")]
            (Err(SolveError::Full(_)), Question::Farthest) => {
                positions.farthest_beyond(limits, progress)?
            }
            (found, _) => found?,
        };
        let solution = found.path.map(|path| Walk::new(puzzle, positions, path[0]).follow(&path));
        Ok(Answer { solution, ways, states: found.states })
    }
}

/// A shortest path to the smallest of the nearest goals, and all those goals.
fn shortest<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    progress: &dyn Progress,
) -> Result<(Found<K>, BTreeSet<K>), SolveError> {
    table.add_source(positions.start())?;
    let goals = loop {
        let last = table.layer(table.depth() - 1);
        let goals = last.map(|index| table.state(index)).filter(|&at| positions.is_goal(at));
        let goals: BTreeSet<K> = goals.collect();
        if !goals.is_empty() || advance(positions, table, progress)? == 0 {
            break goals;
        }
    };
    let path = goals.first().map(|&goal| {
        let mut path = descend(positions, table, goal);
        path.reverse();
        path
    });
    Ok((Found { path, states: table.len() as u64 }, goals))
}

/// A shortest path from the smallest of the hardest starts.
fn farthest<K: Packed>(
    positions: &Positions<K>,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Found<K>, SolveError> {
    let group = whole(positions, limits.memory / 2, progress)?;
    let states = group.len() as u64;
    let table = outwards(positions, &group, limits.memory / 2, progress)?;
    drop(group);
    if table.is_empty() {
        return Ok(Found { path: None, states });
    }
    let last = table.layer(table.depth() - 1).map(|index| table.state(index));
    let path = last.min().map(|start| descend(positions, &table, start));
    Ok(Found { path, states })
}

/// The whole group of the start.
pub(crate) fn whole<K: Packed>(
    positions: &Positions<K>,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Table<K>, SolveError> {
    let mut group = Table::with_memory(memory);
    group.add_source(positions.start())?;
    while advance(positions, &mut group, progress)? > 0 {}
    Ok(group)
}

/// A group by the distance from the nearest goal; nothing if there is no goal in it.
pub(crate) fn outwards<K: Packed>(
    positions: &Positions<K>,
    group: &Table<K>,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Table<K>, SolveError> {
    let mut table = Table::with_memory(memory);
    for position in (0..group.len()).map(|index| group.state(index)) {
        if positions.is_goal(position) {
            table.add_source(position)?;
        }
    }
    while !table.is_empty() && advance(positions, &mut table, progress)? > 0 {}
    Ok(table)
}

pub(crate) fn advance<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    progress: &dyn Progress,
) -> Result<usize, SolveError> {
    let new = table.advance_while(positions, || !progress.stop())?;
    let new = new.ok_or(SolveError::Stopped(table.depth() - 1))?;
    progress.stored(new as u64);
    progress.advance(new as u64);
    Ok(new)
}

/// The positions from `from` to a source, each a layer before the one before it; of several the
/// smallest.
pub(crate) fn descend<K: Packed>(positions: &Positions<K>, table: &Table<K>, from: K) -> Vec<K> {
    let mut path = vec![from];
    let mut at = from;
    let distance = table.find(from).map_or(0, |index| table.distance(index));
    for distance in (0..distance).rev() {
        let before = before(positions, table, at, distance);
        at = *before.first().expect("every state was reached from the layer before");
        path.push(at);
    }
    path
}

/// The neighbours of `position` in the layer `distance`.
pub(crate) fn before<K: Packed>(
    positions: &Positions<K>,
    table: &Table<K>,
    position: K,
    distance: usize,
) -> BTreeSet<K> {
    let layer = table.layer(distance);
    let mut before = BTreeSet::new();
    positions.expand(position, 0, |neighbour, _| {
        if table.find(neighbour).is_some_and(|index| layer.contains(&index)) {
            before.insert(neighbour);
        }
    });
    before
}

/// The number of shortest paths from the source to `goals`, which are in the last layer.
fn count<K: Packed>(positions: &Positions<K>, table: &Table<K>, goals: &BTreeSet<K>) -> u128 {
    let mut ways: BTreeMap<K, u128> = goals.iter().map(|&goal| (goal, 1)).collect();
    for distance in (0..table.depth() - 1).rev() {
        let mut sums = BTreeMap::new();
        for (&position, &count) in &ways {
            for neighbour in before(positions, table, position, distance) {
                let sum: &mut u128 = sums.entry(neighbour).or_default();
                *sum = sum.saturating_add(count);
            }
        }
        ways = sums;
    }
    ways.values().sum()
}
