//! Breadth-first search in memory, over one append-only table of states.
//!
//! States are numbered in the order in which they are found, so the table is sorted by
//! distance: a layer is a range of it, the frontier is its tail, and a state's number is all
//! that an index needs to hold. The index is an open-addressing table of such numbers; a
//! look-up ends in a comparison of whole states.

use std::ops::Range;

use crate::error::Full;
use crate::hash::hash;
use crate::layers::trace::{Parents, Trace};
use crate::memory::{OutOfMemory, lengthen, reserve};
use crate::progress::{Progress, Silent};
use crate::space::{Space, State, Used};

#[derive(Debug, Clone, Copy)]
struct Entry<S, U, M> {
    state: S,
    used: U,
    mark: M,
}

/// A neighbour that was handed over, on its way into the table.
#[derive(Debug, Clone, Copy)]
struct Neighbour<S, U> {
    state: S,
    used: U,
    /// The number of the state that it is a neighbour of.
    parent: u32,
    hash: usize,
}

impl<S: State, U> Neighbour<S, U> {
    #[inline]
    fn new(state: S, used: U, parent: u32) -> Self {
        Neighbour { state, used, parent, hash: hash(state) as usize }
    }
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
    limit: usize,
    /// How many states there is room for, no more than the limit.
    room: usize,
    /// Neighbours waiting to be looked up together, and the numbers in their first slots.
    batch: Vec<Neighbour<S, U>>,
    numbers: Vec<u32>,
}

const SMALLEST_INDEX: usize = 64;

/// What memory is for.
const TABLE: &str = "the table of a search";
const INDEX: &str = "the index of a search";

/// Tables of more states than this outgrow the cache, and look-ups go in batches: the slots of
/// a whole batch are read first, then the entries that they point to, so that the processor
/// waits for many of them at a time. On 4x5 classes of a million boards that takes a third of
/// the time away; on tables in the cache the detour would cost a tenth.
const CACHED_STATES: usize = 1 << 18;

/// How many states are expanded between two looks at whether to go on.
const BREATH: usize = 1 << 12;

