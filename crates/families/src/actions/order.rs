//! The order of the pieces of a board along its rows, or along its columns.
//!
//! As long as pieces move along the rows only, none passes another in a row: of two that a row has in
//! common, the one that is on the left stays there. So the order in which pieces can be pushed is the same
//! for all boards that come about like this, and rigid bodies can be moved piece by piece, the foremost
//! first. Pieces of some shapes may each be on the left of the other, in different rows; these *interlock*
//! and have one rank.

use antipode_blocks::{Cells, Direction, Grid, each};

use crate::actions::push::{MOST_PIECES, Relation, spread};

/// The rows of a grid, or its columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    /// Back along it and on.
    pub(crate) ways: [Direction; 2],
    /// From a cell to the next.
    pub(crate) unit: u32,
    /// The most units that a piece can move.
    pub(crate) most: u32,
    /// The cells that are not the last.
    inner: Cells,
}

impl Axis {
    /// The rows and the columns of a grid.
    pub(crate) fn of(grid: &Grid) -> [Self; 2] {
        let (width, height) = (grid.width(), grid.height());
        [
            Axis {
                ways: [Direction::Left, Direction::Right],
                unit: 1,
                most: width - 1,
                inner: grid.corner_rectangle(width - 1, height),
            },
            Axis {
                ways: [Direction::Up, Direction::Down],
                unit: width,
                most: height - 1,
                inner: grid.corner_rectangle(width, height - 1),
            },
        ]
    }

    /// The cells before each cell of a piece that are not its own, walls or not.
    fn before(&self, piece: Cells) -> Cells {
        (0..self.most).fold(piece, |set, _| set | set >> self.unit & self.inner) & !piece
    }

    /// Whether a piece is in one part in each row, or column. Such pieces do not interlock.
    pub(crate) fn is_convex(&self, piece: Cells) -> bool {
        let ends = piece & !(piece >> self.unit & self.inner);
        each(ends).all(|end| self.before(1 << end) & ends == 0)
    }

    /// Where a cell is along it and across it.
    fn place(&self, grid: &Grid, cell: u32) -> (u32, u32) {
        let (x, y) = grid.place(cell);
        if self.unit == 1 { (x, y) } else { (y, x) }
    }
}

/// The pieces of a board in order.
pub(crate) struct Order {
    /// For each piece, how many come before it one before the other, at the most; those that interlock
    /// count as one.
    levels: [u8; MOST_PIECES],
    /// For each piece, those that it interlocks with, itself included.
    locked: [u32; MOST_PIECES],
}

impl Order {
    /// The order of these pieces along an axis.
    pub(crate) fn new(axis: &Axis, pieces: &[Cells]) -> Self {
        let mut before = [0; MOST_PIECES];
        let mut left = 0;
        for (before, &piece) in before.iter_mut().zip(pieces) {
            *before = axis.before(piece);
            left |= piece;
        }
        let mut order = Order { levels: [0; MOST_PIECES], locked: [0; MOST_PIECES] };
        let mut waiting = ((1_u64 << pieces.len()) - 1) as u32;
        let mut level = 0;
        while waiting != 0 {
            let mut first = 0;
            for piece in each(waiting.into()).map(|piece| piece as usize) {
                if before[piece] & left == 0 {
                    first |= 1 << piece;
                    order.locked[piece] = 1 << piece;
                }
            }
            if first == 0 {
                first = order.lock(waiting, pieces, &before);
            }
            for piece in each(first.into()).map(|piece| piece as usize) {
                order.levels[piece] = level;
                left &= !pieces[piece];
            }
            waiting &= !first;
            level += 1;
        }
        order
    }

