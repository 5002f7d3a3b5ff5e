//! Classes of stretches.

use super::shape::Shape;
use super::word::Word;

/// Stretches that begin and end alike and do the same to the tiles below: all but the moves, their
/// number, and which pairs are swapped.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// Where they begin, with no pair swapped.
    pub start: Shape,
    /// Where they end.
    pub end: Shape,
    /// What they do to the tiles below.
    pub word: Word,
}

impl Class {
    /// The class with left and right swapped.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Class { start: self.start.mirrored(), end: self.end.mirrored(), word: self.word.mirrored() }
    }
}
