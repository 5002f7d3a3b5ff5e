//! Shapes: fixed polyominoes, which may neither be turned nor reflected.

use std::cmp::{Ordering, Reverse};

use crate::grid::{Cells, Grid, each};

/// A connected set of cells of a grid, moved into the upper-left corner.
///
/// Shapes are ordered by size, largest first, then by their cells; this is the order in which
/// the packing generator adds pieces. Shapes of different grids must not be mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape(Cells);

/// A text that is not a shape of the grid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A character that is neither a cell nor a gap.
    #[error("shape {0:?}: {1:?} is neither a cell (X) nor a gap (.)")]
    Symbol(String, char),
    /// No cells.
    #[error("shape {0:?} has no cells")]
    Empty(String),
    /// In several parts.
    #[error("shape {0:?} is not connected")]
    Disconnected(String),
    /// Wider or higher than the grid, or filling it.
    #[error("shape {0:?} does not fit a {1} grid with a hole left")]
    TooLarge(String, Grid),
}

impl Shape {
    /// The single cell.
    pub const MONOMINO: Shape = Shape(1);

    /// The shape of a connected set of cells.
    pub fn of(grid: &Grid, cells: Cells) -> Self {
        debug_assert!(is_connected(grid, cells));
        Shape(grid.normalise(cells))
    }

    /// The shape of a set of cells that may be anything; none if it is not one in the
    /// upper-left corner.
    pub fn from_cells(grid: &Grid, cells: Cells) -> Option<Self> {
        let inside = cells != 0 && cells & !grid.cells() == 0 && grid.normalise(cells) == cells;
        (inside && is_connected(grid, cells)).then_some(Shape(cells))
    }

    /// The cells that the shape covers in the upper-left corner.
    pub fn cells(self) -> Cells {
        self.0
    }

    /// The number of cells.
    pub fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// The column of the first cell in row order, which anchors a piece.
    pub fn first_column(self) -> u32 {
        self.0.trailing_zeros()
    }

    /// The cells relative to the anchor: a piece anchored at cell `a` covers `pattern << a`.
    pub fn pattern(self) -> Cells {
        self.0 >> self.0.trailing_zeros()
    }

    /// The anchors at which the shape lies within the grid.
    pub fn fits(self, grid: &Grid) -> Cells {
        let (width, height) = grid.extent(self.0);
        grid.corner_rectangle(grid.width() - width + 1, grid.height() - height + 1)
            << self.first_column()
    }

    /// The cells covered with the bounding box in the lower-right corner.
    pub fn at_lower_right(self, grid: &Grid) -> Cells {
        let (width, height) = grid.extent(self.0);
        self.0 << ((grid.height() - height) * grid.width() + grid.width() - width)
    }

    /// Whether the shape is a rectangle.
    pub fn is_rectangle(self, grid: &Grid) -> bool {
        let (width, height) = grid.extent(self.0);
        self.size() == width * height
    }

    /// The image under transposition.
    pub fn transpose(self, grid: &Grid) -> Self {
        Shape(grid.transpose(self.0))
    }

    /// All shapes of `grid` of at most `largest` cells, in their order.
    pub fn all(grid: &Grid, largest: u32) -> Vec<Self> {
        let top_row = grid.corner_rectangle(grid.width(), 1);
        let left_column = grid.corner_rectangle(1, grid.height());
        let mut shapes = Vec::new();
        for anchor in each(top_row) {
            connected(grid, grid.cells(), anchor, largest, &mut |cells| {
                if cells & left_column != 0 {
                    shapes.push(Shape(cells));
                }
                true
            });
        }
        shapes.sort_unstable();
        shapes
    }

    /// Reads rows of `X` (or any letter) and `.` separated by `/`, such as `XX/X.`.
    pub fn parse(grid: &Grid, text: &str) -> Result<Self, ShapeError> {
        let mut cells = 0;
        for (y, row) in (0..).zip(text.split('/')) {
            for (x, symbol) in (0..).zip(row.chars()) {
                match symbol {
                    '.' => {}
                    _ if symbol.is_ascii_alphabetic() => {
                        if x >= grid.width() || y >= grid.height() {
                            return Err(ShapeError::TooLarge(text.to_owned(), *grid));
                        }
                        cells |= 1 << (y * grid.width() + x);
                    }
                    _ => return Err(ShapeError::Symbol(text.to_owned(), symbol)),
                }
            }
        }
        if cells == 0 {
            return Err(ShapeError::Empty(text.to_owned()));
        }
        if cells == grid.cells() {
            return Err(ShapeError::TooLarge(text.to_owned(), *grid));
        }
        if !is_connected(grid, cells) {
            return Err(ShapeError::Disconnected(text.to_owned()));
        }
        Ok(Shape(grid.normalise(cells)))
    }

