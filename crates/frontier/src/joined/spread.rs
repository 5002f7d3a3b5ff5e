//! One breadth-first search for many questions.
//!
//! A question starts from some vertices with a token each, and asks how far every vertex is with that
//! token at any place. Bit *p* of a question's lane in the word of a vertex says that the vertex
//! was reached with the token at place *p* as the one in question. A clique hands bits on:
//! those of its moved set are shifted along with the set, all others stay where they are. Which
//! bits are whose need not be known, as tokens do not share a place.
//!
//! While few vertices are at the frontier, the cliques of those are looked up. Once they are more
//! than one in [`DENSE`], all cliques of the component are gone through in order, without a
//! branch: that touches more, but in the order in which it lies. So they are in each layer if there is no
//! memory to list those of each vertex.
//!
//! All cliques of a large component can be gone through by several threads, see `parts.rs`. The cache does not
//! hold its vertices, and most of the time goes into fetching them. So what is read of a vertex lies beside
//! what is written there, and the cliques of all sizes that were found from one block of vertices are gone through
//! before those of the next block.
//!
//! A relay is gone through twice in each layer, up and down, and hands bits on along each leg in its
//! turn, so that they go as far as one action does. While few vertices are at the frontier, the legs to
//! be looked at are marked: those of the frontier, and on the way those of whatever has got new bits.
//! Bits that a vertex had before this layer need not go on from there, as from there they went, or go
//! now, as far.

use std::ops::Range;
use std::thread;

use crate::joined::cliques::Places;
use crate::joined::graph::Joined;
use crate::joined::parts::Part;
use crate::joined::relays::Track;
use crate::joined::sizes::{Cliques, Members, Section};
use crate::joined::word::{Lanes, Word};
use crate::space::{State, Used};

/// Which part of a component at the frontier makes it worth while to go through all of it, and need not
/// be listed.
const DENSE: usize = 8;

/// So many vertices are a block: a class of 5x5 with 31 million boards takes a twentieth longer without blocks.
const BLOCK: usize = 1 << 16;

/// The tables of a search, which are kept from one to the next.
#[derive(Debug)]
pub struct Spread<W> {
    lanes: Lanes,
    /// The first place of each lane.
    units: W,
    /// For each vertex, all bits that were reached in this layer or before, and those that are handed on.
    seen: Vec<W>,
    bits: Vec<Bits<W>>,
    /// The vertices with fresh bits, and those with some in the next layer, but no more of them than `most`.
    frontier: Vec<u32>,
    coming: Vec<u32>,
    most: usize,
    /// For each vertex, what the actions of one relay have brought there, and the vertices with such.
    carried: Vec<W>,
    reached: Vec<u32>,
    /// The legs to be looked at on the way down and on the way up, a bit each.
    marks: [LegSet; 2],
    /// The component that is searched, and its vertices.
    component: usize,
    vertices: Range<u32>,
    /// How many threads go through all its cliques if it has at least so many vertices, and the parts that they
    /// go through at a time, if there are several.
    threads: usize,
    least: usize,
    turns: [Vec<Part>; 2],
}

/// The bits of a vertex that are handed on: those that are new in this layer, and what is on its way to the next.
#[derive(Debug, Clone, Copy, Default)]
struct Bits<W> {
    fresh: W,
    next: W,
}

impl<W: Word> Spread<W> {
    /// The bytes that a search takes for each vertex of the graph.
    pub const VERTEX_BYTES: usize = 3 * size_of::<W>() + (2 * size_of::<u32>()).div_ceil(DENSE);

    /// Tables for words cut into `lanes`, which must fit.
    pub fn new(lanes: Lanes) -> Self {
        let mut spread = Spread {
            lanes,
            units: W::default(),
            seen: Vec::new(),
            bits: Vec::new(),
            frontier: Vec::new(),
            coming: Vec::new(),
            most: 0,
            carried: Vec::new(),
            reached: Vec::new(),
            marks: Default::default(),
            component: 0,
            vertices: 0..0,
            threads: 1,
            least: 0,
            turns: Default::default(),
        };
        spread.cut(lanes);
        spread
    }

