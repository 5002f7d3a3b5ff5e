//! Solutions as people read them.

use std::fmt;

use crate::frame::{Board, Frame};
use crate::position::Position;

/// A sequence of moves from a position to a goal.
///
/// A move is the tile to press and the way it goes, `u`, `d`, `l` or `r`: `8d` slides tile 8 and
/// all tiles between it and the blank down by one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The moves in notation, in order.
    pub moves: Vec<String>,
    /// Every position on the way, the start and the goal included.
    pub positions: Vec<Position>,
}

impl Solution {
    /// The solution that goes through these boards, the start first.
    pub(crate) fn of(frame: &Frame, boards: &[Board]) -> Self {
        let positions: Vec<_> = boards.iter().map(|&board| frame.position(board)).collect();
        let moves = positions.windows(2).map(|pair| {
            let (from, to) = (pair[0].blank(), pair[1].blank());
            let ((x, y), (to_x, to_y)) =
                (frame.goal().size().place(from), frame.goal().size().place(to));
            // The tile goes where the blank came from.
            let way = match (to_x.cmp(&x), to_y.cmp(&y)) {
                (std::cmp::Ordering::Less, _) => 'r',
                (std::cmp::Ordering::Greater, _) => 'l',
                (_, std::cmp::Ordering::Less) => 'd',
                _ => 'u',
            };
            format!("{}{way}", pair[0].tile(to))
        });
        Solution { moves: moves.collect(), positions }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moves.join(" "))
    }
}