    /// Finds those of the pieces `waiting` that interlock and come before all others, where none does
    /// by itself.
    fn lock(&mut self, waiting: u32, pieces: &[Cells], before: &[Cells; MOST_PIECES]) -> u32 {
        let mut direct: Relation = [0; MOST_PIECES];
        for piece in each(waiting.into()) {
            let ahead = |&other: &u32| pieces[other as usize] & before[piece as usize] != 0;
            let ahead = each(waiting.into()).filter(ahead);
            direct[piece as usize] = ahead.fold(0, |set, other| set | 1 << other);
        }
        // Whatever comes before a piece, by way of others too, itself included.
        let all = |piece: u32| spread(1 << piece, &direct);
        let mut first = 0;
        for piece in each(waiting.into()) {
            let set = all(piece);
            if each(set.into()).all(|other| all(other) == set) {
                first |= 1 << piece;
                self.locked[piece as usize] = set;
            }
        }
        first
    }

    /// The pieces that interlock with a piece, itself included.
    pub(crate) fn locked(&self, piece: usize) -> u32 {
        self.locked[piece]
    }

    /// Where moves of a piece along the axis, or of some that interlock with it, come among those of all
    /// pieces: where the piece comes. Of moves of one piece that follow each other, those come first
    /// that end less far on, so that an action takes only one: the rank is that of moves from here on,
    /// and less by as much as the pieces move back, all together, for moves to here from further back.
    pub(crate) fn rank(&self, grid: &Grid, axis: &Axis, pieces: &[Cells], piece: usize) -> u32 {
        let (mut along, mut across) = (0, u32::MAX);
        for other in each(self.locked[piece].into()) {
            let place = axis.place(grid, pieces[other as usize].trailing_zeros());
            along += place.0;
            across = across.min(place.1);
        }
        // Pieces of one level have no row, or no column, in common.
        (u32::from(self.levels[piece]) << 5 | across) << 10 | along
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a board, in the order of their letters.
    fn pieces(rows: &[&str]) -> (Grid, Vec<Cells>) {
        let grid = Grid::new(rows[0].len() as u32, rows.len() as u32).unwrap();
        let text = rows.concat();
        let cells = |letter| {
            let cells = text.chars().enumerate().filter(|cell| cell.1 == letter);
            cells.fold(0, |set, (cell, _)| set | 1 << cell)
        };
        (grid, ('A'..='Z').map(cells).take_while(|&cells| cells != 0).collect())
    }

    #[test]
    fn the_order_stays_as_pieces_move_along() {
        let order = |rows: [&str; 3]| {
            let (grid, pieces) = pieces(&rows);
            let order = Order::new(&Axis::of(&grid)[0], &pieces);
            (0..pieces.len()).map(|piece| order.levels[piece]).collect::<Vec<_>>()
        };
        assert_eq!(order(["AABBB", ".CC..", "...CC"]), [0, 1, 0]);
        assert_eq!(order(["AABB.", ".A.B.", "DDCCC"]), [0, 1, 1, 0]);
        assert_eq!(order([".AABB", "..A.B", "DDCCC"]), [0, 1, 1, 0]);
    }

    #[test]
    fn pieces_interlock_where_each_is_before_the_other() {
        let rows = ["DAAA", ".ABA", "..CB", "BBBB"];
        let (grid, pieces) = pieces(&rows);
        let [along, across] = &Axis::of(&grid);
        assert_eq!([0, 1, 2, 3].map(|it| along.is_convex(pieces[it])), [false, true, true, true]);
        assert_eq!([0, 1, 2, 3].map(|it| across.is_convex(pieces[it])), [true, false, true, true]);
        // B reaches into A.
        let order = Order::new(along, &pieces);
        assert_eq!([0, 1, 2, 3].map(|piece| order.locked(piece)), [0b11, 0b11, 0b100, 0b1000]);
        assert_eq!(order.levels[..4], [1, 1, 0, 0]);
        // And around C.
        let order = Order::new(across, &pieces);
        assert_eq!([0, 1, 2, 3].map(|piece| order.locked(piece)), [0b1, 0b110, 0b110, 0b1000]);
        assert_eq!(order.levels[..4], [0, 1, 1, 0]);
    }
}