    /// Cuts words into other lanes from now on, which must fit.
    pub fn cut(&mut self, lanes: Lanes) {
        assert!(lanes.count() <= W::capacity(lanes.places()), "{lanes:?} do not fit a word");
        self.lanes = lanes;
        self.units = W::units(lanes);
    }

    /// Lets so many threads search components of at least so many vertices from now on, as far as all of those are
    /// gone through. What is found is the same.
    pub fn employ(&mut self, threads: usize, least: usize) {
        (self.threads, self.least) = (threads, least);
    }

    /// Gives the memory of the tables up.
    pub fn give_up(&mut self) {
        let Self { lanes, threads, least, .. } = *self;
        *self = Spread::new(lanes);
        self.employ(threads, least);
    }

    /// Searches a component, by its number, from `sources`: a vertex, a lane, and the places in it.
    /// Hands each vertex to `visit` as often as new bits are reached in it, with their distance
    /// from the sources and the bits; the sources come first, at distance 0. The distances rise;
    /// vertices of one distance come in an order that is always the same.
    pub fn search<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        component: usize,
        sources: impl IntoIterator<Item = (u32, usize, Places)>,
        mut visit: impl FnMut(u32, u32, W),
    ) {
        self.begin(graph, component, sources);
        for vertex in self.vertices.clone() {
            let fresh = self.bits[vertex as usize].fresh;
            if fresh != W::default() {
                visit(0, vertex, fresh);
            }
        }
        let all = self.units.times(self.lanes.all() as u32);
        let mut distance = 0;
        while !self.is_done() {
            distance += 1;
            self.advance(graph, all, |vertex, new| visit(distance, vertex, new));
        }
    }

    /// Begins a search of a component, by its number, from `sources`: a vertex, a lane, and the places
    /// in it.
    pub fn begin<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        component: usize,
        sources: impl IntoIterator<Item = (u32, usize, Places)>,
    ) {
        let none = W::default();
        self.component = component;
        self.vertices = graph.components()[component].vertices.clone();
        let (first, end) = (self.vertices.start as usize, self.vertices.end as usize);
        if self.seen.len() < end {
            self.seen.resize(graph.len(), none);
            self.bits.resize(graph.len(), Bits::default());
        }
        self.seen[first..end].fill(none);
        self.bits[first..end].fill(Bits::default());
        let legs = graph.relays.legs_of(graph.components()[component].relays.clone()).len();
        if legs > 0 {
            if self.carried.len() < end {
                self.carried.resize(graph.len(), none);
            }
            self.marks.iter_mut().for_each(|marks| marks.expect(legs));
        }
        self.turns.iter_mut().for_each(Vec::clear);
        if self.threads > 1 && self.vertices.len() >= self.least {
            let section = &graph.components()[component].cliques;
            self.turns = Part::cut(&graph.cliques, section, &self.vertices, self.threads);
        }
        self.most = self.vertices.len() / DENSE + 1;
        self.frontier.clear();
        for (vertex, lane, places) in sources {
            let bits = W::in_lane(self.lanes, lane, places);
            let fresh = &mut self.bits[vertex as usize].fresh;
            if *fresh == none && bits != none && self.frontier.len() < self.most {
                self.frontier.push(vertex);
            }
            *fresh = fresh.or(bits);
            let seen = &mut self.seen[vertex as usize];
            *seen = seen.or(bits);
        }
    }

    /// Whether the last layer had no new bits.
    pub fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches the next layer of the graph that the search began with. Hands each vertex in which
    /// some of the bits `wanted` are new to `visit`, with those.
    pub fn advance<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        wanted: W,
        mut visit: impl FnMut(u32, W),
    ) {
        let none = W::default();
        let mut tell = |vertex, new: W| {
            let told = new.and(wanted);
            if told != none {
                visit(vertex, told);
            }
        };
        let dense = self.frontier.len() == self.most;
        let sweeps = dense || !graph.lists_cliques();
        self.coming.clear();
        match (sweeps, graph.is_wide()) {
            (true, false) => self.sweep::<_, _, false>(graph),
            (true, true) => self.sweep::<_, _, true>(graph),
            (false, false) => self.step::<_, _, false>(graph),
            (false, true) => self.step::<_, _, true>(graph),
        }
        self.run(graph, dense);
        if sweeps || self.coming.len() == self.most {
            self.frontier.clear();
            for vertex in self.vertices.clone() {
                let seen = &mut self.seen[vertex as usize];
                let bits = &mut self.bits[vertex as usize];
                let new = std::mem::take(&mut bits.next).without(*seen);
                bits.fresh = new;
                if new != none {
                    *seen = seen.or(new);
                    if self.frontier.len() < self.most {
                        self.frontier.push(vertex);
                    }
                    tell(vertex, new);
                }
            }
        } else {
            for &vertex in &self.frontier {
                self.bits[vertex as usize].fresh = none;
            }
            std::mem::swap(&mut self.frontier, &mut self.coming);
            for &vertex in &self.frontier {
                let seen = &mut self.seen[vertex as usize];
                let bits = &mut self.bits[vertex as usize];
                let new = std::mem::take(&mut bits.next);
                *seen = seen.or(new);
                bits.fresh = new;
                tell(vertex, new);
            }
        }
    }

    /// Hands the fresh bits on along all cliques of the component.
    fn sweep<S: State, U: Used, const WIDE: bool>(&mut self, graph: &Joined<S, U>) {
        let cliques = &graph.cliques;
        let Self { units, bits, vertices, turns, .. } = self;
        if turns[0].is_empty() {
            let section = &graph.components()[self.component].cliques;
            let mut whole = Vertices { units: *units, first: 0, bits };
            return whole.sweep::<WIDE, false>(cliques, section, vertices);
        }
        for parts in turns {
            let mut left = Vec::new();
            thread::scope(|scope| {
                let mut sweeps =
                    Vertices::of(parts, *units, bits).zip(&*parts).map(|(mut bits, part)| {
                        (part, move || {
                            bits.sweep::<WIDE, true>(cliques, &part.cliques, &part.vertices)
                        })
                    });
                let first = sweeps.next();
                for (part, sweep) in sweeps {
                    if thread::Builder::new().spawn_scoped(scope, sweep).is_err() {
                        left.push(part);
                    }
                }
                if let Some((_, mut sweep)) = first {
                    sweep();
                }
            });
            // The system may have had no thread.
            let mut whole = Vertices { units: *units, first: 0, bits };
            for part in left {
                whole.sweep::<WIDE, false>(cliques, &part.cliques, &part.vertices);
            }
        }
    }

    /// Hands the fresh bits of the frontier on, and lists the vertices with new ones.
    fn step<S: State, U: Used, const WIDE: bool>(&mut self, graph: &Joined<S, U>) {
        let none = W::default();
        for &vertex in &self.frontier {
            let fresh = self.bits[vertex as usize].fresh;
            for &clique in graph.incidences(vertex) {
                let (moved, members) = graph.cliques.get::<WIDE>(clique);
                let set = self.units.times(moved);
                let (others, own) = parted(fresh, set, members.shift_of(vertex));
                for (vertex, shift) in members.iter() {
                    let new = others.or(own.up(shift)).without(self.seen[vertex as usize]);
                    if new != none {
                        let next = &mut self.bits[vertex as usize].next;
                        if *next == none && self.coming.len() < self.most {
                            self.coming.push(vertex);
                        }
                        *next = next.or(new);
                    }
                }
            }
        }
    }

    /// Hands the fresh bits on along the relays of the component, and lists the vertices with new ones.
    /// Looks at all legs, or only at those that fresh bits come to.
    fn run<S: State, U: Used>(&mut self, graph: &Joined<S, U>, all: bool) {
        let relays = graph.components()[self.component].relays.clone();
        if relays.is_empty() {
            return;
        }
        let base = graph.relays.legs_of(relays.clone()).start;
        if !all {
            for &vertex in &self.frontier {
                for end in graph.relays.of(vertex) {
                    self.marks[usize::from(end.leads_up())].insert(end.leg() - base);
                }
            }
        }
        for relay in relays {
            let legs = graph.relays.legs(relay);
            for up in [false, true] {
                match (all, up) {
                    (true, false) => legs.clone().for_each(|leg| {
                        self.pass_on(graph.relays.track(leg), up);
                    }),
                    (true, true) => legs.clone().rev().for_each(|leg| {
                        self.pass_on(graph.relays.track(leg), up);
                    }),
                    (false, _) => self.run_marked(graph, &legs, base, up),
                }
                self.arrive();
            }
        }
    }

    /// Hands bits on along the marked legs of a relay, and marks the legs on which they go on.
    fn run_marked<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        legs: &Range<u32>,
        base: u32,
        up: bool,
    ) {
        let mut ahead = legs.start - base..legs.end - base;
        while let Some(leg) = self.marks[usize::from(up)].take_next(&mut ahead, up) {
            let Some(vertex) = self.pass_on(graph.relays.track(base + leg), up) else { continue };
            for end in graph.relays.of(vertex) {
                let leg = end.leg().wrapping_sub(base);
                if end.leads_up() == up && ahead.contains(&leg) {
                    self.marks[usize::from(up)].insert(leg);
                }
            }
        }
    }

    /// Hands what is fresh and what was carried at one end of a leg on to the other. Returns that if
    /// nothing had been carried there before.
    #[inline(always)]
    fn pass_on(&mut self, track: Track, up: bool) -> Option<u32> {
        let none = W::default();
        let (lower, upper, shift) = (track.lower, track.upper.number(), track.upper.shift());
        let (from, to) = if up { (lower, upper) } else { (upper, lower) };
        let bits = self.bits[from as usize].fresh.or(self.carried[from as usize]);
        let set = self.units.times(track.moved);
        let come = match up {
            true => bits.without(set).or(bits.and(set).up(shift)),
            false => bits.without(set.up(shift)).or(bits.down(shift).and(set)),
        };
        let carried = self.carried[to as usize];
        let new = come.without(self.seen[to as usize].or(carried));
        if new == none {
            return None;
        }
        self.carried[to as usize] = carried.or(new);
        if carried != none {
            return None;
        }
        self.reached.push(to);
        Some(to)
    }

    /// Puts what was carried along a relay, one way, into the next layer.
    fn arrive(&mut self) {
        let none = W::default();
        for &vertex in &self.reached {
            let next = &mut self.bits[vertex as usize].next;
            if *next == none && self.coming.len() < self.most {
                self.coming.push(vertex);
            }
            *next = next.or(std::mem::take(&mut self.carried[vertex as usize]));
        }
        self.reached.clear();
    }
}

