//! The two rules of the puzzle.

/// What a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As many objects of the top colour as fit.
    One,
    /// One object.
    Two,
}
