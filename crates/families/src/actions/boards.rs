//! The boards of one class, as keys, and what all metrics make of them.

use antipode_frontier::joined::{Clique, Joined, Member, TOKEN};
use antipode_frontier::{Space, Used};

use crate::class::{Class, Kind};
use crate::key::{Key, Layout, MOST_KINDS, Planes};
use crate::shape::Shape;
use antipode_blocks::{Cells, Grid, each};

/// The pieces that may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Movers {
    /// All.
    All,
    /// Only the goal piece, or what moves together with it.
    Goal,
    /// All but the goal piece.
    Others,
}

/// The boards of one class joined by the actions of one metric.
pub(crate) trait Actions: Space<State: Key> + Sync {
    /// The boards.
    fn boards(&self) -> &Boards<Self::State>;

    /// The same boards with only some of the pieces moving.
    fn restricted(&self, movers: Movers) -> Self;

    /// Leaves of a set of anchors for each vertex of a component those whose pieces some action moves.
    /// `room` may hold anything.
    fn keep_movable<U: Used>(
        &self,
        graph: &Joined<Self::State, U>,
        component: usize,
        anchors: &mut [u32],
        room: &mut Vec<u32>,
    ) {
        graph.moved(component, room);
        anchors.iter_mut().zip(room).for_each(|(anchors, moved)| *anchors &= *moved);
    }
}

/// The boards of one class.
#[derive(Debug, Clone)]
pub struct Boards<K> {
    pub(crate) grid: Grid,
    pub(crate) movers: Movers,
    layout: Layout,
    count: usize,
    kinds: [PackedKind<K>; MOST_KINDS],
}

#[derive(Debug, Clone, Copy)]
struct PackedKind<K> {
    kind: Kind,
    unit: K,
    mask: Planes,
}

/// A piece with a hole beside it, about to move alone.
pub(crate) struct Loose<K> {
    /// Its anchor, as a set.
    pub(crate) from: Cells,
    /// The anchors at which nothing is in its way.
    pub(crate) legal: Cells,
    /// The key of the board without it.
    pub(crate) lifted: K,
    unit: K,
}

impl<K: Key> Loose<K> {
    /// Hands the boards with the piece at each of `places` to `emit`, with the place.
    #[inline]
    pub(crate) fn put(&self, places: Cells, mut emit: impl FnMut(K, u32)) {
        let mut rest = places;
        while rest != 0 {
            let place = rest.trailing_zeros();
            emit(self.lifted ^ self.unit << place, place);
            rest &= rest - 1;
        }
    }

