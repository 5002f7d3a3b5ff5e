//! The symmetries of an outline, and what they make of shapes and classes.
//!
//! A puzzle on a board and its image on the image of that board are one puzzle seen from two sides. A
//! rectangle has four symmetries, a square eight, and an outline with walls those that it has.

use antipode_blocks::{Cells, Grid, each};

use crate::class::Class;
use crate::family::{Family, Shapes};
use crate::shape::Shape;

/// A symmetry maps eight cells at a time.
const CELLS_AT_ONCE: u32 = 8;

/// One way to map an outline to itself.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Symmetry {
    /// For each eight cells in a row of the numbering, the image of every set of them.
    images: Vec<[u32; 1 << CELLS_AT_ONCE]>,
}

impl Symmetry {
    fn new(grid: &Grid, place: impl Fn(u32, u32) -> (u32, u32)) -> Self {
        let image = |cell| {
            let (x, y) = grid.place(cell);
            let (x, y) = place(x, y);
            grid.cell(x, y).map_or(0, |cell| 1 << cell)
        };
        let frame = grid.frame();
        let images = (0..frame.div_ceil(CELLS_AT_ONCE)).map(|part| {
            let cells = part * CELLS_AT_ONCE..frame.min((part + 1) * CELLS_AT_ONCE);
            let of_cells: Vec<u32> = cells.map(image).collect();
            std::array::from_fn(|set| {
                let inside =
                    each(set as Cells).take_while(|&cell| (cell as usize) < of_cells.len());
                inside.fold(0, |image, cell| image | of_cells[cell as usize])
            })
        });
        Symmetry { images: images.collect() }
    }

    #[inline]
    fn image(&self, cells: Cells) -> Cells {
        let parts = (0..).zip(&self.images);
        Cells::from(parts.fold(0, |image, (part, images)| {
            image | images[(cells >> (part * CELLS_AT_ONCE)) as usize & 0xff]
        }))
    }
}

/// All symmetries of an outline that map a list of shapes to itself: a group. They are numbered, the
/// identity first.
#[derive(Debug, Clone)]
pub struct Symmetries {
    grid: Grid,
    all: Vec<Symmetry>,
    /// The number of the symmetry that is one after another.
    products: Vec<Vec<usize>>,
    transposition: Option<usize>,
}

/// A set of symmetries: the bits of their numbers.
pub(crate) type SymmetrySet = u8;

impl Symmetries {
    /// The symmetries of the outline of a family that map the shapes of its pieces to each other.
    pub fn of(family: &Family) -> Self {
        let grid = family.grid;
        let (right, bottom) = (grid.width() - 1, grid.height() - 1);
        let mut all: Vec<Symmetry> = Vec::new();
        let mut transposition = None;
        for number in 0..8 {
            let [flips_x, flips_y, transposes] = [1, 2, 4].map(|bit| number & bit != 0);
            if transposes && grid.width() != grid.height() {
                continue;
            }
            let symmetry = Symmetry::new(&grid, |x, y| {
                let x = if flips_x { right - x } else { x };
                let y = if flips_y { bottom - y } else { y };
                if transposes { (y, x) } else { (x, y) }
            });
            // In a single row or column some of the eight are the same.
            let fits = symmetry.image(grid.cells()) == grid.cells() && !all.contains(&symmetry);
            if fits && maps_shapes(&grid, &family.shapes, &symmetry) {
                if number == 4 {
                    transposition = Some(all.len());
                }
                all.push(symmetry);
            }
        }
        let number = |one: &Symmetry, other: &Symmetry| {
            let cells = || (0..grid.frame()).map(|cell| 1 << cell);
            let is_product =
                |it: &&Symmetry| cells().all(|cell| it.image(cell) == one.image(other.image(cell)));
            all.iter().position(|it| is_product(&it)).unwrap_or(0)
        };
        let row = |one| all.iter().map(|other| number(one, other)).collect();
        let products = all.iter().map(row).collect();
        Symmetries { grid, all, products, transposition }
    }

    /// The grid whose symmetries they are.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many there are, the identity included.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The one that mirrors a square at its falling diagonal, if it is among them.
    pub fn transposition(&self) -> Option<usize> {
        self.transposition
    }

    /// The symmetry that is `one` after `other`.
    pub fn product(&self, one: usize, other: usize) -> usize {
        self.products[one][other]
    }

    /// The symmetry that undoes another.
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.products[symmetry].iter().position(|&product| product == 0).unwrap_or(0)
    }

    /// The image of a set of cells, walls counted as cells.
    #[inline]
    pub fn cells(&self, symmetry: usize, cells: Cells) -> Cells {
        self.all[symmetry].image(cells)
    }

    /// The image of a shape.
    #[inline]
    pub fn shape(&self, symmetry: usize, shape: Shape) -> Shape {
        shape.mapped(&self.grid, |cells| self.all[symmetry].image(cells))
    }

    /// The image of a class, which is none with a goal piece, but for the first of all shapes.
    pub fn class(&self, symmetry: usize, class: &Class) -> Class {
        let mut shapes: Vec<_> = class.shapes().map(|shape| self.shape(symmetry, shape)).collect();
        shapes.sort_unstable();
        Class { goal: shapes[0], others: shapes.split_off(1) }
    }

    /// The symmetries that map a class without a goal piece to itself.
    pub(crate) fn stabiliser(&self, class: &Class) -> SymmetrySet {
        let shapes: Vec<Shape> = class.shapes().collect();
        let fixed = |&symmetry: &usize| {
            let mut kinds = shapes.chunk_by(|one, next| one == next);
            kinds.all(|alike| class.count(self.shape(symmetry, alike[0])) == alike.len())
        };
        (0..self.count()).filter(fixed).fold(0, |set, symmetry| set | 1 << symmetry)
    }
}

/// Whether a list of shapes is mapped to itself.
fn maps_shapes(grid: &Grid, shapes: &Shapes, symmetry: &Symmetry) -> bool {
    let (Shapes::Only(shapes) | Shapes::Exactly(shapes)) = shapes else { return true };
    let image = |shape: &Shape| shape.mapped(grid, |cells| symmetry.image(cells));
    let mut images: Vec<_> = shapes.iter().map(image).collect();
    images.sort_unstable();
    images == *shapes
}
