//! What goes wrong, and how it is told.

use serde::Serialize;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Trouble {
    /// The text says no puzzle, or nothing that can be asked that.
    #[error("{problem}")]
    Puzzle {
        /// What is wrong.
        problem: String,
        /// The line and the column, from 1, where they are known.
        at: Option<(usize, usize)>,
    },
    /// The search did not fit in memory.
    #[error("This takes more memory than the page may use.")]
    Memory,
    /// The search took too long.
    #[error("This takes longer than the page may take.")]
    Time,
}

/// An answer that there is none.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    error: String,
    why: &'static str,
    line: Option<usize>,
    column: Option<usize>,
    command: Option<&'a str>,
}

impl Trouble {
    /// A text says no puzzle.
    pub fn puzzle(problem: impl ToString) -> Self {
        Trouble::Puzzle { problem: problem.to_string(), at: None }
    }

    /// What to tell, with the command that would go on.
    pub(crate) fn told<'a>(&self, command: Option<&'a str>) -> Told<'a> {
        let (why, at) = match self {
            Trouble::Puzzle { at, .. } => ("puzzle", *at),
            Trouble::Memory => ("memory", None),
            Trouble::Time => ("time", None),
        };
        let command = command.filter(|_| why != "puzzle");
        let (line, column) = at.unzip();
        Told { error: self.to_string(), why, line, column, command }
    }
}
