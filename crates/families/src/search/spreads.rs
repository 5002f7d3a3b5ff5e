//! The tables of searches, in words of several widths.
//!
//! A wide word answers many variants of a question in one pass, a narrow one takes less memory. Each
//! component is searched in the narrowest word that holds all it asks, but a class that leaves little
//! memory in one width only, in as many passes as that takes.

use antipode_frontier::Full;
use antipode_frontier::joined::{Lanes, Spread, Word};

/// How wide words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Half,
    One,
    Two,
}

impl Width {
    /// The narrowest words of so many lanes of so many places each, or the widest if there are none.
    fn of(lanes: usize, places: u32) -> Self {
        match () {
            () if lanes <= u32::capacity(places) => Width::Half,
            () if lanes <= u64::capacity(places) => Width::One,
            () => Width::Two,
        }
    }

    /// The bytes of the tables for each board.
    fn bytes(self) -> usize {
        match self {
            Width::Half => HALF_BYTES,
            Width::One => ONE_BYTES,
            Width::Two => TWO_BYTES,
        }
    }
}

/// Tables of each width.
#[derive(Debug)]
pub(crate) struct Spreads {
    pub(crate) half: Spread<u32>,
    pub(crate) one: Spread<u64>,
    pub(crate) two: Spread<[u64; 2]>,
    /// The number of boards of the class, and how many bytes there are beside the narrowest tables,
    boards: usize,
    left: usize,
    /// of which so many were not taken by something else so far.
    least_left: usize,
    /// The only width to be used, if memory is short.
    only: Option<Width>,
}

/// Components of so many boards are worth several threads.
const LARGE: usize = 1 << 20;

const HALF_BYTES: usize = Spread::<u32>::VERTEX_BYTES;
const ONE_BYTES: usize = Spread::<u64>::VERTEX_BYTES;
const TWO_BYTES: usize = Spread::<[u64; 2]>::VERTEX_BYTES;

impl Default for Spreads {
    fn default() -> Self {
        let lanes = Lanes::new(Lanes::MOST_PLACES, 1);
        Spreads {
            half: Spread::new(lanes),
            one: Spread::new(lanes),
            two: Spread::new(lanes),
            boards: 0,
            left: 0,
            least_left: 0,
            only: None,
        }
    }
}

impl Spreads {
    /// The fewest bytes that the tables take for each board of a class.
    pub(crate) const LEAST_BYTES: usize = HALF_BYTES;

    /// Prepares to search a class of so many boards, where so many bytes are left beside the narrowest tables. So many
    /// threads search large components.
    pub(crate) fn fit(&mut self, boards: usize, left: usize, threads: usize) {
        (self.boards, self.left, self.least_left) = (boards, left, left);
        self.narrow();
        self.half.employ(threads, LARGE);
        self.one.employ(threads, LARGE);
        self.two.employ(threads, LARGE);
    }

    /// Gives the tables up if something else needs so many bytes before they are needed again. As they are made for
    /// the whole class, that is done for what takes much of its memory only.
    pub(crate) fn make_room(&mut self, bytes: usize) {
        let tables = self.only.map_or(ONE_BYTES + TWO_BYTES, |only| only.bytes() - HALF_BYTES);
        let is_much = bytes > self.boards * HALF_BYTES / 8;
        if is_much && self.boards.saturating_mul(tables).saturating_add(bytes) > self.left {
            self.give_up();
        }
    }

    /// The width in which to ask questions of so many lanes of so many places each, while so many of the bytes that are
    /// left are taken by something else. Fails if they are not left.
    pub(crate) fn width(&mut self, lanes: usize, places: u32, taken: usize) -> Result<Width, Full> {
        let left = self.left.checked_sub(taken).ok_or(Full::Room { states: self.boards })?;
        if left < self.least_left {
            self.least_left = left;
            self.narrow();
        }
        Ok(self.only.unwrap_or(Width::of(lanes, places)))
    }

    /// Uses the widths for which there is room, and for the rest of a class none that there was none for.
    fn narrow(&mut self) {
        let Self { boards, least_left, .. } = *self;
        let fits = |bytes: usize| boards.saturating_mul(bytes - HALF_BYTES) <= least_left;
        let only = match () {
            () if fits(HALF_BYTES + ONE_BYTES + TWO_BYTES) => None,
            () if fits(TWO_BYTES) => Some(Width::Two),
            () if fits(ONE_BYTES) => Some(Width::One),
            () => Some(Width::Half),
        };
        if only.is_some() && only != self.only {
            // What was kept of the other widths is too much.
            self.give_up();
        }
        self.only = only;
    }

    /// Gives the memory of the tables up.
    fn give_up(&mut self) {
        self.half.give_up();
        self.one.give_up();
        self.two.give_up();
    }

    /// The bytes that tables take for each board of a class beyond the fewest, if so many lanes are asked in one pass
    /// or as few as there can be.
    pub(crate) fn more_bytes(lanes: usize, places: u32) -> usize {
        Width::of(lanes, places).bytes() - HALF_BYTES
    }
}

/// Does something with the tables of one width.
macro_rules! in_width {
    ($spreads:expr, $width:expr, |$spread:ident| $does:expr) => {
        match $width {
            $crate::search::spreads::Width::Half => {
                let $spread = &mut $spreads.half;
                $does
            }
            $crate::search::spreads::Width::One => {
                let $spread = &mut $spreads.one;
                $does
            }
            $crate::search::spreads::Width::Two => {
                let $spread = &mut $spreads.two;
                $does
            }
        }
    };
}
pub(crate) use in_width;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_wide_as_lanes_and_memory_ask() {
        let mut spreads = Spreads::default();
        spreads.fit(1000, usize::MAX, 1);
        let widths = [2, 3, 5].map(|lanes| spreads.width(lanes, 16, 0).unwrap());
        assert_eq!(widths, [Width::Half, Width::One, Width::Two]);
        for (left, only) in [
            (1000 * (TWO_BYTES - HALF_BYTES), Width::Two),
            (1000 * (TWO_BYTES - HALF_BYTES) - 1, Width::One),
            (1000 * (ONE_BYTES - HALF_BYTES) - 1, Width::Half),
            (0, Width::Half),
        ] {
            for taken in [0, 500] {
                spreads.fit(1000, left + taken, 1);
                assert_eq!([1, 8].map(|lanes| spreads.width(lanes, 16, taken).unwrap()), [only; 2]);
            }
        }
        spreads.fit(1000, 499, 1);
        assert!(spreads.width(1, 16, 500).is_err());
    }
}
