//! Files of puzzles.

pub mod text;

use std::fmt;

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

/// A place in a file: line and column, counted from 1.
pub(crate) type At = (usize, usize);

/// An error at a place.
pub(crate) fn error<T>((line, column): At, problem: impl fmt::Display) -> Result<T, FormatError> {
    Err(FormatError { line, column, problem: problem.to_string() })
}
