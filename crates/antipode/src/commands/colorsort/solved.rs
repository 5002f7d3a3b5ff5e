//! Solutions that were replayed, of one position or of many.

use std::sync::RwLock;

use antipode_colorsort::{Method, Position, Reading, Rule, SolveError, is_solved, replay};
use antipode_frontier::Progress;
use anyhow::Result;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::exit::Bug;

/// A solution that has been replayed, or that there is none.
#[derive(Debug)]
pub struct Solved {
    /// The number of moves; none if it is proved that there is no solution.
    pub moves: Option<u64>,
    /// Whether that is proved.
    pub proved: bool,
    /// The positions stored.
    pub states: u64,
    /// The moves as text.
    pub solution: Option<String>,
    /// The position reached.
    pub goal: Option<String>,
    /// All positions, from the start to the goal; empty if there is no solution.
    pub positions: Vec<Position>,
}

/// Solves a position and replays the solution.
pub fn solved(
    position: &Position,
    rule: Rule,
    method: Method,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Solved> {
    let found = antipode_colorsort::solve(position, rule, method, memory, progress)?;
    let states = found.states as u64;
    let Some(moves) = found.moves else {
        let (moves, solution, goal, positions) = (None, None, None, Vec::new());
        return Ok(Solved { moves, proved: found.proved, states, solution, goal, positions });
    };
    let written: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let written = written.join(" ");
    let positions = played(position, rule, &written).filter(|all| all.len() == moves.len() + 1);
    let positions = positions.ok_or_else(|| Bug::wrong_solution(position))?;
    Ok(Solved {
        moves: Some(moves.len() as u64),
        proved: found.proved,
        states,
        solution: Some(written),
        goal: Some(positions[moves.len()].to_string()),
        positions,
    })
}

/// How many bytes a search may take, and whether there are no more.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    pub bytes: usize,
    pub is_all: bool,
}

/// Does `work` on all items, by all threads of a pool in their parts of the memory. What does not fit in one has all
/// of it as soon as the others have done what they are at.
pub fn each_in_memory<T: Sync>(
    items: &[T],
    pool: &ThreadPool,
    memory: usize,
    work: impl Fn(&T, Share) -> Result<()> + Sync,
) -> Result<()> {
    let threads = pool.current_num_threads();
    let part = Share { bytes: memory / threads, is_all: threads == 1 };
    let all = Share { bytes: memory, is_all: true };
    let in_parts = RwLock::new(());
    let done = |item| {
        let done = {
            let _part = in_parts.read();
            work(item, part)
        };
        match done {
            Err(error) if !part.is_all && is_full(&error) => {
                let _all = in_parts.write();
                work(item, all)
            }
            done => done,
        }
    };
    pool.install(|| items.par_iter().try_for_each(done))
}

/// Whether an error is that a search did not fit in memory.
fn is_full(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(SolveError::Full(_)))
}

/// All positions from the start to the goal, if these moves solve it.
pub fn played(position: &Position, rule: Rule, moves: &str) -> Option<Vec<Position>> {
    let start = position.explicit();
    let mut texts = vec![start.clone()];
    texts.extend(replay(&start, rule, moves).ok()?);
    let is_solution = texts.last().is_some_and(|last| is_solved(last));
    let read = |text: &String| Position::parse(text, &Reading::default()).ok();
    if is_solution { texts.iter().map(read).collect() } else { None }
}
