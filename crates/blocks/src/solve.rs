//! Answers about one puzzle: a shortest solution, all of them, the hardest start.
//!
//! A shortest solution takes a breadth-first search from the start to the nearest goals, and no
//! further: walking back from those marks the positions on shortest solutions, and walking forward
//! over them, always by the smallest move, gives the first solution in the alphabet. Everything
//! else takes the whole [`Group`]. What does not fit in memory is searched by `beyond.rs`.

use std::collections::BTreeSet;
use std::convert::Infallible;

use antipode_frontier::{Progress, Space};

pub use crate::answer::{Answer, Limits};
#[cfg(feature = "disk")]
use crate::beyond;
pub use crate::error::SolveError;
use crate::group::{Group, Room};
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};
use crate::table::{Table, advance};
use crate::walk::Walk;
pub use crate::walk::Walked;

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

/// Solves a puzzle in `metric`.
///
/// Of several goals, hardest starts and solutions, which one comes depends neither on threads nor
/// on memory.
///
/// # Errors
/// If it does not fit within the limits, if the disk fails, or if `progress` asks to stop.
pub fn solve(
    puzzle: &Puzzle,
    metric: Metric,
    question: Question,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    match question {
        Question::Shortest => visit(puzzle, metric, Shortest { puzzle, limits, progress }),
        Question::AllShortest => {
            let group = Group::search(puzzle, metric, Room::Memory(limits.memory), progress)?;
            let to_goal = group.to_goal();
            let (solution, ways) = (group.solution_along(&to_goal), Some(group.ways(&to_goal)));
            Ok(Answer { solution, ways, states: group.len() as u64 })
        }
        Question::Farthest => {
            match Group::search(puzzle, metric, Room::Memory(limits.memory), progress) {
                #[cfg(feature = "disk")]
                Err(SolveError::Full(_)) => beyond::farthest(puzzle, metric, limits, progress),
                group => {
                    let group = group?;
                    let states = group.len() as u64;
                    Ok(Answer { solution: group.farthest(), ways: None, states })
                }
            }
        }
    }
}

struct Shortest<'a> {
    puzzle: &'a Puzzle,
    limits: &'a Limits,
    progress: &'a dyn Progress,
}

impl Visit for Shortest<'_> {
    type Output = Result<Answer, SolveError>;

    fn visit<K: Packed>(self, positions: Positions<K>) -> Self::Output {
        let Shortest { puzzle, limits, progress } = self;
        let mut table = Table::with_memory(limits.memory);
        match search(&positions, &mut table, progress) {
            #[cfg(feature = "disk")]
            Err(SolveError::Full(_)) => {
                drop(table);
                beyond::shortest(puzzle, &positions, limits, progress)
            }
            goals => {
                let goals = goals?;
                let states = table.len() as u64;
                let solution = (!goals.is_empty()).then(|| {
                    let marked = on_shortest_paths(&positions, &table, goals);
                    let walk = Walk::new(puzzle, &positions, positions.start());
                    let nearer = |beside: BTreeSet<K>, left: usize| {
                        Ok::<_, Infallible>(&beside & &marked[left])
                    };
                    let Ok(walked) = walk.shortest(marked.len() - 1, nearer);
                    walked
                });
                Ok(Answer { solution, ways: None, states })
            }
        }
    }
}

/// Searches from the start to the nearest goals, which are returned.
fn search<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    progress: &dyn Progress,
) -> Result<BTreeSet<K>, SolveError> {
    table.add_source(positions.start())?;
    loop {
        let last = table.layer(table.depth() - 1);
        let goals = last.map(|index| table.state(index)).filter(|&at| positions.is_goal(at));
        let goals: BTreeSet<K> = goals.collect();
        if !goals.is_empty() || advance(positions, table, progress)? == 0 {
            return Ok(goals);
        }
    }
}

/// The positions on shortest paths from the start to `goals`, which are in the last layer, by how many
/// moves are left.
fn on_shortest_paths<K: Packed>(
    positions: &Positions<K>,
    table: &Table<K>,
    goals: BTreeSet<K>,
) -> Vec<BTreeSet<K>> {
    let mut marked = vec![goals];
    for distance in (0..table.depth() - 1).rev() {
        let layer = table.layer(distance);
        let mut before = BTreeSet::new();
        for &position in &marked[marked.len() - 1] {
            // No operator may be skipped here: the layered search did not keep every edge.
            positions.expand(position, 0, |neighbour, _| {
                if table.find(neighbour).is_some_and(|index| layer.contains(&index)) {
                    before.insert(neighbour);
                }
            });
        }
        marked.push(before);
    }
    marked
}
