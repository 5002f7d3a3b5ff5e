//! What a search says that was told to stop.

/// The search was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped at layer {layer}")]
pub struct Stopped {
    /// The layer that was being made.
    pub layer: usize,
}
