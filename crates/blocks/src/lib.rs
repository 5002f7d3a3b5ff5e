//! One sliding-block puzzle: any board, any pieces, any goal.
//!
//! The batch search of whole families (`antipode-families`) knows small grids and one goal piece,
//! and is fast at that. What is here knows everything else: irregular boards of up to 64 cells,
//! walls between cells, pieces that keep to one axis, goals for several pieces or whole boards. It
//! shares no search code with the batches, and does not know them, so the two can check each other.
//!
//! - [`Puzzle`] is what a file says; [`mod@format`] reads and writes the files.
//! - [`Positions`] is its state space, for any engine of the search core.
//! - [`solve`](solve::solve) and its sisters answer questions about it.
//! - [`difficulty`](difficulty::difficulty) says more of it than the length of its solution.
//! - [`distances`](distances::distances) counts the boards of a group by their distance.
//! - [`Guide`] gives hints to who plays it, and [`hardest`](hardest::hardest) arranges its pieces anew.
//! - [`replay`](replay::replay) checks a solution.

#[cfg(feature = "disk")]
mod beyond;
mod board;
pub mod difficulty;
pub mod distances;
mod elsewhere;
pub mod field;
pub mod format;
pub mod graph;
mod grid;
mod guide;
pub mod hardest;
mod homing;
mod metric;
mod puzzle;
pub mod replay;
mod rule;
pub mod solve;
mod space;
mod walk;

pub use board::{Board, BoardError};
pub use elsewhere::NoBoard;
pub use grid::{Cells, Direction, Grid, GridError, each};
pub use guide::{Guide, Hint};
pub use metric::{Metric, Reach};
pub use puzzle::{Axes, Goal, Piece, Puzzle};
pub use rule::Rule;
pub use space::packed::Packed;
pub use space::positions::{Positions, TooManyBits, Visit, visit};
pub use walk::Walked;
