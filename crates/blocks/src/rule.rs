//! When a goal piece that goes to a corner is home.

use crate::grid::{Cells, Grid};

/// When the goal piece of a simple^3 or simple^2 puzzle is home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The lower-right corner of its bounding box is at the goal cell, and the piece covers that.
    Strict,
    /// The lower-right corner of its bounding box is at the goal cell.
    NonStrict,
}

impl Rule {
    /// Every rule, by the name it has in configs and tables.
    pub const NAMES: [(&'static str, Self); 2] =
        [("strict", Self::Strict), ("non-strict", Self::NonStrict)];

    /// The cells that a piece of the shape of `piece` covers when it is home, if it can be.
    pub fn home(self, grid: &Grid, piece: Cells, goal_cell: u32) -> Option<Cells> {
        let home = grid.ending_at(piece, goal_cell)?;
        let covered = home >> goal_cell & 1 == 1;
        (self == Self::NonStrict || covered).then_some(home)
    }
}
