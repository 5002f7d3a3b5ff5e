//! Sliding-block puzzles: grids, shapes, boards, generators and the search for the hardest.

mod class;
mod family;
mod grid;
mod key;
mod moves;
mod packing;
mod shape;

pub use class::{Class, Kind};
pub use family::{Family, Metric, Rule, Shapes};
pub use grid::{Cells, Grid, GridError, each};
pub use key::{Key, Layout, MOST_KINDS};
pub use moves::{Movers, Moves};
pub use packing::{Packed, Packing, Visitor};
pub use shape::{Shape, ShapeError, connected, is_connected};
