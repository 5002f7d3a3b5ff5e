//! Grids, perhaps with walls, and sets of their cells.
//!
//! A set of cells is a `u64`: cell `(x, y)` of a grid of width `w` is bit `y * w + x`, so the
//! upper-left corner is bit 0 and row order is bit order. Walls have bits of their own, but are in
//! no set: to all that moves they are the outside. So a grid of any outline costs a search no more
//! than a rectangle does.

use std::fmt;
use std::str::FromStr;

use crate::direction::Direction;
use crate::rows::{Ragged, Rows};

/// A set of cells of a grid.
pub type Cells = u64;

/// A grid of at most [`Grid::MOST_CELLS`] cells: a rectangle, or what walls leave of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Grid {
    width: u32,
    height: u32,
    /// Those that are no walls.
    cells: Cells,
    first_column: Cells,
    /// The cells with none on their left, and those with none on their right.
    left_edge: Cells,
    right_edge: Cells,
    symmetric: bool,
}

/// A grid that cannot be used.
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
    /// Rows of different lengths.
    #[error(transparent)]
    Ragged(#[from] Ragged),
    /// A character that is neither a cell nor a wall.
    #[error("row {row}, column {column}: {symbol:?} is neither a free cell (.) nor a wall (#)")]
    Symbol {
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// The character.
        symbol: char,
    },
    /// Too many walls.
    #[error("the walls leave no room for a piece and a hole")]
    Walled,
    /// A row or column at the edge without any cell.
    #[error("{line} {number} is nothing but walls; leave it out")]
    Blank {
        /// `row` or `column`.
        line: &'static str,
        /// Which, counted from 1.
        number: u32,
    },
}

impl Grid {
    /// The most cells a grid may have, walls counted.
    pub const MOST_CELLS: u32 = 32;

    /// A grid of `width` columns and `height` rows.
    ///
    /// # Errors
    /// If there are fewer than two cells, or more than [`MOST_CELLS`](Self::MOST_CELLS).
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        let size = width.saturating_mul(height);
        if size < 2 {
            return Err(GridError::TooSmall(width, height));
        }
        if size > Self::MOST_CELLS {
            return Err(GridError::TooLarge(width, height));
        }
        Ok(Self::of_cells(width, height, (1 << size) - 1))
    }

    /// The grid with these of its cells made walls.
    ///
    /// # Errors
    /// If fewer than two cells are left.
    pub fn with_walls(&self, walls: Cells) -> Result<Self, GridError> {
        let cells = self.cells & !walls;
        if cells.count_ones() < 2 {
            return Err(GridError::Walled);
        }
        Ok(Self::of_cells(self.width, self.height, cells))
    }

    /// Reads rows of `.`, a cell, and `#`, a wall.
    ///
    /// # Errors
    /// If they are no grid, or one that is wider or higher than its cells.
    pub fn from_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Self, GridError> {
        let rows: Vec<Vec<char>> = rows.into_iter().map(|row| row.chars().collect()).collect();
        let rows = Rows::new(&rows)?;
        if let Some((x, y, symbol)) = rows.each().find(|it| !".#".contains(it.2)) {
            return Err(GridError::Symbol { row: y + 1, column: x + 1, symbol });
        }
        let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let (width, height) = rows.size();
        let frame = Grid::new(side(width), side(height))?;
        let symbols = (0..).zip(rows.each());
        let walls = symbols.filter(|it| it.1.2 == '#').fold(0, |set, it| set | 1 << it.0);
        let grid = frame.with_walls(walls)?;
        let blank = |line: Cells| line & grid.cells == 0;
        for (line, first, last) in [
            ("row", (1, frame.edge(Direction::Up)), (grid.height, frame.edge(Direction::Down))),
            ("column", (1, frame.left_edge), (grid.width, frame.right_edge)),
        ] {
            if let Some((number, _)) = [first, last].into_iter().find(|edge| blank(edge.1)) {
                return Err(GridError::Blank { line, number });
            }
        }
        Ok(grid)
    }

    fn of_cells(width: u32, height: u32, cells: Cells) -> Self {
        let first_column = (0..height).fold(0, |set, y| set | 1 << (y * width));
        let last_column = first_column << (width - 1);
        let grid = Grid {
            width,
            height,
            cells,
            first_column,
            left_edge: cells & !((cells & !last_column) << 1),
            right_edge: cells & !((cells & !first_column) >> 1),
            symmetric: false,
        };
        Grid { symmetric: width == height && grid.transpose(cells) == cells, ..grid }
    }

    /// The number of columns, walls counted.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows, walls counted.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The number of cells.
    pub fn size(&self) -> u32 {
        self.cells.count_ones()
    }

    /// The number of cells and walls.
    pub fn frame(&self) -> u32 {
        self.width * self.height
    }

    /// All cells.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Whether some cells of the rectangle are walls.
    pub fn has_walls(&self) -> bool {
        self.size() < self.frame()
    }

    /// Whether transposition maps the grid to itself.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The image under transposition.
    pub fn transposed(&self) -> Self {
        Self::of_cells(self.height, self.width, self.transpose(self.cells))
    }

    /// The column and the row of a cell, counted from 0.
    pub fn place(&self, cell: u32) -> (u32, u32) {
        (cell % self.width, cell / self.width)
    }

    /// The cell, or wall, in a column and a row, counted from 0, if there are so many.
    pub fn cell(&self, x: u32, y: u32) -> Option<u32> {
        (x < self.width && y < self.height).then(|| y * self.width + x)
    }

    /// `set` moved one column left; cells that leave the grid drop out.
    #[inline]
    pub fn left(&self, set: Cells) -> Cells {
        (set & !self.left_edge) >> 1
    }

    /// `set` moved one column right; cells that leave the grid drop out.
    #[inline]
    pub fn right(&self, set: Cells) -> Cells {
        (set & !self.right_edge) << 1
    }

    /// `set` moved one row up; cells that leave the grid drop out.
    #[inline]
    pub fn up(&self, set: Cells) -> Cells {
        (set >> self.width) & self.cells
    }

    /// `set` moved one row down; cells that leave the grid drop out.
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
        // Both ways along the columns share one mask.
        self.left(set) | self.right(set) | (set >> self.width | set << self.width) & self.cells
    }

    /// The image of `set` under transposition, in the transposed grid.
    pub fn transpose(&self, set: Cells) -> Cells {
        each(set).fold(0, |image, cell| {
            let (x, y) = self.place(cell);
            image | 1 << (x * self.height + y)
        })
    }

    /// The rectangle of `width` x `height` cells in the upper-left corner, walls or not.
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

    /// `set`, with the upper-left corner of its bounding box moved to `cell`, if all of it lies
    /// within the grid there.
    pub fn starting_at(&self, set: Cells, cell: u32) -> Option<Cells> {
        let set = self.normalise(set);
        let ((x, y), (width, height)) = (self.place(cell), self.extent(set));
        let inside = x + width <= self.width && y + height <= self.height;
        (inside && (set << cell) & !self.cells == 0).then(|| set << cell)
    }

    /// `set`, with the lower-right corner of its bounding box moved to `cell`, if all of it lies
    /// within the grid there.
    pub fn ending_at(&self, set: Cells, cell: u32) -> Option<Cells> {
        let ((x, y), (width, height)) = (self.place(cell), self.extent(self.normalise(set)));
        let (left, top) = ((x + 1).checked_sub(width)?, (y + 1).checked_sub(height)?);
        self.starting_at(set, top * self.width + left)
    }

    /// Whether `cells` is one connected set.
    pub fn is_connected(&self, cells: Cells) -> bool {
        self.part(cells) == cells
    }

    /// The connected parts of some cells, by their first cells.
    #[inline]
    pub fn parts(&self, mut cells: Cells) -> impl Iterator<Item = Cells> + Clone {
        std::iter::from_fn(move || {
            let part = self.part(cells);
            cells &= !part;
            (part != 0).then_some(part)
        })
    }

    /// The connected part of some cells that the first of them is in; none of none.
    #[inline]
    fn part(&self, cells: Cells) -> Cells {
        let mut part = cells & cells.wrapping_neg();
        loop {
            let wider = part | self.beside(part) & cells;
            if wider == part {
                return part;
            }
            part = wider;
        }
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
    /// `WIDTHxHEIGHT` or, if it has walls, its rows joined by `/`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.has_walls() {
            return write!(f, "{}x{}", self.width, self.height);
        }
        for cell in 0..self.frame() {
            if cell > 0 && cell % self.width == 0 {
                f.write_str("/")?;
            }
            f.write_str(if self.cells >> cell & 1 == 1 { "." } else { "#" })?;
        }
        Ok(())
    }
}

