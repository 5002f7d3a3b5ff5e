//! The way home from any board of a group: hints for who plays.

use std::fmt;

use antipode_frontier::{Progress, UNREACHED};

use crate::elsewhere::NoBoard;
use crate::error::SolveError;
use crate::group::{Group, Room};
use crate::metric::Metric;
use crate::puzzle::Puzzle;

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// How many moves are still to make at the least.
    pub togo: usize,
    /// The first of them, in notation; none on a solved board.
    pub next: Option<String>,
}

/// A group, and the distances of all its boards from the nearest goal.
pub struct Guide {
    puzzle: Puzzle,
    group: Group,
    to_goal: Vec<u32>,
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guide").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl Guide {
    /// Searches the group of the start of `puzzle`, in about `memory` bytes.
    ///
    /// # Errors
    /// If the group does not fit in memory, or if `progress` asks to stop.
    pub fn new(
        puzzle: &Puzzle,
        metric: Metric,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let group = Group::search(puzzle, metric, Room::Memory(memory), progress)?;
        Ok(Guide { puzzle: puzzle.clone(), to_goal: group.to_goal(), group })
    }

    /// Whether a board, as [`Puzzle::board`] writes it, is of the group.
    ///
    /// # Errors
    /// If it is no board of the puzzle.
    pub fn knows(&self, board: &str) -> Result<bool, NoBoard> {
        Ok(self.group.find(&self.puzzle.read_board(board)?).is_some())
    }

    /// What to do at a board, as [`Puzzle::board`] writes it; none if no goal can be reached from
    /// there, or the board is of another group.
    ///
    /// # Errors
    /// If it is no board of the puzzle.
    pub fn hint(&self, board: &str) -> Result<Option<Hint>, NoBoard> {
        let cells = self.puzzle.read_board(board)?;
        let togo = self.group.find(&cells).map(|board| self.to_goal[board]);
        Ok(togo
            .filter(|&togo| togo != UNREACHED)
            .map(|togo| Hint { togo: togo as usize, next: self.group.next(&cells, &self.to_goal) }))
    }
}
