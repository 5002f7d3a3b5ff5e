//! What one move of a single cell makes of sets of holes.
//!
//! A single cell that moves enters holes one after the other. Lifted off the board it leaves a hole more: a set
//! *J* of free cells, on which it is somewhere. So for each place there is a row that says with which *J* it may
//! be there, and going on to the next place is an AND with the sets that hold that. Where rows are long,
//! some words of them are gone through together. Where they are short there are few sets to stir, and what comes
//! of each is looked up in a table, which positions with the same floor share.

use antipode_blocks::{Cells, Direction, Grid, Reach};
use fxhash::FxHashMap;

use crate::holes::sets::{HOLDING, IN_WORD};

/// Whether a piece that came one way may go on another in the same move.
pub(crate) fn goes_on(reach: Reach, came: Direction, goes: Direction) -> bool {
    match reach {
        Reach::Unit => false,
        Reach::Line => came == goes,
        Reach::Path => came != goes.opposite(),
    }
}

/// The most free cells.
const MOST: usize = Grid::MOST_CELLS as usize;

/// The free cells of a position, by their numbers, and which are beside each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Floor {
    count: u8,
    /// For each those to the left, above, to the right and below; where there is none, [`NONE`].
    beside: [[u8; MOST + 1]; 4],
}

/// A cell that is never reached.
const NONE: u8 = MOST as u8;

const LEFT: usize = 0;
const UP: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 3;

/// For each cell, and for one that is never reached, the sets with which a single cell is there, in some words. There
/// are places to spare, so that an index is bounded by a mask.
type Places<const N: usize> = [[u64; N]; PLACES];

const PLACES: usize = 2 * MOST;

impl Floor {
    /// The floor of these cells.
    #[inline(always)]
    pub(crate) fn new(grid: &Grid, free: Cells) -> Self {
        let mut beside = [[NONE; MOST + 1]; 4];
        let (to_right, to_below) = (grid.left(free) & free, grid.up(free) & free);
        let row = (1 << grid.width()) - 1;
        let (mut rest, mut number) = (free, 0);
        while rest != 0 {
            let cell = rest.trailing_zeros();
            rest &= rest - 1;
            if to_right >> cell & 1 == 1 {
                beside[RIGHT][number] = number as u8 + 1;
                beside[LEFT][number + 1] = number as u8;
            }
            if to_below >> cell & 1 == 1 {
                // Those on the way, itself included, are as many as there are numbers between.
                let below = number + (free >> cell & row).count_ones() as usize;
                beside[DOWN][number] = below as u8;
                beside[UP][below] = number as u8;
            }
            number += 1;
        }
        Floor { count: number as u8, beside }
    }

    /// Writes to all of `to` what comes of some sets of holes when one single cell moves, or none.
    #[inline(always)]
    pub(crate) fn stir(&self, reach: Reach, from: &[u64], to: &mut [u64]) {
        to.fill(0);
        match from.len() {
            1 => self.stir_words::<1>(reach, from, to),
            2 => self.stir_words::<2>(reach, from, to),
            _ => self.stir_words::<4>(reach, from, to),
        }
    }

    /// The same, for so many words at a time.
    #[inline(always)]
    fn stir_words<const N: usize>(&self, reach: Reach, from: &[u64], to: &mut [u64]) {
        let cells = usize::from(self.count);
        // Cells from this one on are in the sets of all words of a block, or of none.
        let aside = (IN_WORD + N.ilog2()) as usize;
        let low = cells.min(aside);
        let held: [[u64; N]; IN_WORD as usize + 2] = std::array::from_fn(held);
        let mut high = [0; MOST];
        let mut at: Places<N> = [[0; N]; PLACES];
        for first in (0..from.len()).step_by(N) {
            let words: [u64; N] = std::array::from_fn(|lane| from[first + lane]);
            let mut any = [0; N];
            for (cell, at) in at.iter_mut().enumerate().take(low) {
                *at = lifted(&words, cell);
                any = or(&any, at);
            }
            let mut count = 0;
            for (cell, at) in at.iter_mut().enumerate().take(cells).skip(aside) {
                let bit = 1 << (cell - IN_WORD as usize);
                if first & bit == 0 {
                    *at = [0; N];
                } else {
                    *at = std::array::from_fn(|lane| from[(first ^ bit) + lane]);
                    any = or(&any, at);
                    high[count] = cell as u8;
                    count += 1;
                }
            }
            if any == [0; N] {
                continue;
            }
            let block = Block { held: &held[..low], high: &high[..count] };
            match reach {
                Reach::Unit => self.step(&mut at, &block),
                Reach::Line => self.slide(&mut at, &block),
                Reach::Path => self.flood(&mut at, &block),
            }
            let mut words: [u64; N] = std::array::from_fn(|lane| to[first + lane]);
            for (cell, at) in at.iter().enumerate().take(low) {
                words = or(&words, &dropped(at, cell));
            }
            to[first..first + N].copy_from_slice(&words);
            for &cell in block.high {
                let bit = 1 << (u32::from(cell) - IN_WORD);
                let to = &mut to[first ^ bit..][..N];
                to.iter_mut().zip(at[usize::from(cell)]).for_each(|(to, at)| *to |= at);
            }
        }
    }

