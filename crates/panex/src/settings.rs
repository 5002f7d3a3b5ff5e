//! What a search is told, what it tells meanwhile, and why it may fail.

use std::path::PathBuf;
use std::time::Duration;

use antipode_frontier::{Progress, Silent, SweepError, TrailError};

/// How a search uses the machine, and what it is to find.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Whether to find the moves as well, and not their number alone.
    pub moves: bool,
    /// Whether to use symmetry. It changes how long the search takes, and nothing else.
    pub symmetry: bool,
    /// About how many bytes of memory the search may take; more goes to disk.
    pub memory: usize,
    /// Where to make a directory for what goes to disk.
    pub scratch: PathBuf,
    /// Whether and where to save the search, to go on from there.
    pub keeping: Option<Keeping>,
}

/// How a search is saved.
#[derive(Debug, Clone)]
pub struct Keeping {
    /// The directory. If a search for the same was saved there, it goes on.
    pub directory: PathBuf,
    /// How often.
    pub every: Duration,
}

/// Receives news of a search.
pub trait Watch: Progress {
    /// A search, from the start or from the goal, has completed a layer. `widths` are the states
    /// in each of its layers so far.
    fn layer(&self, widths: &[u64]) {
        let _ = widths;
    }
}

impl Watch for Silent {}

/// Why a search found nothing.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The towers of the start and the goal differ in height.
    #[error("the towers are {start} high at the start and {goal} at the goal")]
    Heights {
        /// At the start.
        start: u8,
        /// At the goal.
        goal: u8,
    },
    /// The search failed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// Only the number of moves was found.
    #[error("the least number of moves is {length}, but the moves could not be found")]
    Trail {
        /// The least number of moves.
        length: u64,
        /// Why not the moves.
        source: TrailError,
    },
    /// It was stopped. What was saved can be gone on with.
    #[error("stopped in layer {layer}")]
    Stopped {
        /// The layer being made.
        layer: usize,
    },
}
