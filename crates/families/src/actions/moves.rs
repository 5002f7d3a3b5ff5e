//! The metric *move*: one piece, any path.
//!
//! All places that a piece can reach while the others stand still are mutual neighbours. They
//! are flooded from the first of these boards that is expanded, and the others are told not to
//! move that piece: on 4x4 this leaves 437 million of 1,514 million generated neighbours. The
//! used operators are the anchors of the pieces in question, so they need no relabelling when
//! pieces of equal shape trade places in some order of pieces; there is none.

use antipode_frontier::Space;
use antipode_frontier::joined::{Clique, Joins, Member};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::key::Key;
use antipode_blocks::Cells;

/// The boards of one class, joined by moves.
#[derive(Debug, Clone)]
pub struct Moves<K>(pub Boards<K>);

impl<K: Key> Actions for Moves<K> {
    fn boards(&self) -> &Boards<K> {
        &self.0
    }

    fn restricted(&self, movers: Movers) -> Self {
        Moves(self.0.restricted(movers))
    }
}

impl<K: Key> Space for Moves<K> {
    type State = K;
    /// The anchors of the pieces whose floods are known.
    type Used = u32;
    const REVERSIBLE: bool = true;

    /// Neighbours come by kind, then by anchor, then by the anchor reached.
    #[inline]
    fn expand(&self, key: K, used: u32, mut emit: impl FnMut(K, u32)) {
        let grid = &self.0.grid;
        self.0.each_loose(key, Cells::from(used), |piece| {
            let reached = piece.flood(|set| grid.beside(set));
            piece.put(reached ^ piece.from, |key, place| emit(key, 1 << place));
        });
    }
}

impl<K: Key> Joins for Moves<K> {
    type State = K;
    type Used = u32;

    /// A clique is the flood of a piece.
    #[inline]
    fn cliques(
        &self,
        key: K,
        used: u32,
        room: &mut Vec<Member<K, u32>>,
        mut emit: impl FnMut(Clique<'_, K, u32>),
    ) {
        let grid = &self.0.grid;
        self.0.each_loose(key, Cells::from(used), |piece| {
            let reached = piece.flood(|set| grid.beside(set));
            piece.join(reached, |place| 1 << place, room, &mut emit);
        });
    }
}
