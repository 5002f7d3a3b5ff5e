//! Families: which boards and puzzles a batch is about.

use std::ops::RangeInclusive;

use crate::class::Class;
use crate::grid::{Cells, Grid};
use crate::shape::Shape;

/// When the goal piece of a simple^3 puzzle is home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// It covers the lower-right cell.
    Strict,
    /// Its bounding box is in the lower-right corner.
    NonStrict,
}

impl Rule {
    /// Every rule, by the name it has in configs and tables.
    pub const NAMES: [(&'static str, Self); 2] =
        [("strict", Self::Strict), ("non-strict", Self::NonStrict)];
}

/// What counts as one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece, any path.
    Move,
}

impl Metric {
    /// Every metric, by the name it has in configs and tables.
    pub const NAMES: [(&'static str, Self); 1] = [("move", Self::Move)];
}

/// The shapes that pieces may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shapes {
    /// Any.
    All,
    /// Only these, sorted and without repetitions, each any number of times.
    Only(Vec<Shape>),
    /// Exactly this multiset, sorted, goal piece included.
    Exactly(Vec<Shape>),
}

/// A family of simple^3 puzzles: the boards that a batch enumerates and searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The grid.
    pub grid: Grid,
    /// When the goal piece is home.
    pub rule: Rule,
    /// The numbers of pieces wanted, goal piece included.
    pub pieces: RangeInclusive<u32>,
    /// The numbers of holes wanted; at least 1.
    pub holes: RangeInclusive<u32>,
    /// The most different shapes on a board.
    pub max_shapes: u32,
    /// The shapes that pieces may have.
    pub shapes: Shapes,
}

impl Family {
    /// All puzzles of a grid.
    pub fn whole(grid: Grid, rule: Rule) -> Self {
        Family {
            grid,
            rule,
            pieces: 1..=grid.size() - 1,
            holes: 1..=grid.size() - 1,
            max_shapes: u32::MAX,
            shapes: Shapes::All,
        }
    }

    /// The shapes of goal pieces, in order: those that can be home, and move.
    pub fn goal_shapes(&self) -> Vec<Shape> {
        let grid = &self.grid;
        let corner: Cells = 1 << (grid.size() - 1);
        let largest = grid.size() - self.holes.start();
        let mut shapes = match &self.shapes {
            Shapes::All => Shape::all(grid, largest),
            Shapes::Only(shapes) | Shapes::Exactly(shapes) => shapes.clone(),
        };
        shapes.dedup();
        shapes.retain(|shape| {
            let home = shape.at_lower_right(grid);
            home != shape.cells() && (self.rule == Rule::NonStrict || home & corner != 0)
        });
        shapes
    }

    /// Whether boards of `class`, which leave `holes` cells free, belong to the family. The
    /// number of pieces is checked by the generator itself.
    pub(crate) fn takes(&self, class: &Class, holes: u32) -> bool {
        let whole = match &self.shapes {
            Shapes::Exactly(shapes) => class.pieces() == shapes.len(),
            _ => true,
        };
        whole && self.holes.contains(&holes)
    }

    /// Whether `shape` may be added to `class`; what may not be added now may not be added later.
    pub(crate) fn may_add(&self, class: &Class, shape: Shape) -> bool {
        let count = |shape| {
            let others = class.others.iter().filter(|&&other| other == shape).count();
            others + usize::from(class.goal == shape)
        };
        let few_enough = || {
            self.max_shapes == u32::MAX || count(shape) > 0 || {
                let mut kinds = class.kinds();
                kinds.sort_unstable();
                kinds.dedup();
                (kinds.len() as u32) < self.max_shapes
            }
        };
        let in_multiset = || match &self.shapes {
            Shapes::Exactly(shapes) => {
                count(shape) < shapes.iter().filter(|&&other| other == shape).count()
            }
            _ => true,
        };
        in_multiset() && few_enough()
    }
}
