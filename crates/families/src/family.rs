//! Families: which boards and puzzles a batch is about.

use std::ops::RangeInclusive;

use crate::class::Class;
use crate::generate::crowded::LEAST;
use crate::numbers::Numbers;
use crate::shape::{Shape, connected};
use antipode_blocks::Metric;
use antipode_blocks::{Cells, Grid, Rule, each};

/// Why the shapes of a family are not listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyShapes {
    /// They are more than anybody lists, however much memory there is.
    #[error(
        "pieces on such a grid have more than {most} shapes: ask for fewer pieces or more holes, or say which \
         shapes there are"
    )]
    Endless {
        /// How many may be listed.
        most: usize,
    },
    /// They do not fit in memory.
    #[error(
        "the shapes of pieces on such a grid do not fit in {memory} bytes: give more by --memory, or ask for fewer \
         pieces"
    )]
    Memory {
        /// How many bytes they may take.
        memory: usize,
    },
}

/// What puzzles ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// Bring the goal piece from one corner, or named cell, to another.
    Simple3,
    /// Bring the goal piece to a corner, or named cell, from any board.
    Simple2,
    /// Bring the goal piece to any given place, from any board.
    Simple,
    /// Bring any board to any other. No piece is told apart.
    Compound,
}

impl Task {
    /// Every task, by the name of its family in configs and tables.
    pub const NAMES: [(&'static str, Self); 4] = [
        ("simple3", Self::Simple3),
        ("simple2", Self::Simple2),
        ("simple", Self::Simple),
        ("compound", Self::Compound),
    ];

    /// Whether the goal piece has to go to a corner, so that there is a rule for when it is there
    /// and boards are made from those that have just been solved. If not, all boards are made.
    pub fn has_corner(self) -> bool {
        matches!(self, Self::Simple3 | Self::Simple2)
    }

    /// Whether the goal piece is told apart from others of its shape.
    pub fn tells_goal(self) -> bool {
        self != Self::Compound
    }
}

/// The shapes that pieces may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shapes {
    /// Any.
    All,
    /// Only these, sorted and without repetitions, each any number of times.
    Only(Vec<Shape>),
    /// Exactly this multiset, sorted, goal piece included.
    Exactly(Vec<Shape>),
}

/// A family of puzzles: the boards that a batch enumerates and searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// The grid.
    pub grid: Grid,
    /// What its puzzles ask for.
    pub task: Task,
    /// When the goal piece is home.
    pub rule: Rule,
    /// Where the upper-left corner of its bounding box is at a start of simple^3.
    pub start_cell: u32,
    /// Where the lower-right corner of its bounding box is at home, if the task has a corner.
    pub goal_cell: u32,
    /// What counts as one action. It also tells which boards are justsolved: several pieces may
    /// move together, or not.
    pub metric: Metric,
    /// The numbers of pieces wanted, goal piece included.
    pub pieces: Numbers,
    /// The numbers of holes wanted; at least 1.
    pub holes: RangeInclusive<u32>,
    /// The most different shapes on a board.
    pub max_shapes: u32,
    /// The shapes that pieces may have.
    pub shapes: Shapes,
}

impl Family {
    /// All simple^3 puzzles of a grid, from the upper-left to the lower-right corner of its rectangle,
    /// in the metric *move*.
    pub fn whole(grid: Grid, rule: Rule) -> Self {
        Family {
            grid,
            task: Task::Simple3,
            rule,
            start_cell: 0,
            goal_cell: grid.frame() - 1,
            metric: Metric::Move,
            pieces: (1..=grid.size() - 1).into(),
            holes: 1..=grid.size() - 1,
            max_shapes: u32::MAX,
            shapes: Shapes::All,
        }
    }

    /// The family whose search answers the question of this one, too: the same by the non-strict rule, whose goal
    /// pieces are more.
    #[must_use]
    pub fn answered_by(&self) -> Self {
        Family { rule: Rule::NonStrict, ..self.clone() }
    }

    /// The most cells of the first piece of a class.
    pub(crate) fn room(&self) -> u32 {
        self.room_after(0, 0)
    }

    /// The most cells of a further piece in a class, 0 if there is to be none.
    pub(crate) fn room_beside(&self, class: &Class) -> u32 {
        self.room_after(class.pieces() as u32, class.area())
    }

    /// The holes are left out, and each of the pieces that are still missing after the next takes a
    /// cell at least.
    fn room_after(&self, pieces: u32, area: u32) -> u32 {
        let Some(next) = self.pieces.after(pieces) else { return 0 };
        let missing = next - (pieces + 1);
        self.grid.size().saturating_sub(area + self.holes.start() + missing)
    }

    /// Refuses a family of too many shapes to be listed in so many bytes of memory.
    ///
    /// # Errors
    /// If they are too many.
    pub fn check_shapes(&self, memory: usize) -> Result<(), TooManyShapes> {
        /// Nobody lists more; those of 5x5 are a thirtieth of it.
        const MOST: usize = 1 << 26;
        let memory = memory.max(LEAST);
        let most = MOST.min(memory / (2 * size_of::<Shape>()));
        let largest = self.room();
        let mut shapes = 0;
        if self.shapes == Shapes::All {
            for anchor in each(self.grid.cells()) {
                connected(&self.grid, self.grid.cells(), anchor, largest, &mut |_| {
                    shapes += 1;
                    shapes <= most
                });
            }
        }
        match shapes > most {
            true if most == MOST => Err(TooManyShapes::Endless { most }),
            true => Err(TooManyShapes::Memory { memory }),
            false => Ok(()),
        }
    }

