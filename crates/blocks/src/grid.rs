//! Rectangular grids and sets of their cells.
//!
//! A set of cells is a `u64`: cell `(x, y)` of a grid of width `w` is bit `y * w + x`, so the
//! upper-left corner is bit 0 and row order is bit order.

use std::fmt;
use std::str::FromStr;

/// A set of cells of a grid.
pub type Cells = u64;

/// One of the four ways to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// One column less.
    Left,
    /// One column more.
    Right,
    /// One row less.
    Up,
    /// One row more.
    Down,
}

impl Direction {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The way back.
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// Its letter in the notation of moves.
    pub fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Up => 'u',
            Self::Down => 'd',
        }
    }
}

/// A rectangular grid of at most [`Grid::MOST_CELLS`] cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    width: u32,
    height: u32,
    cells: Cells,
    first_column: Cells,
    last_column: Cells,
}

/// A grid size that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// A side is zero, or there is only one cell.
    #[error("a grid of {0}x{1} has no room for a piece and a hole")]
    TooSmall(u32, u32),
    /// Too many cells.
    #[error("a grid of {0}x{1} has more than the {max} cells that are supported", max = Grid::MOST_CELLS)]
    TooLarge(u32, u32),
    /// Not of the form `WIDTHxHEIGHT`.
    #[error("{0:?} is not a grid size such as 4x5 (width first)")]
    Malformed(String),
}

impl Grid {
    /// The most cells a grid may have.
    pub const MOST_CELLS: u32 = 32;

    /// A grid of `width` columns and `height` rows.
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        let size = width.saturating_mul(height);
        if size < 2 {
            return Err(GridError::TooSmall(width, height));
        }
        if size > Self::MOST_CELLS {
            return Err(GridError::TooLarge(width, height));
        }
        let first_column = (0..height).fold(0, |set, y| set | 1 << (y * width));
        Ok(Grid {
            width,
            height,
            cells: (1 << size) - 1,
            first_column,
            last_column: first_column << (width - 1),
        })
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The number of cells.
    pub fn size(&self) -> u32 {
        self.width * self.height
    }

    /// All cells.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Whether transposition maps the grid to itself.
    pub fn is_square(&self) -> bool {
        self.width == self.height
    }

    /// `set` moved one column left; cells of the first column drop out.
    #[inline]
    pub fn left(&self, set: Cells) -> Cells {
        (set & !self.first_column) >> 1
    }

    /// `set` moved one column right; cells of the last column drop out.
    #[inline]
    pub fn right(&self, set: Cells) -> Cells {
        (set & !self.last_column) << 1
    }

    /// `set` moved one row up; cells of the first row drop out.
    #[inline]
    pub fn up(&self, set: Cells) -> Cells {
        set >> self.width
    }

    /// `set` moved one row down; cells of the last row drop out.
    #[inline]
    pub fn down(&self, set: Cells) -> Cells {
        (set << self.width) & self.cells
    }

    /// `set` moved one unit in a direction; cells that leave the grid drop out.
    #[inline]
    pub fn shifted(&self, set: Cells, way: Direction) -> Cells {
        match way {
            Direction::Left => self.left(set),
            Direction::Right => self.right(set),
            Direction::Up => self.up(set),
            Direction::Down => self.down(set),
        }
    }

    /// The cells that drop out when they are moved in a direction.
    #[inline]
    pub fn edge(&self, way: Direction) -> Cells {
        self.cells & !self.shifted(self.cells, way.opposite())
    }

    /// The cells beside some cell of `set`; they may belong to `set` themselves.
    #[inline]
    pub fn beside(&self, set: Cells) -> Cells {
        self.left(set) | self.right(set) | self.up(set) | self.down(set)
    }

    /// The image of `set` under transposition, in the transposed grid.
    pub fn transpose(&self, set: Cells) -> Cells {
        each(set).fold(0, |image, cell| {
            let (x, y) = (cell % self.width, cell / self.width);
            image | 1 << (x * self.height + y)
        })
    }

    /// The rectangle of `width` x `height` cells in the upper-left corner.
    pub fn corner_rectangle(&self, width: u32, height: u32) -> Cells {
        let row: Cells = (1 << width) - 1;
        (0..height).fold(0, |set, y| set | row << (y * self.width))
    }

    /// The columns and the rows that `set` reaches into, counted from the left and the top.
    pub fn extent(&self, set: Cells) -> (u32, u32) {
        let height = (64 - set.leading_zeros()).div_ceil(self.width);
        let columns = (0..height).fold(0, |row, y| row | set >> (y * self.width));
        let row: Cells = (1 << self.width) - 1;
        (64 - (columns & row).leading_zeros(), height)
    }

    /// `set` moved as far as it goes towards the upper-left corner. Empty sets stay empty.
    pub fn normalise(&self, mut set: Cells) -> Cells {
        if set == 0 {
            return 0;
        }
        set >>= set.trailing_zeros() / self.width * self.width;
        while set & self.first_column == 0 {
            set >>= 1;
        }
        set
    }
}

/// The cells of `set` in row order.
pub fn each(mut set: Cells) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            cell
        })
    })
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        let malformed = || GridError::Malformed(text.to_owned());
        let (width, height) = text.split_once('x').ok_or_else(malformed)?;
        let side = |text: &str| text.parse::<u32>().map_err(|_| malformed());
        Grid::new(side(width)?, side(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_a_set_drops_what_leaves_the_grid() {
        let grid = Grid::new(3, 2).unwrap();
        assert_eq!(grid.cells(), 0b111_111);
        assert_eq!(grid.left(0b001_010), 0b000_001);
        assert_eq!(grid.right(0b100_010), 0b000_100);
        assert_eq!(grid.up(0b101_010), 0b000_101);
        assert_eq!(grid.down(0b101_010), 0b010_000);
    }

    #[test]
    fn normalised_sets_touch_the_first_row_and_column() {
        let grid = Grid::new(4, 4).unwrap();
        assert_eq!(grid.normalise(0b1100_1000_0000_0000), 0b0011_0010);
        assert_eq!(grid.extent(0b0011_0010), (2, 2));
    }

    #[test]
    fn transposition_swaps_columns_and_rows() {
        let grid = Grid::new(3, 2).unwrap();
        let other = Grid::new(2, 3).unwrap();
        let set = 0b001_110;
        assert_eq!(other.transpose(grid.transpose(set)), set);
        assert_eq!(grid.transpose(0b000_100), 0b01_00_00);
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!("4x5".parse::<Grid>().unwrap().size(), 20);
        assert_eq!(Grid::new(0, 4), Err(GridError::TooSmall(0, 4)));
        assert_eq!(Grid::new(6, 6), Err(GridError::TooLarge(6, 6)));
        assert!(Grid::new(u32::MAX, u32::MAX).is_err());
        assert!("4 by 5".parse::<Grid>().is_err());
    }
}
