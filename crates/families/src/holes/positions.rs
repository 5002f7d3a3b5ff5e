//! Where the larger pieces of a board are, with the goal piece told apart from others of its shape.

use std::borrow::Cow;

use antipode_blocks::{Cells, Direction, Grid, each};
use fxhash::FxHashMap;

use crate::actions::boards::Boards;
use crate::holes::sets::{Bits, Portable, Shift};
use crate::key::Key;

/// A step of a piece by one unit, which it can take if the cells that it enters are holes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// The position that it leads to.
    pub(crate) to: u32,
    /// What it does to sets of holes.
    pub(crate) shift: Shift,
    /// The anchor of the piece before it, and after it.
    pub(crate) from: u8,
    pub(crate) lands: u8,
    pub(crate) way: Direction,
}

/// The positions of some pieces, and the steps between them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Positions {
    /// The cells that no piece covers; of each position as many.
    free: Vec<u32>,
    /// Where the steps from each begin, and where those from the last end.
    begins: Vec<u32>,
    /// The steps, those of a piece next to each other.
    steps: Vec<Step>,
}

/// Positions with one piece told apart, the goal piece.
#[derive(Debug)]
pub(crate) struct Told<'a> {
    pub(crate) positions: Cow<'a, Positions>,
    /// For each the anchor of the goal piece,
    pub(crate) goal: Vec<u8>,
    /// and which it is if no piece is told apart.
    pub(crate) origins: Vec<u32>,
    /// The positions by the anchor of the goal piece, and where those with each anchor end.
    by_anchor: Vec<u32>,
    ends: [u32; Grid::MOST_CELLS as usize + 1],
}

impl<'a> Told<'a> {
    fn new(positions: Cow<'a, Positions>, goal: Vec<u8>, origins: Vec<u32>) -> Self {
        // Where those with each anchor begin, one ahead, so that filling the list moves each to its end.
        let mut ends = [0; Grid::MOST_CELLS as usize + 1];
        goal.iter().for_each(|&anchor| ends[usize::from(anchor) + 1] += 1);
        for anchor in 1..ends.len() {
            ends[anchor] += ends[anchor - 1];
        }
        let mut by_anchor = vec![0; goal.len()];
        for (position, &anchor) in (0..).zip(&goal) {
            let end = &mut ends[usize::from(anchor)];
            by_anchor[*end as usize] = position;
            *end += 1;
        }
        Told { positions, goal, origins, by_anchor, ends }
    }

    /// The positions with the goal piece at an anchor; none if that is no cell.
    pub(crate) fn at(&self, anchor: u32) -> &[u32] {
        let anchor = anchor as usize;
        if anchor + 1 >= self.ends.len() {
            return &[];
        }
        let begin = if anchor == 0 { 0 } else { self.ends[anchor - 1] };
        &self.by_anchor[begin as usize..self.ends[anchor] as usize]
    }

    /// Whether there is one for each position without a goal piece.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self.positions, Cow::Borrowed(_))
    }
}

/// The step of a piece by one unit, if it stays within the grid and enters cells that are free before only. Where
/// it leads to is not known yet.
fn step(grid: &Grid, free: Cells, piece: Cells, way: Direction) -> Option<Step> {
    let moved = grid.shifted(piece, way);
    let (enters, leaves) = (moved & !piece, piece & !moved);
    let is_legal = enters & !free == 0 && moved.count_ones() == piece.count_ones();
    let shift =
        Shift { enters: among(enters, free), leaves: among(leaves, free & !enters | leaves) };
    let [from, lands] = [piece, moved].map(|cells| cells.trailing_zeros() as u8);
    is_legal.then_some(Step { to: 0, shift, from, lands, way })
}

/// Some of the free cells, by their numbers among them.
pub(crate) fn among(cells: Cells, free: Cells) -> u32 {
    each(cells).fold(0, |set, cell| set | 1 << (free & ((1 << cell) - 1)).count_ones())
}

/// The free cells of those numbers.
pub(crate) fn numbered(numbers: u32, free: Cells) -> Cells {
    Portable.deposit(numbers.into(), free)
}

impl Positions {
    /// The positions of the pieces of some boards, which are all of a class.
    pub(crate) fn new<K: Key>(boards: &Boards<K>, keys: &[K]) -> Self {
        let grid = &boards.grid;
        let numbers: FxHashMap<K, u32> = keys.iter().copied().zip(0..).collect();
        let mut positions = Positions::begin(keys.len());
        for &key in keys {
            let free = boards.free(key);
            boards.each_piece(key, |cells, part| {
                for way in Direction::ALL {
                    if let Some(step) = step(grid, free, cells, way) {
                        let moved = part >> step.from.into() << step.lands.into();
                        let to = numbers[&(key ^ part ^ moved)];
                        positions.steps.push(Step { to, ..step });
                    }
                }
            });
            positions.end(free);
        }
        positions
    }

