//! Fillboard, the reference's generator: every way to colour the grid, cell by cell.
//!
//! Cells are numbered along the anti-diagonals, from the upper right to the lower left of each.
//! A cell becomes a hole, joins a piece by taking a label found on the path since the cell
//! above it (in the top row, the cell to its left), or starts a piece with the smallest label
//! from 1 to 4 not found there. Equal labels that touch are one piece. Four labels suffice to
//! reach every packing, most of them several times; a hash set tells what was seen before. A wall
//! is coloured like a hole.
//!
//! This looks at some half a billion colourings on 4x4 where the packing generator makes 12
//! million boards. It stays as an independent check of it.

use std::collections::BTreeMap;

use antipode_frontier::OutOfMemory;
use fxhash::FxHashSet;

use crate::actions::push::pushed_into;
use crate::class::Class;
use crate::family::Family;
use crate::generate::crowded::{Crowded, LEAST};
use crate::generate::visitor::{Span, Visitor};
use crate::key::{Key, Layout};
use crate::shape::Shape;
use antipode_blocks::Board;
use antipode_blocks::{Cells, Direction, Grid, each};

const LABELS: usize = 4;

/// All justsolved boards of a family.
#[derive(Debug)]
pub struct Fillboard {
    grid: Grid,
    classes: BTreeMap<Class, Vec<u128>>,
    /// How many colourings were completed, each packing perhaps several times.
    colourings: u64,
}

/// A cell on the numbering path.
struct Step {
    cell: Cells,
    /// The cells whose labels it may take, other than a new one.
    labels_from: Cells,
}

struct Filling<'a> {
    family: &'a Family,
    path: Vec<Step>,
    seen: FxHashSet<u128>,
    colourings: u64,
    /// The bytes that the boards seen may take.
    memory: usize,
}

/// The bytes of a board seen: in the table, which is half full after it grew, and in the lists made of
/// it.
const SEEN_BYTES: usize = 4 * size_of::<u128>();

impl Fillboard {
    /// Makes the boards of `family`, in at most about so many bytes, or 64 MiB if that is more.
    ///
    /// # Errors
    /// If what it holds does not fit there.
    pub fn new(family: &Family, memory: usize) -> Result<Self, Crowded> {
        let grid = family.grid;
        let (path, seen) = (path(&grid), FxHashSet::default());
        let mut filling = Filling { family, path, seen, colourings: 0, memory: memory.max(LEAST) };
        filling.fill(0, [0; LABELS])?;
        let mut classes = BTreeMap::<Class, Vec<u128>>::new();
        for board in filling.seen {
            for (class, key) in puzzles(family, board) {
                classes.entry(class).or_default().push(key);
            }
        }
        let layout = Layout::new::<u128>(&grid);
        for (class, keys) in &mut classes {
            let kinds = 1..=class.kinds().count();
            let anchors = |&key: &u128| -> Vec<u32> {
                let planes = layout.planes(key);
                let anchors = |code| each(layout.anchors(&planes, &layout.mask(code)));
                kinds.clone().flat_map(anchors).collect()
            };
            keys.sort_by_cached_key(anchors);
        }
        Ok(Fillboard { grid, classes, colourings: filling.colourings })
    }

    /// Visits the classes of `span` in order.
    ///
    /// # Errors
    /// If the visitor fails.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        visitor.seen(self.colourings);
        let narrow = Layout::new::<u64>(&self.grid).kinds();
        for (class, keys) in self.classes.iter().filter(|(class, _)| span.contains(class)) {
            if class.kinds().count() <= narrow {
                visitor.class(class, keys.iter().map(|key| key.low()))?;
            } else {
                visitor.class(class, keys.iter().copied())?;
            }
        }
        Ok(())
    }
}

/// The cells in the order of their numbers.
fn path(grid: &Grid) -> Vec<Step> {
    let (width, height) = (grid.width(), grid.height());
    let mut order: Vec<(u32, u32)> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
    order.sort_by_key(|&(x, y)| (x + y, y));
    let number = |cell| order.iter().position(|&other| other == cell).unwrap_or(0);
    let bit = |&(x, y): &(u32, u32)| 1 << (y * width + x);
    let step = |(index, &(x, y))| {
        let from = match (x, y) {
            (0, 0) => 0,
            (x, 0) => number((x - 1, 0)),
            (x, y) => number((x, y - 1)),
        };
        let labels_from = order[from..index].iter().map(bit).fold(0, |set, cell: Cells| set | cell);
        Step { cell: bit(&(x, y)), labels_from }
    };
    order.iter().enumerate().map(step).collect()
}

