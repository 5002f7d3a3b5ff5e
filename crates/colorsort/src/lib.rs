#![doc = include_str!("../README.md")]

mod beam;
mod contents;
mod deals;
mod packed;
mod plain;
mod position;
mod pour;
mod reference;
mod replay;
mod rule;
mod rule1;
mod rule2;
mod solve;
mod space;

pub use deals::{Class, Deal};
pub use position::{Container, MOST_CAPACITY, MOST_COLOURS, Position, PositionError, Reading};
pub use replay::{ReplayError, is_solved, replay};
pub use rule::Rule;
pub use solve::{Method, Move, Solution, SolveError, check, shortest, solve};
