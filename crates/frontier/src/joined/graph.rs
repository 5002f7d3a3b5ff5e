//! The graph of a set of positions, component by component.
//!
//! Positions are numbered in the order in which a breadth-first search finds them, one component
//! after the other, and so are cliques: what is searched together lies together. A clique is made
//! from the first of its members that is expanded, which is the one of the least number. When a
//! component is whole, its cliques are sorted by size, those of one size in that order: most have two
//! or three members, and going through them is a quarter faster if the processor can tell how many
//! come next. Legs of relays are kept apart, in `relays.rs`.

use std::hash::BuildHasher;
use std::ops::Range;

use fxhash::FxBuildHasher;

use crate::error::Full;
use crate::joined::cliques::{Clique, Joins, Leg, Member, Places};
use crate::joined::lists::Lists;
use crate::joined::relays::{LEG_BYTES, Relays};
use crate::joined::shifted::{SHIFT_BITS, Shifted};
use crate::memory::{OutOfMemory, reserve};
use crate::space::{State, Used};

/// Where the members of a clique begin, and the places of its set.
#[derive(Debug, Clone, Copy)]
struct Head {
    first: u32,
    moved: Places,
}

/// A connected part of a [`Joined`] graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its vertices.
    pub vertices: Range<u32>,
    pub(super) cliques: Range<u32>,
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
/// row.index()?;
/// assert_eq!((row.len(), row.components().len()), (15, 1));
///
/// // In how many moves does the token in cell 0 reach cell 4, and that in cell 1 cell 5?
/// let lanes = Lanes::new(6, 2);
/// let mut spread = Spread::<u64>::new(lanes);
/// let start = row.find(0b000011).unwrap();
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
    /// Numbers of states plus one; 0 is an empty slot. Only the first `mask + 1` are in use.
    slots: Vec<u32>,
    mask: usize,
    heads: Vec<Head>,
    members: Vec<Shifted>,
    components: Vec<Component>,
    /// The cliques of each vertex, with its shift in each.
    incidences: Lists<Shifted>,
    pub(super) relays: Relays,
    /// Where cliques are built.
    room: Vec<Member<S, U>>,
    /// Where the heads of a component are put while its cliques are sorted.
    aside: Vec<Head>,
    limit: usize,
    beside: usize,
}

const SMALLEST_INDEX: usize = 16;

/// Cliques of so many members and more come last, in the order in which they were found.
const LARGE: u32 = 5;

/// After how many vertices the memory is looked at,
const CHECK: usize = 1 << 10;

/// and how many entries there is room for until the next time.
const AHEAD: usize = 1 << 16;

/// What a vertex takes beside its state, a slot of the index,
const VERTEX_BYTES: usize = size_of::<u32>();
const SLOT_BYTES: usize = size_of::<u32>();

/// a clique, with what is put aside of it, and a member, with its place in the list of its vertex.
const CLIQUE_BYTES: usize = 2 * size_of::<Head>();
const MEMBER_BYTES: usize = 2 * size_of::<Shifted>();

/// What the memory is for.
const PURPOSE: &str = "the graph of a class";

impl<S: State, U: Used> Default for Joined<S, U> {
    fn default() -> Self {
        Self::with_memory(usize::MAX, 0)
    }
}

impl<S: State, U: Used> Joined<S, U> {
    /// The most vertices, and the most cliques.
    pub const MOST: usize = 1 << (u32::BITS - SHIFT_BITS);

    /// An empty graph that takes at most about `bytes` of memory, together with what is kept beside
    /// it: `beside` bytes a vertex, such as the tables of a search.
    pub fn with_memory(bytes: usize, beside: usize) -> Self {
        Joined {
            states: Vec::new(),
            used: Vec::new(),
            slots: vec![0; SMALLEST_INDEX],
            mask: SMALLEST_INDEX - 1,
            heads: vec![Head { first: 0, moved: 0 }],
            members: Vec::new(),
            components: Vec::new(),
            incidences: Lists::default(),
            relays: Relays::default(),
            room: Vec::new(),
            aside: Vec::new(),
            limit: bytes,
            beside,
        }
    }

