//! The graph of a set of positions, component by component.
//!
//! Positions are numbered in the order in which a breadth-first search finds them, one component
//! after the other, and so are the cliques of each size: what is searched together lies together. A
//! clique is made from the first of its members that is expanded, which is the one of the least number.
//! Legs of relays are kept apart, in `relays.rs`.

use std::array;
use std::hint::black_box;
use std::ops::Range;

use crate::error::Full;
use crate::hash::hash;
use crate::joined::cliques::{Clique, Joins, Leg, Member, Places};
use crate::joined::deferred::{Deferred, LARGE};
use crate::joined::lists::Lists;
use crate::joined::relays::{LEG_BYTES, Relays};
use crate::joined::shifted::{LongShifted, Shifted};
use crate::joined::sizes::{Cliques, Section};
use crate::memory::{OutOfMemory, keep_ahead, reserve};
use crate::space::{State, Used};

/// What a [`Joined`] graph may take.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// The bytes, about, of the graph together with what is kept beside it.
    pub bytes: usize,
    /// The bytes that are kept beside it for each vertex, such as the tables of a search.
    pub beside: usize,
    /// Whether the cliques of each vertex are listed. Without, the graph is a third smaller, and searches go
    /// through all cliques of a component in each layer.
    pub lists: bool,
}

/// A connected part of a [`Joined`] graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its vertices.
    pub vertices: Range<u32>,
    pub(super) cliques: Section,
    pub(super) relays: Range<usize>,
}

/// Positions joined by cliques and relays. Positions without any are left out.
///
/// ```
/// use antipode_frontier::joined::{Clique, Joined, Joins, Lanes, Member, Spread};
///
/// /// A row of six cells, two like tokens on it, and moves of one token to any free cell that
/// /// nothing bars. A position is the set of cells with a token.
/// struct Row;
///
/// impl Joins for Row {
///     type State = u32;
///     type Used = u32; // the cells of tokens that need not be moved
///
///     fn cliques(
///         &self,
///         state: u32,
///         used: u32,
///         room: &mut Vec<Member<u32, u32>>,
///         mut emit: impl FnMut(Clique<'_, u32, u32>),
///     ) {
///         for cell in (0..6).filter(|cell| state & !used & 1 << cell != 0) {
///             let rest = state & !(1 << cell);
///             let free = |cell: &u32| rest & 1 << cell == 0;
///             let from = (0..cell).rev().take_while(free).last().unwrap_or(cell);
///             let places = (from..6).take_while(free).filter(|&place| place != cell);
///             let member =
///                 |place: u32| Member { state: rest | 1 << place, shift: place, used: 1 << place };
///             room.clear();
///             room.extend(places.map(member));
///             if !room.is_empty() {
///                 emit(Clique { moved: 1, shift: cell, others: room, once: false });
///             }
///         }
///     }
/// }
///
/// let mut row = Joined::default();
/// row.explore(&Row, 0b000011)?;
/// assert_eq!((row.len(), row.components().len()), (15, 1));
/// let start = row.find(0b000011).unwrap();
/// row.seal();
/// row.index()?;
///
/// // In how many moves does the token in cell 0 reach cell 4, and that in cell 1 cell 5?
/// let lanes = Lanes::new(6, 2);
/// let mut spread = Spread::<u64>::new(lanes);
/// let mut first = [None; 2];
/// spread.search(&row, 0, [(start, 0, 0b01), (start, 1, 0b10)], |distance, _, new| {
///     for (question, cell) in [4, 5].into_iter().enumerate() {
///         if lanes.lane(new, question) & 1 << cell != 0 {
///             first[question].get_or_insert(distance);
///         }
///     }
/// });
/// assert_eq!(first, [Some(2), Some(1)]);
/// # Ok::<(), antipode_frontier::Full>(())
/// ```
#[derive(Debug)]
pub struct Joined<S, U> {
    states: Vec<S>,
    used: Vec<U>,
    /// Numbers of states plus one, with some of their hashes in the bits that no number of them needs; 0 is an
    /// empty slot. Only the first `mask + 1` are in use, of which no more than [`fill`] are not empty.
    slots: Vec<u32>,
    mask: usize,
    pub(super) cliques: Cliques,
    components: Vec<Component>,
    /// The first vertex of each layer of the breadth-first searches that found them.
    layers: Vec<u32>,
    /// The numbers of the cliques of each vertex, if they are listed.
    incidences: Lists<u32>,
    pub(super) relays: Relays,
    /// Where cliques are built.
    room: Vec<Member<S, U>>,
    members: Vec<LongShifted>,
    /// Cliques that were found and not added.
    deferred: Deferred<S, U>,
    allowed: Room,
}

