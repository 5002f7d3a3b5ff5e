//! The metrics *super-step*, *super-slide* and *super-move*: some pieces together as a rigid
//! body.
//!
//! The body stays the same through an action, so its first unit step tells which bodies there
//! are (see `push.rs`); from there on only the cells of the others are in its way. Nothing is
//! flooded once: a body that moved is one of a great many of which the new board would have to
//! be told, and most have only one place to go anyway.

use antipode_frontier::Space;

use crate::actions::boards::{Actions, Boards, Movers};
use crate::actions::push::{MOST_PIECES, Pushes};
use crate::key::Key;
use antipode_blocks::Reach;
use antipode_blocks::{Cells, Direction, Grid, each};

/// The boards of one class, joined by actions of rigid bodies.
#[derive(Debug, Clone)]
pub struct Supers<K> {
    boards: Boards<K>,
    reach: Reach,
}

impl<K: Key> Supers<K> {
    /// The boards joined by actions that go as far as `reach`.
    pub fn new(boards: Boards<K>, reach: Reach) -> Self {
        Supers { boards, reach }
    }
}

impl<K: Key> Actions for Supers<K> {
    fn boards(&self) -> &Boards<K> {
        &self.boards
    }

    fn restricted(&self, movers: Movers) -> Self {
        Supers { boards: self.boards.restricted(movers), reach: self.reach }
    }
}

/// Some pieces, and the part of the key that they are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body<K> {
    pub(crate) cells: Cells,
    pub(crate) part: K,
}

impl<K: Key> Body<K> {
    /// No piece.
    pub(crate) const EMPTY: Self = Body { cells: 0, part: K::ZERO };

    /// Both bodies as one.
    #[inline]
    pub(crate) fn joined(self, other: Self) -> Self {
        Body { cells: self.cells | other.cells, part: self.part | other.part }
    }

    /// One unit further, which must lie within the grid.
    #[inline]
    pub(crate) fn shifted(self, grid: &Grid, way: Direction) -> Self {
        let part = match way {
            Direction::Left => self.part >> 1,
            Direction::Right => self.part << 1,
            Direction::Up => self.part >> grid.width(),
            Direction::Down => self.part << grid.width(),
        };
        Body { cells: grid.shifted(self.cells, way), part }
    }

    /// One unit further, if nothing is there.
    #[inline]
    pub(crate) fn stepped(self, grid: &Grid, way: Direction, others: Cells) -> Option<Self> {
        let free = self.cells & grid.edge(way) == 0;
        let next = self.shifted(grid, way);
        (free && next.cells & others == 0).then_some(next)
    }
}

impl<K: Key> Space for Supers<K> {
    type State = K;
    type Used = ();
    const REVERSIBLE: bool = true;

    /// Neighbours come by the direction of the first step, then by body, then by distance.
    #[inline]
    fn expand(&self, key: K, (): (), mut emit: impl FnMut(K, ())) {
        let grid = &self.boards.grid;
        let mut bodies = [Body::EMPTY; MOST_PIECES];
        let mut cells = [0; MOST_PIECES];
        let mut count = 0;
        let mut occupied = 0;
        self.boards.each_piece(key, |piece, part| {
            bodies[count] = Body { cells: piece, part };
            cells[count] = piece;
            occupied |= piece;
            count += 1;
        });
        let pushes = Pushes::new(grid, &cells[..count]);
        for way in Direction::ALL {
            pushes.each_set(way, self.boards.movers, |set| {
                let pieces = each(set.into()).map(|piece| bodies[piece as usize]);
                let body = pieces.fold(Body::EMPTY, Body::joined);
                let others = occupied & !body.cells;
                let rest = key ^ body.part;
                match self.reach {
                    Reach::Unit => emit(rest | body.shifted(grid, way).part, ()),
                    Reach::Line => {
                        let mut next = Some(body.shifted(grid, way));
                        while let Some(there) = next {
                            emit(rest | there.part, ());
                            next = there.stepped(grid, way, others);
                        }
                    }
                    Reach::Path => {
                        // A body that can leave in an earlier direction has been everywhere.
                        let before = &Direction::ALL[..way as usize];
                        if before.iter().all(|&way| body.stepped(grid, way, others).is_none()) {
                            flood(grid, body, others, |part| emit(rest | part, ()));
                        }
                    }
                }
            });
        }
    }
}

/// Hands every place that `body` can reach, but the one where it is, to `emit`.
#[inline]
fn flood<K: Key>(grid: &Grid, body: Body<K>, others: Cells, mut emit: impl FnMut(K)) {
    // Where a rigid body is, its first cell tells.
    let first = |body: &Body<K>| body.cells & body.cells.wrapping_neg();
    let mut seen = first(&body);
    let mut waiting = [body; Grid::MOST_CELLS as usize];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let body = waiting[count];
        for way in Direction::ALL {
            if let Some(next) = body.stepped(grid, way, others)
                && seen & first(&next) == 0
            {
                seen |= first(&next);
                emit(next.part);
                waiting[count] = next;
                count += 1;
            }
        }
    }
}