    /// The rows of the shape, as [`parse`](Self::parse) reads them.
    pub fn text(self, grid: &Grid, letter: char) -> String {
        let (width, height) = grid.extent(self.0);
        let row = |y| {
            (0..width)
                .map(|x| if self.0 >> (y * grid.width() + x) & 1 == 1 { letter } else { '.' })
                .collect::<String>()
        };
        (0..height).map(row).collect::<Vec<_>>().join("/")
    }
}

impl Ord for Shape {
    fn cmp(&self, other: &Self) -> Ordering {
        (Reverse(self.size()), self.0).cmp(&(Reverse(other.size()), other.0))
    }
}

impl PartialOrd for Shape {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether `cells` is one connected set.
pub fn is_connected(grid: &Grid, cells: Cells) -> bool {
    let mut part = cells & cells.wrapping_neg();
    loop {
        let wider = part | grid.beside(part) & cells;
        if wider == part {
            return part == cells;
        }
        part = wider;
    }
}

/// Hands to `emit` every connected subset of `free` with at most `largest` cells whose first
/// cell in row order is `anchor`, each once (Redelmeier's method). Where `emit` returns false,
/// no larger set that holds this one is made.
pub fn connected(
    grid: &Grid,
    free: Cells,
    anchor: u32,
    largest: u32,
    emit: &mut impl FnMut(Cells) -> bool,
) {
    let first = 1 << anchor;
    let allowed = free & !(first - 1);
    if allowed & first != 0 && largest > 0 {
        grow(grid, allowed, 0, first, first, largest, emit);
    }
}

/// One level of [`connected`]: adds each cell of `untried` to `part` in turn. `seen` holds all
/// cells that were ever untried on this path, which is what makes every set appear once.
fn grow(
    grid: &Grid,
    allowed: Cells,
    part: Cells,
    mut untried: Cells,
    seen: Cells,
    room: u32,
    emit: &mut impl FnMut(Cells) -> bool,
) {
    while untried != 0 {
        let cell = untried & untried.wrapping_neg();
        untried ^= cell;
        let larger = part | cell;
        if emit(larger) && room > 1 {
            let fresh = grid.beside(cell) & allowed & !seen;
            grow(grid, allowed, larger, untried | fresh, seen | fresh, room - 1, emit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_smaller_than_the_grid() {
        let count = |w, h| {
            let grid = Grid::new(w, h).unwrap();
            Shape::all(&grid, grid.size() - 1).len()
        };
        assert_eq!(count(2, 2), 7);
        assert_eq!(count(4, 4), 9_471);
    }

    #[test]
    fn connected_subsets_of_square_grids() {
        // OEIS A059525.
        for (side, expected) in [(2, 13), (3, 218), (4, 11_506)] {
            let grid = Grid::new(side, side).unwrap();
            let mut count = 0;
            for anchor in each(grid.cells()) {
                connected(&grid, grid.cells(), anchor, grid.size(), &mut |_| {
                    count += 1;
                    true
                });
            }
            assert_eq!(count, expected);
        }
    }

    #[test]
    fn text_and_geometry() {
        let grid = Grid::new(4, 3).unwrap();
        let shape = Shape::parse(&grid, ".XX/XX.").unwrap();
        assert_eq!(shape.text(&grid, 'A'), ".AA/AA.");
        assert_eq!((shape.size(), shape.first_column()), (4, 1));
        assert_eq!(shape.fits(&grid), 0b0000_0110_0110);
        assert_eq!(shape.at_lower_right(&grid), 0b0110_1100_0000);
        assert!(!shape.is_rectangle(&grid));
        assert!(Shape::parse(&grid, "XX/XX").unwrap().is_rectangle(&grid));
    }

    #[test]
    fn bad_shapes_are_told_apart() {
        let grid = Grid::new(4, 3).unwrap();
        let error = |text| Shape::parse(&grid, text).unwrap_err();
        assert!(matches!(error("X#"), ShapeError::Symbol(_, '#')));
        assert!(matches!(error("./."), ShapeError::Empty(_)));
        assert!(matches!(error("X.X"), ShapeError::Disconnected(_)));
        assert!(matches!(error("XXXXX"), ShapeError::TooLarge(..)));
        assert!(matches!(error("XXXX/XXXX/XXXX"), ShapeError::TooLarge(..)));
    }
}