const SMALLEST_INDEX: usize = 16;

/// From how many slots on an index is filled further, as it is much of what a large graph takes while it is explored.
const LARGE_INDEX: usize = 1 << 26;

/// After how many vertices the memory is looked at,
const CHECK: usize = 1 << 10;

/// and how many entries there is room for until the next time.
const AHEAD: usize = 1 << 16;

/// What a slot of the index takes, the set of a clique if sets are listed, a member of a clique, and once cliques
/// are listed a vertex beside its state, and the clique of a member.
const SLOT_BYTES: usize = size_of::<u32>();
const SET_BYTES: usize = size_of::<Places>();
const MEMBER_BYTES: usize = size_of::<Shifted>();
const VERTEX_BYTES: usize = size_of::<u32>();
const INCIDENCE_BYTES: usize = size_of::<u32>();

/// What the memory is for.
const PURPOSE: &str = "the graph of a class";

impl<S: State, U: Used> Default for Joined<S, U> {
    fn default() -> Self {
        Joined {
            states: Vec::new(),
            used: Vec::new(),
            slots: vec![0; SMALLEST_INDEX],
            mask: SMALLEST_INDEX - 1,
            cliques: Cliques::default(),
            components: Vec::new(),
            layers: Vec::new(),
            incidences: Lists::default(),
            relays: Relays::default(),
            room: Vec::new(),
            members: Vec::new(),
            deferred: Deferred::default(),
            allowed: Room { bytes: usize::MAX, beside: 0, lists: true },
        }
    }
}

impl<S: State, U: Used> Joined<S, U> {
    /// The most vertices. Some more are found before their number is looked at.
    const MOST: usize = 1 << (u32::BITS - 1);

    /// Whether a graph of that size can be numbered.
    pub fn is_numbered(vertices: f64, members: f64, legs: f64) -> bool {
        let most = if legs > 0.0 { Relays::MOST_VERTICES } else { Self::MOST };
        vertices <= most as f64 && members <= f64::from(u32::MAX) && legs <= Relays::MOST as f64
    }

    /// Lets the graph take so much memory at most from now on. By default there is no bound.
    pub fn keep_within(&mut self, allowed: Room) {
        self.allowed = allowed;
    }

