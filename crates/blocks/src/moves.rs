//! The metric *move*: one piece, any path.
//!
//! All places that a piece can reach while the others stand still are mutual neighbours. They
//! are flooded from the first of these boards that is expanded, and the others are told not to
//! move that piece: on 4x4 this leaves 437 million of 1,514 million generated neighbours. The
//! used operators are the anchors of the pieces in question, so they need no relabelling when
//! pieces of equal shape trade places in some order of pieces; there is none.

use antipode_frontier::Space;

use crate::class::{Class, Kind};
use crate::grid::{Cells, Grid};
use crate::key::{Key, Layout, MOST_KINDS};

/// The pieces that may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Movers {
    /// All.
    All,
    /// Only the goal piece.
    Goal,
    /// All but the goal piece.
    Others,
}

/// The boards of one class, joined by moves.
#[derive(Debug, Clone)]
pub struct Moves<K> {
    grid: Grid,
    layout: Layout,
    movers: Movers,
    count: usize,
    kinds: [Packed<K>; MOST_KINDS],
}

#[derive(Debug, Clone, Copy)]
struct Packed<K> {
    kind: Kind,
    unit: K,
    mask: K,
}

impl<K: Key> Moves<K> {
    /// The space of the boards of `class`, whose keys must be wide enough for its kinds.
    pub fn new(grid: &Grid, class: &Class) -> Self {
        let layout = Layout::new::<K>(grid);
        let shapes = class.kinds();
        let none = Packed { kind: Kind { pattern: 0, fits: 0 }, unit: K::ZERO, mask: K::ZERO };
        let mut kinds = [none; MOST_KINDS];
        for (index, &shape) in shapes.iter().enumerate() {
            kinds[index] = Packed {
                kind: Kind::new(grid, shape),
                unit: layout.unit(index + 1),
                mask: layout.mask(index + 1),
            };
        }
        Moves { grid: *grid, layout, movers: Movers::All, count: shapes.len(), kinds }
    }

    /// The same boards with only some of the pieces moving.
    pub fn restricted(&self, movers: Movers) -> Self {
        Moves { movers, ..self.clone() }
    }

    /// The anchor of the goal piece.
    #[inline]
    pub fn goal_anchor(&self, key: K) -> u32 {
        self.layout.anchors(key, self.kinds[0].mask).trailing_zeros()
    }
}

impl<K: Key> Space for Moves<K> {
    type State = K;
    /// The anchors of the pieces whose floods are known.
    type Used = u32;
    const REVERSIBLE: bool = true;

    /// Neighbours come by kind, then by anchor, then by the anchor reached.
    #[inline]
    fn expand(&self, key: K, used: u32, mut emit: impl FnMut(K, u32)) {
        let mut anchors: [Cells; MOST_KINDS] = [0; MOST_KINDS];
        let mut occupied = 0;
        for (index, packed) in self.kinds[..self.count].iter().enumerate() {
            anchors[index] = self.layout.anchors(key, packed.mask);
            occupied |= packed.kind.cover(anchors[index]);
        }
        let holes = self.grid.cells() & !occupied;
        let near = self.grid.beside(holes);
        let kinds = match self.movers {
            Movers::All => 0..self.count,
            Movers::Goal => 0..1,
            Movers::Others => 1..self.count,
        };
        for index in kinds {
            let Packed { kind, unit, .. } = self.kinds[index];
            let mut pieces = anchors[index] & !Cells::from(used);
            while pieces != 0 {
                let anchor = pieces.trailing_zeros();
                let from = pieces & pieces.wrapping_neg();
                pieces ^= from;
                let piece = kind.pattern << anchor;
                if piece & near == 0 {
                    continue;
                }
                let legal = kind.legal(holes | piece);
                let mut reached = from | self.grid.beside(from) & legal;
                if reached == from {
                    continue;
                }
                loop {
                    let wider = reached | self.grid.beside(reached) & legal;
                    if wider == reached {
                        break;
                    }
                    reached = wider;
                }
                let lifted = key ^ unit << anchor;
                let mut places = reached ^ from;
                while places != 0 {
                    let place = places.trailing_zeros();
                    emit(lifted ^ unit << place, 1 << place);
                    places &= places - 1;
                }
            }
        }
    }
}