impl Filling<'_> {
    /// Colours the cells numbered `number` and later; `labels[l]` holds the cells labelled `l + 1`.
    fn fill(&mut self, number: usize, labels: [Cells; LABELS]) -> Result<(), Crowded> {
        let Some(step) = self.path.get(number) else {
            self.colourings += 1;
            return self.finish(labels);
        };
        let (cell, from) = (step.cell, step.labels_from);
        self.fill(number + 1, labels)?;
        if cell & self.family.grid.cells() == 0 {
            return Ok(());
        }
        let mut fresh = true;
        for label in 0..LABELS {
            let present = labels[label] & from != 0;
            if present || fresh {
                fresh &= present;
                let mut labels = labels;
                labels[label] |= cell;
                self.fill(number + 1, labels)?;
            }
        }
        Ok(())
    }

    /// Keeps a finished colouring if it has a hole and is justsolved.
    fn finish(&mut self, labels: [Cells; LABELS]) -> Result<(), Crowded> {
        let grid = &self.family.grid;
        let occupied = labels.iter().fold(0, |set, label| set | label);
        if occupied == grid.cells() {
            return Ok(());
        }
        let joined = |beside: fn(&Grid, Cells) -> Cells| {
            labels.iter().fold(0, |set, &label| set | label & beside(grid, label))
        };
        // Which cells are holes and which neighbours are joined tell packings apart, whatever
        // the labels.
        let board = u128::from(occupied)
            | u128::from(joined(Grid::left)) << 32
            | u128::from(joined(Grid::up)) << 64;
        let pieces = labels.iter().flat_map(|&label| grid.parts(label));
        if pieces.clone().any(|piece| is_justsolved(self.family, piece, pieces.clone())) {
            let (what, memory) = ("the boards of the family", self.memory);
            if self.seen.len() >= memory / SEEN_BYTES {
                return Err(Crowded::Limit { what, memory });
            }
            let bytes = 2 * SEEN_BYTES * self.seen.len();
            let refused = |_| OutOfMemory { purpose: what, bytes };
            self.seen.try_reserve(1).map_err(refused)?;
            self.seen.insert(board);
        }
        Ok(())
    }
}

/// Whether `piece` is home and some action moves it. `pieces` are all pieces of the board.
fn is_justsolved(
    family: &Family,
    piece: Cells,
    pieces: impl Iterator<Item = Cells> + Clone,
) -> bool {
    let grid = &family.grid;
    let shape = Shape::of(grid, piece);
    if family.home(shape) != Some(piece) || !family.may_be_goal(shape) {
        return false;
    }
    let others = pieces.filter(|&other| other != piece);
    Direction::ALL.into_iter().any(|way| {
        if family.metric.is_super() {
            pushed_into(grid, piece, way, others.clone()).is_some()
        } else {
            let moved = grid.shifted(piece, way);
            piece & grid.edge(way) == 0 && others.clone().all(|other| other & moved == 0)
        }
    })
}

/// The puzzles of a packing, one for each piece that may be the goal piece.
fn puzzles(family: &Family, board: u128) -> Vec<(Class, u128)> {
    let grid = family.grid;
    let field = |shift: u32| (board >> shift) as Cells & u64::from(u32::MAX);
    let (occupied, right, down) = (field(0), field(32), field(64));
    let mut pieces = Vec::new();
    let mut left = occupied;
    while left != 0 {
        let mut piece = left & left.wrapping_neg();
        loop {
            let wider = piece
                | grid.right(piece & right)
                | grid.left(piece) & right
                | grid.down(piece & down)
                | grid.up(piece) & down;
            if wider == piece {
                break;
            }
            piece = wider;
        }
        pieces.push(piece);
        left &= !piece;
    }
    let layout = Layout::new::<u128>(&grid);
    let puzzle = |&goal: &Cells| {
        let others = pieces.iter().copied().filter(|&piece| piece != goal);
        let class = Class::of(&Board::standard(grid, (goal, others.clone().collect())));
        let kinds: Vec<_> = class.kinds().skip(1).collect();
        let placed = |code, piece: Cells| layout.unit::<u128>(code) << piece.trailing_zeros();
        let key = others.fold(placed(1, goal), |key, piece| {
            let shape = Shape::of(&grid, piece);
            let kind = kinds.iter().position(|&kind| kind == shape).unwrap_or(0);
            key | placed(kind + 2, piece)
        });
        (class, key)
    };
    pieces
        .iter()
        .filter(|&&piece| is_justsolved(family, piece, pieces.iter().copied()))
        .map(puzzle)
        .filter(|(class, _)| family.contains(class))
        .collect()
}
