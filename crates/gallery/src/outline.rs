//! The boundary of a set of cells, as closed loops and as a path with rounded corners.
//!
//! Each side of a cell with no neighbour beyond it is an edge, directed so that the cell is
//! on its right. Edges then join end to start into loops: clockwise around the outside,
//! counter-clockwise around a hole. Where two cells touch only at a corner, two edges leave
//! the same point; the walk turns right there, which keeps it on the cell it came along, so
//! that such cells are drawn apart.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::drawing::Cell;

/// How a loop is drawn.
#[derive(Clone, Copy)]
pub(crate) struct Pen {
    /// The side of a cell.
    pub(crate) cell: i32,
    /// How far the line runs inside the true boundary; negative for outside.
    pub(crate) inset: i32,
    /// Radius of the convex corners; with the inset, at most half a cell.
    pub(crate) radius: i32,
}

/// A grid point, row first, so that the order of points is reading order.
type Point = (i32, i32);

/// A unit step, row first like a point.
type Step = (i32, i32);

const EAST: Step = (0, 1);
const SOUTH: Step = (1, 0);
const WEST: Step = (0, -1);
const NORTH: Step = (-1, 0);

fn right_of((dy, dx): Step) -> Step {
    (dx, -dy)
}

fn left_of((dy, dx): Step) -> Step {
    (-dx, dy)
}

fn moved((y, x): Point, (dy, dx): Step, by: i32) -> Point {
    (y + dy * by, x + dx * by)
}

/// A corner of a loop: where it is, and the directions into it and out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corner {
    at: Point,
    into: Step,
    out: Step,
}

/// The loops around `cells`, each as its corners from the first one in reading order, the
/// loops in the order of these.
fn loops(cells: &[Cell]) -> Vec<Vec<Corner>> {
    let cells: BTreeSet<Point> = cells.iter().map(|&(x, y)| (i32::from(y), i32::from(x))).collect();

    let mut edges = BTreeSet::new();
    for &(y, x) in &cells {
        for (start, step) in
            [((y, x), EAST), ((y, x + 1), SOUTH), ((y + 1, x + 1), WEST), ((y + 1, x), NORTH)]
        {
            if !cells.contains(&moved((y, x), left_of(step), 1)) {
                edges.insert((start, step));
            }
        }
    }

    let mut loops = Vec::new();
    while let Some((start, first)) = edges.pop_first() {
        // The first point of a loop in reading order has its edges to the east and south, so
        // it is a corner and the walk may begin there.
        let mut corners = Vec::new();
        let (mut at, mut step) = (moved(start, first, 1), first);
        // Turning right wherever possible pairs the edges at a point one to one, so the only
        // edge a walk can miss is the one it began with.
        while let Some(next) = [right_of(step), step, left_of(step)]
            .into_iter()
            .find(|&next| edges.remove(&(at, next)))
        {
            if next != step {
                corners.push(Corner { at, into: step, out: next });
            }
            (at, step) = (moved(at, next, 1), next);
        }
        corners.insert(0, Corner { at: start, into: step, out: first });
        loops.push(corners);
    }
    loops
}

/// The outline of `cells` as the data of an SVG path, in whole numbers.
pub(crate) fn path(cells: &[Cell], pen: Pen) -> String {
    let mut data = String::new();
    for corners in loops(cells) {
        let rounded = corners.iter().map(|corner| round(corner, pen));
        for (i, (entry, exit, arc)) in rounded.enumerate() {
            // A loop starts where the rounding of its first corner starts, and `z` leads
            // back there.
            let straight = match corners[i].into {
                _ if i == 0 => format!("M{} {}", entry.1, entry.0),
                EAST | WEST => format!("H{}", entry.1),
                _ => format!("V{}", entry.0),
            };
            data.push_str(&straight);
            let (dy, dx) = (exit.0 - entry.0, exit.1 - entry.1);
            // Writing to a string cannot fail.
            let _ = write!(data, "a{arc} {dx} {dy}");
        }
        data.push('z');
    }
    data
}

