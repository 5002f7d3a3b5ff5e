//! Rows of characters, which boards, grids and drawings are written as.

/// Rows of equal length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    rows: &'a [Vec<char>],
    width: usize,
}

/// A row that is longer or shorter than the first.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("row {row} is {found} wide where row 1 is {expected}")]
pub struct Ragged {
    /// The row, counted from 1.
    pub row: usize,
    /// Its length.
    pub found: usize,
    /// The length of the first row.
    pub expected: usize,
}

impl<'a> Rows<'a> {
    /// Takes rows that must be of one length.
    pub(crate) fn new(rows: &'a [Vec<char>]) -> Result<Self, Ragged> {
        let width = rows.first().map_or(0, Vec::len);
        match (1..).zip(rows).find(|(_, row)| row.len() != width) {
            Some((row, found)) => Err(Ragged { row, found: found.len(), expected: width }),
            None => Ok(Rows { rows, width }),
        }
    }

    /// The columns and the rows.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.width, self.rows.len())
    }

    /// The character in a column and a row, counted from 0.
    pub(crate) fn at(&self, x: usize, y: usize) -> char {
        self.rows[y][x]
    }

    /// Every character with its column and row, in row order.
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, usize, char)> + 'a {
        let row = |(y, row): (usize, &'a Vec<char>)| {
            row.iter().enumerate().map(move |(x, &symbol)| (x, y, symbol))
        };
        self.rows.iter().enumerate().flat_map(row)
    }
}

/// The rows of a text, which `/` separates.
pub(crate) fn split(text: &str) -> Vec<Vec<char>> {
    text.split('/').map(|row| row.chars().collect()).collect()
}
