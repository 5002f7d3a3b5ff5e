//! Breadth-first search in memory, over one append-only table of states.
//!
//! States are numbered in the order in which they are found, so the table is sorted by
//! distance: a layer is a range of it, the frontier is its tail, and a state's number is all
//! that an index needs to hold. The index is an open-addressing table of such numbers; a
//! look-up ends in a comparison of whole states.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use fxhash::FxBuildHasher;

use crate::space::{Space, State, Used};
use crate::trace::Trace;

/// The table would outgrow the limit that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search needs more than the {limit} states that it may store")]
pub struct Full {
    /// How many states may be stored.
    pub limit: usize,
}

#[derive(Debug, Clone, Copy)]
struct Entry<S, U, M> {
    state: S,
    used: U,
    mark: M,
}

/// A table of states in breadth-first order, and the search that fills it.
///
/// A search goes: [`clear`](Self::clear), add sources, perhaps [`saturate`](Self::saturate),
/// then [`advance`](Self::advance) layer by layer until it returns 0. Memory is kept from one
/// search to the next, which is what makes millions of small searches cheap.
#[derive(Debug)]
pub struct Layers<S: State, U: Used, T: Trace> {
    entries: Vec<Entry<S, U, T::Mark>>,
    /// Numbers of states plus one; 0 is an empty slot. Only the first `mask + 1` are in use.
    slots: Vec<u32>,
    mask: usize,
    /// `starts[d]..starts[d + 1]` is layer `d`; the last layer is open-ended.
    starts: Vec<u32>,
    trace: T,
    limit: usize,
}

const SMALLEST_INDEX: usize = 64;

impl<S: State, U: Used, T: Trace> Default for Layers<S, U, T> {
    fn default() -> Self {
        Self::with_limit(Self::MOST)
    }
}

impl<S: State, U: Used, T: Trace> Layers<S, U, T> {
    /// The most states that the table can number.
    pub const MOST: usize = u32::MAX as usize - 1;

    /// A table that refuses to hold more than `limit` states.
    pub fn with_limit(limit: usize) -> Self {
        Layers {
            entries: Vec::new(),
            slots: vec![0; SMALLEST_INDEX],
            mask: SMALLEST_INDEX - 1,
            starts: vec![0],
            trace: T::default(),
            limit: limit.min(Self::MOST),
        }
    }

    /// Empties the table. `expected` is a guess at the number of states to come, so that the
    /// index need not grow step by step; it affects speed only.
    pub fn clear(&mut self, expected: usize) {
        self.entries.clear();
        self.starts.clear();
        self.starts.push(0);
        self.trace.clear();
        self.slots[..=self.mask].fill(0);
        let size = (2 * expected.min(self.limit)).next_power_of_two().max(SMALLEST_INDEX);
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.mask = size - 1;
    }

    /// The number of states stored.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no state is stored.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of layers, the one being filled included.
    pub fn depth(&self) -> usize {
        self.starts.len()
    }

    /// The numbers of the states at `distance` from the nearest source.
    pub fn layer(&self, distance: usize) -> Range<usize> {
        let end = self.starts.get(distance + 1).map_or(self.len(), |&end| end as usize);
        self.starts[distance] as usize..end
    }

