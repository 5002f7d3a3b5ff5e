//! Rigid sets of pieces: which of them can move one unit together.
//!
//! A piece pushes another in a direction if a unit step would take it there. A set can step in
//! that direction if it holds all that its members push, and none of them is at the edge. So
//! the sets in question are the unions of the closures of single pieces, and need not be
//! connected. What pushes what to the left is what is pushed to the right, so closures in one
//! direction also tell who has to stay if a piece stays: every set is found once, without dead
//! ends.

use crate::actions::boards::Movers;
use antipode_blocks::{Cells, Direction, Grid, each};

/// A board of a grid has fewer pieces than cells.
pub(crate) const MOST_PIECES: usize = Grid::MOST_CELLS as usize;

/// For every piece a set of pieces.
type Relation = [u32; MOST_PIECES];

/// What pushes what on one board.
pub(crate) struct Pushes {
    /// The pieces that each piece takes along, itself included.
    taken: [Relation; 4],
    /// The pieces that can step in each direction, with all that they take along.
    free: [u32; 4],
}

impl Pushes {
    /// Looks at a board with these pieces.
    pub(crate) fn new(grid: &Grid, pieces: &[Cells]) -> Self {
        let mut owner = [0; Grid::MOST_CELLS as usize];
        let mut occupied = 0;
        for (index, &piece) in pieces.iter().enumerate() {
            each(piece).for_each(|cell| owner[cell as usize] = index);
            occupied |= piece;
        }
        let mut pushes = Pushes { taken: [[0; MOST_PIECES]; 4], free: [0; 4] };
        for way in [Direction::Right, Direction::Down] {
            let taken = &mut pushes.taken[way as usize];
            for (index, &piece) in pieces.iter().enumerate() {
                let front = grid.shifted(piece, way) & occupied & !piece;
                let direct = each(front).fold(0, |set, cell| set | 1 << owner[cell as usize]);
                taken[index] = direct | 1 << index;
            }
            close(&mut taken[..pieces.len()]);
            let back = transposed(&taken[..pieces.len()]);
            pushes.taken[way.opposite() as usize] = back;
        }
        for way in Direction::ALL {
            let edge = grid.edge(way);
            let behind = &pushes.taken[way.opposite() as usize];
            let stuck = pieces.iter().zip(behind).filter(|(piece, _)| **piece & edge != 0);
            let stuck = stuck.fold(0, |set, (_, behind)| set | behind);
            pushes.free[way as usize] = !stuck & ((1_u64 << pieces.len()) - 1) as u32;
        }
        pushes
    }

    /// Hands every set of pieces that can step in direction `way` to `emit`, each once. Piece 0
    /// is the goal piece.
    #[inline]
    pub(crate) fn each_set(&self, way: Direction, movers: Movers, mut emit: impl FnMut(u32)) {
        let taken = &self.taken[way as usize];
        let behind = &self.taken[way.opposite() as usize];
        let free = self.free[way as usize];
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
}

/// Makes a relation transitive (Warshall).
fn close(relation: &mut [u32]) {
    for through in 0..relation.len() {
        let beyond = relation[through];
        for set in relation.iter_mut() {
            *set |= if *set >> through & 1 == 1 { beyond } else { 0 };
        }
    }
}

fn transposed(relation: &[u32]) -> Relation {
    let mut inverse = [0; MOST_PIECES];
    for (index, &set) in relation.iter().enumerate() {
        each(set.into()).for_each(|other| inverse[other as usize] |= 1 << index);
    }
    inverse
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
