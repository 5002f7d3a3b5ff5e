//! Additive pattern databases: lower bounds for boards too large for tables.
//!
//! The tiles are dealt out to patterns. A database tells, for every placement of a pattern's
//! tiles, how many moves *of those tiles* at the least bring them home, whatever the blank and
//! the others do. Every move moves one tile, which belongs to one pattern, so the sum over the
//! patterns never exceeds the length of a solution (Felner, Korf and Hanan, 2004).
//!
//! A database is filled by breadth-first search from the goal over placements and regions: all
//! that matters of the blank is in which connected part of the cells without a tile of the
//! pattern it is, since moves within are free. It is indexed by the cells of the pattern's tiles, four
//! bits each; a move then changes an index by one addition.

use std::path::Path;

use antipode_frontier::Progress;
use antipode_sealed::FileError;
#[cfg(feature = "threads")]
use rayon::prelude::*;

use crate::frame::Frame;
use crate::position::Position;
use crate::sealed::{Header, Sealed};
use crate::size::{Direction, Metric, Size};
use crate::stopped::Stopped;

/// The most tiles of a pattern. Six make a table of 16.8 MB, seven one of 268 MB.
const MOST_TILES: usize = 6;

/// What a table has where no placement is: two tiles in one cell.
const NOWHERE: u8 = u8::MAX;

/// The pattern databases of one board, for all goals with the blank in one cell (as a
/// [turned](Frame::turned) frame sees it).
#[derive(Debug)]
pub struct Patterns {
    sealed: Sealed,
    pub(crate) layout: Layout,
}

/// How tiles are dealt out, and where in the tables a placement is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) size: Size,
    /// The goal's blank cell.
    pub(crate) blank: usize,
    /// The homes of the tiles of each pattern.
    pub(crate) patterns: Vec<Vec<usize>>,
}

impl Layout {
    fn new(size: Size, blank: usize) -> Self {
        let mut homes: Vec<_> = if (size.width(), size.height()) == (4, 4) {
            // The division 6-6-3 of the literature, for the blank in the last cell; elsewhere
            // the tile of the last cell takes the place of the one that is missing.
            let homes = [0, 4, 5, 8, 9, 12, 6, 7, 10, 11, 13, 14, 1, 2, 3];
            homes.map(|home| if home == blank { 15 } else { home }).into()
        } else {
            (0..size.cells()).filter(|&home| home != blank).collect()
        };
        if size.width() > size.height() {
            // Patterns are short pieces of the board, not long rows.
            homes.sort_by_key(|&home| size.place(home));
        }
        let patterns = homes.chunks(MOST_TILES).map(<[usize]>::to_vec).collect();
        Layout { size, blank, patterns }
    }

    /// Where each pattern's table begins, and where the last one ends.
    pub(crate) fn offsets(&self) -> Vec<usize> {
        let ends = self.patterns.iter().scan(0, |end, pattern| {
            *end += 1 << (4 * pattern.len());
            Some(*end)
        });
        [0].into_iter().chain(ends).collect()
    }
}

impl Patterns {
    /// What a file of them begins with.
    pub const MAGIC: [u8; 8] = *b"TilePatt";

    /// The databases for goals with their blank where that of `goal` is, or in a cell that a
    /// symmetry of the board takes there.
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn build(goal: Position, progress: &dyn Progress) -> Result<Self, Stopped> {
        let frame = Frame::turned(goal);
        let layout = Layout::new(frame.size(), frame.blank());
        let fill = |pattern: &Vec<usize>| Table::new(&layout, pattern).fill(progress);
        #[cfg(feature = "threads")]
        let patterns = layout.patterns.par_iter();
        #[cfg(not(feature = "threads"))]
        let patterns = layout.patterns.iter();
        let tables: Vec<_> = patterns.map(fill).collect::<Result<_, _>>()?;
        let body = tables.concat();
        let header =
            Header { magic: Self::MAGIC, metric: Metric::Single, goal, count: body.len() as u64 };
        Ok(Patterns { sealed: Sealed::new(header, body), layout })
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.sealed.save(path)
    }