impl FromStr for Grid {
    type Err = GridError;

    /// Reads what `Display` writes.
    fn from_str(text: &str) -> Result<Self, GridError> {
        if !text.is_empty() && text.chars().all(|symbol| ".#/".contains(symbol)) {
            return Grid::from_rows(text.split('/'));
        }
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
    fn walls_are_the_outside() {
        let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
        assert_eq!((grid.size(), grid.frame()), (8, 9));
        let all = grid.cells();
        assert_eq!(grid.left(all), 0b011_000_011);
        assert_eq!(grid.right(all), 0b110_000_110);
        assert_eq!(grid.up(all), 0b000_101_101);
        assert_eq!(grid.down(all), 0b101_101_000);
        assert_eq!(grid.edge(Direction::Down), 0b111_000_010);
        assert_eq!(grid.beside(0b000_000_010), 0b000_000_101);
        assert!(grid.is_symmetric());
        for text in [".../.#./...", "..#./....", "#./.#", "4x5"] {
            assert_eq!(text.parse::<Grid>().unwrap().to_string(), text);
        }
        assert_eq!("../../..".parse(), Grid::new(2, 3));
        let bent = Grid::from_rows(["..#", "...", "..."]).unwrap();
        assert!(!bent.is_symmetric());
        assert_eq!(bent.transposed().to_string(), ".../.../#..");
    }

    #[test]
    fn rows_are_checked() {
        let error = |text: &str| Grid::from_rows(text.split('/')).unwrap_err();
        assert_eq!(error("../."), GridError::Ragged(Ragged { row: 2, found: 1, expected: 2 }));
        assert_eq!(error("../.x"), GridError::Symbol { row: 2, column: 2, symbol: 'x' });
        assert_eq!(error("##/.#"), GridError::Walled);
        assert_eq!(error("##/.."), GridError::Blank { line: "row", number: 1 });
        assert_eq!(error("../.#/##"), GridError::Blank { line: "row", number: 3 });
        assert_eq!(error("..#/.##"), GridError::Blank { line: "column", number: 3 });
        assert_eq!(error(""), GridError::TooSmall(0, 1));
        assert_eq!(error(&["......"; 6].join("/")), GridError::TooLarge(6, 6));
        assert_eq!(Grid::from_rows([]), Err(GridError::TooSmall(0, 0)));
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