/// How many look-ups make a batch.
const BATCH: usize = 48;

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
            limit: limit.min(Self::MOST),
            room: 0,
            batch: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The most bytes that a large table takes for each of its states: an entry and eight slots, the most that the
    /// index has for a state. Entries that there is only room for take nothing, and where there is room for twice as
    /// many, the system moves those that are there without a copy.
    const STATE_BYTES: usize = size_of::<Entry<S, U, T::Mark>>() + size_of::<[u32; 8]>();

    /// A table that takes at most about `bytes` of memory.
    pub fn with_memory(bytes: usize) -> Self {
        Self::with_limit(bytes / Self::STATE_BYTES)
    }

    /// Empties the table. `expected` is a guess at the number of states to come, so that the
    /// index need not grow step by step; it affects speed only.
    pub fn clear(&mut self, expected: usize) {
        self.entries.clear();
        self.starts.clear();
        self.starts.push(0);
        self.slots[..=self.mask].fill(0);
        let size = (2 * expected.min(self.limit)).next_power_of_two().max(SMALLEST_INDEX);
        // Without the memory for it, the index is one that will have to grow.
        let _ = lengthen(&mut self.slots, size, INDEX);
        self.mask = size.min(self.slots.len()) - 1;
    }

    /// The number of states stored.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// About how many bytes the table takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.entries[..]) + size_of_val(&self.slots[..])
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

    /// The number of `state`, if it is stored.
    pub fn find(&self, state: S) -> Option<usize> {
        let mut slot = hash(state) as usize & self.mask;
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
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn add_source(&mut self, state: S) -> Result<bool, Full> {
        debug_assert_eq!(self.depth(), 1, "sources are at distance 0");
        if self.find(state).is_some() {
            return Ok(false);
        }
        let slot = self.vacant(state);
        self.fill(slot, Entry { state, used: U::default(), mark: T::source() })?;
        Ok(true)
    }

    /// Expands the sources, and adds what they reach to the same layer, until nothing new is found: moves of `space`
    /// are free. Returns the number of states added.
    ///
    /// The used operators found on the way are forgotten again, since the search proper may
    /// run with another space.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn saturate<P>(&mut self, space: &P) -> Result<usize, Full>
    where
        P: Space<State = S, Used = U>,
    {
        let before = self.len();
        let mut next = 0;
        while next < self.len() {
            let end = self.len();
            self.expand(space, next..end)?;
            next = end;
        }
        for entry in &mut self.entries {
            entry.used = U::default();
        }
        Ok(self.len() - before)
    }

    /// Expands the last layer and makes what it reaches the next one. Returns the number of
    /// states in the new layer; when that is 0 the search is complete and no layer is added.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn advance<P>(&mut self, space: &P) -> Result<usize, Full>
    where
        P: Space<State = S, Used = U>,
    {
        Ok(self.advance_told(space, &Silent)?.expect("nothing stops it"))
    }

    /// As [`advance`](Self::advance), and tells `progress` of the states as they are stored, as a layer may take
    /// minutes. None if that stops it; then the last layer is incomplete, and the search cannot go on.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn advance_told<P>(
        &mut self,
        space: &P,
        progress: &dyn Progress,
    ) -> Result<Option<usize>, Full>
    where
        P: Space<State = S, Used = U>,
    {
        self.advance_by(progress, |table, range| table.expand(space, range))
    }

    /// As [`advance_told`](Self::advance_told), and hands the numbers of the neighbours of every state that is
    /// expanded to `join`, state after state, those of some neighbours more than once, with the table as far as it
    /// is made. It takes longer, as operators are not left out where they lead to states that are known.
    ///
    /// # Errors
    /// If the states do not fit in memory, or `join` fails.
    pub fn advance_joined<P>(
        &mut self,
        space: &P,
        mut join: impl FnMut(&Self, &mut Vec<u32>) -> Result<(), Full>,
        progress: &dyn Progress,
    ) -> Result<Option<usize>, Full>
    where
        P: Space<State = S, Used = U>,
    {
        let mut numbers = Vec::new();
        self.advance_by(progress, |table, range| {
            for index in range {
                numbers.clear();
                table.reach_all(space, index, U::default(), |number| numbers.push(number))?;
                join(table, &mut numbers)?;
            }
            Ok(())
        })
    }

    /// Has `expand` expand the last layer, unless `progress` stops it.
    fn advance_by(
        &mut self,
        progress: &dyn Progress,
        mut expand: impl FnMut(&mut Self, Range<usize>) -> Result<(), Full>,
    ) -> Result<Option<usize>, Full> {
        let frontier = self.layer(self.depth() - 1);
        let end = frontier.end;
        for begin in frontier.step_by(BREATH) {
            if progress.stop() {
                return Ok(None);
            }
            let before = self.len();
            expand(self, begin..end.min(begin + BREATH))?;
            progress.stored((self.len() - before) as u64);
        }
        if self.len() > end {
            self.starts.push(end as u32);
        }
        Ok(Some(self.len() - end))
    }

    /// Goes on layer by layer until the last one holds a state that `target` accepts. Returns
    /// the number of the first such state, or none if the search is complete without one.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn advance_to<P>(
        &mut self,
        space: &P,
        target: impl Fn(S) -> bool,
    ) -> Result<Option<usize>, Full>
    where
        P: Space<State = S, Used = U>,
    {
        loop {
            let found =
                self.layer(self.depth() - 1).find(|&index| target(self.entries[index].state));
            if found.is_some() || self.advance(space)? == 0 {
                return Ok(found);
            }
        }
    }

    /// Expands the states numbered `range`.
    fn expand<P>(&mut self, space: &P, range: Range<usize>) -> Result<(), Full>
    where
        P: Space<State = S, Used = U>,
    {
        let batched = self.len() > CACHED_STATES;
        for index in range {
            let Entry { state, used, .. } = self.entries[index];
            if batched {
                let batch = &mut self.batch;
                space.expand(state, used, |state, used| {
                    batch.push(Neighbour::new(state, used, index as u32));
                });
                if self.batch.len() >= BATCH {
                    self.reach_batch()?;
                }
            } else {
                self.reach_all(space, index, used, |_| ())?;
            }
        }
        self.reach_batch()
    }

    /// Looks the neighbours of the state numbered `index` up, where no operator is left out but those in `used`, and
    /// stores those that are new. Hands the number of each to `found`.
    #[inline]
    fn reach_all<P>(
        &mut self,
        space: &P,
        index: usize,
        used: U,
        mut found: impl FnMut(u32),
    ) -> Result<(), Full>
    where
        P: Space<State = S, Used = U>,
    {
        let state = self.entries[index].state;
        let mut result = Ok(());
        space.expand(state, used, |state, used| {
            match self.reach(Neighbour::new(state, used, index as u32)) {
                Ok(number) => found(number),
                Err(full) => result = Err(full),
            }
        });
        result
    }

    /// Looks the neighbours of the batch up, in order.
    fn reach_batch(&mut self) -> Result<(), Full> {
        let batch = std::mem::take(&mut self.batch);
        let slots = &self.slots[..=self.mask];
        self.numbers.clear();
        self.numbers.extend(batch.iter().map(|neighbour| slots[neighbour.hash & self.mask]));
        for (neighbour, number) in batch.iter().zip(&mut self.numbers) {
            if *number != 0 && self.entries[*number as usize - 1].state != neighbour.state {
                *number = 0;
            }
        }
        // Entries never move, so what was found stays found while others are added.
        let mut result = Ok(());
        for (index, &neighbour) in batch.iter().enumerate() {
            match self.numbers[index] {
                0 => result = result.and(self.reach(neighbour).map(drop)),
                number => self.meet(number, neighbour.used),
            }
        }
        self.batch = batch;
        self.batch.clear();
        result
    }

    /// Looks a neighbour up, and stores it if it is new. Returns its number.
    #[inline]
    fn reach(&mut self, neighbour: Neighbour<S, U>) -> Result<u32, Full> {
        let Neighbour { state, used, parent, hash } = neighbour;
        let mut slot = hash & self.mask;
        loop {
            match self.slots[slot] {
                0 => break,
                number if self.entries[number as usize - 1].state == state => {
                    self.meet(number, used);
                    return Ok(number - 1);
                }
                _ => slot = (slot + 1) & self.mask,
            }
        }
        let number = self.entries.len() as u32;
        self.fill(slot, Entry { state, used, mark: T::child(parent) })?;
        Ok(number)
    }

    /// A neighbour reached by `used` operators turned out to be known under `number`.
    #[inline]
    fn meet(&mut self, number: u32, used: U) {
        let entry = &mut self.entries[number as usize - 1];
        entry.used = entry.used.union(used);
    }

    /// Appends a state whose place in the index is `slot`.
    #[inline]
    fn fill(&mut self, slot: usize, entry: Entry<S, U, T::Mark>) -> Result<(), Full> {
        if self.entries.len() == self.room {
            self.make_room()?;
        }
        self.entries.push(entry);
        self.slots[slot] = self.entries.len() as u32;
        if 2 * self.entries.len() > self.mask { self.grow() } else { Ok(()) }
    }

    /// Makes room for one state more at the least.
    #[cold]
    fn make_room(&mut self) -> Result<(), Full> {
        if self.entries.len() == self.limit {
            return Err(Full::States { limit: self.limit });
        }
        reserve(&mut self.entries, 1, TABLE).map_err(|refused| self.refused(refused))?;
        self.room = self.entries.capacity().min(self.limit);
        Ok(())
    }

    fn refused(&self, refused: OutOfMemory) -> Full {
        Full::Memory { states: self.entries.len(), refused }
    }

    fn vacant(&self, state: S) -> usize {
        let mut slot = hash(state) as usize & self.mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & self.mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) -> Result<(), Full> {
        let size = 4 * (self.mask + 1);
        lengthen(&mut self.slots, size, INDEX).map_err(|refused| self.refused(refused))?;
        self.slots[..=self.mask].fill(0);
        self.mask = size - 1;
        for index in 0..self.entries.len() {
            let slot = self.vacant(self.entries[index].state);
            self.slots[slot] = index as u32 + 1;
        }
        Ok(())
    }
}

impl<S: State, U: Used> Layers<S, U, Parents> {
    /// A shortest path from a source to the state numbered `index`, both included.
    pub fn path(&self, index: usize) -> Vec<S> {
        let mut path = vec![self.state(index)];
        let mut parent = self.mark(index);
        while parent != Parents::NONE {
            path.push(self.state(parent as usize));
            parent = self.mark(parent as usize);
        }
        path.reverse();
        path
    }
}
