//! The hardest of all arrangements of the pieces of a puzzle, whether the start leads there or not.
//!
//! What can be solved at all is connected to a solved board, so one search outwards from all
//! solved boards finds it, without a list of the groups.

use std::collections::BTreeSet;
use std::convert::Infallible;

use antipode_frontier::Progress;

use crate::answer::Answer;
use crate::error::SolveError;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit_everywhere};
use crate::table::{Table, advance};
use crate::walk::Walk;

/// The smallest of the hardest arrangements in `metric`, and its first shortest solution in the alphabet, in
/// about `memory` bytes; no solution if there is no way to have solved the puzzle. The states are
/// all that can be solved.
///
/// # Errors
/// If the states do not fit in memory, or if `progress` asks to stop.
pub fn hardest(
    puzzle: &Puzzle,
    metric: Metric,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Answer, SolveError> {
    visit_everywhere(puzzle, metric, Arranging { puzzle, memory, progress })
}

struct Arranging<'a> {
    puzzle: &'a Puzzle,
    memory: usize,
    progress: &'a dyn Progress,
}

impl Visit for Arranging<'_> {
    type Output = Result<Answer, SolveError>;

    fn visit<K: Packed>(self, positions: Positions<K>) -> Self::Output {
        let Arranging { puzzle, memory, progress } = self;
        let mut table = Table::<K>::with_memory(memory);
        positions.each_solved(&mut |solved| {
            if progress.stop() {
                return Err(SolveError::Stopped(0));
            }
            table.add_source(solved)?;
            Ok(())
        })?;
        if table.is_empty() {
            return Ok(Answer { solution: None, ways: None, states: 0 });
        }
        while advance(&positions, &mut table, progress)? > 0 {}
        let last = table.layer(table.depth() - 1).map(|index| table.state(index));
        let solution = last.min().map(|start| {
            let nearer = |mut beside: BTreeSet<K>, left| {
                let layer = table.layer(left);
                let is_nearer = |number| layer.contains(&number);
                beside.retain(|&position| table.find(position).is_some_and(is_nearer));
                Ok::<_, Infallible>(beside)
            };
            let Ok(walked) =
                Walk::new(puzzle, &positions, start).shortest(table.depth() - 1, nearer);
            walked
        });
        Ok(Answer { solution, ways: None, states: table.len() as u64 })
    }
}
