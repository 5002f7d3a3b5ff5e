//! What one may expect of classes before any board of them is made.
//!
//! Pieces are added as if each of their cells were free with the chance that the free cells have on
//! the whole grid. So the number of boards is right within a small factor, and at once.

use antipode_families::{Class, Family, Orderly, Shape};
use fxhash::FxHashMap;

/// How many wanted boards classes and their extensions are expected to have.
#[derive(Debug)]
pub struct Expectations<'a> {
    family: &'a Family,
    known: FxHashMap<(u32, u32, u32, u32), f64>,
}

/// How many shapes there are of each size from 1 (fixed polyominoes). Larger ones are taken to
/// be as many as the last of these: they are rare, as they seldom fit.
const SHAPES: [f64; 8] = [1.0, 2.0, 6.0, 19.0, 63.0, 216.0, 760.0, 2725.0];

impl<'a> Expectations<'a> {
    /// Of the classes of `family`.
    pub fn new(family: &'a Family) -> Self {
        Expectations { family, known: FxHashMap::default() }
    }

    /// The boards of `class` and its extensions for each packing of `class`.
    pub fn of(&mut self, class: &Class) -> f64 {
        let family = self.family;
        let free = family.grid.size() - class.area();
        let last = class.others.last().unwrap_or(&class.goal).size();
        let cells = class.shapes().filter(|shape| shape.size() == 1).count() as u32;
        let pieces = class.pieces() as u32;
        let ways = || extensions(family, free, last, cells, pieces);
        *self.known.entry((free, last, cells, pieces)).or_insert_with(ways)
    }
}

/// The wanted ways to add pieces of at most `last` cells to a board that has `pieces` pieces,
/// `cells` of them single cells, and `free` free cells.
///
/// Pieces are added as if each of their cells were free with the chance that the free cells
/// have on the whole grid. This is exact for single cells.
fn extensions(family: &Family, free: u32, last: u32, cells: u32, pieces: u32) -> f64 {
    let size = f64::from(family.grid.size());
    let room = free.saturating_sub(*family.holes.start()) as usize;
    let mut ways = vec![0.0; room + 1];
    ways[0] = 1.0;
    let mut sum = if family.pieces.contains(pieces) { 1.0 } else { 0.0 };
    for more in 1..=family.pieces.most() - pieces {
        let mut next = vec![0.0; room + 1];
        for area in 0..room {
            let left = f64::from(free) - area as f64;
            let mut subsets = 1.0;
            for cells in 1..=(last as usize).min(room - area) {
                subsets *= (left - cells as f64 + 1.0) / cells as f64;
                let shapes = SHAPES[cells.min(SHAPES.len()) - 1];
                let placed = left * shapes * (left / size).powi(cells as i32 - 1);
                next[area + cells] += ways[area] * placed.min(subsets);
            }
        }
        // Each set of pieces comes in one order only. Single cells come last, after those that
        // are there already.
        let order = more + if last == 1 { cells } else { 0 };
        next.iter_mut().for_each(|ways| *ways /= f64::from(order));
        if family.pieces.contains(more + pieces) {
            sum += next.iter().sum::<f64>();
        }
        ways = next;
    }
    sum
}

/// About how many boards a family has.
pub fn expected(family: &Family, orderly: &Orderly<'_>) -> f64 {
    let mut expectations = Expectations::new(family);
    let of_first = |&goal: &Shape| {
        let places = f64::from(goal.fits(&family.grid).count_ones());
        places * expectations.of(&Class { goal, others: Vec::new() })
    };
    orderly.firsts().iter().map(of_first).sum()
}
