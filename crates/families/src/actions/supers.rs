//! The metrics *super-step*, *super-slide* and *super-move*: some pieces together as a rigid
//! body.
//!
//! The body stays the same through an action, so its first unit step tells which bodies there
//! are (see `push.rs`); from there on only the cells of the others are in its way. Nothing is
//! flooded once: a body that moved is one of a great many of which the new board would have to
//! be told, and most have only one place to go anyway.

use antipode_frontier::Space;
use antipode_frontier::joined::{Clique, Joins, Member};

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

/// A body that can move, on its board.
struct Loose<K> {
    body: Body<K>,
    /// The anchors of its pieces.
    anchors: Cells,
    /// A direction in which it can step.
    way: Direction,
    /// The cells of the other pieces, and the part of the key that they are.
    others: Cells,
    rest: K,
}

impl<K: Key> Loose<K> {
    /// Whether it can step in one of `ways`.
    fn can_step(&self, grid: &Grid, ways: &[Direction]) -> bool {
        ways.iter().any(|&way| self.body.stepped(grid, way, self.others).is_some())
    }

    /// Hands every place that it can reach by steps in `ways`, but the one where it is, to `emit`.
    #[inline]
    fn flood(&self, grid: &Grid, ways: &[Direction], mut emit: impl FnMut(Body<K>)) {
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

impl<K: Key> Supers<K> {
    /// Hands every body that can step to `visit`, once for each direction in which it can.
    #[inline]
    fn each_loose(&self, key: K, mut visit: impl FnMut(Loose<K>)) {
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
                let mut body = Body::EMPTY;
                let mut anchors = 0;
                for piece in each(set.into()) {
                    let piece = bodies[piece as usize];
                    body = body.joined(piece);
                    anchors |= piece.cells & piece.cells.wrapping_neg();
                }
                let others = occupied & !body.cells;
                visit(Loose { body, anchors, way, others, rest: key ^ body.part });
            });
        }
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
        self.each_loose(key, |loose| {
            let Loose { body, way, rest, .. } = loose;
            match self.reach {
                Reach::Unit => emit(rest | body.shifted(grid, way).part, ()),
                Reach::Line => loose.flood(grid, &[way], |body| emit(rest | body.part, ())),
                // A body that can leave in an earlier direction has been everywhere.
                Reach::Path if loose.can_step(grid, &Direction::ALL[..way as usize]) => {}
                Reach::Path => {
                    loose.flood(grid, &Direction::ALL, |body| emit(rest | body.part, ()));
                }
            }
        });
    }
}

impl<K: Key> Joins for Supers<K> {
    type State = K;
    type Used = ();

    /// A clique are the places of a body: two, those along a line, or all that it can reach.
    #[inline]
    fn cliques(
        &self,
        key: K,
        (): (),
        room: &mut Vec<Member<K, ()>>,
        mut emit: impl FnMut(Clique<'_, K, ()>),
    ) {
        let grid = &self.boards.grid;
        self.each_loose(key, |loose| {
            let Loose { body, way, rest, .. } = loose;
            room.clear();
            let from = body.cells.trailing_zeros();
            let mut first = from;
            let mut join = |body: Body<K>| {
                let place = body.cells.trailing_zeros();
                first = first.min(place);
                room.push(Member { state: rest | body.part, shift: place, used: () });
            };
            let line = [way, way.opposite()];
            match self.reach {
                Reach::Unit => join(body.shifted(grid, way)),
                // What can step the other way as well was joined, or is to be, with that.
                Reach::Line
                    if (line[1] as u8) < line[0] as u8 && loose.can_step(grid, &line[1..]) =>
                {
                    return;
                }
                Reach::Line => loose.flood(grid, &line, join),
                Reach::Path if loose.can_step(grid, &Direction::ALL[..way as usize]) => return,
                Reach::Path => loose.flood(grid, &Direction::ALL, join),
            }
            room.iter_mut().for_each(|member| member.shift -= first);
            let shift = from - first;
            emit(Clique { moved: (loose.anchors >> shift) as u32, shift, others: room });
        });
    }
}
