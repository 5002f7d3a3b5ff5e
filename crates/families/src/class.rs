//! Classes: what no move can change.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::shape::Shape;
use antipode_blocks::{Cells, Grid};

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The cells of a piece, relative to its anchor.
    pub(crate) pattern: Cells,
    /// The anchors at which the piece lies within the grid.
    pub(crate) fits: Cells,
}

impl Kind {
    /// The kind of all pieces of `shape`.
    pub(crate) fn new(grid: &Grid, shape: Shape) -> Self {
        Kind { pattern: shape.pattern(), fits: shape.fits(grid) }
    }

    /// The anchors at which the piece lies within `free`.
    #[inline]
    pub(crate) fn legal(&self, free: Cells) -> Cells {
        let mut legal = self.fits & free;
        let mut rest = self.pattern & (self.pattern - 1);
        while rest != 0 {
            legal &= free >> rest.trailing_zeros();
            rest &= rest - 1;
        }
        legal
    }

    /// The cells covered by pieces at all of `anchors`, which must not overlap.
    #[inline]
    pub(crate) fn cover(&self, anchors: Cells) -> Cells {
        // The product is the sum of the pieces' cells, and disjoint sets add without a carry.
        anchors.wrapping_mul(self.pattern)
    }
}

impl Class {
    /// The shapes of all pieces, the goal piece's first.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        std::iter::once(self.goal).chain(self.others.iter().copied())
    }

    /// The shapes of a class that is none with a goal piece, each once and in order.
    pub(crate) fn different_shapes(&self) -> Vec<Shape> {
        let mut shapes: Vec<Shape> = self.shapes().collect();
        shapes.dedup();
        shapes
    }

    /// The number of pieces, goal piece included.
    pub fn pieces(&self) -> usize {
        1 + self.others.len()
    }

    /// How many pieces have that shape, goal piece included.
    pub(crate) fn count(&self, shape: Shape) -> usize {
        self.shapes().filter(|&other| other == shape).count()
    }

    /// The number of cells that the pieces cover.
    pub fn area(&self) -> u32 {
        self.goal.size() + self.others.iter().map(|shape| shape.size()).sum::<u32>()
    }

    /// The shapes by code: code 1 is the goal piece, 2 and up the other shapes without
    /// repetitions. The goal piece is a kind of its own even if others share its shape.
    pub fn kinds(&self) -> impl Iterator<Item = Shape> + Clone {
        let others = self.others.chunk_by(|one, next| one == next).map(|alike| alike[0]);
        std::iter::once(self.goal).chain(others)
    }

    /// The image under transposition of a square grid.
    pub fn transpose(&self, grid: &Grid) -> Self {
        let mut others: Vec<_> = self.others.iter().map(|shape| shape.transpose(grid)).collect();
        others.sort_unstable();
        Class { goal: self.goal.transpose(grid), others }
    }
}

/// The sizes of the pieces of a class, goal piece included, largest first; as text, joined by
/// `+`. Classes of equal sizes form a size class.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sizes(Vec<u8>);

impl Sizes {
    /// The sizes of the pieces of `class`.
    pub fn of(class: &Class) -> Self {
        let goal = class.goal.size() as u8;
        let mut sizes = Vec::with_capacity(class.pieces());
        sizes.extend(class.others.iter().map(|shape| shape.size() as u8));
        // The other shapes are in order already, largest first.
        sizes.insert(sizes.partition_point(|&size| size >= goal), goal);
        Sizes(sizes)
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.0.len()
    }
}

impl From<Sizes> for String {
    fn from(sizes: Sizes) -> String {
        let sizes: Vec<_> = sizes.0.iter().map(u8::to_string).collect();
        sizes.join("+")
    }
}

impl TryFrom<String> for Sizes {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.split('+').map(str::parse).collect::<Result<_, _>>().map(Sizes)
    }
}

impl fmt::Display for Class {
    /// The cells of the shapes in the upper-left corner as hexadecimal numbers, goal piece
    /// first, joined by `,`: a short form for manifests, readable for the same grid only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.goal.cells())?;
        self.others.iter().try_for_each(|shape| write!(f, ",{:x}", shape.cells()))
    }
}

impl Class {
    /// Reads what `Display` writes; none if it is not a class of boards of `grid`.
    pub fn parse(grid: &Grid, text: &str) -> Option<Self> {
        let shape = |text| Shape::from_cells(grid, Cells::from_str_radix(text, 16).ok()?);
        let mut shapes = text.split(',').map(shape);
        let goal = shapes.next()??;
        let others = shapes.collect::<Option<Vec<_>>>()?;
        let class = Class { goal, others };
        (class.others.is_sorted() && class.area() < grid.size()).then_some(class)
    }
}
