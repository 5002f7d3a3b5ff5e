//! The board of a puzzle: any outline, cells that are walls, walls between cells.
//!
//! Only open cells are numbered, in row order, so that a set of them is a `u64` however wide the
//! frame is. What a step leads to is a table, in which the edge, a wall cell and a wall between
//! two cells all look alike.

use crate::direction::Direction;
use crate::grid::{Cells, each};

/// A board without pieces: its frame, its open cells and the walls between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    width: usize,
    height: usize,
    /// The column and the row of every open cell.
    open: Vec<(u8, u8)>,
    /// Where a step leads from every open cell.
    beside: Vec<[Option<u8>; 4]>,
    /// The walls between cells: a cell, a step to the right or down, and the cell behind the wall.
    walls: Vec<(u32, Direction, u32)>,
}

/// A board that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    /// The frame is empty or too wide or too high.
    #[error("a board of {0}x{1} is not supported: each side has 1 to {max} cells", max = Field::MOST_SIDE)]
    Frame(usize, usize),
    /// Too many open cells.
    #[error("{0} cells are open, more than the {max} that are supported", max = Field::MOST_CELLS)]
    TooLarge(usize),
    /// Nothing but walls.
    #[error("no cell is open")]
    Closed,
}

impl Field {
    /// The most open cells that a board may have.
    pub const MOST_CELLS: usize = 64;

    /// The most columns and the most rows.
    pub const MOST_SIDE: usize = 64;

    /// A board of `width` columns and `height` rows, open where `open` says so of a column and a
    /// row.
    ///
    /// # Errors
    /// If there are too many columns, rows or open cells, or none.
    pub fn new(
        width: usize,
        height: usize,
        open: impl Fn(usize, usize) -> bool,
    ) -> Result<Self, FieldError> {
        let sides = 1..=Self::MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(FieldError::Frame(width, height));
        }
        let frame = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let open: Vec<_> =
            frame.filter(|&(x, y)| open(x, y)).map(|(x, y)| (x as u8, y as u8)).collect();
        match open.len() {
            0 => return Err(FieldError::Closed),
            cells if cells > Self::MOST_CELLS => return Err(FieldError::TooLarge(cells)),
            _ => {}
        }
        let find = |x: i32, y: i32| {
            let number = open.iter().position(|&(a, b)| (i32::from(a), i32::from(b)) == (x, y));
            number.map(|number| number as u8)
        };
        let beside = open.iter().map(|&(x, y)| {
            Direction::ALL.map(|step| {
                let (dx, dy) = step.offset();
                find(i32::from(x) + dx, i32::from(y) + dy)
            })
        });
        Ok(Field { width, height, beside: beside.collect(), open, walls: Vec::new() })
    }

    /// Puts a wall between a cell and the one that a step leads to. Where there is no such cell
    /// nothing changes.
    pub fn wall(&mut self, cell: u32, step: Direction) {
        if let Some(other) = self.beside[cell as usize][step as usize].take() {
            self.beside[usize::from(other)][step.opposite() as usize] = None;
            let other = u32::from(other);
            self.walls.push(match step {
                Direction::Right | Direction::Down => (cell, step, other),
                Direction::Left | Direction::Up => (other, step.opposite(), cell),
            });
            self.walls.sort_unstable();
        }
    }

    /// The number of columns of the frame.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows of the frame.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of open cells.
    pub fn size(&self) -> u32 {
        self.open.len() as u32
    }

    /// All open cells.
    pub fn cells(&self) -> Cells {
        Cells::MAX >> (64 - self.size())
    }

    /// The number of the cell in a column and a row, if it is open.
    pub fn cell(&self, x: usize, y: usize) -> Option<u32> {
        let number =
            self.open.iter().position(|&(a, b)| (usize::from(a), usize::from(b)) == (x, y));
        number.map(|number| number as u32)
    }

    /// The column and the row of a cell.
    pub fn place(&self, cell: u32) -> (usize, usize) {
        let (x, y) = self.open[cell as usize];
        (x.into(), y.into())
    }

    /// The cell that a step from `cell` leads to, unless there is a wall or the edge.
    pub fn beside(&self, cell: u32, step: Direction) -> Option<u32> {
        self.beside[cell as usize][step as usize].map(u32::from)
    }

    /// The walls between open cells, each once, as a cell and a step to the right or down.
    pub fn walls(&self) -> impl Iterator<Item = (u32, Direction)> + '_ {
        self.walls.iter().map(|&(cell, step, _)| (cell, step))
    }

    /// Whether a wall runs through `set`: two of its cells lie side by side with a wall between.
    pub fn cuts(&self, set: Cells) -> bool {
        self.walls.iter().any(|&(cell, _, other)| set >> cell & set >> other & 1 == 1)
    }

    /// `set` moved by a step, if no cell of it meets a wall or the edge.
    pub fn moved(&self, set: Cells, step: Direction) -> Option<Cells> {
        let cells = each(set).map(|cell| Some(1 << self.beside(cell, step)?));
        let moved = cells.sum::<Option<Cells>>()?;
        (!self.cuts(moved)).then_some(moved)
    }

    /// Whether `set` is one connected set of cells, and no wall runs through it.
    pub fn is_whole(&self, set: Cells) -> bool {
        let mut part = set & set.wrapping_neg();
        loop {
            let beside =
                each(part).flat_map(|cell| Direction::ALL.map(|step| self.beside(cell, step)));
            let wider = beside.flatten().fold(part, |part, cell| part | 1 << cell) & set;
            if wider == part {
                return part == set && !self.cuts(set);
            }
            part = wider;
        }
    }

    /// The shape of a set: its columns and rows, counted from its first cell in row order.
    pub fn shape(&self, set: Cells) -> Vec<(i32, i32)> {
        let place = |cell| {
            let (x, y) = self.place(cell);
            (x as i32, y as i32)
        };
        let (x0, y0) = place(set.trailing_zeros());
        each(set).map(|cell| (place(cell).0 - x0, place(cell).1 - y0)).collect()
    }

    /// The cells of a shape whose first cell is `anchor`, if they are all open and no wall runs
    /// through them.
    pub fn put(&self, shape: &[(i32, i32)], (x, y): (usize, usize)) -> Option<Cells> {
        let cell = |&(dx, dy): &(i32, i32)| {
            let x = usize::try_from(x as i32 + dx).ok()?;
            let y = usize::try_from(y as i32 + dy).ok()?;
            Some(1 << self.cell(x, y)?)
        };
        let set = shape.iter().map(cell).sum::<Option<Cells>>()?;
        (!self.cuts(set)).then_some(set)
    }

    /// `set` with its bounding box in the lower-right corner of the frame, if those cells are all
    /// open and no wall runs through them.
    pub fn lower_right(&self, set: Cells) -> Option<Cells> {
        let last =
            |side: fn((usize, usize)) -> usize| each(set).map(|cell| side(self.place(cell))).max();
        let right = self.width - 1 - last(|place| place.0)?;
        let down = self.height - 1 - last(|place| place.1)?;
        let (x, y) = self.place(set.trailing_zeros());
        self.put(&self.shape(set), (x + right, y + down))
    }
}
