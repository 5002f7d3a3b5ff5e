//! Positions: which tile lies in which cell.

use std::fmt;

use crate::size::Size;

/// A position of a board: the tiles 1, 2, 3, .. and the blank 0, each once.
///
/// It is packed at four bits a cell, that of cell 0 lowest. As text it is its rows separated by
/// `/`, the tiles of a row by spaces: `8 2 0/4 6 1/3 7 5`. For how it is read see
/// [`parse`](crate::parse()).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    size: Size,
    tiles: u64,
}

/// A list of numbers that is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board has another number of cells.
    #[error("a {size} board has {} cells, and there are numbers for {found}", .size.cells())]
    Count {
        /// The board.
        size: Size,
        /// How many numbers there are.
        found: usize,
    },
    /// A number has no business on the board, or is there twice.
    #[error(
        "{number} in cell {} is {}; a {size} board has 0 (the blank) to {}, each once",
        .cell + 1, if *.twice { "there twice" } else { "no tile" }, .size.cells() - 1
    )]
    Number {
        /// The board.
        size: Size,
        /// The cell where it is, in row order from 0.
        cell: usize,
        /// The number.
        number: usize,
        /// Whether it is a tile that lies in a cell before this one as well.
        twice: bool,
    },
}

impl Position {
    /// The position with `tiles` in row order, 0 the blank.
    ///
    /// # Errors
    /// If they are not all numbers of such a board, each once.
    pub fn new(size: Size, tiles: &[usize]) -> Result<Self, PositionError> {
        if tiles.len() != size.cells() {
            return Err(PositionError::Count { size, found: tiles.len() });
        }
        for (cell, &number) in tiles.iter().enumerate() {
            let twice = tiles[..cell].contains(&number);
            if twice || number >= size.cells() {
                return Err(PositionError::Number { size, cell, number, twice });
            }
        }
        let tiles = tiles.iter().rev().fold(0, |packed, &tile| packed << 4 | tile as u64);
        Ok(Position { size, tiles })
    }

    /// The usual goal: the tiles in order, then the blank.
    pub fn solved(size: Size) -> Self {
        let tiles: Vec<_> = (1..size.cells()).chain([0]).collect();
        Self::new(size, &tiles).expect("each tile is there once")
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tile in `cell`, 0 the blank.
    pub fn tile(&self, cell: usize) -> usize {
        (self.tiles >> (4 * cell) & 15) as usize
    }

    /// The tiles in row order.
    pub fn tiles(&self) -> impl Iterator<Item = usize> {
        (0..self.size.cells()).map(|cell| self.tile(cell))
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        self.tiles().position(|tile| tile == 0).expect("every position has a blank")
    }

    /// The row in which a tile is, if it is one of these; its colour, in pictures of positions with this goal.
    pub fn row(&self, tile: usize) -> Option<usize> {
        self.tiles().position(|other| other == tile).map(|cell| self.size.place(cell).1)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().enumerate() {
            let separator = match self.size.place(cell) {
                (0, 0) => "",
                (0, _) => "/",
                _ => " ",
            };
            write!(f, "{separator}{tile}")?;
        }
        Ok(())
    }
}
