//! Fills for the pieces, so that pieces which touch can be told apart.
//!
//! The classic greedy colouring: each piece in turn takes the first colour that no earlier
//! piece touching it has. A crowded board may use up the palette; then the colour that
//! clashes least is taken, so a colour is always found.

use std::collections::BTreeMap;

use crate::drawing::{Cell, Paint, Piece};

/// A colour below `colours` for each piece; `None` for those that are painted otherwise.
pub(crate) fn colouring(pieces: &[Piece], colours: usize) -> Vec<Option<usize>> {
    let mut owner: BTreeMap<Cell, usize> = BTreeMap::new();
    let mut chosen: Vec<Option<usize>> = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        let mut clashes = vec![0; colours];
        for earlier in piece.cells.iter().flat_map(|&cell| around(cell)) {
            if let Some(colour) = owner.get(&earlier).and_then(|&other| chosen[other]) {
                clashes[colour] += 1;
            }
        }
        // The first of equals, as `min_by_key` promises.
        let colour = (0..colours).min_by_key(|&colour| clashes[colour]);
        chosen.push(colour.filter(|_| piece.paint == Paint::Neighbourly));
        owner.extend(piece.cells.iter().map(|&cell| (cell, index)));
    }
    chosen
}

/// The cells that share a side with `cell`.
fn around((x, y): Cell) -> impl Iterator<Item = Cell> {
    [
        y.checked_sub(1).map(|y| (x, y)),
        x.checked_sub(1).map(|x| (x, y)),
        x.checked_add(1).map(|x| (x, y)),
        y.checked_add(1).map(|y| (x, y)),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_touch_differ_and_goal_pieces_stand_apart() {
        // A B C
        // A D D
        let pieces = [
            Piece::new("A", [(0, 0), (0, 1)]).goal([]),
            Piece::new("B", [(1, 0)]),
            Piece::new("C", [(2, 0)]),
            Piece::new("D", [(1, 1), (2, 1)]),
        ];
        assert_eq!(colouring(&pieces, 5), [None, Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_short_palette_is_reused_where_it_clashes_least() {
        let row = [0, 1, 2].map(|x| Piece::new("", [(x, 0)]));
        assert_eq!(colouring(&row, 2), [Some(0), Some(1), Some(0)]);
        assert_eq!(colouring(&row, 1), [Some(0); 3]);
    }

    #[test]
    fn cells_at_the_far_edge_have_neighbours_too() {
        let pieces = [(255, 255), (254, 255)].map(|cell| Piece::new("", [cell]));
        assert_eq!(colouring(&pieces, 2), [Some(0), Some(1)]);
    }
}
