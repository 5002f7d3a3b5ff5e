//! The graph of a class without a goal piece.

use antipode_blocks::{Board, Cells};
use antipode_frontier::Used;
use antipode_frontier::joined::Joined;

use crate::actions::boards::Boards;
use crate::family::Family;
use crate::key::Key;
use crate::search::images::Images;
use crate::search::questions::Ends;
use crate::symmetry::{Symmetries, SymmetrySet};
use crate::tally::Wanted;

/// A class without a goal piece, its graph, and what is known of them.
pub(crate) struct ClassGraph<'a, K, U> {
    pub(crate) family: &'a Family,
    pub(crate) symmetries: &'a Symmetries,
    pub(crate) boards: &'a Boards<K>,
    /// Which of the pieces at some anchors of a vertex are moved by some action.
    pub(crate) movable: &'a dyn Fn(u32, Cells) -> Cells,
    /// One component of each set of images.
    pub(crate) graph: &'a Joined<K, U>,
    /// The symmetries of the class, the identity first.
    pub(crate) images: &'a [Images<K>],
    /// For each variant and each kind, where the goal piece starts and ends.
    pub(crate) ends: &'a [Vec<Ends>],
    pub(crate) wanted: Wanted,
}

impl<K: Key, U> ClassGraph<'_, K, U> {
    /// The image of a board under a symmetry, with the piece of a kind at an anchor as the goal
    /// piece.
    pub(crate) fn board(&self, key: K, kind: usize, anchor: u32, symmetry: usize) -> Board {
        let image = |cells| self.symmetries.cells(symmetry, cells);
        let goal = self.boards.cells(kind, anchor);
        let mut others = Vec::new();
        self.boards.each_piece(key, |cells, _| {
            if cells != goal {
                others.push(image(cells));
            }
        });
        Board::standard(self.family.grid, (image(goal), others))
    }

    /// The symmetries that map a component to itself.
    pub(crate) fn own(&self, component: usize) -> SymmetrySet
    where
        U: Used,
    {
        let first = self.graph.state(self.graph.components()[component].vertices.start);
        // The images of a component that are other components are not in the graph.
        let own = |it: &&Images<K>| self.graph.find(it.of(self.boards, first)).is_some();
        self.images[1..].iter().filter(own).fold(1, |set, it| set | 1 << it.symmetry)
    }
}
