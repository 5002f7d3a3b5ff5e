//! Sliding numbered tiles: the 8-puzzle and its larger kin.
//!
//! - [`Tree`]: all positions of a small board with their parents, in a file that is mapped; any
//!   start is solved by walking parents.
//! - [`depths`]: how many positions lie at each distance, on boards of up to 12 cells.
//! - [`ida`] with [`Patterns`]: shortest solutions on boards of up to 16 cells.
//! - [`heuristic`]: the recursive search that takes the best move first.
//!
//! ```
//! use antipode_tiles::{Metric, Position, Tree, parse};
//!
//! let start = parse("8 2 0/4 6 1/3 7 5", None)?;
//! let tree = Tree::build(Position::solved(start.size()), Metric::Single)?;
//! let solution = tree.solve(&start).expect("the parity is right");
//! assert_eq!(solution.moves.len(), 24);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod frame;
pub mod heuristic;
pub mod ida;
mod parse;
mod patterns;
mod position;
mod random;
mod rank;
#[cfg(feature = "threads")]
mod ranked;
mod replay;
mod sealed;
mod size;
mod slides;
mod solution;
mod stopped;
mod tree;

pub use antipode_sealed::FileError;
pub use frame::{Board, Frame};
pub use parse::{ParseError, parse};
pub use patterns::Patterns;
pub use position::{Position, PositionError};
pub use random::Random;
pub use rank::Ranking;
#[cfg(feature = "threads")]
pub use ranked::{Depths, DepthsError, depths};
pub use replay::{ReplayError, replay};
pub use size::{Direction, Metric, Size, SizeError};
pub use slides::Slides;
pub use solution::Solution;
pub use stopped::Stopped;
pub use tree::{TooLarge, Tree};
