#![doc = include_str!("../README.md")]

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
pub use tree::{TooLarge, Tree, TreeError};