    /// No positions, with room for so many.
    fn begin(count: usize) -> Self {
        let mut begins = Vec::with_capacity(count + 1);
        begins.push(0);
        Positions { free: Vec::with_capacity(count), begins, steps: Vec::with_capacity(count) }
    }

    /// Ends the steps of the next position.
    fn end(&mut self, free: Cells) {
        self.free.push(free as u32);
        self.begins.push(self.steps.len() as u32);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.free.len()
    }

    /// How many cells are free in each.
    pub(crate) fn size(&self) -> u32 {
        self.free.first().map_or(0, |free| free.count_ones())
    }

    /// The free cells of a position.
    #[inline(always)]
    pub(crate) fn free(&self, position: u32) -> Cells {
        self.free[position as usize].into()
    }

    /// The steps from a position.
    #[inline(always)]
    pub(crate) fn steps(&self, position: u32) -> &[Step] {
        let position = position as usize;
        &self.steps[self.begins[position] as usize..self.begins[position + 1] as usize]
    }

    /// The same with a piece told apart whose anchor is given for each.
    pub(crate) fn told(&self, anchors: Vec<u8>) -> Told<'_> {
        let origins = (0..self.len() as u32).collect();
        Told::new(Cow::Borrowed(self), anchors, origins)
    }

    /// The same, once with each of some pieces told apart, whose anchors are given for each.
    pub(crate) fn told_each(&self, anchors: &[u32]) -> Told<'static> {
        let mut telling = Telling::new(anchors);
        for position in 0..self.len() as u32 {
            for goal in each(anchors[position as usize].into()) {
                for &step in self.steps(position) {
                    let moves = u32::from(step.from) == goal;
                    let after = if moves { step.lands.into() } else { goal };
                    telling.step(step, step.to, after);
                }
                telling.end(position, goal, self.free(position));
            }
        }
        telling.finish()
    }

    /// The same, once with a goal piece of one cell on each of the free cells.
    pub(crate) fn told_single(&self, grid: &Grid) -> Told<'static> {
        let mut telling = Telling::new(&self.free);
        for position in 0..self.len() as u32 {
            let free = self.free(position);
            for goal in each(free) {
                let number = (free & ((1 << goal) - 1)).count_ones();
                for &other in self.steps(position) {
                    if other.shift.enters >> number & 1 == 0 {
                        let after = self.free(other.to) & ((1 << goal) - 1);
                        let shift = other.shift.without(number, after.count_ones());
                        telling.step(Step { shift, ..other }, other.to, goal);
                    }
                }
                let free = free & !(1 << goal);
                for way in Direction::ALL {
                    if let Some(own) = step(grid, free, 1 << goal, way) {
                        telling.step(own, position, own.lands.into());
                    }
                }
                telling.end(position, goal, free);
            }
        }
        telling.finish()
    }
}

/// Positions on the way to those with one of several pieces told apart.
struct Telling<'a> {
    /// The anchors of these pieces, and the number of the position with the first of them told apart.
    anchors: &'a [u32],
    firsts: Vec<u32>,
    positions: Positions,
    goal: Vec<u8>,
    origins: Vec<u32>,
}

impl<'a> Telling<'a> {
    fn new(anchors: &'a [u32]) -> Self {
        let mut count = 0;
        let firsts = anchors.iter().map(|anchors| {
            count += anchors.count_ones();
            count - anchors.count_ones()
        });
        let firsts = firsts.collect();
        let count = count as usize;
        Telling {
            anchors,
            firsts,
            positions: Positions::begin(count),
            goal: Vec::with_capacity(count),
            origins: Vec::with_capacity(count),
        }
    }

    /// Adds a step to the next position, which leads to another with the goal piece at that anchor.
    fn step(&mut self, step: Step, to: u32, goal: u32) {
        let before = self.anchors[to as usize] & ((1 << goal) - 1);
        let to = self.firsts[to as usize] + before.count_ones();
        self.positions.steps.push(Step { to, ..step });
    }

    /// Ends the steps of the next position.
    fn end(&mut self, origin: u32, goal: u32, free: Cells) {
        self.positions.end(free);
        self.goal.push(goal as u8);
        self.origins.push(origin);
    }

    fn finish(self) -> Told<'static> {
        Told::new(Cow::Owned(self.positions), self.goal, self.origins)
    }
}
