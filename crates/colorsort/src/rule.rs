//! The two rules of the puzzle.

/// What a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As many objects of the top colour as fit.
    One,
    /// One object.
    Two,
}

impl Rule {
    /// Both, by their names in commands and tables.
    pub const NAMES: [(&'static str, Self); 2] = [("1", Self::One), ("2", Self::Two)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}