    /// Whether some piece can be the goal piece. Shapes are not listed: there may be too many.
    pub fn has_goal(&self) -> bool {
        match &self.shapes {
            Shapes::Only(shapes) | Shapes::Exactly(shapes) => {
                shapes.iter().any(|&shape| self.may_be_goal(shape))
            }
            Shapes::All => each(self.grid.cells()).any(|anchor| {
                let mut found = false;
                connected(&self.grid, self.grid.cells(), anchor, self.room(), &mut |cells| {
                    found = found || self.may_be_goal(Shape::of(&self.grid, cells));
                    !found
                });
                found
            }),
        }
    }

    /// The shapes of at most `largest` cells that pieces may have, each once and in order.
    pub(crate) fn shapes_up_to(&self, largest: u32) -> Vec<Shape> {
        match &self.shapes {
            Shapes::All => Shape::all(&self.grid, largest),
            Shapes::Only(shapes) | Shapes::Exactly(shapes) => {
                let mut shapes = shapes.clone();
                shapes.dedup();
                shapes.retain(|shape| shape.size() <= largest);
                shapes
            }
        }
    }

    /// The shapes of goal pieces, in order.
    pub(crate) fn goal_shapes(&self) -> Vec<Shape> {
        // Of listed ones those that leave no room for enough pieces count among the packings seen.
        let largest = if self.shapes == Shapes::All { self.room() } else { self.grid.size() };
        let mut shapes = self.shapes_up_to(largest);
        shapes.retain(|&shape| self.may_be_goal(shape));
        shapes
    }

    /// Whether a goal piece may have that shape: it can be at its start and at home, and can move.
    /// In the family compound the first piece of a class stands in for one, whatever its shape.
    pub fn may_be_goal(&self, shape: Shape) -> bool {
        let fits = shape.fits(&self.grid);
        let can_leave = |anchors: Cells| self.grid.beside(anchors) & fits != 0;
        let leaves_home = |home: Cells| can_leave(home & home.wrapping_neg());
        shape.size() + self.holes.start() <= self.grid.size()
            && match self.task {
                Task::Simple3 => {
                    let home = self.home(shape);
                    let start = self.start(shape);
                    start.is_some() && start != home && home.is_some_and(leaves_home)
                }
                Task::Simple2 => self.home(shape).is_some_and(leaves_home),
                Task::Simple => can_leave(fits),
                Task::Compound => fits != 0,
            }
    }

    /// The cells that a goal piece of that shape covers at a start of simple^3, if it has room
    /// there.
    pub fn start(&self, shape: Shape) -> Option<Cells> {
        shape.starting_at(&self.grid, self.start_cell)
    }

    /// The cells that a goal piece of that shape covers when it is home, if it can be.
    pub fn home(&self, shape: Shape) -> Option<Cells> {
        self.rule.home(&self.grid, shape.cells(), self.goal_cell)
    }

    /// Whether the boards of `class` belong to the family.
    pub fn contains(&self, class: &Class) -> bool {
        let holes = self.grid.size() - class.area();
        self.pieces.contains(class.pieces() as u32)
            && self.holes.contains(&holes)
            && different(class) <= self.max_shapes
            && match &self.shapes {
                Shapes::All => true,
                Shapes::Only(shapes) => {
                    std::iter::once(&class.goal).chain(&class.others).all(|it| shapes.contains(it))
                }
                Shapes::Exactly(shapes) => {
                    class.pieces() == shapes.len()
                        && shapes.iter().all(|&it| class.count(it) == occurrences(shapes, it))
                }
            }
    }

    /// Whether the goal piece's corners are the same in the transpose of the grid.
    pub(crate) fn asks_alike(&self) -> bool {
        let on_diagonal = |cell| {
            let (x, y) = self.grid.place(cell);
            x == y
        };
        match self.task {
            Task::Simple3 => on_diagonal(self.start_cell) && on_diagonal(self.goal_cell),
            Task::Simple2 => on_diagonal(self.goal_cell),
            Task::Simple | Task::Compound => true,
        }
    }

    /// The transpose of `class`, if it belongs to the family as well. Puzzles of one are those of
    /// the other, mirrored, if the grid and the goal piece's corners are; both rules are the same
    /// for both.
    pub fn twin(&self, class: &Class) -> Option<Class> {
        if !self.grid.is_symmetric() || !self.asks_alike() {
            return None;
        }
        let mut twin = class.transpose(&self.grid);
        if self.task == Task::Compound
            && let Some(first) = twin.others.first_mut()
            && *first < twin.goal
        {
            std::mem::swap(first, &mut twin.goal);
            twin.others.sort_unstable();
        }
        let closed = matches!(self.shapes, Shapes::All);
        (closed || self.contains(&twin)).then_some(twin)
    }

    /// Whether some class of the family may hold all pieces of `class` and one of `shape`.
    pub(crate) fn may_add(&self, class: &Class, shape: Shape) -> bool {
        let in_multiset = match &self.shapes {
            Shapes::Exactly(shapes) => class.count(shape) < occurrences(shapes, shape),
            _ => true,
        };
        in_multiset
            && (self.max_shapes == u32::MAX
                || class.count(shape) > 0
                || different(class) < self.max_shapes)
    }
}

fn occurrences(shapes: &[Shape], shape: Shape) -> usize {
    shapes.iter().filter(|&&other| other == shape).count()
}

/// How many different shapes the pieces of `class` have.
fn different(class: &Class) -> u32 {
    class.kinds().count() as u32 - u32::from(class.others.contains(&class.goal))
}
