//! One partition of a frontier search: its share of the old, the current and the new layer.
//!
//! As long as the share of memory lasts, the states of all three stand one after the other in a
//! list, in the order in which they were found, and a table of slots tells where each of them is.
//! A slot is four bytes, so that most look-ups end in the cache: the place in the list, and some
//! bits of the hash, which spare a look at the list where they differ. A layer that falls out of
//! use costs nothing: what its slots point to is too far ahead in the list, and both are reclaimed
//! when the list has no room left. Beyond that, the old and the current layer are sorted runs on
//! disk and the list holds only states that may be new; each time it is full it becomes another
//! run, and the runs are merged at the end of the layer. A partition that has shrunk enough comes
//! back into memory.
//!
//! Tables won over sorting in memory too: sorting the neighbours of sliding tiles takes 26 ns
//! each, before any merging, and looking them up, adding the new ones included, about 20.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::error::SweepError;
use crate::hash::hash;
use crate::memory::reserve_exact;
use crate::record::Record;
use crate::space::{State, Used};
use crate::sweep::spill::{Merge, Merged, Run, RunReader, RunWriter, Scratch};

/// How layers change their parts once a new one is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The new layer is the current one, and that one the old.
    Next,
    /// The new layer is the current one, and that one joins the old.
    Join,
    /// All that is known is the current layer.
    Gather,
}

/// What the partitions of a search have in common.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The number of partitions is two to this power.
    pub(crate) bits: u32,
    /// The most states that a partition may have in memory.
    pub(crate) most: usize,
    pub(crate) scratch: Arc<Scratch>,
}

impl Shelf {
    /// The number of the partition that `state` belongs to, which is the highest bits of its hash,
    /// and the bits after them, by which it is found there.
    #[inline]
    pub(crate) fn address<S: State>(&self, state: S) -> (usize, u32) {
        // FxHash is at its best in its low bits; another multiplication brings them to the top.
        let hash = hash(state).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((hash >> 1 >> (63 - self.bits)) as usize, ((hash << self.bits) >> 32) as u32)
    }
}

/// A state that may be new to its partition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbour<S, U> {
    pub(crate) state: S,
    pub(crate) used: U,
    /// The second part of its address.
    pub(crate) hash: u32,
}

/// A state that is looked for, for a purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sought<S, T> {
    pub(crate) state: S,
    /// The second part of its address.
    pub(crate) hash: u32,
    pub(crate) purpose: T,
}

/// The fewest states that a list has room for, if it holds anything.
pub(crate) const FEWEST: usize = 64;

/// How many bits of a slot tell the place in the list. Those before them come from the hash.
const PLACE: u32 = 24;

/// The most states that a list can have.
pub(crate) const MOST: usize = (1 << PLACE) - 1;

/// A slot that points to nothing: that place is beyond any list.
const EMPTY: u32 = u32::MAX;

/// The most runs that wait to be merged. With one block a run, a merge then takes 4 MiB.
const MOST_RUNS: usize = 64;

/// What memory is for.
const LIST: &str = "the lists of a search";
const LISTING: &str = "a look through a layer";

/// How many look-ups go together: the slots of all of them are read first, so that the processor
/// waits for many at a time. With 16 the Panex exchange of height 7 took an eighth longer.
const BATCH: usize = 64;

/// Where a state that is not in the list belongs.
struct Vacancy {
    slot: usize,
    /// Whether another state of the same hash is in the list.
    has_twin: bool,
}

/// The lists of a partition that has outgrown its memory.
#[derive(Debug)]
struct Spilled<S, U> {
    old: Run<S, U>,
    current: Run<S, U>,
    new: Vec<Run<S, U>>,
}

/// A partition. It starts empty and in memory.
#[derive(Debug)]
pub(crate) struct Partition<S, U> {
    /// The list, column by column: what was forgotten, the old layer, the current and the new one.
    states: Vec<S>,
    used: Vec<U>,
    /// Where in the list the layers begin.
    old: usize,
    current: usize,
    new: usize,
    /// How many states the list may have before room is made.
    room: usize,
    /// For each state of the list its place in it, by open addressing.
    slots: Vec<u32>,
    /// The last place taken by a state that had a twin here already, another state of the same hash;
    /// 0 if there is none.
    twin: usize,
    /// Where it is present, the list holds the new layer only.
    spilled: Option<Spilled<S, U>>,
}

/// The states of one layer, from memory or from disk. It is taken from a partition once and
/// then independent of it.
pub(crate) enum Listing<S, U> {
    InMemory(std::iter::Zip<std::vec::IntoIter<S>, std::vec::IntoIter<U>>),
    OnDisk(RunReader<S, U>),
}