/// Where the rounding of a corner begins and ends, and its radii and flags.
fn round(corner: &Corner, pen: Pen) -> (Point, Point, String) {
    let &Corner { at, into, out } = corner;
    let convex = out == right_of(into);
    // A concave corner has a convex one of another piece in it. With this radius the two arcs
    // have the same centre, and the seam between them stays as wide as along the sides.
    let (radius, sweep) = if convex { (pen.radius, 1) } else { (pen.radius + 2 * pen.inset, 0) };
    let grid = (at.0 * pen.cell, at.1 * pen.cell);
    let tip = moved(moved(grid, right_of(into), pen.inset), right_of(out), pen.inset);
    (moved(tip, into, -radius), moved(tip, out, radius), format!("{radius} {radius} 0 0 {sweep}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of each loop, column first as cells are.
    fn points(cells: &[Cell]) -> Vec<Vec<(i32, i32)>> {
        loops(cells)
            .iter()
            .map(|corners| corners.iter().map(|c| (c.at.1, c.at.0)).collect())
            .collect()
    }

    /// Twice the area a loop encloses: positive when it runs clockwise.
    fn doubled_area(points: &[(i32, i32)]) -> i32 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
    }

    #[test]
    fn no_cells_have_no_outline() {
        assert!(points(&[]).is_empty());
    }

    #[test]
    fn a_square_has_four_corners_whatever_its_size_and_the_order_of_its_cells() {
        assert_eq!(points(&[(3, 5)]), [[(3, 5), (4, 5), (4, 6), (3, 6)]]);
        assert_eq!(
            points(&[(1, 1), (0, 1), (0, 0), (1, 0), (0, 0)]),
            [[(0, 0), (2, 0), (2, 2), (0, 2)]]
        );
    }

    #[test]
    fn an_l_has_six_corners_one_of_them_concave() {
        // A .
        // A A
        let l = [(0, 0), (0, 1), (1, 1)];
        assert_eq!(points(&l), [[(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (0, 2)]]);
        let concave: Vec<Point> =
            loops(&l)[0].iter().filter(|c| c.out == left_of(c.into)).map(|c| c.at).collect();
        assert_eq!(concave, [(1, 1)]);
    }

    #[test]
    fn a_ring_has_an_outer_loop_and_a_hole_that_runs_the_other_way() {
        let ring: Vec<Cell> = (0..3)
            .flat_map(|y| (0..3).map(move |x| (x, y)))
            .filter(|&cell| cell != (1, 1))
            .collect();
        let loops = points(&ring);
        assert_eq!(loops, [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 1), (1, 2), (2, 2), (2, 1)]]);
        assert_eq!(doubled_area(&loops[0]), 18);
        assert_eq!(doubled_area(&loops[1]), -2);
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_loops_of_their_own() {
        assert_eq!(
            points(&[(0, 0), (1, 1)]),
            [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]
        );
        assert_eq!(points(&[(1, 0), (0, 1)]).len(), 2);
    }

    #[test]
    fn a_piece_that_touches_itself_at_a_corner_is_one_loop() {
        // A A A
        // A . A
        // A A .    the hole leaks out at the corner, so it is no hole
        let cells = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)];
        let loops = points(&cells);
        assert_eq!(loops.len(), 1);
        assert_eq!(doubled_area(&loops[0]), 14);
    }

    #[test]
    fn loops_enclose_the_cells_for_every_set_in_a_four_by_three_grid() {
        for set in 0u32..1 << 12 {
            let cells: Vec<Cell> =
                (0..12u8).filter(|i| set >> i & 1 == 1).map(|i| (i % 4, i / 4)).collect();
            let area: i32 = points(&cells).iter().map(|l| doubled_area(l)).sum();
            assert_eq!(area, 2 * set.count_ones() as i32, "set {set:012b}");
        }
    }

    #[test]
    fn paths_are_inset_and_rounded() {
        let pen = Pen { cell: 10, inset: 1, radius: 2 };
        assert_eq!(
            path(&[(0, 0)], pen),
            "M1 3a2 2 0 0 1 2 -2H7a2 2 0 0 1 2 2V7a2 2 0 0 1 -2 2H3a2 2 0 0 1 -2 -2z"
        );
        let l = path(&[(0, 0), (0, 1), (1, 1)], pen);
        assert!(l.contains("V7a4 4 0 0 0 4 4H17"), "{l}");
    }
}