    /// The distance of the state numbered `index`.
    pub fn distance(&self, index: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= index) - 1
    }

    /// The state numbered `index`.
    pub fn state(&self, index: usize) -> S {
        self.entries[index].state
    }

    /// The mark of the state numbered `index`.
    pub fn mark(&self, index: usize) -> T::Mark {
        self.entries[index].mark
    }

    /// What the marks refer to.
    pub fn trace(&self) -> &T {
        &self.trace
    }

    /// The number of `state`, if it is stored.
    pub fn find(&self, state: S) -> Option<usize> {
        let mut slot = hash(state) & self.mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                number if self.entries[number as usize - 1].state == state => {
                    return Some(number as usize - 1);
                }
                _ => slot = (slot + 1) & self.mask,
            }
        }
    }

    /// Adds a source at distance 0, unless it is stored already. Sources come before the first
    /// call of [`advance`](Self::advance). Returns whether the state was new.
    pub fn add_source(&mut self, state: S) -> Result<bool, Full> {
        debug_assert_eq!(self.depth(), 1, "sources are at distance 0");
        if self.find(state).is_some() {
            return Ok(false);
        }
        let mark = self.trace.source();
        self.store(Entry { state, used: U::default(), mark })?;
        Ok(true)
    }

    /// Expands states number `from` and later, and adds what they reach to the same layer,
    /// until nothing new is found: moves of `space` are free. Returns the number of states
    /// added.
    ///
    /// The used operators found on the way are forgotten again, since the search proper may
    /// run with another space.
    pub fn saturate<P>(&mut self, space: &P, from: usize) -> Result<usize, Full>
    where
        P: Space<State = S, Used = U>,
    {
        let before = self.len();
        let mut next = from;
        while next < self.len() {
            self.expand(space, next)?;
            next += 1;
        }
        for entry in &mut self.entries[from..] {
            entry.used = U::default();
        }
        Ok(self.len() - before)
    }

    /// Expands the last layer and makes what it reaches the next one. Returns the number of
    /// states in the new layer; when that is 0 the search is complete and no layer is added.
    pub fn advance<P>(&mut self, space: &P) -> Result<usize, Full>
    where
        P: Space<State = S, Used = U>,
    {
        let frontier = self.layer(self.depth() - 1);
        let end = frontier.end;
        for index in frontier {
            self.expand(space, index)?;
        }
        if self.len() > end {
            self.starts.push(end as u32);
        }
        Ok(self.len() - end)
    }

    #[inline]
    fn expand<P>(&mut self, space: &P, index: usize) -> Result<(), Full>
    where
        P: Space<State = S, Used = U>,
    {
        let Entry { state, used, mark } = self.entries[index];
        let mut result = Ok(());
        space.expand(state, used, |neighbour, used| {
            if let Err(full) = self.reach(index, mark, neighbour, used) {
                result = Err(full);
            }
        });
        result
    }

    #[inline]
    fn reach(&mut self, parent: usize, mark: T::Mark, state: S, used: U) -> Result<(), Full> {
        let mut slot = hash(state) & self.mask;
        loop {
            let number = self.slots[slot];
            if number == 0 {
                break;
            }
            let entry = &mut self.entries[number as usize - 1];
            if entry.state == state {
                entry.used = entry.used.union(used);
                self.trace.meet(mark, entry.mark);
                return Ok(());
            }
            slot = (slot + 1) & self.mask;
        }
        let mark = self.trace.child(parent as u32, mark);
        self.entries.push(Entry { state, used, mark });
        self.slots[slot] = self.entries.len() as u32;
        if 2 * self.entries.len() > self.mask { self.grow()? }
        Ok(())
    }

    fn store(&mut self, entry: Entry<S, U, T::Mark>) -> Result<(), Full> {
        let slot = self.vacant(entry.state);
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        if 2 * self.entries.len() > self.mask { self.grow()? }
        Ok(())
    }

    fn vacant(&self, state: S) -> usize {
        let mut slot = hash(state) & self.mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & self.mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        if self.entries.len() >= self.limit {
            return Err(Full { limit: self.limit });
        }
        let size = 4 * (self.mask + 1);
        self.slots[..=self.mask].fill(0);
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        self.mask = size - 1;
        for index in 0..self.entries.len() {
            let slot = self.vacant(self.entries[index].state);
            self.slots[slot] = index as u32 + 1;
        }
        Ok(())
    }
}

#[inline]
fn hash<S: Hash>(state: S) -> usize {
    FxBuildHasher.hash_one(state) as usize
}
