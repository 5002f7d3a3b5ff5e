//! Boards with single cells added, made as they are asked for.
//!
//! Single cells are the last of all shapes, and open classes have many: their boards are made from far fewer
//! others. So lists of them, one for each number of single cells, are left out; they would take as much
//! memory as the search of the last of them.

use std::iter::FusedIterator;
use std::slice;

use antipode_blocks::{Cells, Grid};

use crate::generate::filling::below;
use crate::generate::packed::Packed;
use crate::generate::singles::BINOMIALS;
use crate::key::Key;

/// All ways to put so many single cells on each board of a list, in order, or some of them at even distances: those
/// on the first board first, and of these those with the lowest first cell. Those between are not made.
#[derive(Debug, Clone)]
pub(crate) struct Placed<'a, K, M> {
    grid: &'a Grid,
    list: slice::Iter<'a, Packed<K, M>>,
    singles: SingleCells<K>,
    /// The board at hand with none of the single cells, with one, and so on, and where the next may be.
    grown: Vec<(Packed<K, M>, Cells)>,
    left: usize,
    /// How many are left out before the next one,
    ahead: usize,
    /// and how far apart those after it are.
    step: usize,
}

/// The single cells that are put on each board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SingleCells<K> {
    /// How many they are, at least one.
    pub(crate) number: usize,
    /// The unit of their kind.
    pub(crate) unit: K,
    /// Whether the piece added last is one, too, and they come behind it.
    pub(crate) again: bool,
    /// Below how many of the highest free cells of each board all of them stay.
    pub(crate) above: u32,
}

impl<'a, K, M> Placed<'a, K, M> {
    /// The boards of `list` with more single cells, which are so many.
    pub(crate) fn new(
        grid: &'a Grid,
        list: &'a [Packed<K, M>],
        singles: SingleCells<K>,
        boards: usize,
    ) -> Self {
        let grown = Vec::with_capacity(singles.number);
        Placed { grid, list: list.iter(), singles, grown, left: boards, ahead: 0, step: 1 }
    }

    /// Of all boards every `step`-th from `first`, which is less.
    pub(crate) fn every(self, first: usize, step: usize) -> Self {
        let left = self.left.saturating_sub(first).div_ceil(step);
        Placed { left, ahead: first, step, ..self }
    }

    /// Where single cells may be on a board.
    fn places(&self, board: &Packed<K, M>) -> Cells {
        let places = below(board.free(self.grid), self.singles.above);
        if self.singles.again { places & board.behind() } else { places }
    }
}

impl<K: Key, M: Copy> Placed<'_, K, M> {
    /// Goes on behind some boards.
    fn pass(&mut self, mut boards: usize) {
        while boards > 0 {
            let missing = self.singles.number + 1 - self.grown.len();
            let Some((board, places)) = self.grown.last_mut() else {
                let Some(&board) = self.list.next() else { return };
                self.grown.push((board, self.places(&board)));
                continue;
            };
            let free = places.count_ones() as usize;
            let ways = BINOMIALS[free][missing] as usize;
            if boards >= ways {
                boards -= ways;
                self.grown.pop();
                continue;
            }
            let cell = places.trailing_zeros();
            *places &= *places - 1;
            let ways = BINOMIALS[free - 1][missing - 1] as usize;
            if boards >= ways {
                boards -= ways;
                continue;
            }
            let next = (board.with(self.singles.unit, cell, 1 << cell, board.mark), *places);
            self.grown.push(next);
        }
    }
}

impl<K: Key, M: Copy> Iterator for Placed<'_, K, M> {
    type Item = K;

    #[inline]
    fn next(&mut self) -> Option<K> {
        if self.ahead > 0 {
            self.pass(self.ahead);
        }
        self.ahead = self.step - 1;
        loop {
            let missing = self.singles.number + 1 - self.grown.len();
            let Some((board, places)) = self.grown.last_mut() else {
                let &board = self.list.next()?;
                self.grown.push((board, self.places(&board)));
                continue;
            };
            if (places.count_ones() as usize) < missing {
                self.grown.pop();
                continue;
            }
            let cell = places.trailing_zeros();
            *places &= *places - 1;
            if missing == 1 {
                self.left -= 1;
                return Some(board.key ^ self.singles.unit << cell);
            }
            let next = (board.with(self.singles.unit, cell, 1 << cell, board.mark), *places);
            self.grown.push(next);
        }
    }

    fn nth(&mut self, between: usize) -> Option<K> {
        let between = between.min(self.left);
        self.left -= between;
        self.ahead += between * self.step;
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Key, M: Copy> ExactSizeIterator for Placed<'_, K, M> {}

impl<K: Key, M: Copy> FusedIterator for Placed<'_, K, M> {}

#[cfg(test)]
mod tests {
    use antipode_blocks::each;

    use super::*;

    #[test]
    fn boards_come_as_they_would_be_listed_one_single_cell_after_the_other() {
        let grid = Grid::new(3, 3).unwrap();
        let board = |cells: Cells| {
            let none = Packed { key: 0_u64, occupied: 0, last: 0, mark: 7_u8 };
            none.with(1 << 32, cells.trailing_zeros(), cells & grid.cells(), 7)
        };
        let list = [0b0_0000_0011, 0b0_0000_0110, 0b1_1000_0000].map(board);
        for (again, above) in [(false, 0), (true, 0), (false, 2), (true, 1), (false, 9)] {
            let places = |board: &Packed<u64, u8>| {
                let free: Vec<u32> = each(board.free(&grid)).collect();
                let low = &free[..free.len().saturating_sub(above as usize)];
                let may_be = |cell: &&u32| !again || **cell > u32::from(board.last);
                low.iter().filter(may_be).fold(0, |places, cell| places | 1 << cell)
            };
            let mut listed: Vec<(Packed<u64, u8>, Cells)> =
                list.iter().map(|board| (*board, places(board))).collect();
            for number in 1..=8 {
                let more = |&(board, places): &(Packed<u64, u8>, Cells)| {
                    each(places).map(move |cell| {
                        (board.with(1, cell, 1 << cell, board.mark), places & !1 << cell)
                    })
                };
                listed = listed.iter().flat_map(more).collect();
                let singles = SingleCells { number, unit: 1, again, above };
                let placed = Placed::new(&grid, &list, singles, listed.len());
                assert_eq!(placed.len(), listed.len());
                let keys: Vec<u64> = listed.iter().map(|it| it.0.key).collect();
                assert_eq!(placed.clone().collect::<Vec<_>>(), keys, "{number} {again} {above}");
                for step in 1..=9 {
                    for first in 0..step {
                        let every = placed.clone().every(first, step);
                        let some: Vec<u64> =
                            keys.iter().copied().skip(first).step_by(step).collect();
                        assert_eq!(every.len(), some.len());
                        let third: Vec<u64> = every.clone().skip(1).step_by(3).collect();
                        assert_eq!(
                            third,
                            some.iter().copied().skip(1).step_by(3).collect::<Vec<_>>()
                        );
                        assert_eq!(every.collect::<Vec<_>>(), some);
                    }
                }
            }
        }
    }
}
