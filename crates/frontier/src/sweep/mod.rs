//! Frontier search: only three layers are kept, on disk where memory does not last.
//!
//! The search is in `search.rs`. It deals states out ([`bucket`]) to partitions ([`partition`]),
//! which go to disk when they are full ([`spill`]). Between two layers it can be saved
//! ([`checkpoint`]), looked through for where it meets another one ([`meet`]), and have its last
//! layer kept for the way back ([`trail`]); all that together is in [`tracked`].

mod bucket;
mod checkpoint;
mod meet;
mod partition;
mod search;
mod spill;
mod tracked;
mod trail;

pub use checkpoint::CHECKPOINT;
pub use meet::Meeting;
pub use search::{Sweep, SweepSettings};
pub use spill::check_space;
pub use tracked::{Tracked, Tracks};
pub use trail::Trail;
