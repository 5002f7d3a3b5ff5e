//! Leaving out boards on the way that nothing fills any more as far as the family asks.
//!
//! Pieces of one shape are added in the order of their anchors, and the anchor is the lowest cell of
//! a piece. So while the last of all shapes is added, the cells that are free below an anchor stay
//! holes. Where few holes are wanted this leaves a handful of boards instead of all ways to place
//! some of the pieces: of 31 single cells on 32, about as many as there are cells, not 2^32.

use antipode_blocks::Cells;

use crate::class::Class;
use crate::family::Family;
use crate::shape::Shape;

/// The most holes of a wanted board that extends `class` by a piece of `shape`, and by no other
/// shapes after it.
pub(crate) fn most_holes(family: &Family, class: &Class, shape: Shape) -> u32 {
    let pieces = class.pieces() as u32;
    let missing = family.pieces.after(pieces).map_or(1, |next| next - pieces);
    let free = family.grid.size() - class.area();
    free.saturating_sub(missing * shape.size()).min(*family.holes.end())
}

/// The cells, among those up to the highest, that have at most so many free cells below them.
pub(crate) fn reachable(mut free: Cells, most_holes: u32) -> Cells {
    for _ in 0..most_holes {
        free &= free.wrapping_sub(1);
    }
    match free {
        0 => !0,
        // Up to the lowest free cell of those that are left, and that one.
        _ => free ^ (free - 1),
    }
}

/// The cells below so many of the highest.
pub(crate) fn below(mut cells: Cells, above: u32) -> Cells {
    for _ in 0..above.min(cells.count_ones()) {
        cells ^= 1 << cells.ilog2();
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_behind_too_many_holes_are_left_out() {
        assert_eq!(reachable(0b1011_0110, 0), 0b0000_0011);
        assert_eq!(reachable(0b1011_0110, 2), 0b0001_1111);
        assert_eq!(reachable(0b1011_0110, 5), !0);
    }

    #[test]
    fn the_highest_cells_are_left_out() {
        assert_eq!(below(0b1011_0110, 0), 0b1011_0110);
        assert_eq!(below(0b1011_0110, 2), 0b0001_0110);
        assert_eq!(below(0b1011_0110, 6), 0);
    }
}
