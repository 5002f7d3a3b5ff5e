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
use crate::key::Key;

/// All ways to put so many single cells on each board of a list, in order: those on the first board first,
/// and of these those with the lowest first cell.
#[derive(Debug, Clone)]
pub(crate) struct Placed<'a, K, M> {
    grid: &'a Grid,
    list: slice::Iter<'a, Packed<K, M>>,
    singles: SingleCells<K>,
    /// The board at hand with none of the single cells, with one, and so on, and where the next may be.
    grown: Vec<(Packed<K, M>, Cells)>,
    left: usize,
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
        Placed { grid, list: list.iter(), singles, grown, left: boards }
    }

    /// Where single cells may be on a board.
    fn places(&self, board: &Packed<K, M>) -> Cells {
        let places = below(board.free(self.grid), self.singles.above);
        if self.singles.again { places & board.behind() } else { places }
    }
}

impl<K: Key, M: Copy> Iterator for Placed<'_, K, M> {
    type Item = Packed<K, M>;

    #[inline]
    fn next(&mut self) -> Option<Packed<K, M>> {
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
            let more = board.with(self.singles.unit, cell, 1 << cell, board.mark);
            if missing == 1 {
                self.left -= 1;
                return Some(more);
            }
            let next = (more, *places);
            self.grown.push(next);
        }
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
                let told =
                    |board: Packed<u64, u8>| (board.key, board.occupied, board.last, board.mark);
                let placed: Vec<_> = placed.map(told).collect();
                let listed: Vec<_> = listed.iter().map(|it| told(it.0)).collect();
                assert_eq!(placed, listed, "{number} {again} {above}");
            }
        }
    }
}
