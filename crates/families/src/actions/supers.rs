//! The metrics *super-step*, *super-slide* and *super-move*: some pieces together as a rigid
//! body.
//!
//! The body stays the same through an action, so its first unit step tells which bodies there
//! are (see `push.rs`); from there on only the cells of the others are in its way. Nothing is
//! flooded once: a body that moved is one of a great many of which the new board would have to
//! be told, and most have only one place to go anyway.
//!
//! An open board has thousands of bodies, any set of its free pieces. `relays.rs` joins the boards of a
//! class without listing them.

use antipode_frontier::joined::Joined;
use antipode_frontier::{Space, Used};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::actions::order::Axis;
use crate::actions::push::{MOST_PIECES, Pushes, pushed_into};
use crate::key::Key;
use antipode_blocks::Reach;
use antipode_blocks::{Cells, Direction, Grid, each};

/// The boards of one class, joined by actions of rigid bodies.
#[derive(Debug, Clone)]
pub struct Supers<K> {
    pub(super) boards: Boards<K>,
    pub(super) reach: Reach,
    /// The rows and the columns, and whether some pieces may interlock along them.
    pub(super) axes: [Axis; 2],
    pub(super) interlock: [bool; 2],
}

impl<K: Key> Supers<K> {
    /// The boards joined by actions that go as far as `reach`.
    pub fn new(boards: Boards<K>, reach: Reach) -> Self {
        let axes = Axis::of(&boards.grid);
        let interlock = axes.map(|axis| boards.shapes().any(|shape| !axis.is_convex(shape)));
        Supers { boards, reach, axes, interlock }
    }
}

impl<K: Key> Actions for Supers<K> {
    fn boards(&self) -> &Boards<K> {
        &self.boards
    }

    fn restricted(&self, movers: Movers) -> Self {
        Supers { boards: self.boards.restricted(movers), ..*self }
    }

    /// A piece that pushes others is in no leg, so the boards themselves are asked.
    fn keep_movable<U: Used>(
        &self,
        graph: &Joined<K, U>,
        component: usize,
        anchors: &mut [u32],
        _: &mut Vec<u32>,
    ) {
        let grid = &self.boards.grid;
        let vertices = graph.components()[component].vertices.clone();
        for (vertex, anchors) in vertices.zip(anchors).filter(|it| *it.1 != 0) {
            let pieces = Pieces::new(&self.boards, graph.state(vertex));
            let movable = pieces.cells().iter().filter(|&&piece| {
                let others = || pieces.cells().iter().copied().filter(|&other| other != piece);
                let can_step = |&way: &Direction| pushed_into(grid, piece, way, others()).is_some();
                *anchors >> piece.trailing_zeros() & 1 == 1 && Direction::ALL.iter().any(can_step)
            });
            *anchors = movable.fold(0, |set, piece| set | 1 << piece.trailing_zeros());
        }
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

/// A body on its board.
pub(super) struct LooseBody<K> {
    pub(super) body: Body<K>,
    /// The anchors of its pieces.
    pub(super) anchors: Cells,
    /// The cells of the other pieces, and the part of the key that they are.
    pub(super) others: Cells,
    pub(super) rest: K,
}

impl<K: Key> LooseBody<K> {
    /// The first of `ways` in which it can step from where `body` is.
    pub(super) fn first_step(
        &self,
        grid: &Grid,
        body: Body<K>,
        ways: &[Direction],
    ) -> Option<Direction> {
        let mut ways = ways.iter().copied();
        ways.find(|&way| body.stepped(grid, way, self.others).is_some())
    }

    /// Hands every place that it can reach by steps in `ways`, but the one where it is, to `emit`.
    #[inline]
    pub(super) fn flood(&self, grid: &Grid, ways: &[Direction], mut emit: impl FnMut(Body<K>)) {
        let mut seen = first(self.body);
        self.flood_from(self.body, grid, ways, &mut seen, &mut emit);
    }

    /// The same from another place of the body on, but for the places of the cells `seen`.
    fn flood_from(
        &self,
        body: Body<K>,
        grid: &Grid,
        ways: &[Direction],
        seen: &mut Cells,
        emit: &mut impl FnMut(Body<K>),
    ) {
        for &way in ways {
            if let Some(next) = body.stepped(grid, way, self.others)
                && *seen & first(next) == 0
            {
                *seen |= first(next);
                emit(next);
                self.flood_from(next, grid, ways, seen, emit);
            }
        }
    }
}

/// Where a rigid body is, its first cell tells.
fn first<K>(body: Body<K>) -> Cells {
    body.cells & body.cells.wrapping_neg()
}

/// The pieces of a board, one by one.
pub(super) struct Pieces<K> {
    pub(super) count: usize,
    pub(super) bodies: [Body<K>; MOST_PIECES],
    cells: [Cells; MOST_PIECES],
    pub(super) occupied: Cells,
}

impl<K: Key> Pieces<K> {
    pub(super) fn new(boards: &Boards<K>, key: K) -> Self {
        let mut pieces = Pieces {
            count: 0,
            bodies: [Body::EMPTY; MOST_PIECES],
            cells: [0; MOST_PIECES],
            occupied: 0,
        };
        boards.each_piece(key, |cells, part| {
            pieces.bodies[pieces.count] = Body { cells, part };
            pieces.cells[pieces.count] = cells;
            pieces.occupied |= cells;
            pieces.count += 1;
        });
        pieces
    }

    pub(super) fn cells(&self) -> &[Cells] {
        &self.cells[..self.count]
    }

    /// A set of pieces as a body.
    #[inline]
    pub(super) fn loose(&self, set: u32, key: K) -> LooseBody<K> {
        let mut body = Body::EMPTY;
        let mut anchors = 0;
        for piece in each(set.into()) {
            let piece = self.bodies[piece as usize];
            body = body.joined(piece);
            anchors |= piece.cells & piece.cells.wrapping_neg();
        }
        let others = self.occupied & !body.cells;
        LooseBody { body, anchors, others, rest: key ^ body.part }
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
        let pieces = Pieces::new(&self.boards, key);
        let pushes = Pushes::new(grid, pieces.cells());
        for way in Direction::ALL {
            pushes.each_set(way, self.boards.movers, |set| {
                let loose = pieces.loose(set, key);
                let LooseBody { body, rest, .. } = loose;
                match self.reach {
                    Reach::Unit => emit(rest | body.shifted(grid, way).part, ()),
                    Reach::Line => loose.flood(grid, &[way], |body| emit(rest | body.part, ())),
                    // A body that can leave in an earlier direction has been everywhere.
                    Reach::Path
                        if loose
                            .first_step(grid, body, &Direction::ALL[..way as usize])
                            .is_some() => {}
                    Reach::Path => {
                        loose.flood(grid, &Direction::ALL, |body| emit(rest | body.part, ()));
                    }
                }
            });
        }
    }
}
