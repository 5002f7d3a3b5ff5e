//! Breadth-first search over ranks, at two bits a position.
//!
//! Every position has its two bits in one flat array, so no position is stored: 239,500,800 of
//! them (12 cells) take 80 MB. The array has an entry for each word of tiles (see `rank.rs`),
//! with the two bits for each cell where the blank may be:
//!
//! | bits | position |
//! | --- | --- |
//! | 00 | not reached |
//! | 01, 10 | of the last even layer, of the last odd layer |
//! | 11 | of an earlier layer |
//!
//! Moves along a row stay in an entry and are made for all its positions at once. A move along a
//! column takes one tile over `width - 1` others, so only `width` digits of the word's number
//! change, each by what comparing two tiles says: the neighbour's entry is found by adding a
//! few differences, without ranking anything anew.
//!
//! Threads take runs of entries and set bits atomically. Bits are only ever set within a layer,
//! so the outcome does not depend on who comes first.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use antipode_frontier::{OutOfMemory, Progress};
use rayon::prelude::*;

use crate::frame::Frame;
use crate::position::Position;
use crate::rank::{Ranking, Word};
use crate::size::Metric;
use crate::stopped::Stopped;
use crate::tree::TooLarge;

/// How far all positions of a board are from a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Depths {
    /// The number of positions at each distance.
    pub layers: Vec<u64>,
    /// The positions of the last layer, in the order of their tiles.
    pub farthest: Vec<Position>,
}

/// Why there are no depths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DepthsError {
    /// The board has too many positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The caller wanted it so.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The system has not the memory.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
}

/// Counts the positions at every distance from `goal`. Runs on the threads of the current rayon
/// pool; the result does not depend on their number.
///
/// # Errors
/// If the board is too large, the system has not the memory, or `progress` asks to stop.
pub fn depths(
    goal: Position,
    metric: Metric,
    progress: &dyn Progress,
) -> Result<Depths, DepthsError> {
    let frame = Frame::new(goal);
    let most = Ranking::MOST_CELLS;
    let ranking = Ranking::new(goal.size(), frame.blank()).ok_or(TooLarge {
        size: goal.size(),
        method: "a table of all positions",
        most,
    })?;
    let search = Search::new(&ranking, frame.blank(), metric)?;
    let source = ranking.rank(frame.board(&goal));
    let cells = goal.size().cells() as u32;
    search.entries[(source / cells) as usize].store(1 << (source % cells), Relaxed);
    let mut layers = vec![1];
    loop {
        let layer = layers.len();
        search.expand(layer - 1, progress).map_err(|()| Stopped { layer })?;
        let states = search.count(layer);
        if states == 0 {
            break;
        }
        search.close(layer - 1);
        layers.push(states);
        progress.stored(states);
        progress.advance(states);
    }
    let last = search.list(layers.len() - 1);
    let mut farthest: Vec<_> =
        last.into_iter().map(|rank| frame.position(ranking.board(rank))).collect();
    farthest.sort_by_key(|position| position.tiles().collect::<Vec<_>>());
    Ok(Depths { layers, farthest })
}

/// How many entries a thread takes at a time.
const RUN: usize = 1 << 14;

/// Where the bits of odd layers begin in an entry. Those of even layers begin at 0.
const ODD: u32 = 16;

struct Search<'a> {
    ranking: &'a Ranking,
    metric: Metric,
    entries: Vec<AtomicU32>,
    /// The blank's cells in each row, a bit a cell.
    rows: Vec<u32>,
    /// The blank's cells in words of even parity, and in those of odd parity.
    parities: [u32; 2],
}

impl<'a> Search<'a> {
    fn new(ranking: &'a Ranking, home: usize, metric: Metric) -> Result<Self, OutOfMemory> {
        let size = ranking.size();
        let words = ranking.states() / size.cells() as u64;
        let row = (1 << size.width()) - 1;
        let mut parities = [0; 2];
        for cell in 0..size.cells() {
            parities[usize::from(ranking.is_odd(cell))] |= 1 << cell;
        }
        debug_assert_eq!(parities[0] >> home & 1, 1, "the goal's word is the identity");
        let mut entries = Vec::new();
        let refused = OutOfMemory {
            purpose: "the table of all positions",
            bytes: words as usize * size_of::<AtomicU32>(),
        };
        entries.try_reserve_exact(words as usize).map_err(|_| refused)?;
        entries.extend((0..words).map(|_| AtomicU32::new(0)));
        let rows = (0..size.height()).map(|y| row << (y * size.width())).collect();
        Ok(Search { ranking, metric, entries, rows, parities })
    }

    /// The cells of the blank in positions of layer `layer`, the last or the one before, in an
    /// entry.
    fn members(entry: u32, layer: usize) -> u32 {
        let (even, odd) = (entry & 0xFFFF, entry >> ODD);
        if layer.is_multiple_of(2) { even & !odd } else { odd & !even }
    }

    /// Marks positions of an entry that are not reached yet as reached in layer `layer`.
    fn reach(&self, entry: usize, cells: u32, layer: usize) {
        let known = self.entries[entry].load(Relaxed);
        let new = cells & !(known | known >> ODD);
        if new != 0 {
            let shift = if layer.is_multiple_of(2) { 0 } else { ODD };
            self.entries[entry].fetch_or(new << shift, Relaxed);
        }
    }