/// The vertices from the first on, among which bits are handed on.
struct Vertices<'a, W> {
    units: W,
    first: u32,
    bits: &'a mut [Bits<W>],
}

impl<'a, W: Word> Vertices<'a, W> {
    /// The vertices of each of some parts, which have none in common and come in order.
    fn of(parts: &[Part], units: W, bits: &'a mut [Bits<W>]) -> impl Iterator<Item = Self> {
        let (mut left, mut end) = (bits, 0);
        parts.iter().map(move |Part { vertices, .. }| {
            let own = std::mem::take(&mut left).split_at_mut((vertices.start - end) as usize).1;
            let (own, after) = own.split_at_mut(vertices.len());
            (left, end) = (after, vertices.end);
            Vertices { units, first: vertices.start, bits: own }
        })
    }

    /// Hands the fresh bits on along the cliques of a section, whose members are all among `vertices`. Where `PART`
    /// is false, the first vertex is 0.
    fn sweep<const WIDE: bool, const PART: bool>(
        &mut self,
        cliques: &Cliques,
        section: &Section,
        vertices: &Range<u32>,
    ) {
        let mut left = section.clone();
        for vertex in vertices.clone().step_by(BLOCK).skip(1) {
            let section = cliques.before(&left, vertex);
            left.iter_mut().zip(&section).for_each(|(left, section)| left.start = section.end);
            self.hand_all_on::<WIDE, PART>(cliques, &section);
        }
        self.hand_all_on::<WIDE, PART>(cliques, &left);
    }

