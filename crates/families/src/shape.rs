//! Shapes: fixed polyominoes, which may neither be turned nor reflected.

use std::cmp::{Ordering, Reverse};

use antipode_blocks::{Cells, Grid, each};

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
    /// With no place on the grid, or filling it.
    #[error("shape {0:?} does not fit a {1} grid with a hole left")]
    TooLarge(String, Grid),
}

impl Shape {
    /// The single cell.
    pub const MONOMINO: Shape = Shape(1);

    /// The shape of a connected set of cells.
    pub fn of(grid: &Grid, cells: Cells) -> Self {
        debug_assert!(grid.is_connected(cells));
        Shape(grid.normalise(cells))
    }

    /// The shape of a set of cells that may be anything; none if it is not one of the grid, in
    /// the upper-left corner.
    pub fn from_cells(grid: &Grid, cells: Cells) -> Option<Self> {
        let inside = cells != 0 && cells >> grid.frame() == 0 && grid.normalise(cells) == cells;
        let shape = Shape(cells);
        (inside && shape.has_place(grid) && shape.is_whole(grid)).then_some(shape)
    }

    /// The cells that the shape covers in the upper-left corner, walls or not.
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
        let box_fits = grid.corner_rectangle(grid.width() - width + 1, grid.height() - height + 1)
            << self.first_column();
        each(self.pattern()).fold(box_fits, |anchors, cell| anchors & grid.cells() >> cell)
    }

    /// Whether the shape lies within the grid anywhere.
    fn has_place(self, grid: &Grid) -> bool {
        self.fits(grid) != 0
    }

    /// Whether the shape, which has a place on the grid, is in one part.
    fn is_whole(self, grid: &Grid) -> bool {
        grid.is_connected(self.pattern() << self.fits(grid).trailing_zeros())
    }

    /// The cells covered with the upper-left corner of the bounding box at `cell`, if the shape
    /// lies within the grid there.
    pub fn starting_at(self, grid: &Grid, cell: u32) -> Option<Cells> {
        grid.starting_at(self.0, cell)
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

    /// The image under a map of cells that keeps who is beside whom.
    #[inline]
    pub(crate) fn mapped(self, grid: &Grid, image: impl Fn(Cells) -> Cells) -> Self {
        Shape(grid.normalise(image(self.0)))
    }

    /// All shapes of `grid` of at most `largest` cells, in their order.
    pub fn all(grid: &Grid, largest: u32) -> Vec<Self> {
        let mut shapes = Vec::new();
        for anchor in each(grid.cells()) {
            connected(grid, grid.cells(), anchor, largest, &mut |cells| {
                shapes.push(Shape::of(grid, cells));
                true
            });
        }
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }

    /// Reads rows of `X` (or any other letter, but no two) and `.` separated by `/`, such as `XX/X.`.
    ///
    /// # Errors
    /// If it is no shape that fits on the grid.
    pub fn parse(grid: &Grid, text: &str) -> Result<Self, ShapeError> {
        let letter = text.chars().find(char::is_ascii_alphabetic);
        let mut cells = 0;
        for (y, row) in (0..).zip(text.split('/')) {
            for (x, symbol) in (0..).zip(row.chars()) {
                match symbol {
                    '.' => {}
                    _ if Some(symbol) == letter => {
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
        let shape = Shape(grid.normalise(cells));
        if shape.size() >= grid.size() || !shape.has_place(grid) {
            return Err(ShapeError::TooLarge(text.to_owned(), *grid));
        }
        if !shape.is_whole(grid) {
            return Err(ShapeError::Disconnected(text.to_owned()));
        }
        Ok(shape)
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
        assert_eq!(shape.starting_at(&grid, 1), Some(0b0000_0110_1100));
        assert_eq!(shape.starting_at(&grid, 2), None);
        assert_eq!(grid.ending_at(shape.cells(), 11), Some(0b0110_1100_0000));
        assert_eq!(grid.ending_at(shape.cells(), 6), Some(0b0000_0011_0110));
        assert_eq!(grid.ending_at(shape.cells(), 9), None);
        assert!(!shape.is_rectangle(&grid));
        assert!(Shape::parse(&grid, "XX/XX").unwrap().is_rectangle(&grid));
    }

    #[test]
    fn shapes_between_walls() {
        let grid = Grid::from_rows(["#..", "..."]).unwrap();
        let texts = |largest| {
            let shapes = Shape::all(&grid, largest);
            shapes.iter().map(|shape| shape.text(&grid, 'X')).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts(1), "X");
        assert_eq!(texts(3), "XXX XX/X. XX/.X X./XX .X/XX XX X/X X");
        let shape = Shape::parse(&grid, "XX/X.").unwrap();
        assert_eq!(shape.fits(&grid), 0b000_010);
        assert_eq!(shape.starting_at(&grid, 0), None);
        assert_eq!(grid.ending_at(shape.cells(), 5), Some(0b010_110));
        assert_eq!(Shape::from_cells(&grid, shape.cells()), Some(shape));
        let error = |text| Shape::parse(&grid, text).unwrap_err();
        assert!(matches!(error("XXX/XX."), ShapeError::TooLarge(..)));
        assert!(matches!(error(".XX/XXX"), ShapeError::TooLarge(..)), "no hole is left");
        assert!(matches!(error(".X/X."), ShapeError::Disconnected(_)));
        assert_eq!(Shape::from_cells(&grid, 0b111_011), None);
    }

    #[test]
    fn bad_shapes_are_told_apart() {
        let grid = Grid::new(4, 3).unwrap();
        let error = |text| Shape::parse(&grid, text).unwrap_err();
        assert!(matches!(error("X#"), ShapeError::Symbol(_, '#')));
        assert!(matches!(error("XO/XX"), ShapeError::Symbol(_, 'O')));
        assert!(matches!(error("./."), ShapeError::Empty(_)));
        assert!(matches!(error("X.X"), ShapeError::Disconnected(_)));
        assert!(matches!(error("XXXXX"), ShapeError::TooLarge(..)));
        assert!(matches!(error("XXXX/XXXX/XXXX"), ShapeError::TooLarge(..)));
    }
}
