//! Any goal as if it were the usual one: boards named after where tiles belong.
//!
//! A goal is a name for every cell. Write down for each cell not the tile in it but the cell
//! where that tile belongs, and the goal itself becomes the board on which every cell holds its
//! own number; only where its blank is still tells goals apart. On top of that a symmetry of the
//! board can bring that blank to a chosen place. Searches see such boards alone.

use std::array;

use crate::position::Position;
use crate::size::Size;

/// A position relative to a goal: for each cell, at four bits a cell and cell 0 lowest, the cell
/// where its tile belongs. The blank's is the goal's blank cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board(pub u64);

impl Board {
    /// The goal.
    pub fn solved(size: Size) -> Self {
        Board::new((0..size.cells()).rev())
    }

    /// The board with these homes, those of the last cell first.
    pub(crate) fn new(homes: impl Iterator<Item = usize>) -> Self {
        Board(homes.fold(0, |packed, home| packed << 4 | home as u64))
    }

    /// The cell where the tile in `cell` belongs.
    #[inline]
    pub fn home(self, cell: usize) -> usize {
        (self.0 >> (4 * cell) & 15) as usize
    }

    /// The cell that holds what belongs to `home`.
    #[inline]
    pub fn find(self, home: usize) -> usize {
        const ONES: u64 = 0x1111_1111_1111_1111;
        // Borrows can mark cells above the lowest that matches, never below it.
        let differing = self.0 ^ (ONES * home as u64);
        let matching = differing.wrapping_sub(ONES) & !differing & (ONES << 3);
        (matching.trailing_zeros() / 4) as usize
    }

    /// The board after the contents of two cells, one of which belongs to `home`, changed places.
    #[inline]
    pub(crate) fn slide(self, home: usize, blank: usize, cell: usize) -> Self {
        let change = (self.home(cell) ^ home) as u64;
        Board(self.0 ^ (change << (4 * blank)) ^ (change << (4 * cell)))
    }
}

/// A goal and a way to look at the board.
#[derive(Debug, Clone)]
pub struct Frame {
    goal: Position,
    /// For each cell of the real board the cell that it is seen as.
    seen: [usize; Size::MOST_CELLS],
}

impl Frame {
    /// The board as it is.
    pub fn new(goal: Position) -> Self {
        Frame { goal, seen: array::from_fn(|cell| cell) }
    }

    /// The board turned and mirrored so that the goal's blank has the greatest cell number that
    /// it can have. On a square board it is then seen on the diagonal or below it.
    pub fn turned(goal: Position) -> Self {
        let size = goal.size();
        let blank = goal.blank();
        let square = size.width() == size.height();
        let views = [false, true].into_iter().filter(|&transposed| square || !transposed);
        let views = views.flat_map(|transposed| {
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(flip_x, flip_y)| {
                array::from_fn(|cell| {
                    if cell >= size.cells() {
                        return cell;
                    }
                    let (x, y) = size.place(cell);
                    let x = if flip_x == 1 { size.width() - 1 - x } else { x };
                    let y = if flip_y == 1 { size.height() - 1 - y } else { y };
                    if transposed { x * size.width() + y } else { y * size.width() + x }
                })
            })
        });
        let seen = views
            .max_by_key(|seen: &[usize; Size::MOST_CELLS]| seen[blank])
            .expect("there are four views or more");
        Frame { goal, seen }
    }

    /// The goal.
    pub fn goal(&self) -> Position {
        self.goal
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// The goal's blank cell, as it is seen.
    pub fn blank(&self) -> usize {
        self.seen[self.goal.blank()]
    }

    /// How a position looks.
    pub fn board(&self, position: &Position) -> Board {
        let mut homes = [0; Size::MOST_CELLS];
        for (home, tile) in self.goal.tiles().enumerate() {
            homes[tile] = self.seen[home];
        }
        let mut board = [0; Size::MOST_CELLS];
        for (cell, tile) in position.tiles().enumerate() {
            board[self.seen[cell]] = homes[tile];
        }
        Board::new(board[..self.size().cells()].iter().rev().copied())
    }

    /// The position that looks like this.
    pub fn position(&self, board: Board) -> Position {
        let tiles: Vec<_> = (0..self.size().cells())
            .map(|cell| self.goal.tile(self.cell(board.home(self.seen[cell]))))
            .collect();
        Position::new(self.size(), &tiles).expect("a board has each tile once")
    }

    /// The real cell that is seen as `seen`.
    pub fn cell(&self, seen: usize) -> usize {
        self.seen.iter().position(|&cell| cell == seen).expect("all cells are seen")
    }

    /// Whether the goal can be reached from `start`, told without a search.
    ///
    /// A slide exchanges the blank and a tile beside it: the permutation that takes the position
    /// to the goal and the blank's distance to its home both change parity. On boards with two
    /// rows and two columns or more everything of the right parity can be reached.
    pub fn is_reachable(&self, start: &Position) -> bool {
        let board = self.board(start);
        let cells = self.size().cells();
        let inversions = (0..cells)
            .flat_map(|cell| (0..cell).map(move |before| (before, cell)))
            .filter(|&(before, cell)| board.home(before) > board.home(cell))
            .count();
        let away = self.size().distance(board.find(self.blank()), self.blank());
        (inversions + away).is_multiple_of(2)
    }
}