impl<S: State + Record, U: Used + Record> Listing<S, U> {
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(S, U)>, SweepError> {
        match self {
            Listing::InMemory(states) => Ok(states.next()),
            Listing::OnDisk(reader) => reader.next(),
        }
    }
}

impl<S: State + Record, U: Used + Record> Partition<S, U> {
    /// The memory that a state may take: its place in the list and two slots.
    pub(crate) const ENTRY: usize = size_of::<S>() + size_of::<U>() + 2 * size_of::<u32>();

    pub(crate) fn new() -> Self {
        Partition {
            states: Vec::new(),
            used: Vec::new(),
            old: 0,
            current: 0,
            new: 0,
            room: 0,
            slots: Vec::new(),
            twin: 0,
            spilled: None,
        }
    }

    /// Takes in neighbours that belong to this partition: those not known join the new layer,
    /// and the others' used operators are united.
    ///
    /// A state of the current layer may learn in this way, from a neighbour in the same layer,
    /// of operators that it need not try, provided that it is not expanded yet.
    pub(crate) fn absorb(
        &mut self,
        neighbours: &[Neighbour<S, U>],
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        for batch in neighbours.chunks(BATCH) {
            if self.states.len() + batch.len() > self.room {
                self.make_room(batch.len(), shelf)?;
            }
            let mut known = [None; BATCH];
            if let Some(last) = self.states.len().checked_sub(1) {
                let mut places = [0; BATCH];
                for (neighbour, place) in batch.iter().zip(&mut places) {
                    *place = self.place(self.home(neighbour.hash), neighbour.hash);
                }
                // Which of them are there cannot be predicted, so there is no branch.
                for ((neighbour, &place), known) in batch.iter().zip(&places).zip(&mut known) {
                    let is_equal = self.states[place.min(last)] == neighbour.state;
                    *known = ((self.old <= place) & (place <= last) & is_equal).then_some(place);
                }
            }
            for (neighbour, known) in batch.iter().zip(known) {
                let found =
                    known.map_or_else(|| self.seek(neighbour.state, neighbour.hash, shelf), Ok);
                match found {
                    Ok(place) => self.used[place] = self.used[place].union(neighbour.used),
                    Err(Vacancy { slot, has_twin }) => {
                        if has_twin {
                            self.twin = self.states.len();
                        }
                        self.slots[slot] = self.states.len() as u32 ^ neighbour.hash << PLACE;
                        self.states.push(neighbour.state);
                        self.used.push(neighbour.used);
                    }
                }
            }
        }
        Ok(())
    }

    /// The place in the list that a slot points to, if it is one for a state with this hash;
    /// otherwise one beyond the list.
    #[inline]
    fn place(&self, slot: usize, hash: u32) -> usize {
        (self.slots[slot] ^ hash << PLACE) as usize
    }

    /// The place of a state in the list, or the empty slot where that belongs.
    #[inline]
    fn seek(&self, state: S, hash: u32, shelf: &Shelf) -> Result<usize, Vacancy> {
        let mut slot = self.home(hash);
        let mut has_twin = false;
        loop {
            if self.slots[slot] == EMPTY {
                return Err(Vacancy { slot, has_twin });
            }
            let place = self.place(slot, hash);
            if place >= self.old
                && let Some(&other) = self.states.get(place)
            {
                if other == state {
                    return Ok(place);
                }
                // Slots tell most states apart that differ, so this is seldom asked.
                has_twin |= shelf.address(other).1 == hash;
            }
            slot = self.after(slot);
        }
    }

    /// The states of the current layer.
    pub(crate) fn current(&self) -> Result<Listing<S, U>, SweepError> {
        match &self.spilled {
            Some(lists) => Ok(Listing::OnDisk(RunReader::new(&lists.current))),
            None => self.listed(self.current..self.new),
        }
    }

    /// The states of the old layer.
    pub(crate) fn old(&self) -> Result<Listing<S, U>, SweepError> {
        match &self.spilled {
            Some(lists) => Ok(Listing::OnDisk(RunReader::new(&lists.old))),
            None => self.listed(self.old..self.current),
        }
    }

    fn listed(&self, places: Range<usize>) -> Result<Listing<S, U>, SweepError> {
        let (mut states, mut used) = (Vec::new(), Vec::new());
        reserve_exact(&mut states, places.len(), LISTING)?;
        reserve_exact(&mut used, places.len(), LISTING)?;
        states.extend_from_slice(&self.states[places.clone()]);
        used.extend_from_slice(&self.used[places]);
        Ok(Listing::InMemory(states.into_iter().zip(used)))
    }

