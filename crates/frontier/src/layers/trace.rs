//! What a layered search remembers of how it reached a state.

use std::fmt::Debug;

/// A column of the state table, filled in as states are found.
///
/// Tracing costs nothing where it is not wanted: the implementation for `()` keeps no column.
pub trait Trace {
    /// What is kept with each state.
    type Mark: Copy + Debug;

    /// The mark of a source.
    fn source() -> Self::Mark;

    /// The mark of a state first reached from the state numbered `parent`.
    fn child(parent: u32) -> Self::Mark;
}

impl Trace for () {
    type Mark = ();

    fn source() {}
    fn child(_: u32) {}
}

/// Remembers the state from which each state was first reached, which gives shortest paths.
#[derive(Debug)]
pub struct Parents;

impl Parents {
    /// The mark of a source.
    pub const NONE: u32 = u32::MAX;
}

impl Trace for Parents {
    type Mark = u32;

    fn source() -> u32 {
        Self::NONE
    }

    fn child(parent: u32) -> u32 {
        parent
    }
}
