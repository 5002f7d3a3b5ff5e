//! The kinds of puzzles: how pages play each, and how it is solved there.

pub mod blocks;
pub mod colorsort;
pub mod panex;
pub mod tiles;