    /// Reaches the neighbours of all positions of `layer`.
    fn expand(&self, layer: usize, progress: &dyn Progress) -> Result<(), ()> {
        self.runs().try_for_each(|run| {
            if progress.stop() {
                return Err(());
            }
            for entry in run {
                let members = Self::members(self.entries[entry].load(Relaxed), layer);
                if members == 0 {
                    continue;
                }
                self.reach(entry, self.along_rows(members), layer + 1);
                for (odd, cells) in [false, true].into_iter().zip(self.parities) {
                    if members & cells != 0 {
                        let word = self.ranking.word(entry as u32, odd);
                        self.along_columns(entry, members & cells, word, layer + 1);
                    }
                }
            }
            Ok(())
        })
    }

    /// Where the blank gets from `cells` by a move along its row.
    fn along_rows(&self, cells: u32) -> u32 {
        let reached = |row: u32| match (cells & row, self.metric) {
            (0, _) => 0,
            (blanks, Metric::Single) => (blanks << 1 | blanks >> 1) & row,
            (_, Metric::Multi) => row,
        };
        self.rows.iter().map(|&row| reached(row)).sum()
    }

    fn along_columns(&self, entry: usize, members: u32, word: Word, layer: usize) {
        let width = self.ranking.size().width();
        let cells = self.ranking.size().cells();
        let steps = if self.metric == Metric::Single { 1 } else { cells };
        let mut left = members;
        while left != 0 {
            let blank = left.trailing_zeros() as usize;
            left &= left - 1;
            // A blank that goes down lets the tile at the end of the `width` behind it come to
            // their front; one that goes up, the tile at the front of those before it to the end.
            let (mut at, mut changed) = (entry as u32, word);
            for below in (blank + width..cells).step_by(width).take(steps) {
                at = at.wrapping_add(self.to_front(&mut changed, below - width));
                self.reach(at as usize, 1 << below, layer);
            }
            let (mut at, mut changed) = (entry as u32, word);
            for above in (0..=blank).rev().step_by(width).skip(1).take(steps) {
                at = at.wrapping_add(self.to_end(&mut changed, above));
                self.reach(at as usize, 1 << above, layer);
            }
        }
    }

    /// Takes the last of the `width` tiles from `first` on to their front. Returns what that adds
    /// to the word's number, modulo 2^32.
    #[inline]
    fn to_front(&self, word: &mut Word, first: usize) -> u32 {
        let last = first + self.ranking.size().width() - 1;
        let (tile, mut digit) = (word.tiles[last], word.digits[last]);
        let mut change = 0_u32;
        for place in (first..last).rev() {
            let other = word.tiles[place];
            let smaller = u8::from(tile < other);
            digit += 1 - smaller;
            word.tiles[place + 1] = other;
            change = change.wrapping_add(self.set(word, place + 1, word.digits[place] - smaller));
        }
        word.tiles[first] = tile;
        change.wrapping_add(self.set(word, first, digit))
    }

    /// Takes the first of the `width` tiles from `first` on to their end. Returns what that adds
    /// to the word's number, modulo 2^32.
    #[inline]
    fn to_end(&self, word: &mut Word, first: usize) -> u32 {
        let last = first + self.ranking.size().width() - 1;
        let (tile, mut digit) = (word.tiles[first], word.digits[first]);
        let mut change = 0_u32;
        for place in first..last {
            let other = word.tiles[place + 1];
            let smaller = u8::from(tile < other);
            digit -= 1 - smaller;
            word.tiles[place] = other;
            change = change.wrapping_add(self.set(word, place, word.digits[place + 1] + smaller));
        }
        word.tiles[last] = tile;
        change.wrapping_add(self.set(word, last, digit))
    }

    /// Changes a digit. Returns what that adds to the word's number, modulo 2^32.
    #[inline]
    fn set(&self, word: &mut Word, place: usize, digit: u8) -> u32 {
        let old = std::mem::replace(&mut word.digits[place], digit);
        let weight = self.ranking.weights[place];
        weight.wrapping_mul(u32::from(digit)).wrapping_sub(weight.wrapping_mul(u32::from(old)))
    }

    fn count(&self, layer: usize) -> u64 {
        let members = |entry: usize| Self::members(self.entries[entry].load(Relaxed), layer);
        let count = |run: Range<usize>| -> u64 {
            run.map(|entry| u64::from(members(entry).count_ones())).sum()
        };
        self.runs().map(count).sum()
    }

    /// Marks the positions of `layer` as of an earlier one.
    fn close(&self, layer: usize) {
        self.runs().for_each(|run| {
            for entry in run {
                let marks = self.entries[entry].load(Relaxed);
                let members = Self::members(marks, layer);
                self.entries[entry].store(marks | members | members << ODD, Relaxed);
            }
        });
    }

    /// The ranks of the positions of `layer`.
    fn list(&self, layer: usize) -> Vec<u32> {
        let cells = self.ranking.size().cells() as u32;
        let ranks = |entry: usize| {
            let members = Self::members(self.entries[entry].load(Relaxed), layer);
            let blanks = (0..cells).filter(move |cell| members >> cell & 1 == 1);
            blanks.map(move |cell| entry as u32 * cells + cell)
        };
        self.runs().flat_map_iter(|run| run.flat_map(ranks)).collect()
    }

    fn runs(&self) -> impl ParallelIterator<Item = Range<usize>> {
        let count = self.entries.len();
        (0..count.div_ceil(RUN))
            .into_par_iter()
            .map(move |run| RUN * run..(RUN * run + RUN).min(count))
    }
}
