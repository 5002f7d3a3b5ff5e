//! Sliding-block puzzles: grids, shapes, boards, generators and the search for the hardest.

mod board;
mod class;
mod diameter;
mod family;
mod fillboard;
mod generate;
mod grid;
mod key;
mod metric;
mod moves;
mod outsized;
mod packing;
pub mod puzzle;
mod replay;
mod shape;
mod solution;
mod tally;

pub use board::{Board, BoardError};
pub use class::{Class, Kind, Sizes};
pub use diameter::{Diameter, Searched};
pub use family::{Family, Rule, Shapes};
pub use fillboard::Fillboard;
pub use generate::{Generator, Method, Span, Visitor};
pub use grid::{Cells, Grid, GridError, each};
pub use key::{Key, Layout, MOST_KINDS};
pub use metric::{Metric, Reach};
pub use moves::{Movers, Moves};
pub use outsized::Budget;
pub use packing::Packing;
pub use replay::{ReplayError, is_home, replay};
pub use shape::{Shape, ShapeError, connected, is_connected};
pub use solution::{Solution, solve};
pub use tally::{Distinct, Puzzle, SizeClass, Tally};
