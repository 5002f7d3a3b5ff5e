//! The metric *slide*: one piece, any distance in a straight line.
//!
//! As in the metric *move*, places that can be reached from each other are flooded once, but the
//! places along a row and those along a column are two sets: a piece has two used operators.

use antipode_frontier::Space;
use antipode_frontier::joined::{Clique, Joins, Member};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::key::Key;
use antipode_blocks::Cells;

/// The boards of one class, joined by slides.
#[derive(Debug, Clone)]
pub(crate) struct Slides<K>(pub(crate) Boards<K>);

impl<K: Key> Actions for Slides<K> {
    fn boards(&self) -> &Boards<K> {
        &self.0
    }

    fn restricted(&self, movers: Movers) -> Self {
        Slides(self.0.restricted(movers))
    }
}

impl<K: Key> Space for Slides<K> {
    type State = K;
    /// The anchors of the pieces whose rows are known, and from bit 32 of those whose columns
    /// are.
    type Used = u64;
    const REVERSIBLE: bool = true;

    /// Neighbours come by kind, then by anchor, then along the row, then along the column.
    #[inline]
    fn expand(&self, key: K, used: u64, mut emit: impl FnMut(K, u64)) {
        let grid = &self.0.grid;
        let row = used & Cells::from(u32::MAX);
        let column = used >> 32;
        self.0.each_loose(key, row & column, |piece| {
            if piece.from & row == 0 {
                let reached = piece.flood(|set| grid.left(set) | grid.right(set));
                piece.put(reached ^ piece.from, |key, place| emit(key, 1 << place));
            }
            if piece.from & column == 0 {
                let reached = piece.flood(|set| grid.up(set) | grid.down(set));
                piece.put(reached ^ piece.from, |key, place| emit(key, 1 << 32 << place));
            }
        });
    }
}

impl<K: Key> Joins for Slides<K> {
    type State = K;
    type Used = u64;

    /// A clique is the free run of a piece along its row or its column.
    #[inline]
    fn cliques(
        &self,
        key: K,
        used: u64,
        room: &mut Vec<Member<K, u64>>,
        mut emit: impl FnMut(Clique<'_, K, u64>),
    ) {
        let grid = &self.0.grid;
        let row = used & Cells::from(u32::MAX);
        let column = used >> 32;
        self.0.each_loose(key, row & column, |piece| {
            if piece.from & row == 0 {
                let reached = piece.flood(|set| grid.left(set) | grid.right(set));
                piece.join(reached, |place| 1 << place, room, &mut emit);
            }
            if piece.from & column == 0 {
                let reached = piece.flood(|set| grid.up(set) | grid.down(set));
                piece.join(reached, |place| 1 << 32 << place, room, &mut emit);
            }
        });
    }
}