    /// Hands the fresh bits on along the cliques of a section, size by size.
    fn hand_all_on<const WIDE: bool, const PART: bool>(
        &mut self,
        cliques: &Cliques,
        section: &Section,
    ) {
        // A closure for each, as one that they had in common would be called.
        cliques.of_size::<2, WIDE>(section).for_each(|it| self.hand_on::<WIDE, PART>(it));
        cliques.of_size::<3, WIDE>(section).for_each(|it| self.hand_on::<WIDE, PART>(it));
        cliques.of_size::<4, WIDE>(section).for_each(|it| self.hand_on::<WIDE, PART>(it));
        cliques.large_of(section).for_each(|it| self.hand_on::<WIDE, PART>(it));
    }

    /// Hands the fresh bits of the members of a clique on to all of them. Where it is called with so
    /// many, there is no loop.
    #[inline(always)]
    fn hand_on<const WIDE: bool, const PART: bool>(
        &mut self,
        (moved, members): (Places, Members<'_, WIDE>),
    ) {
        let place = |vertex: u32| (if PART { vertex - self.first } else { vertex }) as usize;
        let set = self.units.times(moved);
        let mut still = W::default();
        let mut along = W::default();
        for (vertex, shift) in members.iter() {
            let (others, own) = parted(self.bits[place(vertex)].fresh, set, shift);
            still = still.or(others);
            along = along.or(own);
        }
        for (vertex, shift) in members.iter() {
            let next = &mut self.bits[place(vertex)].next;
            *next = next.or(still).or(along.up(shift));
        }
    }
}

/// Some of the legs of a component.
#[derive(Debug, Default)]
struct LegSet(Vec<u64>);

impl LegSet {
    /// Makes room for so many legs, none of which is in it.
    fn expect(&mut self, legs: usize) {
        let words = legs.div_ceil(64);
        if self.0.len() < words {
            self.0.resize(words, 0);
        }
    }

