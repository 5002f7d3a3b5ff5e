//! The words that boards are searched in.

use antipode_frontier::Record;

use crate::key::Key;

/// Boards in the one or the other word.
#[expect(missing_debug_implementations, reason = "an iterator shows nothing")]
pub enum Words<'a> {
    /// Boards of few kinds of pieces or few cells.
    Narrow(&'a mut dyn ExactSizeIterator<Item = u64>),
    /// All others.
    Wide(&'a mut dyn ExactSizeIterator<Item = u128>),
}

/// A word that boards are searched in. There are two, so that searches are compiled twice, where they
/// are written, and not wherever they are called.
pub trait Searched: Key + Record {
    /// The same boards, with the word known.
    fn words(boards: &mut dyn ExactSizeIterator<Item = Self>) -> Words<'_>;
}

impl Searched for u64 {
    fn words(boards: &mut dyn ExactSizeIterator<Item = Self>) -> Words<'_> {
        Words::Narrow(boards)
    }
}

impl Searched for u128 {
    fn words(boards: &mut dyn ExactSizeIterator<Item = Self>) -> Words<'_> {
        Words::Wide(boards)
    }
}
