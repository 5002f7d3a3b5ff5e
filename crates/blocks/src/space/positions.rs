//! The state space of a puzzle: where its pieces are.
//!
//! Interchangeable pieces that can get to the same places form a group. Each group has its list
//! of places, made once by moving a piece about the empty board; a place knows its cells and what
//! a step leads to. A position is the numbers of the places of all pieces, those of a group in
//! rising order, each in as many bits as its group needs: equal values are equal boards.
//!
//! That one piece moves is written here; `together.rs` moves several at a time.

use std::marker::PhantomData;

use antipode_frontier::Space;

use crate::direction::Direction;
use crate::grid::{Cells, each};
use crate::metric::{Metric, Reach};
use crate::puzzle::{Goal, Piece, Puzzle};
use crate::space::packed::Packed;

/// The number of no place.
pub(crate) const NOWHERE: u8 = u8::MAX;

/// A place that a piece can be in.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) cells: Cells,
    /// The places that the steps lead to, or [`NOWHERE`].
    pub(crate) next: [u8; 4],
    /// The cells of those, all that there are where a step leads nowhere.
    around: [Cells; 4],
}

impl Place {
    /// A bit for each step to a place that has none of the cells of other pieces. Where there are no others, steps
    /// that lead nowhere are among them.
    #[inline]
    fn open(&self, others: Cells) -> u64 {
        // Without a branch, as what comes is anyone's guess.
        let steps = self.around.iter().enumerate();
        steps.fold(0, |open, (step, cells)| open | u64::from(cells & others == 0) << step)
    }
}

/// Interchangeable pieces.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The number in the puzzle of one of its pieces.
    like: usize,
    /// The slots of its pieces.
    pub(super) first: usize,
    pub(super) count: usize,
    /// Where they can be, in the row order of first cells.
    pub(super) places: Vec<Place>,
}

/// What a position says of one piece.
#[derive(Debug, Clone, Copy)]
struct Slot {
    group: usize,
    shift: u32,
    bits: u32,
}

/// A position unpacked: the place of the piece in each slot.
pub(crate) type Places = [u8; 64];

/// A goal in terms of slots.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// A group, and the place that a piece of it has to be in.
    pub(super) placed: Vec<(usize, u8)>,
    pub(super) holes: Cells,
}

/// The state space of a puzzle in some metric.
///
/// As a [`Space`] it works with any engine of the search core. Moves are reversible; neighbours
/// come piece by piece in a fixed order. Used operators: in *move* one bit a piece, in *slide* one
/// a piece and axis, in *step* the step that leads back; with several pieces moving together, or
/// with too many pieces for 64 bits, none. To see every neighbour, expand with `used` 0.
#[derive(Debug, Clone)]
pub struct Positions<K> {
    metric: Metric,
    pub(super) groups: Vec<Group>,
    slots: Vec<Slot>,
    pub(super) targets: Vec<Target>,
    start: K,
    /// The slot in which each piece of the puzzle starts.
    pub(crate) order: Vec<usize>,
    /// How many used bits a piece has.
    marks: u32,
    packing: PhantomData<K>,
}

/// Something to do with the positions of a puzzle, however they are packed.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<K: Packed>(self, positions: Positions<K>) -> Self::Output;
}

/// Has `visitor` visit the positions of `puzzle` in `metric`, packed as tightly as they can be.
pub fn visit<V: Visit>(puzzle: &Puzzle, metric: Metric, visitor: V) -> V::Output {
    visit_among(puzzle, metric, visitor, reachable)
}

/// The same, but its positions are all arrangements of the pieces, whether they can be reached or
/// not.
pub(crate) fn visit_everywhere<V: Visit>(puzzle: &Puzzle, metric: Metric, visitor: V) -> V::Output {
    visit_among(puzzle, metric, visitor, fitting)
}