    /// Empties the graph and keeps its memory. `expected` is a guess at the number of positions to
    /// come, so that the index of positions need not grow step by step.
    pub fn clear(&mut self, expected: usize) {
        self.states.clear();
        self.used.clear();
        self.slots[..=self.mask].fill(0);
        let mut size = index_for(expected);
        if size * SLOT_BYTES > self.allowed.bytes {
            size = SMALLEST_INDEX;
        } else if self.slots.len() < size {
            let more = size - self.slots.len();
            match reserve(&mut self.slots, more, PURPOSE) {
                Ok(()) => self.slots.resize(size, 0),
                Err(_) => size = SMALLEST_INDEX,
            }
        }
        self.mask = size - 1;
        self.cliques.clear();
        self.components.clear();
        self.layers.clear();
        self.incidences.clear();
        self.relays.clear();
        self.deferred.clear();
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The number of cliques.
    pub fn cliques(&self) -> usize {
        self.cliques.len()
    }

    /// The number of members of all cliques.
    pub fn members(&self) -> usize {
        self.cliques.members()
    }

    /// The number of legs of all relays.
    pub fn legs(&self) -> usize {
        self.relays.len()
    }

    /// The components, in the order in which they were explored.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// How far the vertices from each of these on are at most from the first of a component: that is one, and those of
    /// one layer are numbered one after the other. A layer goes on by cliques and legs. Where there are no legs they
    /// are as far as that; one action may take several.
    pub fn layers(&self, component: usize) -> &[u32] {
        let Range { start, end } = self.components[component].vertices;
        let [first, end] = [start, end].map(|it| self.layers.partition_point(|&layer| layer < it));
        &self.layers[first..end]
    }

    /// The position of a vertex.
    #[inline]
    pub fn state(&self, vertex: u32) -> S {
        self.states[vertex as usize]
    }

    /// The vertex of a position, if it is in the graph.
    #[inline]
    pub fn find(&self, state: S) -> Option<u32> {
        match self.slots[self.slot(state, hash(state))] {
            0 => None,
            entry => Some(self.vertex_in(entry)),
        }
    }

    /// Fetches what tells where some positions are, all at once, before they are looked up one by one, if the graph
    /// is too large for the cache.
    #[inline]
    pub fn fetch(&self, states: &[S]) {
        if self.states.len() >= LARGE {
            black_box(states.iter().fold(0, |all, &state| all ^ self.first_entry(state)));
        }
    }

    /// What is in the first slot that is looked at for a position or, if its tag is that of another, in the second.
    #[inline]
    fn first_entry(&self, state: S) -> u32 {
        let hash = hash(state);
        let [first, second] = [0, 1].map(|step| self.slots[(hash as usize + step) & self.mask]);
        let is_other = (first ^ tag_of(hash)) & self.tag() != 0;
        if is_other { second } else { first }
    }

    /// The slot of a position of that hash, or the empty one where it belongs.
    #[inline]
    fn slot(&self, state: S, hash: u64) -> usize {
        let mut slot = hash as usize & self.mask;
        loop {
            let entry = self.slots[slot];
            // Most others are told by their tags, and need not be fetched.
            let may_be = (entry ^ tag_of(hash)) & self.tag() == 0;
            if entry == 0 || may_be && self.states[self.vertex_in(entry) as usize] == state {
                return slot;
            }
            slot = (slot + 1) & self.mask;
        }
    }

    /// The bits of a slot that hold some of the hash.
    #[inline]
    fn tag(&self) -> u32 {
        !(self.mask as u32)
    }

    /// What a slot holds for a vertex.
    #[inline]
    fn entry(&self, vertex: u32, hash: u64) -> u32 {
        (vertex + 1) | tag_of(hash) & self.tag()
    }

    /// The vertex of a slot that is not empty.
    #[inline]
    fn vertex_in(&self, entry: u32) -> u32 {
        (entry & !self.tag()) - 1
    }

    /// The vertex of a position, which becomes the last one if it was not in the graph.
    #[inline]
    fn number(&mut self, state: S) -> u32 {
        let hash = hash(state);
        let slot = self.slot(state, hash);
        if self.slots[slot] != 0 {
            return self.vertex_in(self.slots[slot]);
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.used.push(U::default());
        self.slots[slot] = self.entry(number, hash);
        if self.states.len() > fill(self.mask + 1) {
            self.widen();
        }
        number
    }

    /// Makes the index twice as large.
    fn widen(&mut self) {
        let size = 2 * (self.mask + 1);
        self.slots.clear();
        self.slots.resize(size, 0);
        self.mask = size - 1;
        for number in 0..self.states.len() {
            let hash = hash(self.states[number]);
            let mut slot = hash as usize & self.mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = self.entry(number as u32, hash);
        }
    }

    /// About how many bytes the graph takes: while it is explored or, if that is more, once it is
    /// [`sealed`](Self::seal), with what is kept beside it then.
    pub fn bytes(&self) -> usize {
        let states = self.states.len();
        let exploring = states * size_of::<U>() + (self.mask + 1) * SLOT_BYTES;
        let lists = states * VERTEX_BYTES + self.members() * INCIDENCE_BYTES;
        let sealed = states * self.allowed.beside + usize::from(self.allowed.lists) * lists;
        states * size_of::<S>()
            + self.cliques.sets() * SET_BYTES
            + self.members() * MEMBER_BYTES
            + self.legs() * LEG_BYTES
            + self.components.len() * size_of::<Component>()
            + self.layers.len() * size_of::<u32>()
            + exploring.max(sealed)
    }

    /// About how many bytes a graph of that size takes that is sealed and does not list the cliques of each
    /// vertex, with so many kept beside it for each. So many cliques move something else than
    /// [`TOKEN`](super::TOKEN).
    pub fn bytes_of(vertices: f64, sets: f64, members: f64, legs: f64, beside: usize) -> f64 {
        vertices * (size_of::<S>() + beside) as f64
            + sets * SET_BYTES as f64
            + members * MEMBER_BYTES as f64
            + legs * LEG_BYTES as f64
    }

    /// Adds the component of a position, unless it is there or the position has neither clique nor leg.
    /// Returns whether it was added.
    ///
    /// # Errors
    /// If it does not fit in the memory that the graph may take, or has not the numbers for it. Then the graph is of no
    /// use until it is cleared.
    pub fn explore<J>(&mut self, space: &J, seed: S) -> Result<bool, Full>
    where
        J: Joins<State = S, Used = U>,
    {
        let (vertex, leg, relay) = (self.states.len(), self.legs(), self.relays.count());
        let layer = self.layers.len();
        let before = self.cliques.counts();
        if (self.number(seed) as usize) < vertex {
            return Ok(false);
        }
        let (mut next, mut layer_end) = (vertex, vertex);
        let mut room = std::mem::take(&mut self.room);
        while next < self.states.len() {
            if next == layer_end {
                self.layers.push(next as u32);
                layer_end = self.states.len();
            }
            let (state, used) = (self.states[next], self.used[next]);
            let from = next as u32;
            if self.states.len() < LARGE {
                space.cliques(state, used, &mut room, |found| self.add(from, &found));
            } else {
                space.cliques(state, used, &mut room, |found| self.deferred.push(from, &found));
            }
            space.legs(state, |found| self.add_leg(from, &found));
            next += 1;
            // Where a layer ends must be known before the next one begins.
            let is_last = next == layer_end;
            if self.deferred.are_enough() || is_last && !self.deferred.is_empty() {
                self.add_deferred();
            }
            if next.is_multiple_of(CHECK) || next == self.states.len() {
                self.check()?;
            }
        }
        self.room = room;
        let counts = self.cliques.counts();
        if counts == before && self.legs() == leg {
            // Nothing was put into the index after it, so the slot can be emptied again.
            let slot = self.slot(seed, hash(seed));
            self.slots[slot] = 0;
            self.states.pop();
            self.used.pop();
            self.layers.truncate(layer);
            return Ok(false);
        }
        let states = self.states.len();
        self.relays.sort().map_err(|refused| Full::Memory { states, refused })?;
        self.components.push(Component {
            vertices: vertex as u32..states as u32,
            cliques: array::from_fn(|size| before[size]..counts[size]),
            relays: relay..self.relays.count(),
        });
        Ok(true)
    }

    fn check(&mut self) -> Result<(), Full> {
        let states = self.states.len();
        let [members, legs] = [self.members(), self.legs()].map(|count| count as f64);
        let is_numbered = Self::is_numbered(states as f64, members, legs);
        if !is_numbered || self.cliques.is_outgrown() {
            return Err(Full::Numbers { states });
        }
        if self.bytes() > self.allowed.bytes {
            return Err(Full::Room { states });
        }
        self.keep_ahead().map_err(|refused| Full::Memory { states, refused })
    }

    /// Keeps room for what is found before the memory is looked at again, as far as one can tell.
    fn keep_ahead(&mut self) -> Result<(), OutOfMemory> {
        keep_ahead(&mut self.states, AHEAD, PURPOSE)?;
        keep_ahead(&mut self.used, AHEAD, PURPOSE)?;
        self.cliques.keep_ahead(AHEAD, PURPOSE)?;
        self.relays.keep_ahead(AHEAD)?;
        let index = self.mask + 1;
        if self.states.len() + AHEAD > fill(index) && index >= AHEAD {
            let slots = self.slots.len();
            reserve(&mut self.slots, (2 * index).saturating_sub(slots), PURPOSE)?;
        }
        Ok(())
    }

    /// Adds a clique that was found from the vertex `from`, unless it was found before.
    #[inline]
    fn add(&mut self, from: u32, found: &Clique<'_, S, U>) {
        self.begin_clique(from, found.shift);
        for member in found.others {
            let vertex = self.number(member.state);
            if vertex < from && !found.once {
                return;
            }
            self.add_member(vertex, member);
        }
        self.cliques.add(found.moved, &self.members);
    }

    #[inline]
    fn begin_clique(&mut self, from: u32, shift: u32) {
        self.members.clear();
        self.members.push(LongShifted::new(from, shift));
    }

    #[inline]
    fn add_member(&mut self, vertex: u32, member: &Member<S, U>) {
        let used = &mut self.used[vertex as usize];
        *used = used.union(member.used);
        self.members.push(LongShifted::new(vertex, member.shift));
    }

    /// Adds the cliques that were deferred, in the order in which they were found.
    fn add_deferred(&mut self) {
        let mut deferred = std::mem::take(&mut self.deferred);
        let begin = |state| self.first_entry(state);
        deferred.look_up(begin, |state, entry| {
            // The first vertex stands for those that are in neither of their first two slots.
            let vertex = (entry & !self.tag()).saturating_sub(1);
            if self.states[vertex as usize] == state { vertex + 1 } else { 0 }
        });
        'cliques: for (clique, members) in deferred.cliques() {
            self.begin_clique(clique.from, clique.shift);
            for (member, found) in members {
                let vertex = if found > 0 { found - 1 } else { self.number(member.state) };
                if vertex < clique.from && !clique.once {
                    continue 'cliques;
                }
                self.add_member(vertex, member);
            }
            self.cliques.add(clique.moved, &self.members);
        }
        deferred.clear();
        self.deferred = deferred;
    }

    /// Adds a leg that was found from the vertex `from`, unless it was found from the other end before.
    #[inline]
    fn add_leg(&mut self, from: u32, found: &Leg<S>) {
        let other = self.number(found.other);
        if other > from {
            self.relays.add(from, other, found);
        }
    }

    /// Gives up the memory that takes what only exploring needs, and with it the index: no position is found
    /// from now on.
    pub fn seal(&mut self) {
        self.used = Vec::new();
        self.slots = vec![0; SMALLEST_INDEX];
        self.mask = SMALLEST_INDEX - 1;
    }

    /// Lists the cliques of each vertex, if they are to be listed, and the legs, which searches need. To be
    /// called when all components are there.
    ///
    /// # Errors
    /// If the system has not the memory.
    pub fn index(&mut self) -> Result<(), Full> {
        let states = self.states.len();
        self.list_cliques()
            .and_then(|()| self.relays.index(states))
            .map_err(|refused| Full::Memory { states, refused })
    }

    fn list_cliques(&mut self) -> Result<(), OutOfMemory> {
        if !self.allowed.lists {
            self.incidences = Lists::default();
            return Ok(());
        }
        if self.is_wide() { self.list::<true>() } else { self.list::<false>() }
    }

    fn list<const WIDE: bool>(&mut self) -> Result<(), OutOfMemory> {
        let placed = (0..)
            .zip(self.cliques.all::<WIDE>())
            .flat_map(|(number, members)| members.iter().map(move |(vertex, _)| (vertex, number)));
        self.incidences.fill(self.states.len(), placed, PURPOSE)
    }

    /// Whether the members of cliques are counted from others than the first vertex.
    pub(super) fn is_wide(&self) -> bool {
        Cliques::are_wide(self.states.len())
    }

    /// Whether the cliques of each vertex are listed.
    pub(super) fn lists_cliques(&self) -> bool {
        self.allowed.lists
    }

    /// The numbers of the cliques of a vertex, which must be listed.
    #[inline]
    pub(super) fn incidences(&self, vertex: u32) -> &[u32] {
        self.incidences.of(vertex)
    }

    /// Fills a list with the places whose tokens some clique moves, for each vertex of a component.
    pub fn moved(&self, component: usize, list: &mut Vec<u32>) {
        let Component { vertices, cliques, .. } = &self.components[component];
        list.clear();
        list.resize(vertices.len(), 0);
        self.cliques.of::<true>(cliques).for_each(|(moved, members)| {
            for (vertex, shift) in members.iter() {
                list[(vertex - vertices.start) as usize] |= moved << shift;
            }
        });
    }

    /// Hands every pair of neighbours of a component to `visit`, counted from its first vertex, the
    /// least number first. Two that several actions join come several times.
    pub fn each_edge(&self, component: usize, mut visit: impl FnMut(u32, u32)) {
        let component = &self.components[component];
        for (_, members) in self.cliques.of::<true>(&component.cliques) {
            let mut others = members.iter().map(|it| it.0 - component.vertices.start);
            while let Some(one) = others.next() {
                for other in others.clone() {
                    visit(one.min(other), one.max(other));
                }
            }
        }
        let first = component.vertices.start;
        for vertex in component.vertices.clone() {
            self.relays.each_action(component.relays.clone(), vertex, &mut |other| {
                if other > vertex {
                    visit(vertex - first, other - first);
                }
            });
        }
    }
}

/// How many positions there may be in an index of so many slots, a power of two.
fn fill(slots: usize) -> usize {
    if slots < LARGE_INDEX { slots / 2 } else { slots / 4 * 3 }
}

/// How many slots so many positions need.
fn index_for(positions: usize) -> usize {
    let slots = positions.next_power_of_two().max(SMALLEST_INDEX);
    if positions <= fill(slots) { slots } else { 2 * slots }
}

/// The part of a hash that slots hold some bits of.
fn tag_of(hash: u64) -> u32 {
    (hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_as_large_as_its_positions_need() {
        assert_eq!(index_for(0), SMALLEST_INDEX);
        for slots in (4..31).map(|bits| 1 << bits) {
            assert_eq!(index_for(fill(slots)), slots);
            assert_eq!(index_for(fill(slots) + 1), 2 * slots);
        }
    }
}
