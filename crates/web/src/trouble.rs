//! What goes wrong, and how it is told.

use serde::Serialize;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Trouble {
    /// A text says no puzzle.
    #[error("{problem}")]
    Text {
        /// What is wrong.
        problem: String,
        /// The line and the column, from 1, where they are known.
        at: Option<(usize, usize)>,
    },
    /// A link has been cut off or damaged.
    #[error("{0}")]
    Damage(String),
    /// A link is of a version that is not known here, so another page reads it.
    #[error("{0}")]
    Version(String),
    /// Nobody knows the answer for such a puzzle.
    #[error("{0}")]
    Kind(String),
    /// The solver of the page knows smaller puzzles than the program.
    #[error("This is a larger puzzle than the page can search.")]
    Size,
    /// The search did not fit in memory.
    #[error("This takes more memory than the page may use.")]
    Memory,
    /// The search took too long.
    #[error("This takes longer than the page may take.")]
    Time,
    /// The page has asked what it never should.
    #[error("{0}")]
    Bug(String),
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
    /// The page has asked what it never should.
    pub fn bug(problem: impl ToString) -> Self {
        Trouble::Bug(problem.to_string())
    }

    /// What to tell, with the command that would go on if that is what is needed.
    pub(crate) fn told<'a>(&self, command: Option<&'a str>) -> Told<'a> {
        let (why, at) = match self {
            Trouble::Text { at, .. } => ("text", *at),
            Trouble::Damage(_) => ("damage", None),
            Trouble::Version(_) => ("version", None),
            Trouble::Kind(_) => ("kind", None),
            Trouble::Size => ("size", None),
            Trouble::Memory => ("memory", None),
            Trouble::Time => ("time", None),
            Trouble::Bug(_) => ("bug", None),
        };
        let goes_on = matches!(self, Trouble::Size | Trouble::Memory | Trouble::Time);
        let command = command.filter(|_| goes_on);
        let (line, column) = at.unzip();
        Told { error: self.to_string(), why, line, column, command }
    }
}