    /// Maps a file that was [saved](Self::save), having checked all of it.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let layout = |header: &Header| {
            let frame = Frame::turned(header.goal);
            Layout::new(frame.size(), frame.blank())
        };
        let sealed = Sealed::open(path, Self::MAGIC, |header| {
            let bytes = layout(header).offsets().last().map(|&end| end as u64);
            bytes.filter(|&bytes| bytes == header.count)
        })?;
        let layout = layout(&sealed.header);
        Ok(Patterns { sealed, layout })
    }

    /// Whether they are the databases for this goal.
    pub fn serve(&self, goal: &Position) -> bool {
        let frame = Frame::turned(*goal);
        (frame.size(), frame.blank()) == (self.layout.size, self.layout.blank)
    }

    /// The number of entries of all tables.
    pub fn entries(&self) -> u64 {
        self.sealed.header.count
    }

    /// The tables, one after the other.
    pub(crate) fn tables(&self) -> &[u8] {
        self.sealed.body()
    }
}

/// One table while it is being filled.
struct Table<'a> {
    layout: &'a Layout,
    pattern: &'a [usize],
    moves: Vec<u8>,
    /// For each placement the cells where the blank can be in states found so far.
    reached: Vec<u16>,
    /// The cells beside each cell, a bit each.
    beside: [u16; Size::MOST_CELLS],
    width: usize,
    /// The cells of the board, and those of its first and last columns.
    cells: u16,
    first_column: u16,
    last_column: u16,
}

impl<'a> Table<'a> {
    fn new(layout: &'a Layout, pattern: &'a [usize]) -> Self {
        let mut beside = [0; Size::MOST_CELLS];
        for (cell, beside) in beside.iter_mut().enumerate().take(layout.size.cells()) {
            let cells = Direction::ALL.map(|direction| layout.size.step(cell, direction));
            *beside = cells.into_iter().flatten().map(|cell| 1 << cell).sum();
        }
        let width = layout.size.width();
        let cells = |x: usize| (x..layout.size.cells()).step_by(width).map(|cell| 1 << cell).sum();
        let entries = 1 << (4 * pattern.len());
        Table {
            layout,
            pattern,
            moves: vec![NOWHERE; entries],
            reached: vec![0; entries],
            beside,
            width,
            cells: u16::MAX >> (Size::MOST_CELLS - layout.size.cells()),
            first_column: cells(0),
            last_column: cells(width - 1),
        }
    }

    fn fill(mut self, progress: &dyn Progress) -> Result<Vec<u8>, Stopped> {
        let solved = self.pattern.iter().rev().fold(0, |index, home| index << 4 | home);
        let region = self.region(solved, self.layout.blank);
        self.moves[solved] = 0;
        self.reached[solved] = region;
        let mut layer = vec![(solved as u32, region)];
        let mut moves = 0;
        while !layer.is_empty() {
            moves += 1;
            if progress.stop() {
                return Err(Stopped { layer: moves.into() });
            }
            let mut next = Vec::new();
            for &(placement, region) in &layer {
                self.expand(placement as usize, region, moves, &mut next);
            }
            progress.stored(next.len() as u64);
            // In order, most placements looked up are near each other: a third of the time.
            next.sort_unstable();
            layer = next;
        }
        Ok(self.moves)
    }

    /// Moves every tile of the pattern that the blank can get to in `region`.
    fn expand(&mut self, placement: usize, region: u16, moves: u8, next: &mut Vec<(u32, u16)>) {
        for tile in 0..self.pattern.len() {
            let cell = placement >> (4 * tile) & 15;
            let mut free = self.beside[cell] & region;
            while free != 0 {
                let to = free.trailing_zeros() as usize;
                free &= free - 1;
                let moved = placement ^ (cell ^ to) << (4 * tile);
                // The blank is now where the tile was.
                if self.reached[moved] >> cell & 1 == 0 {
                    let region = self.region(moved, cell);
                    self.reached[moved] |= region;
                    self.moves[moved] = self.moves[moved].min(moves);
                    next.push((moved as u32, region));
                }
            }
        }
    }

    /// The cells that the blank can go to from `blank` without moving a tile of the pattern.
    fn region(&self, placement: usize, blank: usize) -> u16 {
        let cells = (0..self.pattern.len()).map(|tile| placement >> (4 * tile) & 15);
        let free = self.cells & !cells.fold(0_u16, |taken, cell| taken | 1 << cell);
        let mut region = 1_u16 << blank;
        loop {
            let sideways = (region & !self.last_column) << 1 | (region & !self.first_column) >> 1;
            let grown = (region | sideways | region << self.width | region >> self.width) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}