    /// Whether some state of the current layer may have a twin, another state of the same hash, in
    /// one of the two layers.
    pub(crate) fn may_have_twins(&self) -> bool {
        self.spilled.is_some() || self.twin > 0 && self.twin >= self.current
    }

    /// Whether its layers are on disk.
    pub(crate) fn is_spilled(&self) -> bool {
        self.spilled.is_some()
    }

    /// Completes the new layer. Returns the number of its states.
    pub(crate) fn settle(&mut self, shelf: &Shelf) -> Result<u64, SweepError> {
        if self.spilled.is_some() && !self.states.is_empty() {
            self.spill(shelf)?;
        }
        let Some(Spilled { old, current, new }) = &mut self.spilled else {
            return Ok((self.states.len() - self.new) as u64);
        };
        if new.is_empty() {
            return Ok(0);
        }
        let mut merge = Merge::new([&*old, &*current].into_iter().chain(&*new))?;
        let mut writer = RunWriter::new(&shelf.scratch);
        while let Some(Merged { state, used, first }) = merge.next()? {
            // Runs 0 and 1 are the layers that are known.
            if first >= 2 {
                writer.push(state, used)?;
            }
        }
        *new = vec![writer.finish()?];
        Ok(new[0].len())
    }

    /// Lets the layers change their parts after [`settle`](Self::settle).
    pub(crate) fn turn(&mut self, turn: Turn, shelf: &Shelf) -> Result<(), SweepError> {
        let Some(Spilled { old, current, new }) = self.spilled.take() else {
            (self.old, self.current) = match turn {
                Turn::Next => (self.current, self.new),
                Turn::Join => (self.old, self.new),
                Turn::Gather => (self.old, self.old),
            };
            self.new = self.states.len();
            return Ok(());
        };
        let (olds, mut currents) = match turn {
            Turn::Next => (vec![current], Vec::new()),
            Turn::Join => (vec![old, current], Vec::new()),
            Turn::Gather => (Vec::new(), vec![old, current]),
        };
        currents.extend(new);
        let old = join(olds, shelf)?;
        let current = join(currents, shelf)?;
        // Come back only with room for as many states again, lest the next layer spill at once.
        if 2 * (old.len() + current.len()) <= shelf.most as u64 {
            self.load(&old, &current, shelf)
        } else {
            self.spilled = Some(Spilled { old, current, new: Vec::new() });
            Ok(())
        }
    }

    /// Takes layers from the disk into the empty list.
    fn load(
        &mut self,
        old: &Run<S, U>,
        current: &Run<S, U>,
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        self.make_room((old.len() + current.len()) as usize, shelf)?;
        for run in [old, current] {
            self.current = self.states.len();
            let mut reader = RunReader::new(run);
            while let Some((state, used)) = reader.next()? {
                self.states.push(state);
                self.used.push(used);
            }
        }
        self.new = self.states.len();
        // Nobody has looked for twins on disk.
        self.twin = self.new.saturating_sub(1);
        self.fill_slots(shelf);
        Ok(())
    }

    /// Makes room for so many states more.
    #[cold]
    fn make_room(&mut self, more: usize, shelf: &Shelf) -> Result<(), SweepError> {
        let wanted = self.states.len() - self.old + more;
        // A list that would be nearly full again at once is better emptied.
        if 5 * wanted > 4 * shelf.most {
            self.spill(shelf)?;
        }
        self.states.drain(..self.old);
        self.used.drain(..self.old);
        self.current -= self.old;
        self.new -= self.old;
        self.twin = self.twin.saturating_sub(self.old);
        self.old = 0;
        // Memory is kept from layer to layer, unless it is far too much.
        let room = (2 * wanted).clamp(FEWEST, shelf.most);
        if !(self.room / 4..=self.room).contains(&room) {
            self.states.shrink_to(room);
            self.used.shrink_to(room);
            self.slots = Vec::new();
            reserve_exact(&mut self.states, room, LIST)?;
            reserve_exact(&mut self.used, room, LIST)?;
            reserve_exact(&mut self.slots, 2 * room, LIST)?;
            self.slots.resize(2 * room, EMPTY);
            self.room = room;
        }
        self.fill_slots(shelf);
        Ok(())
    }

    fn fill_slots(&mut self, shelf: &Shelf) {
        self.slots.fill(EMPTY);
        for place in 0..self.states.len() {
            let (_, hash) = shelf.address(self.states[place]);
            let mut slot = self.home(hash);
            while self.slots[slot] != EMPTY {
                slot = self.after(slot);
            }
            self.slots[slot] = place as u32 ^ hash << PLACE;
        }
    }

