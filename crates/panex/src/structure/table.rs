//! Tables: the costs of all stretches of one level.

use super::classes::Classes;
use super::plain::{PAIRS, stretches};
use super::shape::Shape;

/// More than any cost, and twice of it is still a number.
pub const UNREACHED: u32 = u32::MAX / 2;

/// The least numbers of moves of all stretches of the top `pairs` pairs: a row a class, and in it a
/// cost for each set of pairs that are swapped, bit i standing for size i + 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    pairs: u8,
    rows: Vec<Vec<u32>>,
}

impl Table {
    /// Level 2, by plain search.
    pub fn first(classes: &Classes) -> Self {
        let mut table = Table::empty(PAIRS, classes);
        for stretch in Shape::ALL.into_iter().flat_map(stretches) {
            let class = classes.find(&stretch.class).expect("the classes are those of level 2");
            table.rows[class][stretch.swaps] = stretch.moves;
        }
        table
    }

    /// A table of a level with no costs yet.
    pub(super) fn empty(pairs: u8, classes: &Classes) -> Self {
        Table { pairs, rows: vec![vec![UNREACHED; 1 << pairs]; classes.all().len()] }
    }

    /// How many pairs are watched.
    pub fn pairs(&self) -> u8 {
        self.pairs
    }

    /// The costs of a class, by the pairs that are swapped; [`UNREACHED`] where there is no way.
    pub fn row(&self, class: usize) -> &[u32] {
        &self.rows[class]
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many stretches from a shape there are.
    pub fn entries(&self, classes: &Classes, start: Shape) -> usize {
        let rows = &self.rows[classes.from(start)];
        rows.iter().flatten().filter(|&&cost| cost < UNREACHED).count()
    }

    pub(super) fn row_mut(&mut self, class: usize) -> &mut [u32] {
        &mut self.rows[class]
    }
}
