//! Why a puzzle was not solved.

use antipode_frontier::{Full, SweepError, TrailError};

/// Why a puzzle was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// What was asked needs all positions in memory, and they do not fit.
    #[error("this can only be done in memory: {0}")]
    Full(#[from] Full),
    /// The search on disk failed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// Only the number of moves was found: the way back through a search on disk failed.
    #[error("the least number of moves is {length}, but the moves could not be found")]
    Trail {
        /// The least number of moves.
        length: usize,
        /// Why not the moves.
        source: TrailError,
    },
    /// A graph could not be written.
    #[error("cannot write: {0}")]
    Io(#[from] std::io::Error),
    /// The caller's [`Progress`](antipode_frontier::Progress) asked for it.
    #[error("the search was stopped after {0} moves")]
    Stopped(usize),
}
