//! IDA*: depth-first search under a bound that rises (Korf, 1985).
//!
//! A solution of length *n* is found by a depth-first search that turns back wherever the moves
//! made and those still needed at the least, by the pattern databases, are more than *n*. The
//! bound starts at what the start needs at the least and rises by what the search met, so the
//! first solution found is shortest. Nothing is stored but the way from the start.
//!
//! A board whose goal has its blank on the diagonal of a square is looked up mirrored at that
//! diagonal as well, and the greater of the two bounds counts.

use antipode_frontier::Progress;

use crate::frame::{Board, Frame};
use crate::patterns::Patterns;
use crate::position::Position;
use crate::size::{Direction, Size};
use crate::solution::Solution;
use crate::stopped::Stopped;

/// A shortest solution and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortest {
    /// The solution, or none if the goal cannot be reached. Of several it is the first in the
    /// order of [`Direction`]s of the blank, on the board as a [turned](Frame::turned) frame
    /// sees it.
    pub solution: Option<Solution>,
    /// How many boards were generated.
    pub generated: u64,
}

/// A shortest solution in the single-tile metric from `start` to `goal`, proved to be one.
///
/// # Errors
/// If `progress` asks to stop.
///
/// # Panics
///
/// If `start`, `goal` and `patterns` are not of the same board, or the databases do not
/// [serve](Patterns::serve) the goal.
pub fn solve(
    start: &Position,
    goal: &Position,
    patterns: &Patterns,
    progress: &dyn Progress,
) -> Result<Shortest, Stopped> {
    assert!(patterns.serve(goal) && start.size() == goal.size(), "databases of another board");
    let frame = Frame::turned(*goal);
    if !frame.is_reachable(start) {
        return Ok(Shortest { solution: None, generated: 0 });
    }
    let board = frame.board(start);
    let mut search = Search::new(patterns, progress);
    let root = search.root(board);
    let mut bound = root.bounds[0].max(root.bounds[1]);
    loop {
        search.next_bound = u32::MAX;
        let found = search.descend(root, 0, bound, None);
        if search.stopped {
            return Err(Stopped { layer: bound as usize });
        }
        if found {
            break;
        }
        bound = search.next_bound;
    }
    search.path.push(board);
    search.path.reverse();
    let solution = Some(Solution::of(&frame, &search.path));
    Ok(Shortest { solution, generated: search.generated })
}

/// The most patterns of a board: 15 tiles at six each.
const MOST_PATTERNS: usize = 3;

/// Where a tile is looked up.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    pattern: usize,
    shift: u32,
}

/// A board being looked at: the board itself and its mirror image.
#[derive(Debug, Clone, Copy)]
struct Node {
    board: Board,
    blank: usize,
    /// For either image and each pattern, where in the tables its placement is.
    indices: [[usize; MOST_PATTERNS]; 2],
    /// For either image, the moves needed at the least.
    bounds: [u32; 2],
}

struct Search<'a> {
    size: Size,
    home: usize,
    tables: &'a [u8],
    offsets: Vec<usize>,
    /// For either image, where the tile of each home is looked up.
    places: [[Place; Size::MOST_CELLS]; 2],
    /// For either image, what each cell is seen as.
    cells: [[usize; Size::MOST_CELLS]; 2],
    /// Whether the mirror image has the same goal.
    mirrored: bool,
    /// The boards of the solution but the start, the last first.
    path: Vec<Board>,
    generated: u64,
    /// The least length above the bound that a way may have.
    next_bound: u32,
    stopped: bool,
    progress: &'a dyn Progress,
}

/// How many boards go by between two looks at whether to stop.
const LOOK_EVERY: u64 = 1 << 20;

