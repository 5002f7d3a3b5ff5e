//! Breadth-first search in memory, and what it remembers of how it reached a state.

mod table;
mod trace;

pub use table::Layers;
pub use trace::{Parents, Trace};
