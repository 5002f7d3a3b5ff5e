//! Being stopped, which is no failure.

/// The work was stopped before it was complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// What is finished can be gone on from.
    #[error("stopped; everything finished is kept, and the same command goes on from here")]
    Kept,
    /// A search of one piece.
    #[error("stopped; nothing is kept, and the same command starts over")]
    Lost,
}
