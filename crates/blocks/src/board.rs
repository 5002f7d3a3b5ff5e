//! Boards as people read them: rows of letters.
//!
//! Rows are separated by `/`, a hole is `.`, a wall `#`, the goal piece `A`, and the other pieces are
//! `B`..`Z`, `a`..`z` in the row order of their first cells. Text order then is a total order
//! of boards, which settles every tie.

use crate::grid::{Cells, Grid, GridError, each};
use crate::rows::{self, Ragged, Rows};

/// A board with named pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The grid.
    pub grid: Grid,
    /// The letter and the cells of every piece; the goal piece, if any, is `A`.
    pub pieces: Vec<(char, Cells)>,
}

/// A text that is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The grid is empty or too large.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// Rows of different lengths.
    #[error(transparent)]
    Ragged(#[from] Ragged),
    /// A character that names no piece.
    #[error(
        "row {row}, column {column}: {symbol:?} is neither a letter, a hole (.) nor a wall (#)"
    )]
    Symbol {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// A letter used for several pieces.
    #[error("the cells of piece {0} are not connected")]
    Disconnected(char),
    /// No goal piece.
    #[error("there is no goal piece A")]
    NoGoal,
    /// No hole, so nothing can move.
    #[error("there is no hole (.)")]
    NoHole,
}

/// The letters of the pieces other than the goal piece, in order.
const LETTERS: &[u8; 51] = b"BCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Board {
    /// Reads rows separated by `/`.
    ///
    /// # Errors
    /// If the text is no board of a grid.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let rows = rows::split(text.trim());
        let rows = Rows::new(&rows)?;
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let (width, height) = rows.size();
        let grid = Grid::new(side(width), side(height))?;
        let mut pieces: Vec<(char, Cells)> = Vec::new();
        let mut walls = 0;
        for (cell, (x, y, symbol)) in rows.each().enumerate() {
            match pieces.iter_mut().find(|piece| piece.0 == symbol) {
                _ if symbol == '.' => {}
                _ if symbol == '#' => walls |= 1 << cell,
                Some((_, cells)) => *cells |= 1 << cell,
                None if symbol.is_ascii_alphabetic() => pieces.push((symbol, 1 << cell)),
                None => {
                    return Err(BoardError::Symbol { row: y + 1, column: x + 1, symbol });
                }
            }
        }
        let grid = grid.with_walls(walls)?;
        match pieces.iter().find(|piece| !grid.is_connected(piece.1)) {
            Some(piece) => Err(BoardError::Disconnected(piece.0)),
            None => Ok(Board { grid, pieces }),
        }
    }

    /// Reads a puzzle's start: a board with a goal piece and a hole.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if there is no goal piece or no hole.
    pub fn parse_start(text: &str) -> Result<Self, BoardError> {
        let board = Self::parse(text)?;
        if board.goal().is_none() {
            return Err(BoardError::NoGoal);
        }
        if board.holes() == 0 {
            return Err(BoardError::NoHole);
        }
        Ok(board)
    }

    /// A board with letters in standard order, from the cells of the goal piece and of the
    /// others.
    pub fn standard(grid: Grid, (goal, mut others): (Cells, Vec<Cells>)) -> Self {
        others.sort_unstable_by_key(|cells| cells.trailing_zeros());
        let letters = LETTERS.iter().map(|&letter| char::from(letter));
        let pieces = std::iter::once(('A', goal)).chain(letters.zip(others)).collect();
        Board { grid, pieces }
    }

    /// The same board with the first piece in row order as the goal piece, with letters in
    /// standard order.
    pub fn untold(&self) -> Self {
        let mut pieces: Vec<Cells> = self.pieces.iter().map(|piece| piece.1).collect();
        pieces.sort_unstable_by_key(|cells| cells.trailing_zeros());
        let others = pieces.split_off(1);
        Self::standard(self.grid, (pieces[0], others))
    }

    /// The image under transposition, with letters in standard order.
    pub fn transpose(&self) -> Self {
        let image = |cells| self.grid.transpose(cells);
        let others = self.pieces.iter().filter(|piece| piece.0 != 'A');
        let others = others.map(|piece| image(piece.1)).collect();
        Self::standard(self.grid.transposed(), (image(self.goal().unwrap_or(0)), others))
    }

    /// The cells of the goal piece.
    pub fn goal(&self) -> Option<Cells> {
        self.pieces.iter().find(|piece| piece.0 == 'A').map(|piece| piece.1)
    }

    /// The number of holes.
    pub fn holes(&self) -> u32 {
        let covered: u32 = self.pieces.iter().map(|piece| piece.1.count_ones()).sum();
        self.grid.size() - covered
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut cells = vec!['#'; self.grid.frame() as usize];
        for cell in each(self.grid.cells()) {
            cells[cell as usize] = '.';
        }
        for &(letter, piece) in &self.pieces {
            for cell in each(piece) {
                cells[cell as usize] = letter;
            }
        }
        for (y, row) in cells.chunks(self.grid.width() as usize).enumerate() {
            if y > 0 {
                f.write_str("/")?;
            }
            for cell in row {
                write!(f, "{cell}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        let text = "AAB/A.B/CDD";
        let board = Board::parse_start(text).unwrap();
        assert_eq!(board.to_string(), text);
        assert_eq!(board.pieces.len(), 4);
        assert_eq!(board.transpose().to_string(), "AAB/A.C/DDC");
        let walled = Board::parse_start("AAB/#.B").unwrap();
        assert_eq!((walled.holes(), walled.to_string().as_str()), (1, "AAB/#.B"));
        assert_eq!(walled.transpose().to_string(), "A#/A./BB");
    }

    #[test]
    fn bad_boards_are_told_apart() {
        let error = |text| Board::parse_start(text).unwrap_err();
        assert!(matches!(error(""), BoardError::Grid(_)));
        assert!(matches!(error("AA/A"), BoardError::Ragged(Ragged { row: 2, .. })));
        assert!(matches!(error("A?/.."), BoardError::Symbol { row: 1, column: 2, symbol: '?' }));
        assert_eq!(error("A.A/..."), BoardError::Disconnected('A'));
        assert_eq!(error("BB/.."), BoardError::NoGoal);
        assert_eq!(error("AA/BB"), BoardError::NoHole);
        assert_eq!(error("AA/##"), BoardError::NoHole);
        assert_eq!(error("A#/##"), BoardError::Grid(GridError::Walled));
        assert!(Board::parse_start(&"A/".repeat(100_000)).is_err());
    }
}