    /// Hands the boards with the piece at each of the places `reached` to `emit` as a clique, which is
    /// not to be looked for again from where `used` says so of the place.
    #[inline]
    pub(crate) fn join<U: Used>(
        &self,
        reached: Cells,
        used: impl Fn(u32) -> U,
        room: &mut Vec<Member<K, U>>,
        mut emit: impl FnMut(Clique<'_, K, U>),
    ) {
        if reached == self.from {
            return;
        }
        room.clear();
        self.put(reached ^ self.from, |state, place| {
            room.push(Member { state, shift: place, used: used(place) });
        });
        let shift = self.from.trailing_zeros();
        emit(Clique { moved: TOKEN, shift, others: room, once: false });
    }

    /// What can be reached from where the piece is by unit steps among the legal anchors, each
    /// step as `beside` says.
    #[inline]
    pub(crate) fn flood(&self, beside: impl Fn(Cells) -> Cells) -> Cells {
        let mut reached = self.from | beside(self.from) & self.legal;
        if reached == self.from {
            return reached;
        }
        loop {
            let wider = reached | beside(reached) & self.legal;
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }
}

impl<K: Key> Boards<K> {
    /// The boards of `class`, whose keys must be wide enough for its kinds.
    pub fn new(grid: &Grid, class: &Class) -> Self {
        Self::of_kinds(grid, &class.kinds().collect::<Vec<_>>())
    }

    /// The boards with pieces of the kinds `shapes`, whose codes are 1 and up in that order.
    pub(crate) fn of_kinds(grid: &Grid, shapes: &[Shape]) -> Self {
        let layout = Layout::new::<K>(grid);
        let none =
            PackedKind { kind: Kind { pattern: 0, fits: 0 }, unit: K::ZERO, mask: layout.mask(0) };
        let mut kinds = [none; MOST_KINDS];
        for (index, &shape) in shapes.iter().enumerate() {
            kinds[index] = PackedKind {
                kind: Kind::new(grid, shape),
                unit: layout.unit(index + 1),
                mask: layout.mask(index + 1),
            };
        }
        Boards { grid: *grid, layout, movers: Movers::All, count: shapes.len(), kinds }
    }

    /// The same boards with only some of the pieces moving.
    pub(crate) fn restricted(&self, movers: Movers) -> Self {
        Boards { movers, ..self.clone() }
    }

    /// The number of kinds.
    pub(crate) fn kinds(&self) -> usize {
        self.count
    }

    /// The cells of a piece of each kind, somewhere.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = Cells> {
        self.kinds[..self.count].iter().map(|it| it.kind.pattern << it.kind.fits.trailing_zeros())
    }

    /// The kind of the piece that is anchored at a place, counted from 0.
    #[inline]
    pub(crate) fn kind_at(&self, key: K, anchor: u32) -> usize {
        self.layout.code(key, anchor) - 1
    }

    /// The anchors of all pieces.
    #[inline]
    pub(crate) fn all_anchors(&self, key: K) -> Cells {
        self.layout.all_anchors(key)
    }

    /// The anchors of the pieces of a kind, counted from 0.
    #[inline]
    pub(crate) fn anchors(&self, key: K, kind: usize) -> Cells {
        self.layout.anchors(&self.layout.planes(key), &self.kinds[kind].mask)
    }

    /// The anchors of the pieces of each kind.
    #[inline]
    pub(crate) fn anchors_by_kind(&self, key: K) -> impl Iterator<Item = Cells> {
        let planes = self.layout.planes(key);
        self.kinds[..self.count].iter().map(move |it| self.layout.anchors(&planes, &it.mask))
    }

    /// The cells of a piece of a kind, counted from 0, at an anchor.
    #[inline]
    pub(crate) fn cells(&self, kind: usize, anchor: u32) -> Cells {
        self.kinds[kind].kind.pattern << anchor
    }

    /// The part of a key that a piece of a kind, counted from 0, at an anchor is.
    #[inline]
    pub(crate) fn part(&self, kind: usize, anchor: u32) -> K {
        self.kinds[kind].unit << anchor
    }

    /// The anchor of the goal piece.
    #[inline]
    pub(crate) fn goal_anchor(&self, key: K) -> u32 {
        self.anchors(key, 0).trailing_zeros()
    }

    /// Whether the goal piece can move without taking others along.
    pub fn goal_moves_alone(&self, key: K) -> bool {
        let goal = &self.kinds[0].kind;
        let anchor = self.anchors(key, 0);
        self.grid.beside(anchor) & goal.legal(self.free(key) | goal.cover(anchor)) != 0
    }

    /// The cells that no piece covers.
    pub(crate) fn free(&self, key: K) -> Cells {
        let covers = self.kinds.iter().zip(self.anchors_by_kind(key));
        let covers = covers.map(|(packed, anchors)| packed.kind.cover(anchors));
        self.grid.cells() & !covers.fold(0, |set, cover| set | cover)
    }

    /// Hands the cells of each piece to `visit`, with its part of the key: the goal piece, then
    /// the others by kind and anchor.
    #[inline]
    pub(crate) fn each_piece(&self, key: K, mut visit: impl FnMut(Cells, K)) {
        for (packed, anchors) in self.kinds.iter().zip(self.anchors_by_kind(key)) {
            for anchor in each(anchors) {
                visit(packed.kind.pattern << anchor, packed.unit << anchor);
            }
        }
    }

    /// Hands each piece that may move and has a hole beside it to `visit`, by kind and anchor,
    /// but for the pieces at the anchors `idle`.
    #[inline]
    pub(crate) fn each_loose(&self, key: K, idle: Cells, mut visit: impl FnMut(Loose<K>)) {
        let mut anchors: [Cells; MOST_KINDS] = [0; MOST_KINDS];
        let mut occupied = 0;
        for (index, of_kind) in self.anchors_by_kind(key).enumerate() {
            anchors[index] = of_kind;
            occupied |= self.kinds[index].kind.cover(of_kind);
        }
        let holes = self.grid.cells() & !occupied;
        let near = self.grid.beside(holes);
        let kinds = match self.movers {
            Movers::All => 0..self.count,
            Movers::Goal => 0..1,
            Movers::Others => 1..self.count,
        };
        for index in kinds {
            let PackedKind { kind, unit, .. } = self.kinds[index];
            let mut pieces = anchors[index] & !idle;
            while pieces != 0 {
                let anchor = pieces.trailing_zeros();
                let from = pieces & pieces.wrapping_neg();
                pieces ^= from;
                let piece = kind.pattern << anchor;
                if piece & near == 0 {
                    continue;
                }
                let legal = kind.legal(holes | piece);
                visit(Loose { from, legal, lifted: key ^ unit << anchor, unit });
            }
        }
    }
}
