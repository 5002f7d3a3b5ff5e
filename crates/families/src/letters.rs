//! Classes and keys to boards with letters, and back.

use antipode_blocks::{Board, Cells, Grid, each};

use crate::class::Class;
use crate::key::{Key, Layout};
use crate::shape::Shape;

impl Class {
    /// The class of a board, which must have a goal piece.
    pub fn of(board: &Board) -> Self {
        let shape = |cells| Shape::of(&board.grid, cells);
        let others = board.pieces.iter().filter(|piece| piece.0 != 'A');
        let mut others: Vec<_> = others.map(|piece| shape(piece.1)).collect();
        others.sort_unstable();
        Class { goal: shape(board.goal().unwrap_or(0)), others }
    }

    /// The board of a key, with letters in standard order.
    pub fn board<K: Key>(&self, grid: &Grid, key: K) -> Board {
        Board::standard(*grid, self.placed(grid, key))
    }

    /// The cells of the goal piece and of the others, by kind and anchor.
    fn placed<K: Key>(&self, grid: &Grid, key: K) -> (Cells, Vec<Cells>) {
        let layout = Layout::new::<K>(grid);
        let planes = layout.planes(key);
        let mut pieces = self.kinds().enumerate().flat_map(|(index, shape)| {
            let anchors = layout.anchors(&planes, &layout.mask(index + 1));
            each(anchors).map(move |anchor| shape.pattern() << anchor)
        });
        let goal = pieces.next().unwrap_or(0);
        (goal, pieces.collect())
    }
}
