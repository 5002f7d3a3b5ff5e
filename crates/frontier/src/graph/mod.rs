//! Explicit graphs, and what only the whole of a graph can tell.

mod adjacency;
mod degrees;
mod eccentricity;
mod figures;
mod hitting;
mod paths;
mod rows;
mod spanning;
mod walks;

pub use adjacency::{Graph, UNREACHED};
pub use eccentricity::Eccentricities;
pub use figures::{Begun, Effort, Figures};
pub use hitting::hitting_time;
pub use paths::ShortestPaths;
pub use spanning::TreePath;
pub use walks::Walks;
