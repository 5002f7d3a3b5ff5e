//! The graph of a class without a goal piece.

use antipode_blocks::Board;
use antipode_frontier::joined::Joined;

use crate::actions::boards::Boards;
use crate::family::Family;
use crate::key::Key;
use crate::search::images::Images;
use crate::search::questions::Ends;
use crate::symmetry::{Symmetries, SymmetrySet};
use crate::tally::Wanted;

/// As [`Actions::keep_movable`](crate::actions::boards::Actions::keep_movable) in the graph of a class.
pub(crate) type KeepMovable<'a> = dyn Fn(usize, &mut [u32], &mut Vec<u32>) + 'a;

/// A class without a goal piece, its graph, and what is known of them.
pub(crate) struct ClassGraph<'a, K, U> {
    pub(crate) family: &'a Family,
    pub(crate) symmetries: &'a Symmetries,
    pub(crate) boards: &'a Boards<K>,
    pub(crate) keep_movable: &'a KeepMovable<'a>,
    /// One component of each set of images.
    pub(crate) graph: &'a Joined<K, U>,
    /// For each component, the symmetries that map it to itself.
    pub(crate) own: &'a [SymmetrySet],
    /// The symmetries of the class, the identity first.
    pub(crate) images: &'a [Images<K>],
    /// For each variant and each kind, where the goal piece starts and ends.
    pub(crate) ends: &'a [Vec<Ends>],
    pub(crate) wanted: Wanted,
    /// The most bytes that it takes for each board to find the groups.
    pub(crate) followed: usize,
}

impl<K: Key, U> ClassGraph<'_, K, U> {
    /// The image of a board under a symmetry, with the piece of a kind at an anchor as the goal
    /// piece.
    pub(crate) fn board(&self, key: K, kind: usize, anchor: u32, symmetry: usize) -> Board {
        board_of(self.symmetries, self.boards, key, kind, anchor, symmetry)
    }
}

/// The text of a board or, with `twins`, of its transpose, whichever comes first.
pub(crate) fn smallest_text(board: &Board, twins: bool) -> String {
    let text = board.to_string();
    if twins { text.min(board.transpose().to_string()) } else { text }
}

/// The image of one of some boards under a symmetry, with the piece of a kind at an anchor as the goal
/// piece.
pub(crate) fn board_of<K: Key>(
    symmetries: &Symmetries,
    boards: &Boards<K>,
    key: K,
    kind: usize,
    anchor: u32,
    symmetry: usize,
) -> Board {
    let image = |cells| symmetries.cells(symmetry, cells);
    let goal = boards.cells(kind, anchor);
    let mut others = Vec::new();
    boards.each_piece(key, |cells, _| {
        if cells != goal {
            others.push(image(cells));
        }
    });
    Board::standard(*symmetries.grid(), (image(goal), others))
}
