//! The tables of a batch: one definition of every column, from which follow how it is written and
//! read, and what people are told of it.

pub mod cell;
pub mod column;
pub mod file;
pub(crate) mod kinds;
pub mod puzzles;
pub mod row;
