//! Plain breadth-first search, for containers of different capacity.
//!
//! Poured into a smaller container a run may be split in two, which makes a block more, and
//! going from one container to a larger one may be of use: nothing of what rules 1 and 2 rely
//! on holds. What is left is to try every move.

use antipode_frontier::Space;

use crate::contents::Contents;
use crate::packed::Packed;
use crate::pour::{Pour, pours};
use crate::rule::Rule;
use crate::space::Board;

/// Hands every move of `rule` that changes something to `each`.
pub(crate) fn moves(contents: &Contents, rule: Rule, numbers: &[u16], mut each: impl FnMut(Pour)) {
    pours(contents, numbers, |pour| match rule {
        Rule::One => each(pour),
        Rule::Two => each(Pour { count: 1, ..pour }),
    });
}

/// The moves of a position, each of length one.
pub(crate) struct Moves<'a, P> {
    pub board: Board<'a, P>,
    pub rule: Rule,
}

impl<P: Packed> Space for Moves<'_, P> {
    type State = P;
    type Used = ();
    const REVERSIBLE: bool = false;

    fn expand(&self, state: P, (): (), mut emit: impl FnMut(P, ())) {
        let Board { contents, containers, .. } = self.board;
        let lanes = state.unpack();
        let numbers = &lanes.as_ref()[..containers];
        moves(contents, self.rule, numbers, |pour| {
            emit(self.board.after(lanes, pour), ());
        });
    }
}