/// `sites` are the places to be told apart, of the piece of this number.
fn visit_among<V: Visit>(
    puzzle: &Puzzle,
    metric: Metric,
    visitor: V,
    sites: fn(&Puzzle, usize) -> Vec<Cells>,
) -> V::Output {
    let (groups, slots, order) = arrange(puzzle, sites);
    let bits = slots.iter().map(|slot| slot.shift + slot.bits).max().unwrap_or(0);
    macro_rules! visit_packed {
        ($($(#[$when:meta])? $packing:ty),*) => {$(
            $(#[$when])?
            if bits <= <$packing>::BITS {
                let positions = Positions::<$packing>::new(puzzle, metric, groups, slots, order);
                return visitor.visit(positions);
            }
        )*};
    }
    visit_packed!(
        #[cfg(feature = "packings")]
        u64,
        u128,
        #[cfg(feature = "packings")]
        [u64; 4]
    );
    // At most 64 pieces have 64 places, which is 6 bits, each; and a word has less than 6 to spare.
    debug_assert!(bits <= <[u64; 8]>::BITS, "{bits}");
    visitor.visit(Positions::<[u64; 8]>::new(puzzle, metric, groups, slots, order))
}

/// The groups of a puzzle, the slots of its pieces, and which piece starts in which slot.
fn arrange(
    puzzle: &Puzzle,
    sites: fn(&Puzzle, usize) -> Vec<Cells>,
) -> (Vec<Group>, Vec<Slot>, Vec<usize>) {
    let mut groups: Vec<(Group, Vec<usize>)> = Vec::new();
    for (number, piece) in puzzle.pieces.iter().enumerate() {
        let group = groups.iter_mut().find(|(group, _)| {
            puzzle.alike(group.like, number)
                && group.places.iter().any(|place| place.cells == piece.cells)
        });
        match group {
            Some((_, members)) => members.push(number),
            None => {
                let places = places(puzzle, number, sites(puzzle, number));
                let group = Group { like: number, first: 0, count: 0, places };
                groups.push((group, vec![number]));
            }
        }
    }
    let mut slots = Vec::new();
    let mut order = vec![0; puzzle.pieces.len()];
    let mut end: u32 = 0;
    for (index, (group, members)) in groups.iter_mut().enumerate() {
        group.first = slots.len();
        group.count = members.len();
        let bits = (group.places.len() - 1).checked_ilog2().map_or(0, |log| log + 1);
        // Pieces are in row order of their first cells, and so are the places.
        for &member in &*members {
            order[member] = slots.len();
            if bits > 64 - end % 64 {
                end = end.next_multiple_of(64);
            }
            // A piece that cannot move has no bits, wherever they may be.
            slots.push(Slot { group: index, shift: if bits == 0 { 0 } else { end }, bits });
            end += bits;
        }
    }
    (groups.into_iter().map(|(group, _)| group).collect(), slots, order)
}

/// Every place that a piece could get to if it were alone on the board.
fn reachable(puzzle: &Puzzle, piece: usize) -> Vec<Cells> {
    let Piece { cells, axes, .. } = puzzle.pieces[piece];
    let mut found = vec![cells];
    let mut next = 0;
    while next < found.len() {
        let from = found[next];
        next += 1;
        for step in Direction::ALL.into_iter().filter(|&step| axes.allow(step)) {
            if let Some(cells) = puzzle.field.moved(from, step)
                && !found.contains(&cells)
            {
                found.push(cells);
            }
        }
    }
    found
}

/// Every place that a piece fits into.
fn fitting(puzzle: &Puzzle, piece: usize) -> Vec<Cells> {
    let Puzzle { field, pieces, .. } = puzzle;
    let shape = field.shape(pieces[piece].cells);
    (0..field.size()).filter_map(|cell| field.put(&shape, field.place(cell))).collect()
}

/// The places of a piece with what steps lead to, of all the cells that it may cover.
fn places(puzzle: &Puzzle, piece: usize, mut found: Vec<Cells>) -> Vec<Place> {
    let axes = puzzle.pieces[piece].axes;
    let step = |cells, step| puzzle.field.moved(cells, step).filter(|_| axes.allow(step));
    // No two places have the same first cell, so there are at most 64.
    found.sort_unstable_by_key(|cells| cells.trailing_zeros());
    let number = |cells| {
        let number = found.iter().position(|&place| place == cells);
        number.map_or(NOWHERE, |number| number as u8)
    };
    let place = |&cells: &Cells| {
        let around = Direction::ALL.map(|direction| step(cells, direction));
        let next = around.map(|cells| cells.map_or(NOWHERE, number));
        Place { cells, next, around: around.map(|cells| cells.unwrap_or(Cells::MAX)) }
    };
    found.iter().map(place).collect()
}

impl<K: Packed> Positions<K> {
    fn new(
        puzzle: &Puzzle,
        metric: Metric,
        groups: Vec<Group>,
        slots: Vec<Slot>,
        order: Vec<usize>,
    ) -> Self {
        let wanted = match metric.reach() {
            _ if metric.is_super() => 0,
            Reach::Unit => 4,
            Reach::Line => 2,
            Reach::Path => 1,
        };
        let marks = if wanted * slots.len() <= 64 { wanted as u32 } else { 0 };
        let mut positions = Positions {
            metric,
            groups,
            slots,
            targets: Vec::new(),
            start: K::ZERO,
            order,
            marks,
            packing: PhantomData,
        };
        positions.targets =
            puzzle.goals.iter().filter_map(|goal| positions.target(puzzle, goal)).collect();
        positions.start = positions
            .pack(puzzle.pieces.iter().map(|piece| piece.cells))
            .expect("the start is a position");
        positions
    }

    /// A goal in terms of slots; none if no piece can ever be where it has to.
    fn target(&self, puzzle: &Puzzle, goal: &Goal) -> Option<Target> {
        let placed = goal.placed.iter().map(|&(piece, cells)| {
            self.groups.iter().enumerate().find_map(|(index, group)| {
                let place = group.places.iter().position(|place| place.cells == cells)?;
                puzzle.alike(group.like, piece).then_some((index, place as u8))
            })
        });
        Some(Target { placed: placed.collect::<Option<_>>()?, holes: goal.holes })
    }

    /// What counts as one action.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The position at the start.
    pub fn start(&self) -> K {
        self.start
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.slots.len()
    }

    /// Whether a position is solved.
    pub fn is_goal(&self, position: K) -> bool {
        self.targets.iter().any(|target| {
            let placed = target.placed.iter().all(|&(group, place)| {
                let Group { first, count, .. } = self.groups[group];
                (first..first + count).any(|slot| self.place(position, slot) == place)
            });
            placed
                && (target.holes == 0 || self.covered(&self.unpack(position)) & target.holes == 0)
        })
    }

    /// The cells of every piece of a position, in the order of the puzzle's pieces; those of
    /// interchangeable pieces in row order.
    pub fn cells(&self, position: K) -> Vec<Cells> {
        let places = self.unpack(position);
        self.order.iter().map(|&slot| self.piece(slot, places[slot]).cells).collect()
    }

    /// The position in which the pieces of the puzzle, in order, cover these cells; none if a
    /// piece cannot get there.
    pub fn pack(&self, cells: impl IntoIterator<Item = Cells>) -> Option<K> {
        self.places(cells).map(|places| self.packed(places))
    }

    /// The place of the piece in each slot if the pieces of the puzzle, in order, cover these
    /// cells; none if a piece cannot get there.
    pub(crate) fn places(&self, cells: impl IntoIterator<Item = Cells>) -> Option<Places> {
        let mut places = [0; 64];
        for (&slot, cells) in self.order.iter().zip(cells) {
            let places_of = &self.groups[self.slots[slot].group].places;
            places[slot] = places_of.iter().position(|place| place.cells == cells)? as u8;
        }
        Some(places)
    }

    pub(crate) fn piece(&self, slot: usize, place: u8) -> &Place {
        &self.groups[self.slots[slot].group].places[usize::from(place)]
    }

    #[inline]
    fn place(&self, position: K, slot: usize) -> u8 {
        let Slot { shift, bits, .. } = self.slots[slot];
        position.field(shift, bits)
    }

    #[inline]
    pub(crate) fn unpack(&self, position: K) -> Places {
        let mut places = [0; 64];
        for (place, slot) in places.iter_mut().zip(&self.slots) {
            *place = position.field(slot.shift, slot.bits);
        }
        places
    }

    /// The position of pieces in these places; those of a group may be in any order.
    pub(crate) fn packed(&self, mut places: Places) -> K {
        for group in self.groups.iter().filter(|group| group.count > 1) {
            places[group.first..group.first + group.count].sort_unstable();
        }
        let mut position = K::ZERO;
        for (&place, slot) in places.iter().zip(&self.slots) {
            position.flip(slot.shift, place);
        }
        position
    }

    /// The cells covered by pieces.
    #[inline]
    pub(crate) fn covered(&self, places: &Places) -> Cells {
        let slots = places.iter().enumerate().take(self.slots.len());
        slots.fold(0, |set, (slot, &place)| set | self.piece(slot, place).cells)
    }

    /// The position with the piece in `slot` moved to `place`, and the slot that it is in then.
    #[inline]
    fn with(&self, position: K, places: &Places, slot: usize, place: u8) -> (K, usize) {
        let Group { first, count, .. } = self.groups[self.slots[slot].group];
        let mut position = position;
        let mut to = slot;
        let mut put = |slot: usize, place| {
            position.flip(self.slots[slot].shift, places[slot] ^ place);
        };
        while to + 1 < first + count && places[to + 1] < place {
            put(to, places[to + 1]);
            to += 1;
        }
        while to > first && places[to - 1] > place {
            put(to, places[to - 1]);
            to -= 1;
        }
        put(to, place);
        (position, to)
    }

    /// Moves one piece at a time.
    #[inline]
    fn expand_single(&self, position: K, used: u64, mut emit: impl FnMut(K, u64)) {
        let places = self.unpack(position);
        let covered = self.covered(&places);
        for (slot, &from) in places.iter().enumerate().take(self.slots.len()) {
            let all = &self.groups[self.slots[slot].group].places;
            let others = covered ^ all[usize::from(from)].cells;
            let free = |place: u8| place != NOWHERE && all[usize::from(place)].cells & others == 0;
            let unused =
                |mark: u32| self.marks == 0 || used >> (self.marks * slot as u32 + mark) & 1 == 0;
            let mut reach = |place: u8, mark: u32| {
                let (next, slot) = self.with(position, &places, slot, place);
                let used = if self.marks == 0 { 0 } else { 1 << (self.marks * slot as u32 + mark) };
                emit(next, used);
            };
            match self.metric.reach() {
                Reach::Unit => {
                    for step in Direction::ALL {
                        let place = all[usize::from(from)].next[step as usize];
                        if free(place) && unused(step as u32) {
                            reach(place, step.opposite() as u32);
                        }
                    }
                }
                Reach::Line => {
                    for step in Direction::ALL {
                        let axis = u32::from(step.is_horizontal());
                        let mut place = all[usize::from(from)].next[step as usize];
                        while unused(axis) && free(place) {
                            reach(place, axis);
                            place = all[usize::from(place)].next[step as usize];
                        }
                    }
                }
                Reach::Path => {
                    if !unused(0) {
                        continue;
                    }
                    let mut seen = 1_u64 << from;
                    let mut edge = seen;
                    while edge != 0 {
                        let at = edge.trailing_zeros();
                        edge &= edge - 1;
                        let at = &all[at as usize];
                        for step in each(at.open(others)) {
                            let place = at.next[step as usize];
                            if place != NOWHERE && seen >> place & 1 == 0 {
                                seen |= 1 << place;
                                edge |= 1 << place;
                                reach(place, 0);
                            }
                        }
                    }
                }
            }
        }
    }
}

impl<K: Packed> Space for Positions<K> {
    type State = K;
    type Used = u64;
    const REVERSIBLE: bool = true;

    #[inline]
    fn expand(&self, position: K, used: u64, mut emit: impl FnMut(K, u64)) {
        if self.metric.is_super() {
            let mut act = |_: u64, places: &Places| emit(self.packed(*places), 0);
            self.each_action(&self.unpack(position), &mut act);
        } else {
            self.expand_single(position, used, emit);
        }
    }
}

/// The pieces in `set`, as slots.
pub(crate) fn members(set: u64) -> impl Iterator<Item = usize> {
    each(set).map(|slot| slot as usize)
}
