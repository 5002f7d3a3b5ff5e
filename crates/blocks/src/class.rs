//! Classes: what no move can change.

use crate::grid::{Cells, Grid};
use crate::shape::Shape;

/// The goal piece's shape and the multiset of the other shapes.
///
/// A move keeps every shape, so the boards of a class are a union of groups, and classes can be
/// generated and searched apart. Classes are ordered as the packing generator visits them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The goal piece's shape.
    pub goal: Shape,
    /// The shapes of the other pieces, with repetitions, in order.
    pub others: Vec<Shape>,
}

/// What a search needs to know of all pieces of one shape.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The cells of a piece, relative to its anchor.
    pub pattern: Cells,
    /// The anchors at which the piece lies within the grid.
    pub fits: Cells,
}

impl Kind {
    /// The kind of all pieces of `shape`.
    pub fn new(grid: &Grid, shape: Shape) -> Self {
        Kind { pattern: shape.pattern(), fits: shape.fits(grid) }
    }

    /// The anchors at which the piece lies within `free`.
    #[inline]
    pub fn legal(&self, free: Cells) -> Cells {
        let mut legal = self.fits & free;
        let mut rest = self.pattern & (self.pattern - 1);
        while rest != 0 {
            legal &= free >> rest.trailing_zeros();
            rest &= rest - 1;
        }
        legal
    }

    /// The cells covered by pieces at all of `anchors`.
    #[inline]
    pub fn cover(&self, mut anchors: Cells) -> Cells {
        let mut cells = 0;
        while anchors != 0 {
            cells |= self.pattern << anchors.trailing_zeros();
            anchors &= anchors - 1;
        }
        cells
    }
}

impl Class {
    /// The number of pieces, goal piece included.
    pub fn pieces(&self) -> usize {
        1 + self.others.len()
    }

    /// The number of cells that the pieces cover.
    pub fn area(&self) -> u32 {
        self.goal.size() + self.others.iter().map(|shape| shape.size()).sum::<u32>()
    }

    /// The shapes by code: code 1 is the goal piece, 2 and up the other shapes without
    /// repetitions. The goal piece is a kind of its own even if others share its shape.
    pub fn kinds(&self) -> Vec<Shape> {
        let mut kinds = vec![self.goal];
        for &shape in &self.others {
            if kinds.len() == 1 || kinds.last() != Some(&shape) {
                kinds.push(shape);
            }
        }
        kinds
    }

    /// The image under transposition of a square grid.
    pub fn transpose(&self, grid: &Grid) -> Self {
        let mut others: Vec<_> = self.others.iter().map(|shape| shape.transpose(grid)).collect();
        others.sort_unstable();
        Class { goal: self.goal.transpose(grid), others }
    }

    /// The sizes of the pieces, goal piece included, largest first.
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<_> =
            std::iter::once(&self.goal).chain(&self.others).map(|shape| shape.size()).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}