    /// Empties the list onto the disk.
    fn spill(&mut self, shelf: &Shelf) -> Result<(), SweepError> {
        if self.spilled.is_none() {
            let old = self.run(self.old..self.current, shelf)?;
            let current = self.run(self.current..self.new, shelf)?;
            self.spilled = Some(Spilled { old, current, new: Vec::new() });
        }
        let run = self.run(self.new..self.states.len(), shelf)?;
        let lists = self.spilled.as_mut().expect("just made where it was missing");
        lists.new.push(run);
        if lists.new.len() == MOST_RUNS {
            lists.new = vec![join(std::mem::take(&mut lists.new), shelf)?];
        }
        self.states.clear();
        self.used.clear();
        (self.old, self.current, self.new, self.twin) = (0, 0, 0, 0);
        self.slots.fill(EMPTY);
        Ok(())
    }

    /// A run of what stands at these places of the list.
    fn run(&self, places: Range<usize>, shelf: &Shelf) -> Result<Run<S, U>, SweepError> {
        let mut places: Vec<_> = places.collect();
        places.sort_unstable_by_key(|&place| self.states[place]);
        let mut writer = RunWriter::new(&shelf.scratch);
        for place in places {
            writer.push(self.states[place], self.used[place])?;
        }
        writer.finish()
    }

    /// The slot at which to look for a state with this hash first.
    #[inline]
    fn home(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }
}

/// The partitions of a search, while a layer is being made.
#[derive(Debug)]
pub(crate) struct Partitions<'a, S, U> {
    pub(crate) partitions: &'a [Mutex<Partition<S, U>>],
    pub(crate) shelf: &'a Shelf,
}

/// The partition behind a lock, once it is free.
pub(crate) fn lock<S, U>(partition: &Mutex<Partition<S, U>>) -> MutexGuard<'_, Partition<S, U>> {
    partition.lock().expect("nothing panics while it holds a partition")
}

/// In which of the two known layers a state is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Old,
    Current,
}

impl<S: State + Record, U: Used + Record> Partition<S, U> {
    /// How many states to look up at a time: in memory few, which stay in cache; on disk, where
    /// each time takes a pass over both layers, many.
    pub(crate) fn inquiry(&self) -> usize {
        if self.spilled.is_some() { 1 << 16 } else { 1 << 8 }
    }

    /// Looks for states. Returns the smallest purpose of those found, or of those in the old layer
    /// if there are such. The order of `sought` may change.
    pub(crate) fn look_up<T: Copy + Ord>(
        &self,
        sought: &mut [Sought<S, T>],
        shelf: &Shelf,
    ) -> Result<Option<(Place, T)>, SweepError> {
        let Some(lists) = &self.spilled else {
            return Ok(self.look_up_in_memory(sought, shelf));
        };
        sought.sort_unstable();
        for (place, run) in [(Place::Old, &lists.old), (Place::Current, &lists.current)] {
            let mut least = None;
            let mut rest = &*sought;
            let mut reader = RunReader::new(run);
            while let Some((state, _)) = reader.next()? {
                rest = &rest[rest.partition_point(|sought| sought.state < state)..];
                let found = rest.iter().take_while(|sought| sought.state == state);
                least = found.map(|sought| sought.purpose).chain(least).min();
            }
            if let Some(least) = least {
                return Ok(Some((place, least)));
            }
        }
        Ok(None)
    }

    fn look_up_in_memory<T: Copy + Ord>(
        &self,
        sought: &[Sought<S, T>],
        shelf: &Shelf,
    ) -> Option<(Place, T)> {
        if self.slots.is_empty() {
            return None;
        }
        let mut least = None;
        for batch in sought.chunks(BATCH) {
            let mut taken = [false; BATCH];
            for (sought, taken) in batch.iter().zip(&mut taken) {
                *taken = self.slots[self.home(sought.hash)] != EMPTY;
            }
            for (sought, taken) in batch.iter().zip(taken) {
                if taken && let Ok(at) = self.seek(sought.state, sought.hash, shelf) {
                    let place = if at < self.current { Place::Old } else { Place::Current };
                    least = least.into_iter().chain([(place, sought.purpose)]).min();
                }
            }
        }
        least
    }
}

/// One run of what is in any of `runs`.
fn join<S, U>(mut runs: Vec<Run<S, U>>, shelf: &Shelf) -> Result<Run<S, U>, SweepError>
where
    S: State + Record,
    U: Used + Record,
{
    runs.retain(|run| run.len() > 0);
    if runs.len() == 1 {
        return Ok(runs.remove(0));
    }
    let mut merge = Merge::new(&runs)?;
    let mut writer = RunWriter::new(&shelf.scratch);
    while let Some(Merged { state, used, .. }) = merge.next()? {
        writer.push(state, used)?;
    }
    writer.finish()
}
