//! Perfect ranking: the boards reachable from a goal, numbered without gaps.
//!
//! Write the tiles down in row order, leaving the blank out. A move of the blank along a row
//! changes nothing in that word; along a column one tile jumps over `width - 1` others. So the
//! parity of the word depends on the row of the blank alone, and the last two tiles need not be
//! told: of their two orders one is right. The rank of a board is the rank of the rest of the
//! word in the factorial number system, times the number of cells, plus the cell of the blank.

use crate::frame::Board;
use crate::size::Size;

/// The most tiles of a word: on a board of 12 cells, the largest whose ranks are 32 bits.
pub(crate) const MOST_TILES: usize = 11;

/// The numbering of the boards whose goal has its blank in one cell.
#[derive(Debug, Clone)]
pub struct Ranking {
    size: Size,
    home: usize,
    /// What a digit is worth, by place in the word; nothing in the last two places.
    pub(crate) weights: [u32; MOST_TILES],
}

/// The tiles of a board in row order, the blank left out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    /// The tiles, numbered from 0 in the order of their homes.
    pub(crate) tiles: [u8; MOST_TILES + 5],
    /// How many later tiles have a smaller number (the Lehmer code).
    pub(crate) digits: [u8; MOST_TILES + 5],
}

impl Ranking {
    /// The most cells of a board whose positions are numbered.
    pub const MOST_CELLS: usize = MOST_TILES + 1;

    /// A numbering for goals with their blank in cell `home`, or none if the board has more than
    /// [`MOST_CELLS`](Self::MOST_CELLS).
    pub fn new(size: Size, home: usize) -> Option<Self> {
        let count = size.cells() - 1;
        if count > MOST_TILES {
            return None;
        }
        let mut weights = [0; MOST_TILES];
        for (place, weight) in weights[..count - 2].iter_mut().enumerate() {
            // The orders of the tiles behind this place, the last two left out.
            *weight = (3..count as u32 - place as u32).product();
        }
        Some(Ranking { size, home, weights })
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many boards there are.
    pub fn states(&self) -> u64 {
        self.size.states()
    }

    /// The number of a board that can be reached from the goal, below [`states`](Self::states).
    pub fn rank(&self, board: Board) -> u32 {
        let blank = board.find(self.home);
        let cells = (0..self.size.cells()).filter(|&cell| cell != blank);
        // The numbers of the tiles met so far, a bit each.
        let mut met = 0_u32;
        let mut rank = 0;
        for (place, cell) in cells.enumerate().take(self.size.cells() - 3) {
            let tile = self.tile(board.home(cell));
            rank += self.weights[place] * (tile - (met & ((1 << tile) - 1)).count_ones());
            met |= 1 << tile;
        }
        rank * self.size.cells() as u32 + blank as u32
    }

    /// The board of a number.
    pub fn board(&self, rank: u32) -> Board {
        let cells = self.size.cells();
        let (word, blank) = (rank / cells as u32, rank as usize % cells);
        let word = self.word(word, self.is_odd(blank));
        let mut homes = [self.home; Size::MOST_CELLS];
        let others = (0..cells).filter(|&cell| cell != blank);
        for (cell, &tile) in others.zip(&word.tiles) {
            homes[cell] = usize::from(tile) + usize::from(usize::from(tile) >= self.home);
        }
        Board::new(homes[..cells].iter().rev().copied())
    }

    /// Whether the word of boards with the blank in this cell is an odd permutation.
    pub(crate) fn is_odd(&self, blank: usize) -> bool {
        let rows = self.size.place(blank).1.abs_diff(self.size.place(self.home).1);
        self.size.width().is_multiple_of(2) && !rows.is_multiple_of(2)
    }

    /// The word of this number and parity.
    pub(crate) fn word(&self, number: u32, odd: bool) -> Word {
        let count = self.size.cells() - 1;
        let mut word = Word { tiles: [0; MOST_TILES + 5], digits: [0; MOST_TILES + 5] };
        // Tiles not used yet, four bits each, in order.
        let mut left = 0xFEDC_BA98_7654_3210_u64;
        let mut number = number;
        let mut parity = 0;
        for place in 0..count {
            let digit = match count - place {
                1 => 0,
                2 => (parity ^ u32::from(odd)) & 1,
                _ => {
                    let weight = self.weights[place];
                    let digit = number / weight;
                    number -= digit * weight;
                    digit
                }
            };
            parity ^= digit;
            let below = (1 << (4 * digit)) - 1;
            word.digits[place] = digit as u8;
            word.tiles[place] = (left >> (4 * digit) & 15) as u8;
            left = left & below | left >> 4 & !below;
        }
        word
    }

    fn tile(&self, home: usize) -> u32 {
        (home - usize::from(home > self.home)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Metric;
    use crate::slides::Slides;
    use antipode_frontier::Layers;

    #[test]
    fn ranks_number_the_reachable_boards_without_gaps() {
        for (width, height) in [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)] {
            let size = Size::new(width, height).unwrap();
            for home in 0..size.cells() {
                let ranking = Ranking::new(size, home).unwrap();
                let mut layers = Layers::<Board, u8, ()>::default();
                layers.add_source(Board::solved(size)).unwrap();
                while layers.advance(&Slides::new(size, home, Metric::Single)).unwrap() > 0 {}
                assert_eq!(layers.len() as u64, ranking.states(), "{size}");
                let mut seen = vec![false; layers.len()];
                for number in 0..layers.len() {
                    let rank = ranking.rank(layers.state(number));
                    assert!(!std::mem::replace(&mut seen[rank as usize], true), "{size} {rank}");
                    assert_eq!(ranking.board(rank), layers.state(number), "{size} {rank}");
                }
            }
        }
    }
}
