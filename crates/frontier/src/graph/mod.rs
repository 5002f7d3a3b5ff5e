//! Explicit graphs, and what only the whole of a graph can tell.

mod adjacency;
mod degrees;
mod eccentricity;
mod figures;
mod hitting;
mod paths;
mod spanning;

pub use adjacency::{Graph, UNREACHED};
pub use eccentricity::Eccentricities;
pub use figures::{Effort, Figures};
pub use hitting::hitting_time;
pub use paths::ShortestPaths;
pub use spanning::TreePath;
