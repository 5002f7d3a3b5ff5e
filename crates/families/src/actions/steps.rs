//! The metric *step*: one piece, one unit.
//!
//! Places that a piece can reach are no mutual neighbours here, so nothing is flooded. The one
//! operator that could be skipped leads straight back, and looking that up is cheaper than
//! keeping it.

use antipode_blocks::each;
use antipode_frontier::Space;
use antipode_frontier::joined::{Clique, Joins, Member};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::key::Key;

/// The boards of one class, joined by unit steps.
#[derive(Debug, Clone)]
pub struct Steps<K>(pub Boards<K>);

impl<K: Key> Actions for Steps<K> {
    fn boards(&self) -> &Boards<K> {
        &self.0
    }

    fn restricted(&self, movers: Movers) -> Self {
        Steps(self.0.restricted(movers))
    }
}

impl<K: Key> Space for Steps<K> {
    type State = K;
    type Used = ();
    const REVERSIBLE: bool = true;

    /// Neighbours come by kind, then by anchor, then by the anchor reached.
    #[inline]
    fn expand(&self, key: K, (): (), mut emit: impl FnMut(K, ())) {
        self.0.each_loose(key, 0, |piece| {
            let reached = self.0.grid.beside(piece.from) & piece.legal;
            piece.put(reached, |key, _| emit(key, ()));
        });
    }
}

impl<K: Key> Joins for Steps<K> {
    type State = K;
    type Used = ();

    /// A clique is a pair.
    #[inline]
    fn cliques(
        &self,
        key: K,
        (): (),
        room: &mut Vec<Member<K, ()>>,
        mut emit: impl FnMut(Clique<'_, K, ()>),
    ) {
        self.0.each_loose(key, 0, |piece| {
            let reached = self.0.grid.beside(piece.from) & piece.legal;
            for place in each(reached) {
                piece.join(piece.from | 1 << place, |_| (), room, &mut emit);
            }
        });
    }
}