    /// Goes on by one unit.
    #[inline(always)]
    fn step<const N: usize>(&self, at: &mut Places<N>, block: &Block<'_, N>) {
        let lifted = *at;
        block.each(|cell, held| {
            let [left, up, right, down] = [0, 1, 2, 3].map(|way| &lifted[self.beside(way, cell)]);
            at[cell] = and(&or(&or(left, up), &or(right, down)), held);
        });
    }

    /// Goes on in straight lines.
    #[inline(always)]
    fn slide<const N: usize>(&self, at: &mut Places<N>, block: &Block<'_, N>) {
        let lifted = *at;
        *at = [[0; N]; PLACES];
        let mut carried: Places<N> = [[0; N]; PLACES];
        for way in [LEFT, UP, RIGHT, DOWN] {
            let mut carry = |cell: usize, held: &[u64; N]| {
                let before = self.beside(way, cell);
                carried[cell] = and(&or(&lifted[before], &carried[before]), held);
                at[cell] = or(&at[cell], &carried[cell]);
            };
            // Cells come after those that they are reached from.
            match way {
                LEFT | UP => block.each(&mut carry),
                _ => block.each_back(&mut carry),
            }
        }
    }

    /// Goes on to all cells that are reached.
    #[inline(always)]
    fn flood<const N: usize>(&self, at: &mut Places<N>, block: &Block<'_, N>) {
        loop {
            let mut more = [0; N];
            block.each(|cell, held| {
                let come = or(&at[self.beside(LEFT, cell)], &at[self.beside(UP, cell)]);
                at[cell] = or(&at[cell], &and(&come, held));
            });
            block.each_back(|cell, held| {
                let come = or(&at[self.beside(RIGHT, cell)], &at[self.beside(DOWN, cell)]);
                at[cell] = or(&at[cell], &and(&come, held));
            });
            // Nothing is left that would come from the left or from above.
            block.each(|cell, held| {
                let come = or(&at[self.beside(LEFT, cell)], &at[self.beside(UP, cell)]);
                more = or(&more, &without(&and(&come, held), &at[cell]));
            });
            if more == [0; N] {
                return;
            }
        }
    }

    #[inline(always)]
    fn beside(&self, way: usize, cell: usize) -> usize {
        usize::from(self.beside[way][cell]) % PLACES
    }

    /// What tells it apart from all others of up to [`MOST_LISTED`] cells.
    fn key(&self) -> u64 {
        let cells = 0..usize::from(self.count);
        let key = cells.fold(0, |key, cell| {
            let to_right = u64::from(self.beside[RIGHT][cell] != NONE);
            key << 5 | to_right << 4 | u64::from(self.beside[DOWN][cell] & 0xf)
        });
        key << 4 | u64::from(self.count)
    }
}

/// The cells that sets of some words hold, which are gone through together.
struct Block<'a, const N: usize> {
    /// Of those that tell the sets apart, with which sets hold them,
    held: &'a [[u64; N]],
    /// and those that all sets hold.
    high: &'a [u8],
}

impl<const N: usize> Block<'_, N> {
    /// Hands each to `visit`, with the sets that hold it.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, &[u64; N])) {
        for (cell, held) in self.held.iter().enumerate() {
            visit(cell, held);
        }
        for &cell in self.high {
            visit(usize::from(cell) % MOST, &[u64::MAX; N]);
        }
    }

    /// The same, the last first.
    #[inline(always)]
    fn each_back(&self, mut visit: impl FnMut(usize, &[u64; N])) {
        for &cell in self.high.iter().rev() {
            visit(usize::from(cell) % MOST, &[u64::MAX; N]);
        }
        for (cell, held) in self.held.iter().enumerate().rev() {
            visit(cell, held);
        }
    }
}

/// The sets of some words that hold a cell which tells them apart.
fn held<const N: usize>(cell: usize) -> [u64; N] {
    std::array::from_fn(|lane| match HOLDING.get(cell) {
        Some(&holding) => holding,
        None => 0_u64.wrapping_sub((lane >> (cell - IN_WORD as usize) & 1) as u64),
    })
}

/// The sets of some words that come of others by a hole more, in a cell that tells them apart.
#[inline(always)]
fn lifted<const N: usize>(words: &[u64; N], cell: usize) -> [u64; N] {
    std::array::from_fn(|lane| match HOLDING.get(cell) {
        Some(holding) => (words[lane] & !holding) << (1 << cell),
        None => {
            let bit = 1 << (cell - IN_WORD as usize);
            if lane & bit != 0 { words[lane ^ bit] } else { 0 }
        }
    })
}

/// The sets of some words that come of others by a hole less, in a cell that tells them apart and that all hold.
#[inline(always)]
fn dropped<const N: usize>(words: &[u64; N], cell: usize) -> [u64; N] {
    std::array::from_fn(|lane| match HOLDING.get(cell) {
        Some(_) => words[lane] >> (1 << cell),
        None => {
            let bit = 1 << (cell - IN_WORD as usize);
            if lane & bit == 0 { words[(lane ^ bit) % N] } else { 0 }
        }
    })
}