impl<'a> Search<'a> {
    fn new(patterns: &'a Patterns, progress: &'a dyn Progress) -> Self {
        let layout = &patterns.layout;
        let size = layout.size;
        let cells = std::array::from_fn(|cell| cell);
        let mut mirror = cells;
        let square = size.width() == size.height();
        if square {
            for (cell, mirror) in mirror.iter_mut().enumerate().take(size.cells()) {
                let (x, y) = size.place(cell);
                *mirror = x * size.width() + y;
            }
        }
        let mut places = [[Place::default(); Size::MOST_CELLS]; 2];
        for (pattern, homes) in layout.patterns.iter().enumerate() {
            for (tile, &home) in homes.iter().enumerate() {
                let place = Place { pattern, shift: 4 * tile as u32 };
                places[0][home] = place;
                places[1][mirror[home]] = place;
            }
        }
        Search {
            size,
            home: layout.blank,
            tables: patterns.tables(),
            offsets: layout.offsets(),
            places,
            cells: [cells, mirror],
            mirrored: square && mirror[layout.blank] == layout.blank,
            path: Vec::new(),
            generated: 0,
            next_bound: 0,
            stopped: false,
            progress,
        }
    }

    fn images(&self) -> usize {
        1 + usize::from(self.mirrored)
    }

    fn root(&self, board: Board) -> Node {
        let mut node =
            Node { board, blank: board.find(self.home), indices: [[0; _]; 2], bounds: [0; 2] };
        for image in 0..self.images() {
            for (index, &offset) in node.indices[image].iter_mut().zip(&self.offsets) {
                *index = offset;
            }
            for cell in (0..self.size.cells()).filter(|&cell| cell != node.blank) {
                let place = self.places[image][board.home(cell)];
                node.indices[image][place.pattern] += self.cells[image][cell] << place.shift;
            }
            let patterns = self.offsets.len() - 1;
            let entries = node.indices[image][..patterns].iter();
            node.bounds[image] = entries.map(|&index| u32::from(self.tables[index])).sum();
        }
        node
    }

    /// Makes one image of a node follow the slide of the tile of home `home` from `cell` to
    /// `blank`.
    #[inline]
    fn follow(&self, node: &mut Node, image: usize, home: usize, cell: usize, blank: usize) {
        let place = self.places[image][home];
        let index = &mut node.indices[image][place.pattern];
        let old = self.tables[*index];
        // The sum is right modulo the size of a word, whichever way the tile goes.
        *index = index
            .wrapping_add(self.cells[image][blank] << place.shift)
            .wrapping_sub(self.cells[image][cell] << place.shift);
        node.bounds[image] += u32::from(self.tables[*index]);
        node.bounds[image] -= u32::from(old);
    }

    /// Whether there is a solution within `bound` moves from `node`, which is `made` moves away
    /// from the start, the last of them in direction `came`.
    fn descend(&mut self, node: Node, made: u32, bound: u32, came: Option<Direction>) -> bool {
        if node.bounds[0] == 0 && node.board == Board::solved(self.size) {
            return true;
        }
        for direction in Direction::ALL {
            if came.is_some_and(|came| came.opposite() == direction) {
                continue;
            }
            let Some(cell) = self.size.step(node.blank, direction) else {
                continue;
            };
            self.generated += 1;
            if self.generated.is_multiple_of(LOOK_EVERY) {
                self.progress.advance(LOOK_EVERY);
                self.stopped |= self.progress.stop();
            }
            let home = node.board.home(cell);
            let mut next = node;
            let mut shortest = 0;
            for image in 0..self.images() {
                self.follow(&mut next, image, home, cell, node.blank);
                shortest = made + 1 + next.bounds[image];
                if shortest > bound {
                    break;
                }
            }
            if shortest > bound {
                self.next_bound = self.next_bound.min(shortest);
                continue;
            }
            next.board = node.board.slide(self.home, node.blank, cell);
            next.blank = cell;
            if self.descend(next, made + 1, bound, Some(direction)) {
                self.path.push(next.board);
                return true;
            }
            if self.stopped {
                return false;
            }
        }
        false
    }
}
