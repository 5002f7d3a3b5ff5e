//! The size of a board.

use std::fmt;
use std::str::FromStr;

/// A board of numbered tiles: at least 2 cells each way, at most 16 in all.
///
/// Cells are numbered in row order from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A size that no board has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no size: write WxH, each at least 2, with at most 16 cells in all")]
pub struct SizeError(pub String);

impl Size {
    /// The most cells of a board.
    pub const MOST_CELLS: usize = 16;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If there are too few of them or too many.
    pub fn new(width: usize, height: usize) -> Result<Self, SizeError> {
        let fits = width.checked_mul(height).is_some_and(|cells| cells <= Self::MOST_CELLS);
        if width < 2 || height < 2 || !fits {
            return Err(SizeError(format!("{width}x{height}")));
        }
        Ok(Size { width: width as u8, height: height as u8 })
    }

    /// The number of columns.
    pub fn width(self) -> usize {
        self.width.into()
    }

    /// The number of rows.
    pub fn height(self) -> usize {
        self.height.into()
    }

    /// The number of cells, one more than there are tiles.
    pub fn cells(self) -> usize {
        self.width() * self.height()
    }

    /// The positions that can be reached from any one: half of all there are.
    ///
    /// On a board with two rows and two columns or more, slides give exactly the arrangements
    /// of one parity (Johnson and Story, 1879).
    pub fn states(self) -> u64 {
        (1..=self.cells() as u64).product::<u64>() / 2
    }

    /// The column and the row of `cell`.
    pub fn place(self, cell: usize) -> (usize, usize) {
        (cell % self.width(), cell / self.width())
    }

    /// The number of unit steps between two cells.
    pub fn distance(self, from: usize, to: usize) -> usize {
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        x.abs_diff(to_x) + y.abs_diff(to_y)
    }

    /// The neighbour of `cell` in a direction, if it is on the board.
    #[inline]
    pub fn step(self, cell: usize, direction: Direction) -> Option<usize> {
        let (x, y) = self.place(cell);
        match direction {
            Direction::Up => (y > 0).then(|| cell - self.width()),
            Direction::Left => (x > 0).then(|| cell - 1),
            Direction::Right => (x + 1 < self.width()).then(|| cell + 1),
            Direction::Down => (y + 1 < self.height()).then(|| cell + self.width()),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let numbers = text
            .split_once('x')
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        numbers
            .and_then(|(width, height)| Self::new(width, height).ok())
            .ok_or_else(|| SizeError(text.to_owned()))
    }
}

/// Where the blank goes; a tile goes the other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// All four, in the order of the cells they lead to.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The way back.
    pub fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }
}

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// One tile slides to the blank beside it.
    Single,
    /// All tiles from one cell of a row or column to the blank in it slide at once.
    Multi,
}

impl Metric {
    /// Both, by their names in commands and links.
    pub const NAMES: [(&'static str, Self); 2] = [("single", Self::Single), ("multi", Self::Multi)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-tile", self.name())
    }
}
