//! Answers about one puzzle: a shortest solution, all of them, the hardest start.
//!
//! Breadth-first search from the start, in one table as long as memory lasts. Since moves can be
//! taken back, walking a solution back from its goal needs no parents: a neighbour in the layer
//! before will do.

use std::collections::{BTreeMap, BTreeSet};

use antipode_frontier::{Full, Layers, Progress, Space};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::puzzle::packed::Packed;
use crate::puzzle::positions::{Positions, TooManyBits, Visit, visit};
use crate::puzzle::walk::{Walk, Walked};

/// Why a puzzle was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Its positions are too large.
    #[error(transparent)]
    TooManyBits(#[from] TooManyBits),
    /// It has more positions than memory holds.
    #[error(transparent)]
    Full(#[from] Full),
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

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// A shortest solution; none if the whole group was seen and there is no goal in it.
    pub solution: Option<Walked>,
    /// The number of shortest solutions, as sequences of boards, if that was asked.
    pub ways: Option<u128>,
    /// How many positions were stored.
    pub states: u64,
}

/// Solves a puzzle in `metric`, using about `memory` bytes.
pub fn solve(
    puzzle: &Puzzle,
    metric: Metric,
    question: Question,
    memory: usize,
    progress: &impl Progress,
) -> Result<Answer, SolveError> {
    visit(puzzle, metric, Solving { puzzle, question, memory, progress })?
}

struct Solving<'a, P> {
    puzzle: &'a Puzzle,
    question: Question,
    memory: usize,
    progress: &'a P,
}

/// The table of a search.
type Table<K> = Layers<K, u64, ()>;

impl<P: Progress> Visit for Solving<'_, P> {
    type Output = Result<Answer, SolveError>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        match self.question {
            Question::Shortest => self.shortest(positions, false),
            Question::AllShortest => self.shortest(positions, true),
            Question::Farthest => self.farthest(positions),
        }
    }
}

impl<P: Progress> Solving<'_, P> {
    fn shortest<K: Packed>(
        &self,
        positions: &Positions<K>,
        count: bool,
    ) -> Result<Answer, SolveError> {
        let mut table = Table::<K>::with_memory(self.memory);
        table.add_source(positions.start())?;
        let solved = loop {
            let last = table.layer(table.depth() - 1);
            let goals = last.map(|index| table.state(index)).filter(|&at| positions.is_goal(at));
            let goals: BTreeSet<K> = goals.collect();
            if !goals.is_empty() || self.advance(positions, &mut table)? == 0 {
                break goals;
            }
        };
        let ways = count.then(|| ways(positions, &table, &solved));
        let solution = solved.first().map(|&goal| {
            let mut path = descend(positions, &table, goal);
            path.reverse();
            Walk::new(self.puzzle, positions).follow(&path)
        });
        Ok(Answer { solution, ways, states: table.len() as u64 })
    }

    fn farthest<K: Packed>(&self, positions: &Positions<K>) -> Result<Answer, SolveError> {
        let mut group = Table::<K>::with_memory(self.memory / 2);
        group.add_source(positions.start())?;
        while self.advance(positions, &mut group)? > 0 {}
        let states = group.len() as u64;
        let mut table = Table::<K>::with_memory(self.memory / 2);
        for position in (0..group.len()).map(|index| group.state(index)) {
            if positions.is_goal(position) {
                table.add_source(position)?;
            }
        }
        drop(group);
        if table.is_empty() {
            return Ok(Answer { solution: None, ways: None, states });
        }
        while self.advance(positions, &mut table)? > 0 {}
        let last = table.layer(table.depth() - 1);
        let hardest = last.map(|index| table.state(index)).min();
        let solution = hardest.map(|start| {
            let path = descend(positions, &table, start);
            Walk::from(self.puzzle, positions, start).follow(&path)
        });
        Ok(Answer { solution, ways: None, states })
    }

    fn advance<K: Packed>(
        &self,
        positions: &Positions<K>,
        table: &mut Table<K>,
    ) -> Result<usize, SolveError> {
        if self.progress.stop() {
            return Err(SolveError::Stopped(table.depth() - 1));
        }
        let new = table.advance(positions)?;
        self.progress.stored(new as u64);
        Ok(new)
    }
}

/// The positions from `from` to a source, each a layer before the one before it; of several the
/// smallest.
fn descend<K: Packed>(positions: &Positions<K>, table: &Table<K>, from: K) -> Vec<K> {
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
fn before<K: Packed>(
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
fn ways<K: Packed>(positions: &Positions<K>, table: &Table<K>, goals: &BTreeSet<K>) -> u128 {
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
