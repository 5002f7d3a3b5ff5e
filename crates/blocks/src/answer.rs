//! What a search may use, and what it found.

use std::path::PathBuf;

use crate::walk::Walked;

/// How a search uses the machine. Nothing here changes what it finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// About how many bytes of memory to use.
    pub memory: usize,
    /// Where to put what does not fit.
    pub scratch: PathBuf,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// A shortest solution; none if the whole group was seen and there is no goal in it.
    pub solution: Option<Walked>,
    /// The number of shortest solutions, as sequences of boards, if that was asked; the greatest
    /// number there is if there are more.
    pub ways: Option<u128>,
    /// How many positions were stored: for the hardest start, the whole group.
    pub states: u64,
}
