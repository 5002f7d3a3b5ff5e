//! Boards while they grow.

use antipode_blocks::{Cells, Grid};

use crate::key::Key;

/// A board on its way to larger classes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packed<K, M> {
    pub(crate) key: K,
    pub(crate) occupied: u32,
    /// The anchor of the piece added last.
    pub(crate) last: u8,
    /// What is known of it beside its pieces.
    pub(crate) mark: M,
}

impl<K: Key, M> Packed<K, M> {
    /// The board with one more piece of a kind, whose `unit` is given, that has its anchor there and covers
    /// `cells`.
    #[inline]
    pub(crate) fn with<N>(&self, unit: K, anchor: u32, cells: Cells, mark: N) -> Packed<K, N> {
        Packed {
            key: self.key ^ unit << anchor,
            occupied: self.occupied | cells as u32,
            last: anchor as u8,
            mark,
        }
    }
}

impl<K, M> Packed<K, M> {
    /// The cells that no piece covers.
    #[inline]
    pub(crate) fn free(&self, grid: &Grid) -> Cells {
        grid.cells() & !Cells::from(self.occupied)
    }

    /// The cells behind the anchor of the piece added last.
    #[inline]
    pub(crate) fn behind(&self) -> Cells {
        !1 << self.last
    }
}