    #[inline]
    fn insert(&mut self, leg: u32) {
        self.0[leg as usize / 64] |= 1 << (leg % 64);
    }

    /// Takes the first of those ahead out or, on the way up, the last, and leaves ahead what comes after.
    #[inline]
    fn take_next(&mut self, ahead: &mut Range<u32>, up: bool) -> Option<u32> {
        let leg = if up { self.last(ahead) } else { self.first(ahead) };
        let leg = leg.filter(|leg| ahead.contains(leg))?;
        self.0[leg as usize / 64] ^= 1 << (leg % 64);
        if up {
            ahead.end = leg;
        } else {
            ahead.start = leg + 1;
        }
        Some(leg)
    }

    /// The first from the start of a range on.
    #[inline]
    fn first(&self, range: &Range<u32>) -> Option<u32> {
        let mut words = range.start / 64..range.end.div_ceil(64);
        let first = words.next()?;
        let ahead = self.0[first as usize] & u64::MAX << (range.start % 64);
        if ahead != 0 {
            return Some(first * 64 + ahead.trailing_zeros());
        }
        let word = words.find(|&word| self.0[word as usize] != 0)?;
        Some(word * 64 + self.0[word as usize].trailing_zeros())
    }

    /// The last before the end of a range.
    #[inline]
    fn last(&self, range: &Range<u32>) -> Option<u32> {
        let mut words = (range.start / 64..range.end.div_ceil(64)).rev();
        let last = words.next()?;
        let ahead = self.0[last as usize] & u64::MAX >> ((64 - range.end % 64) % 64);
        if ahead != 0 {
            return Some(last * 64 + ahead.ilog2());
        }
        let word = words.find(|&word| self.0[word as usize] != 0)?;
        Some(word * 64 + self.0[word as usize].ilog2())
    }
}

/// The bits that stay where they are, and those of the moved set, moved back to where it is not
/// shifted.
#[inline]
fn parted<W: Word>(bits: W, set: W, shift: u32) -> (W, W) {
    let set = set.up(shift);
    (bits.without(set), bits.and(set).down(shift))
}
