//! Rigid sets of pieces: which of them can move one unit together.
//!
//! A piece pushes another in a direction if a unit step would take it there. A set can step in
//! that direction if it holds all that its members push, and none of them is at the edge. So
//! the sets in question are the unions of the closures of single pieces, and need not be
//! connected. What pushes what to the left is what is pushed to the right, so closures in one
//! direction also tell who has to stay if a piece stays: every set is found once, without dead
//! ends. Most pieces of most boards push something at the edge, in every direction; closures are made
//! only of the others.

use crate::actions::boards::Movers;
use antipode_blocks::{Cells, Direction, Grid, each};

/// A board of a grid has fewer pieces than cells.
pub(crate) const MOST_PIECES: usize = Grid::MOST_CELLS as usize;

/// For every piece a set of pieces.
pub(crate) type Relation = [u32; MOST_PIECES];

/// What pushes what on one board.
pub(crate) struct Pushes {
    /// The number of pieces.
    count: usize,
    /// For each direction what each piece pushes by itself,
    direct: [Relation; 4],
    /// and the pieces that cannot step, as they are at the edge or push some that are.
    stuck: [u32; 4],
}

impl Pushes {
    /// Looks at a board with these pieces.
    pub(crate) fn new(grid: &Grid, pieces: &[Cells]) -> Self {
        let mut owner = [0_u8; Grid::MOST_CELLS as usize];
        let mut occupied = 0;
        for (index, &piece) in (0..).zip(pieces) {
            each(piece).for_each(|cell| owner[cell as usize] = index);
            occupied |= piece;
        }
        let mut direct = [[0; MOST_PIECES]; 4];
        for way in [Direction::Right, Direction::Down] {
            for (index, &piece) in pieces.iter().enumerate() {
                for cell in each(grid.shifted(piece, way) & occupied & !piece) {
                    let other = usize::from(owner[cell as usize]);
                    direct[way as usize][index] |= 1 << other;
                    direct[way.opposite() as usize][other] |= 1 << index;
                }
            }
        }
        let stuck = Direction::ALL.map(|way| {
            let edge = grid.edge(way);
            let at_edge = (0..).zip(pieces).filter(|(_, piece)| **piece & edge != 0);
            let at_edge = at_edge.fold(0, |set, (index, _)| set | 1 << index);
            spread(at_edge, &direct[way.opposite() as usize])
        });
        Pushes { count: pieces.len(), direct, stuck }
    }

    /// The pieces that can step in direction `way`, with all that they take along.
    fn free(&self, way: Direction) -> u32 {
        ((1_u64 << self.count) - 1) as u32 & !self.stuck[way as usize]
    }

    /// Hands every set of pieces that can step in direction `way` to `emit`, each once. Piece 0
    /// is the goal piece.
    #[inline]
    pub(crate) fn each_set(&self, way: Direction, movers: Movers, emit: impl FnMut(u32)) {
        each_closed(&self.direct[way as usize], self.free(way), movers, emit);
    }

    /// Hands every set of pieces that can step in direction `one` as well as in direction `other` to
    /// `emit`, each once.
    #[inline]
    pub(crate) fn each_turning(&self, [one, other]: [Direction; 2], emit: impl FnMut(u32)) {
        let free = self.free(one) & self.free(other);
        if free == 0 {
            return;
        }
        let union = |one: Direction, other: Direction| -> Relation {
            let [one, other] = [one, other].map(|way| &self.direct[way as usize]);
            std::array::from_fn(|piece| one[piece] | other[piece])
        };
        let stuck = self.stuck[one as usize] | self.stuck[other as usize];
        let stuck = spread(stuck, &union(one.opposite(), other.opposite()));
        each_closed(&union(one, other), free & !stuck, Movers::All, emit);
    }
}

/// Hands every set of the pieces `free` that holds all that its members push to `emit`, each once.
#[inline]
fn each_closed(direct: &Relation, free: u32, movers: Movers, mut emit: impl FnMut(u32)) {
    if free == 0 {
        return;
    }
    // What each piece takes along, itself included, and what takes it along.
    let (mut taken, mut behind) = ([0; MOST_PIECES], [0; MOST_PIECES]);
    for piece in each(free.into()) {
        let set = spread(1 << piece, direct);
        taken[piece as usize] = set;
        each(set.into()).for_each(|other| behind[other as usize] |= 1 << piece);
    }
    // A set on the way, and the pieces that are neither in it nor have to stay.
    let mut first = (0, free);
    match movers {
        Movers::All => {}
        Movers::Goal if free & 1 == 0 => return,
        Movers::Goal => first = (taken[0], free & !taken[0]),
        Movers::Others => first.1 = free & !behind[0],
    }
    let mut waiting = [first; MOST_PIECES + 1];
    let mut count = 1;
    while count > 0 {
        count -= 1;
        let (mut set, mut open) = waiting[count];
        while open != 0 {
            let piece = open.trailing_zeros() as usize;
            waiting[count] = (set, open & !behind[piece]);
            count += 1;
            set |= taken[piece];
            open &= !taken[piece];
        }
        if set != 0 {
            emit(set);
        }
    }
}

/// The pieces of a set and all that they push, by way of others too.
pub(crate) fn spread(mut set: u32, direct: &Relation) -> u32 {
    let mut waiting = set;
    while waiting != 0 {
        let more = direct[waiting.trailing_zeros() as usize] & !set;
        waiting = waiting & (waiting - 1) | more;
        set |= more;
    }
    set
}

/// The cells in front of `piece` and whatever of `others` it pushes in a unit step, which all are free;
/// none if it cannot take that step.
pub(crate) fn pushed_into(
    grid: &Grid,
    piece: Cells,
    way: Direction,
    others: impl Iterator<Item = Cells> + Clone,
) -> Option<Cells> {
    let edge = grid.edge(way);
    let mut body = piece;
    while body & edge == 0 {
        let front = grid.shifted(body, way) & !body;
        let wider =
            others.clone().filter(|other| other & front != 0).fold(body, |set, it| set | it);
        if wider == body {
            return Some(front);
        }
        body = wider;
    }
    None
}
