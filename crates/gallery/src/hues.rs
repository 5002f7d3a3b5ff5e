//! Hues for the pieces: one for each shape, so that what is interchangeable looks so.
//!
//! Single cells and the two dominoes are met everywhere and have hues of their own; other shapes
//! take the next one, the largest pieces first. Seams and letters tell pieces of one hue apart.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::drawing::{Cell, Paint, Piece};

/// How many hues there are: the classes `h0`, `h1`, .. of the style.
const HUES: usize = 10;

/// The hues of shapes that are not usual, in the order in which they are given away.
const ORDER: [usize; HUES] = [0, 5, 4, 6, 7, 8, 9, 3, 1, 2];

/// The hue of a shape that is met everywhere.
fn usual(shape: &[Cell]) -> Option<usize> {
    match shape {
        [(0, 0)] => Some(2),
        [(0, 0), (1, 0)] => Some(3),
        [(0, 0), (0, 1)] => Some(1),
        _ => None,
    }
}

/// A hue below [`HUES`] for each piece; `None` for those that are painted otherwise.
pub(crate) fn hues(pieces: &[Piece]) -> Vec<Option<usize>> {
    let plain = |piece: &&Piece| piece.paint == Paint::Shape;
    let mut order: Vec<&Piece> = pieces.iter().filter(plain).collect();
    order.sort_by_key(|piece| std::cmp::Reverse(piece.cells.len()));
    let taken: Vec<usize> = order.iter().filter_map(|piece| usual(&shape(piece))).collect();
    let mut free = ORDER.into_iter().filter(|hue| !taken.contains(hue)).cycle();
    let mut given: BTreeMap<Vec<Cell>, usize> = BTreeMap::new();
    for piece in order {
        if let Entry::Vacant(new) = given.entry(shape(piece)) {
            let hue = usual(new.key()).or_else(|| free.next()).unwrap_or(0);
            new.insert(hue);
        }
    }
    pieces.iter().map(|piece| given.get(&shape(piece)).copied().filter(|_| plain(&piece))).collect()
}

/// The cells of a piece from the corner of its bounding box, in order.
fn shape(piece: &Piece) -> Vec<Cell> {
    let left = piece.cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = piece.cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut cells: Vec<Cell> = piece.cells.iter().map(|&(x, y)| (x - left, y - top)).collect();
    cells.sort_unstable();
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_shape_look_alike_and_goal_pieces_stand_apart() {
        // A B C
        // A D D
        // E F F
        let pieces = [
            Piece::new("A", [(0, 0), (0, 1)]).goal([]),
            Piece::new("B", [(1, 0)]),
            Piece::new("C", [(2, 0)]),
            Piece::new("D", [(1, 1), (2, 1)]),
            Piece::new("E", [(0, 2)]),
            Piece::new("F", [(2, 2), (1, 2)]),
        ];
        assert_eq!(hues(&pieces), [None, Some(2), Some(2), Some(3), Some(2), Some(3)]);
    }

    #[test]
    fn large_shapes_come_first_and_hues_begin_anew_where_there_are_too_many() {
        let rows: Vec<Piece> = (3..15)
            .map(|length| Piece::new("", (0..length).map(|x| (x, length)).collect::<Vec<_>>()))
            .collect();
        let hues: Vec<_> = hues(&rows).into_iter().rev().flatten().collect();
        assert_eq!(hues, [0, 5, 4, 6, 7, 8, 9, 3, 1, 2, 0, 5]);
    }

    #[test]
    fn cells_at_the_far_edge_have_a_shape_too() {
        let pieces = [(255, 255), (254, 255)].map(|cell| Piece::new("", [cell]));
        assert_eq!(hues(&pieces), [Some(2), Some(2)]);
    }
}