    /// Lets the graph take at most about `bytes` of memory from now on, together with what is kept
    /// beside it.
    pub fn keep_within(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// Empties the graph and keeps its memory. `expected` is a guess at the number of positions to
    /// come, so that the index of positions need not grow step by step.
    pub fn clear(&mut self, expected: usize) {
        self.states.clear();
        self.used.clear();
        self.slots[..=self.mask].fill(0);
        let mut size = (2 * expected).next_power_of_two().max(SMALLEST_INDEX);
        if self.slots.len() < size {
            let more = size - self.slots.len();
            match reserve(&mut self.slots, more, PURPOSE) {
                Ok(()) => self.slots.resize(size, 0),
                Err(_) => size = SMALLEST_INDEX,
            }
        }
        self.mask = size - 1;
        self.heads.clear();
        self.heads.push(Head { first: 0, moved: 0 });
        self.members.clear();
        self.components.clear();
        self.incidences.clear();
        self.relays.clear();
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
        self.heads.len() - 1
    }

    /// The number of members of all cliques.
    pub fn members(&self) -> usize {
        self.members.len()
    }

    /// The number of legs of all relays.
    pub fn legs(&self) -> usize {
        self.relays.len()
    }

    /// The components, in the order in which they were explored.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The position of a vertex.
    #[inline]
    pub fn state(&self, vertex: u32) -> S {
        self.states[vertex as usize]
    }

    /// The vertex of a position, if it is in the graph.
    #[inline]
    pub fn find(&self, state: S) -> Option<u32> {
        match self.slots[self.slot(state)] {
            0 => None,
            number => Some(number - 1),
        }
    }

    /// The slot of a position, or the empty one where it belongs.
    #[inline]
    fn slot(&self, state: S) -> usize {
        let mut slot = hash(state) & self.mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                number if self.states[number as usize - 1] == state => return slot,
                _ => slot = (slot + 1) & self.mask,
            }
        }
    }

    /// The vertex of a position, which becomes the last one if it was not in the graph.
    #[inline]
    fn number(&mut self, state: S) -> u32 {
        let slot = self.slot(state);
        if self.slots[slot] != 0 {
            return self.slots[slot] - 1;
        }
        let number = self.states.len() as u32;
        self.states.push(state);
        self.used.push(U::default());
        self.slots[slot] = number + 1;
        if 2 * self.states.len() > self.mask + 1 {
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
            let mut slot = hash(self.states[number]) & self.mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & self.mask;
            }
            self.slots[slot] = number as u32 + 1;
        }
    }

    /// About how many bytes the graph takes, with the lists that [`index`](Self::index) is to make, the
    /// cliques put aside while they are sorted, and what is kept beside it.
    pub fn bytes(&self) -> usize {
        self.states.len() * (VERTEX_BYTES + size_of::<S>() + size_of::<U>() + self.beside)
            + (self.mask + 1) * SLOT_BYTES
            + self.heads.len() * CLIQUE_BYTES
            + self.members.len() * MEMBER_BYTES
            + self.legs() * LEG_BYTES
    }

    /// About how many bytes a graph of that size takes, without what is kept beside it.
    pub fn bytes_of(vertices: f64, cliques: f64, members: f64, legs: f64) -> f64 {
        // The index has between two and four slots for each vertex.
        let vertex = VERTEX_BYTES + size_of::<S>() + size_of::<U>() + 3 * SLOT_BYTES;
        vertices * vertex as f64
            + cliques * CLIQUE_BYTES as f64
            + members * MEMBER_BYTES as f64
            + legs * LEG_BYTES as f64
    }

    /// Adds the component of a position, unless it is there or the position has neither clique nor leg.
    /// Returns whether it was added. When the memory is full, the graph is of no use until it is cleared.
    pub fn explore<J>(&mut self, space: &J, seed: S) -> Result<bool, Full>
    where
        J: Joins<State = S, Used = U>,
    {
        let (vertex, clique, leg) = (self.states.len(), self.cliques(), self.legs());
        let relay = self.relays.count();
        if (self.number(seed) as usize) < vertex {
            return Ok(false);
        }
        let mut next = vertex;
        let mut room = std::mem::take(&mut self.room);
        while next < self.states.len() {
            let (state, used) = (self.states[next], self.used[next]);
            space.cliques(state, used, &mut room, |found| self.add(next as u32, found));
            space.legs(state, |found| self.add_leg(next as u32, &found));
            next += 1;
            if next.is_multiple_of(CHECK) || next == self.states.len() {
                self.check()?;
            }
        }
        self.room = room;
        if self.cliques() == clique && self.legs() == leg {
            // Nothing was put into the index after it, so the slot can be emptied again.
            let slot = self.slot(seed);
            self.slots[slot] = 0;
            self.states.pop();
            self.used.pop();
            return Ok(false);
        }
        let states = self.states.len();
        self.sort_cliques(clique)
            .and_then(|()| self.relays.sort())
            .map_err(|refused| Full::Memory { states, refused })?;
        self.components.push(Component {
            vertices: vertex as u32..self.states.len() as u32,
            cliques: clique as u32..self.cliques() as u32,
            relays: relay..self.relays.count(),
        });
        Ok(true)
    }

    fn check(&mut self) -> Result<(), Full> {
        let most = self.states.len().max(self.heads.len());
        if most > Self::MOST || self.legs() > Relays::MOST || self.bytes() > self.limit {
            return Err(Full::States { limit: self.states.len() });
        }
        let states = self.states.len();
        self.make_room().map_err(|refused| Full::Memory { states, refused })
    }

    /// Makes room for what is found before the memory is looked at again, as far as one can tell.
    fn make_room(&mut self) -> Result<(), OutOfMemory> {
        reserve(&mut self.states, AHEAD, PURPOSE)?;
        reserve(&mut self.used, AHEAD, PURPOSE)?;
        reserve(&mut self.heads, AHEAD, PURPOSE)?;
        reserve(&mut self.members, AHEAD, PURPOSE)?;
        self.relays.make_room(AHEAD)?;
        let index = self.mask + 1;
        if 2 * (self.states.len() + AHEAD) > index && index >= AHEAD {
            let slots = self.slots.len();
            reserve(&mut self.slots, (2 * index).saturating_sub(slots), PURPOSE)?;
        }
        Ok(())
    }

    /// Adds a clique that was found from the vertex `from`, unless it was found before.
    #[inline]
    fn add(&mut self, from: u32, found: Clique<'_, S, U>) {
        let first = self.members.len();
        self.members.push(Shifted::new(from, found.shift));
        for member in found.others {
            let vertex = self.number(member.state);
            if vertex < from && !found.once {
                self.members.truncate(first);
                return;
            }
            let used = &mut self.used[vertex as usize];
            *used = used.union(member.used);
            self.members.push(Shifted::new(vertex, member.shift));
        }
        if let Some(head) = self.heads.last_mut() {
            head.moved = found.moved;
        }
        self.heads.push(Head { first: self.members.len() as u32, moved: 0 });
    }

    /// Adds a leg that was found from the vertex `from`, unless it was found from the other end before.
    #[inline]
    fn add_leg(&mut self, from: u32, found: &Leg<S>) {
        let other = self.number(found.other);
        if other > from {
            self.relays.add(from, other, found);
        }
    }

    /// Sorts the cliques of a component, from its first on, by their sizes.
    fn sort_cliques(&mut self, first: usize) -> Result<(), OutOfMemory> {
        let heads = &mut self.heads[first..];
        let start = heads[0].first as usize;
        let members = &mut self.members[start..];
        self.aside.clear();
        reserve(&mut self.aside, heads.len(), PURPOSE)?;
        self.aside.extend_from_slice(heads);
        // There is nothing in them until all components are there.
        let unsorted = self.incidences.room();
        reserve(unsorted, members.len(), PURPOSE)?;
        unsorted.extend_from_slice(members);
        let bin = |pair: &[Head]| (pair[1].first - pair[0].first).min(LARGE) as usize;
        // The number of cliques and of members in the bins before each.
        let mut bins = [(0, 0); LARGE as usize + 2];
        for pair in self.aside.windows(2) {
            let (cliques, members) = &mut bins[bin(pair) + 1];
            *cliques += 1;
            *members += (pair[1].first - pair[0].first) as usize;
        }
        for index in 1..bins.len() {
            bins[index].0 += bins[index - 1].0;
            bins[index].1 += bins[index - 1].1;
        }
        for pair in self.aside.windows(2) {
            let (clique, place) = &mut bins[bin(pair)];
            let [from, end] = [0, 1].map(|index| pair[index].first as usize - start);
            heads[*clique] = Head { first: (start + *place) as u32, moved: pair[0].moved };
            members[*place..][..end - from].copy_from_slice(&unsorted[from..end]);
            *clique += 1;
            *place += end - from;
        }
        Ok(())
    }

    /// Lists the cliques and the legs of each vertex, which searches need. To be called when all components
    /// are there.
    pub fn index(&mut self) -> Result<(), Full> {
        let Self { heads, members, incidences, relays, .. } = self;
        let states = self.states.len();
        let placed = (0..).zip(heads.windows(2)).flat_map(|(clique, heads)| {
            let members = &members[heads[0].first as usize..heads[1].first as usize];
            let place =
                move |member: &Shifted| (member.number(), Shifted::new(clique, member.shift()));
            members.iter().map(place)
        });
        incidences
            .fill(states, members.iter().map(|member| member.number()), placed, PURPOSE)
            .and_then(|()| relays.index(states))
            .map_err(|refused| Full::Memory { states, refused })
    }

    /// The cliques of a vertex, with its shift in each.
    #[inline]
    pub(super) fn incidences(&self, vertex: u32) -> &[Shifted] {
        self.incidences.of(vertex)
    }

    /// The places of a vertex whose tokens some clique moves.
    #[inline]
    pub fn moved(&self, vertex: u32) -> u32 {
        let moved = |clique: &Shifted| self.heads[clique.number() as usize].moved << clique.shift();
        self.incidences(vertex).iter().fold(0, |set, clique| set | moved(clique))
    }

    /// The places of a clique's set where it is not shifted, and the members, the one that it was found
    /// from first.
    #[inline]
    pub(super) fn clique(&self, clique: u32) -> (Places, &[Shifted]) {
        let [head, next] = [self.heads[clique as usize], self.heads[clique as usize + 1]];
        (head.moved, &self.members[head.first as usize..next.first as usize])
    }

    /// The cliques of a component, as [`clique`](Self::clique) gives them.
    #[inline]
    pub(super) fn cliques_of(
        &self,
        component: &Component,
    ) -> impl Iterator<Item = (Places, &[Shifted])> {
        let range = component.cliques.start as usize..component.cliques.end as usize + 1;
        self.heads[range].windows(2).map(|heads| {
            (heads[0].moved, &self.members[heads[0].first as usize..heads[1].first as usize])
        })
    }

    /// Hands every pair of neighbours of a component to `visit`, counted from its first vertex, the
    /// least number first. Two that several actions join come several times.
    pub fn each_edge(&self, component: usize, mut visit: impl FnMut(u32, u32)) {
        let component = &self.components[component];
        for (_, members) in self.cliques_of(component) {
            for (index, one) in members.iter().enumerate() {
                for other in &members[index + 1..] {
                    let [one, other] =
                        [one, other].map(|member| member.number() - component.vertices.start);
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

fn hash<S: State>(state: S) -> usize {
    FxBuildHasher.hash_one(state) as usize
}
