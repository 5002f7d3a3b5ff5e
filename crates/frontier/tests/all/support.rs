//! A small space to search: sliding tiles.
#![allow(missing_docs, unreachable_pub, reason = "shared by targets that are not libraries")]

use antipode_frontier::Space;

/// Sliding tiles on a grid of at most 15 cells. A state holds the tile in cell `i` in its `i`-th
/// nibble, 0 for the blank, and the blank's cell in its last.
pub struct Tiles {
    width: u64,
    height: u64,
}

impl Tiles {
    pub fn new(width: u64, height: u64) -> Self {
        assert!(width * height <= 15);
        Tiles { width, height }
    }

    /// Tiles in order, the last cell blank.
    pub fn start(&self) -> u64 {
        let blank = self.width * self.height - 1;
        (0..blank).fold(blank << 60, |state, cell| state | (cell + 1) << (4 * cell))
    }
}

impl Space for Tiles {
    type State = u64;
    /// A bit for each way that the blank may go: right, left, down, up.
    type Used = u8;
    const REVERSIBLE: bool = true;

    #[inline]
    fn expand(&self, state: u64, used: u8, mut emit: impl FnMut(u64, u8)) {
        let blank = state >> 60;
        let column = blank % self.width;
        let ways = [
            (column + 1 < self.width, blank + 1),
            (column > 0, blank.wrapping_sub(1)),
            (blank + self.width < self.width * self.height, blank + self.width),
            (blank >= self.width, blank.wrapping_sub(self.width)),
        ];
        for (way, (possible, cell)) in ways.into_iter().enumerate() {
            if possible && used >> way & 1 == 0 {
                let tile = state >> (4 * cell) & 15;
                let moved = state ^ tile << (4 * cell) ^ tile << (4 * blank);
                emit(moved ^ (blank ^ cell) << 60, 1 << (way ^ 1));
            }
        }
    }
}
