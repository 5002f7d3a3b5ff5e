#![doc = include_str!("../README.md")]

mod error;
mod graph;
mod hash;
pub mod joined;
mod lattice;
mod layers;
mod memory;
mod progress;
mod random;
mod record;
mod space;
#[cfg(feature = "disk")]
mod sweep;

pub use error::{Full, SweepError, TrailError};
pub use graph::{
    Begun, Eccentricities, Effort, Figures, Graph, ShortestPaths, TreePath, UNREACHED, Walks,
    hitting_time,
};
pub use lattice::{Lattice, Priced};
pub use layers::{Layers, Parents, Trace};
pub use memory::OutOfMemory;
pub use progress::{Progress, Silent};
pub use random::SplitMix64;
pub use record::Record;
pub use space::{Space, State, Used};
#[cfg(feature = "disk")]
pub use sweep::{CHECKPOINT, Meeting, Sweep, SweepSettings, Tracked, Tracks, Trail, check_space};
