#![doc = include_str!("../README.md")]

mod answer;
#[cfg(feature = "disk")]
mod beyond;
mod board;
pub mod difficulty;
mod direction;
mod elsewhere;
mod error;
pub mod field;
pub mod format;
mod graph;
mod grid;
mod group;
mod guide;
pub mod hardest;
mod homing;
mod metric;
mod puzzle;
pub mod replay;
mod rows;
mod rule;
pub mod solve;
mod space;
mod table;
mod walk;

pub use board::{Board, BoardError};
pub use direction::Direction;
pub use elsewhere::NoBoard;
pub use graph::{GraphForm, GraphSize};
pub use grid::{Cells, Grid, GridError, each};
pub use group::{Group, Room};
pub use guide::{Guide, Hint};
pub use metric::{Metric, Reach};
pub use puzzle::{Axes, Goal, Piece, Puzzle};
pub use rows::Ragged;
pub use rule::Rule;
pub use space::packed::Packed;
pub use space::positions::{Positions, Visit, visit};
pub use walk::Walked;
