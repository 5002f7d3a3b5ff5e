//! Sliding-block puzzles: grids, shapes, boards, generators and the search for the hardest.

mod board;
mod boards;
mod class;
#[cfg(feature = "disk")]
mod compound;
#[cfg(feature = "disk")]
mod diameter;
mod family;
#[cfg(feature = "disk")]
mod fillboard;
#[cfg(feature = "disk")]
mod generate;
mod grid;
mod key;
mod metric;
mod moves;
#[cfg(feature = "disk")]
mod outsized;
#[cfg(feature = "disk")]
mod packing;
mod push;
pub mod puzzle;
mod shape;
#[cfg(feature = "disk")]
mod simple;
mod slides;
mod solution;
mod steps;
mod supers;
mod tally;

pub use board::{Board, BoardError};
pub use boards::{Actions, Boards, Movers};
pub use class::{Class, Kind, Sizes};
#[cfg(feature = "disk")]
pub use diameter::{Diameter, Searched};
pub use family::{Family, Rule, Shapes, Task};
#[cfg(feature = "disk")]
pub use fillboard::Fillboard;
#[cfg(feature = "disk")]
pub use generate::{Generator, Method, Span, Visitor};
pub use grid::{Cells, Direction, Grid, GridError, each};
pub use key::{Key, Layout, MOST_KINDS};
pub use metric::{Metric, Reach};
pub use moves::Moves;
#[cfg(feature = "disk")]
pub use outsized::Budget;
#[cfg(feature = "disk")]
pub use packing::Packing;
pub use shape::{Shape, ShapeError, connected, is_connected};
pub use slides::Slides;
pub use solution::{Solution, solve};
pub use steps::Steps;
pub use supers::Supers;
pub use tally::{Distinct, Puzzle, SizeClass, Tally};