#[inline(always)]
fn or<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|lane| one[lane] | other[lane])
}

#[inline(always)]
fn and<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|lane| one[lane] & other[lane])
}

#[inline(always)]
fn without<const N: usize>(one: &[u64; N], other: &[u64; N]) -> [u64; N] {
    std::array::from_fn(|lane| one[lane] & !other[lane])
}

/// For floors of few cells, all of whose sets are told apart in a word, what comes of each set.
#[derive(Debug, Default)]
pub(crate) struct Stirred {
    numbers: FxHashMap<(Reach, u64), u32>,
    /// By the number of cells, set after set of one floor after the other.
    come: [Vec<u64>; MOST_LISTED as usize + 1],
}

/// Sets of up to so many cells are listed,
pub(crate) const MOST_LISTED: u32 = IN_WORD;

/// in tables of so many bytes in all for each number of cells.
const MOST_BYTES: usize = 1 << 25;

/// A floor that is not listed.
pub(crate) const UNLISTED: u32 = u32::MAX;

impl Stirred {
    /// The number of a floor, of which the sets are listed if they were not, or [`UNLISTED`].
    pub(crate) fn number(&mut self, reach: Reach, floor: &Floor) -> u32 {
        let cells = u32::from(floor.count);
        if cells > MOST_LISTED {
            return UNLISTED;
        }
        if let Some(&number) = self.numbers.get(&(reach, floor.key())) {
            return number;
        }
        let come = &mut self.come[cells as usize];
        let sets = 1 << cells;
        if (come.len() + sets) * size_of::<u64>() > MOST_BYTES {
            return UNLISTED;
        }
        let number = (come.len() / sets) as u32;
        for set in 0..sets {
            let mut word = [0];
            floor.stir(reach, &[1 << set], &mut word);
            come.extend(word);
        }
        self.numbers.insert((reach, floor.key()), number);
        number
    }

    /// What comes of some sets on a listed floor of so many cells.
    #[inline(always)]
    pub(crate) fn stir(&self, number: u32, cells: u32, sets: u64) -> u64 {
        let come = &self.come[cells as usize][(number as usize) << cells..][..1 << cells];
        antipode_blocks::each(sets).fold(0, |word, set| word | come[set as usize])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::holes::sets::words;

    /// What comes of one set of holes when a single cell moves, or none, by the definition.
    fn plainly(grid: &Grid, free: Cells, reach: Reach, holes: Cells) -> Vec<Cells> {
        let mut come = vec![holes];
        for cell in antipode_blocks::each(free & !holes) {
            let cell = 1 << cell;
            let mut queue: Vec<(Cells, Option<Direction>)> = vec![(cell, None)];
            let mut seen = queue.clone();
            while let Some((place, came)) = queue.pop() {
                for way in Direction::ALL {
                    let next = (grid.shifted(place, way), Some(way));
                    let goes = came.is_none_or(|came| match reach {
                        Reach::Unit => false,
                        Reach::Line => came == way,
                        Reach::Path => true,
                    });
                    if goes && next.0 & holes != 0 && !seen.contains(&next) {
                        seen.push(next);
                        queue.push(next);
                        come.push(holes & !next.0 | cell);
                    }
                }
            }
        }
        come
    }

    fn row(free: Cells, sets: impl IntoIterator<Item = Cells>) -> Vec<u64> {
        let mut row = vec![0; words(free.count_ones())];
        for set in sets {
            let number = crate::holes::positions::among(set, free);
            row[number as usize / 64] |= 1 << (number % 64);
        }
        row
    }

    proptest! {
        #[test]
        fn single_cells_go_where_they_may(
            free in 1_u64..1 << 12,
            sets in prop::collection::vec(any::<u64>(), 1..9),
        ) {
            let grid = Grid::new(4, 3).unwrap();
            let sets: Vec<Cells> = sets.iter().map(|set| set & free).collect();
            for reach in [Reach::Unit, Reach::Line, Reach::Path] {
                let from = row(free, sets.iter().copied());
                let come = sets.iter().flat_map(|&set| plainly(&grid, free, reach, set));
                let expected = row(free, come);
                let floor = Floor::new(&grid, free);
                let mut to = vec![0; from.len()];
                // What is nowhere lifted need not be there.
                let add = |to: &mut Vec<u64>| {
                    to.iter_mut().zip(&from).for_each(|(to, from)| *to |= from);
                };
                floor.stir(reach, &from, &mut to);
                add(&mut to);
                prop_assert_eq!(&to, &expected, "{:?}", reach);
                let mut stirred = Stirred::default();
                for _ in 0..2 {
                    let number = stirred.number(reach, &floor);
                    let listed = free.count_ones() <= MOST_LISTED;
                    prop_assert_eq!(number != UNLISTED, listed);
                    if listed {
                        to = vec![stirred.stir(number, free.count_ones(), from[0])];
                        add(&mut to);
                        prop_assert_eq!(&to, &expected, "{:?}", reach);
                    }
                }
            }
        }
    }
}
