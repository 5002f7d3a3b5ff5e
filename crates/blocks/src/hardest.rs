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

#[cfg(test)]
mod tests {
    use antipode_frontier::Silent;

    use super::*;
    use crate::format::text::{read, read_board};
    use crate::replay::replay;

    fn hardest_of(puzzle: &Puzzle, metric: Metric) -> Answer {
        let answer = hardest(puzzle, metric, 1 << 28, &Silent).unwrap();
        if let Some(solution) = &answer.solution {
            let start = puzzle.started_at(&solution.start).unwrap();
            assert!(replay(&start, metric, &solution.start, &solution.moves).is_ok());
        }
        answer
    }

    #[test]
    fn the_hardest_of_a_batch_are_the_hardest_of_their_pieces() {
        let moves = |start| {
            let puzzle = read_board(start, None).unwrap();
            hardest_of(&puzzle, Metric::Move).solution.map(|found| found.moves.len())
        };
        // Eight squares on 3x3, from an easy start, and the hardest of 4x4 with nine pieces.
        assert_eq!(moves("BAC/DEF/GH."), Some(13));
        assert_eq!(moves("AABC/DEBB/DFGH/.FI."), Some(132));
    }

    #[test]
    fn pieces_on_one_axis_are_put_anywhere() {
        // From this start the car can never get to the last row.
        let text = "horizontal: A\nvertical: B\nstart:\nB..\nBAA\n...\ngoal:\n...\n...\n.AA\n";
        let puzzle = read(text).unwrap();
        let found = hardest_of(&puzzle, Metric::Move);
        let moves = found.solution.unwrap().moves;
        assert_eq!(moves.len(), 2, "{moves:?}");
        assert_eq!(found.states, 8);
    }
}
