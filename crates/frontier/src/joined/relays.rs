//! The legs of relays, component by component in the order in which actions go along them.

use std::ops::Range;

use crate::joined::cliques::{Leg, Places};
use crate::joined::lists::Lists;
use crate::joined::shifted::Shifted;
use crate::memory::{OutOfMemory, keep_ahead, reserve};
use crate::space::State;

/// A leg between two vertices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Track {
    /// The places of the set in the lower position.
    pub(super) moved: Places,
    pub(super) lower: u32,
    /// The upper one, and how far the set is shifted there.
    pub(super) upper: Shifted,
}

/// The number of a leg, and whether a vertex is its upper end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct End(u32);

impl End {
    fn new(leg: u32, is_upper: bool) -> Self {
        End(leg << 1 | u32::from(is_upper))
    }

    #[inline]
    pub(super) fn leg(self) -> u32 {
        self.0 >> 1
    }

    #[inline]
    pub(super) fn is_upper(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether one goes up along the leg from there.
    #[inline]
    pub(super) fn leads_up(self) -> bool {
        !self.is_upper()
    }
}

/// The relays of a graph.
#[derive(Debug, Default)]
pub(super) struct Relays {
    /// The legs of the component that is being explored, with what they are sorted by.
    found: Vec<(u32, Track)>,
    /// Those of all others,
    tracks: Vec<Track>,
    /// and where the relays end there.
    ends: Vec<u32>,
    /// The legs of each vertex, in order.
    stops: Lists<End>,
}

/// The bits of a rank.
const RANK_BITS: u32 = 27;

/// What a leg takes, with what it is sorted in, the places in the lists of its two vertices, and what a
/// search carries along legs: a word for each vertex, of which there are hardly more than legs.
pub(super) const LEG_BYTES: usize =
    size_of::<Track>() + size_of::<(u32, Track)>() + 2 * size_of::<End>() + 16;

const PURPOSE: &str = "the relays of a class";

impl Relays {
    /// The most legs, whose ends are numbered,
    pub(super) const MOST: usize = (1 << (u32::BITS - 1)) - 1;

    /// and the most vertices of a graph that has any.
    pub(super) const MOST_VERTICES: usize = Shifted::MOST as usize + 1;

    /// Forgets all legs and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.tracks.clear();
        self.ends.clear();
        self.stops.clear();
    }

    /// The number of legs.
    pub(super) fn len(&self) -> usize {
        self.tracks.len() + self.found.len()
    }

    /// The number of relays of all components that were sorted.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// Keeps room for so many legs more.
    pub(super) fn keep_ahead(&mut self, ahead: usize) -> Result<(), OutOfMemory> {
        keep_ahead(&mut self.found, ahead, PURPOSE)
    }

    /// Adds a leg that was found from the vertex `from`.
    #[inline]
    pub(super) fn add<S: State>(&mut self, from: u32, other: u32, leg: &Leg<S>) {
        debug_assert!(leg.rank < 1 << RANK_BITS);
        let (lower, upper) = if leg.up { (from, other) } else { (other, from) };
        let track = Track { moved: leg.moved, lower, upper: Shifted::new(upper, leg.shift) };
        self.found.push((leg.relay << RANK_BITS | leg.rank, track));
    }

    /// Sorts the legs of a component, all of which were found.
    pub(super) fn sort(&mut self) -> Result<(), OutOfMemory> {
        reserve(&mut self.tracks, self.found.len(), PURPOSE)?;
        self.found.sort_by_key(|found| found.0);
        for relay in self.found.chunk_by(|one, two| one.0 >> RANK_BITS == two.0 >> RANK_BITS) {
            self.tracks.extend(relay.iter().map(|found| found.1));
            self.ends.push(self.tracks.len() as u32);
        }
        self.found.clear();
        Ok(())
    }

    /// Lists the legs of each of so many vertices.
    pub(super) fn index(&mut self, vertices: usize) -> Result<(), OutOfMemory> {
        self.stops.clear();
        if self.tracks.is_empty() {
            return Ok(());
        }
        let both = |leg: usize| {
            let Track { lower, upper, .. } = self.tracks[leg];
            [(lower, End::new(leg as u32, false)), (upper.number(), End::new(leg as u32, true))]
        };
        let placed = (0..self.tracks.len()).flat_map(both);
        self.stops.fill(vertices, placed, PURPOSE)
    }

    /// The legs of a relay.
    pub(super) fn legs(&self, relay: usize) -> Range<u32> {
        let first = if relay == 0 { 0 } else { self.ends[relay - 1] };
        first..self.ends[relay]
    }

    /// The legs of some relays, one after the other.
    pub(super) fn legs_of(&self, relays: Range<usize>) -> Range<u32> {
        if relays.is_empty() {
            return 0..0;
        }
        self.legs(relays.start).start..self.legs(relays.end - 1).end
    }

    /// A leg.
    #[inline]
    pub(super) fn track(&self, leg: u32) -> Track {
        self.tracks[leg as usize]
    }

    /// The legs of a vertex, in order.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[End] {
        if self.tracks.is_empty() { &[] } else { self.stops.of(vertex) }
    }

    /// Hands every vertex to which an action of some relay leads from `vertex` to `visit`, once for each
    /// of those actions.
    pub(super) fn each_action(
        &self,
        relays: Range<usize>,
        vertex: u32,
        visit: &mut impl FnMut(u32),
    ) {
        for relay in relays {
            for up in [false, true] {
                self.go_on(self.legs(relay), up, vertex, visit);
            }
        }
    }

    /// Goes on along some legs of a relay, up or down.
    fn go_on(&self, legs: Range<u32>, up: bool, vertex: u32, visit: &mut impl FnMut(u32)) {
        for end in self.of(vertex) {
            let leg = end.leg();
            if end.leads_up() != up || !legs.contains(&leg) {
                continue;
            }
            let track = self.track(leg);
            let (next, rest) = match up {
                true => (track.upper.number(), legs.start..leg),
                false => (track.lower, leg + 1..legs.end),
            };
            visit(next);
            self.go_on(rest, up, next, visit);
        }
    }
}
