//! The commands, a wing for each kind of puzzle and one for batches.

pub mod batch;
pub mod blocks;
pub mod colorsort;
pub mod columns;
pub mod panex;
pub mod tiles;
