//! What is wrong with a file, or cannot be said in one.

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

/// What a form has no way to say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this form cannot say {0}")]
pub struct Inexpressible(pub String);

/// A place in a file: line and column, counted from 1.
pub(super) type At = (usize, usize);

/// An error at a place.
pub(super) fn error<T>((line, column): At, problem: impl fmt::Display) -> Result<T, FormatError> {
    Err(FormatError { line, column, problem: problem.to_string() })
}

/// A puzzle lacks something that this form needs, or has something that it does not know.
pub(super) fn cannot<T>(what: impl fmt::Display) -> Result<T, Inexpressible> {
    Err(Inexpressible(what.to_string()))
}
