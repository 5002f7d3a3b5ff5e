//! One partition of a frontier search: its share of the old, the current and the new layer.
//!
//! As long as the share of memory lasts, all three live in one open-addressing table, each
//! state stamped with the layer it belongs to. A layer that falls out of use costs nothing: its
//! stamp becomes too old, and its slots are reclaimed when the table is next rebuilt. Beyond
//! that, the old and the current layer are sorted runs on disk and the table holds only states
//! that may be new; each time it is full it becomes another run, and the runs are merged at the
//! end of the layer. A partition that has shrunk enough comes back into memory.
//!
//! Tables won over sorting in memory too: sorting the neighbours of sliding tiles takes 26 ns
//! each, before any merging, and looking them up, adding the new ones included, about 20.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;
use std::sync::Arc;

use fxhash::FxBuildHasher;

use crate::record::Record;
use crate::space::{State, Used};
use crate::spill::{Merge, Merged, Run, RunReader, RunWriter, Scratch};
use crate::sweep::SweepError;

/// Which stamps belong to which layer; stamps rise with time and start at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The old layer has the stamps from here to `current`. What is older is gone.
    pub(crate) old: u32,
    /// The current layer has the stamps from here to `new`.
    pub(crate) current: u32,
    /// The stamp of the new layer.
    pub(crate) new: u32,
}

impl Clock {
    /// The time at which the new layer is the current one, and that one the old.
    pub(crate) fn next_layer(self) -> Self {
        Clock { old: self.current, current: self.new, new: self.new + 1 }
    }
}

/// What the partitions of a search have in common.
#[derive(Debug)]
pub(crate) struct Shelf {
    /// The number of partitions is two to this power.
    pub(crate) bits: u32,
    /// The most slots that a partition's table may have.
    pub(crate) most_slots: usize,
    pub(crate) scratch: Arc<Scratch>,
}

impl Shelf {
    /// The number of the partition that `state` belongs to: the highest bits of its hash. Slots
    /// go by the bits after them.
    #[inline]
    pub(crate) fn partition<S: State>(&self, state: S) -> usize {
        (hash(state) >> 1 >> (63 - self.bits)) as usize
    }
}

/// FxHash is at its best in its low bits; another multiplication brings them to the top.
#[inline]
fn hash<S: Hash>(state: S) -> u64 {
    FxBuildHasher.hash_one(state).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The fewest slots of a table that holds anything.
pub(crate) const FEWEST_SLOTS: usize = 64;

/// The most runs that wait to be merged. With one block a run, a merge then takes 4 MiB.
const MOST_RUNS: usize = 64;

/// How many look-ups go together: the slots of all of them are read first, so that the processor
/// waits for many at a time.
const BATCH: usize = 16;

#[derive(Debug, Clone, Copy)]
struct Entry<S, U> {
    state: S,
    used: U,
    stamp: u32,
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
    /// The table, column by column. The states of a layer are found by looking through stamps
    /// alone. A stamp of 0 is an empty slot.
    stamps: Vec<u32>,
    states: Vec<S>,
    used: Vec<U>,
    /// How many slots are not empty, those of forgotten layers included.
    filled: usize,
    /// How many states of the new layer are in the table.
    fresh: u64,
    /// Where it is present, the table holds the new layer only.
    spilled: Option<Spilled<S, U>>,
}

/// The states of one layer, from memory or from disk. It is taken from a partition once and
/// then independent of it.
pub(crate) enum Listing<S, U> {
    InMemory(std::vec::IntoIter<(S, U)>),
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
    /// The memory taken by a slot of the table.
    pub(crate) const SLOT: usize = size_of::<u32>() + size_of::<S>() + size_of::<U>();

    pub(crate) fn new() -> Self {
        Partition {
            stamps: Vec::new(),
            states: Vec::new(),
            used: Vec::new(),
            filled: 0,
            fresh: 0,
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
        neighbours: &[(S, U)],
        clock: Clock,
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        let mut neighbours = neighbours;
        while let Some(&(any, _)) = neighbours.first() {
            // The smallest tables cannot promise room for a whole batch.
            let most = BATCH.min(self.stamps.len() / 8).max(1);
            let (batch, rest) = neighbours.split_at(neighbours.len().min(most));
            neighbours = rest;
            // Linear probing slows down beyond three quarters.
            if 4 * (self.filled + batch.len()) > 3 * self.stamps.len() {
                self.make_room(any, clock, shelf)?;
            }
            let mut homes = [0; BATCH];
            let mut found = [false; BATCH];
            for (&(state, _), home) in batch.iter().zip(&mut homes) {
                *home = self.home(state, shelf);
            }
            for ((&(state, _), &home), found) in batch.iter().zip(&homes).zip(&mut found) {
                *found = (self.stamps[home] >= clock.old) & (self.states[home] == state);
            }
            for ((&(state, used), &home), &found) in batch.iter().zip(&homes).zip(&found) {
                let at = if found { home } else { self.seek(state, home, clock) };
                if self.stamps[at] == 0 {
                    self.stamps[at] = clock.new;
                    self.states[at] = state;
                    self.used[at] = used;
                    self.filled += 1;
                    self.fresh += 1;
                } else {
                    self.used[at] = self.used[at].union(used);
                }
            }
        }
        Ok(())
    }

    /// The slot that holds `state`, or the empty one where it belongs. The search begins at `home`.
    #[inline]
    fn seek(&self, state: S, home: usize, clock: Clock) -> usize {
        let mut at = home;
        loop {
            let stamp = self.stamps[at];
            if stamp == 0 || stamp >= clock.old && self.states[at] == state {
                return at;
            }
            at = self.after(at);
        }
    }

    /// The states of the current layer.
    pub(crate) fn current(&self, clock: Clock) -> Result<Listing<S, U>, SweepError> {
        match &self.spilled {
            Some(lists) => Ok(Listing::OnDisk(RunReader::new(&lists.current)?)),
            None => Ok(self.stamped(clock.current..clock.new)),
        }
    }

    /// The states of the old layer.
    pub(crate) fn old(&self, clock: Clock) -> Result<Listing<S, U>, SweepError> {
        match &self.spilled {
            Some(lists) => Ok(Listing::OnDisk(RunReader::new(&lists.old)?)),
            None => Ok(self.stamped(clock.old..clock.current)),
        }
    }

    fn stamped(&self, stamps: Range<u32>) -> Listing<S, U> {
        let mut states = Vec::new();
        self.each_stamped(stamps, |at| states.push((self.states[at], self.used[at])));
        Listing::InMemory(states.into_iter())
    }

    /// Completes the new layer. Returns the number of its states.
    pub(crate) fn settle(&mut self, clock: Clock, shelf: &Shelf) -> Result<u64, SweepError> {
        if self.spilled.is_some() && self.fresh > 0 {
            self.spill(self.live(clock), clock, shelf)?;
        }
        let Some(Spilled { old, current, new }) = &mut self.spilled else {
            return Ok(self.fresh);
        };
        if new.is_empty() {
            return Ok(0);
        }
        let mut merge = Merge::new([&*old, &*current].into_iter().chain(&*new))?;
        let mut writer = RunWriter::new(&shelf.scratch)?;
        while let Some(Merged { state, used, first }) = merge.next()? {
            // Runs 0 and 1 are the layers that are known.
            if first >= 2 {
                writer.push(state, used)?;
            }
        }
        *new = vec![writer.finish()?];
        Ok(new[0].len())
    }

    /// Follows a change of the clock after [`settle`](Self::settle).
    pub(crate) fn turn(
        &mut self,
        before: Clock,
        after: Clock,
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        let fresh = std::mem::take(&mut self.fresh) as usize;
        let Some(Spilled { old, current, new }) = self.spilled.take() else {
            // A thick layer leaves a large table, and thin ones would pay for looking through it.
            if self.stamps.len() > FEWEST_SLOTS.max(32 * fresh) {
                self.rebuild(&self.live(after), self.states[0], shelf);
            }
            return Ok(());
        };
        let stamped = [(before.old, old), (before.current, current)];
        let (mut olds, mut currents) = (Vec::new(), Vec::new());
        for (stamp, run) in stamped.into_iter().chain(new.into_iter().map(|run| (before.new, run)))
        {
            if stamp >= after.current {
                currents.push(run);
            } else if stamp >= after.old {
                olds.push(run);
            }
        }
        let old = join(olds, shelf)?;
        let current = join(currents, shelf)?;
        // Come back only with room for as many states again, lest the next layer spill at once.
        if 8 * (old.len() + current.len()) <= 3 * shelf.most_slots as u64 {
            self.load(&[(after.old, old), (after.current, current)], shelf)
        } else {
            self.spilled = Some(Spilled { old, current, new: Vec::new() });
            Ok(())
        }
    }

    fn load(&mut self, stamped: &[(u32, Run<S, U>)], shelf: &Shelf) -> Result<(), SweepError> {
        let mut entries = Vec::new();
        for (stamp, run) in stamped {
            let mut reader = RunReader::new(run)?;
            while let Some((state, used)) = reader.next()? {
                entries.push(Entry { state, used, stamp: *stamp });
            }
        }
        if let Some(any) = entries.first() {
            self.rebuild(&entries, any.state, shelf);
        }
        Ok(())
    }

    #[cold]
    fn make_room(&mut self, any: S, clock: Clock, shelf: &Shelf) -> Result<(), SweepError> {
        let entries = self.live(clock);
        // A table that would be nearly full again at once is better emptied.
        if 5 * entries.len() > 3 * shelf.most_slots {
            self.spill(entries, clock, shelf)
        } else {
            self.rebuild(&entries, any, shelf);
            Ok(())
        }
    }

    fn live(&self, clock: Clock) -> Vec<Entry<S, U>> {
        let mut entries = Vec::new();
        self.each_stamped(clock.old..u32::MAX, |at| {
            let (state, used, stamp) = (self.states[at], self.used[at], self.stamps[at]);
            entries.push(Entry { state, used, stamp });
        });
        entries
    }

    /// Hands over the slots with these stamps, in order.
    #[inline]
    fn each_stamped(&self, stamps: Range<u32>, mut visit: impl FnMut(usize)) {
        const BLOCK: usize = 64;
        for (block, there) in self.stamps.chunks(BLOCK).enumerate() {
            // Which slots are wanted cannot be predicted, so there is no branch.
            let mut wanted = [0; BLOCK];
            let mut count = 0;
            for (at, stamp) in there.iter().enumerate() {
                wanted[count % BLOCK] = at as u8;
                count += usize::from(stamps.contains(stamp));
            }
            for &at in &wanted[..count] {
                visit(BLOCK * block + usize::from(at));
            }
        }
    }

    /// Makes a table of `entries`, with room for as many again if memory allows. Empty slots hold
    /// `any` state.
    fn rebuild(&mut self, entries: &[Entry<S, U>], any: S, shelf: &Shelf) {
        let slots = (8 * entries.len() / 3).clamp(FEWEST_SLOTS, shelf.most_slots);
        // Memory is kept from layer to layer, unless it is far too much.
        if !(self.stamps.capacity() / 4..=self.stamps.capacity()).contains(&slots) {
            self.stamps = Vec::with_capacity(slots);
            self.states = Vec::with_capacity(slots);
            self.used = Vec::with_capacity(slots);
        }
        self.stamps.clear();
        self.stamps.resize(slots, 0);
        self.states.resize(slots, any);
        self.used.resize(slots, U::default());
        self.filled = entries.len();
        for &Entry { state, used, stamp } in entries {
            let mut at = self.home(state, shelf);
            while self.stamps[at] != 0 {
                at = self.after(at);
            }
            self.stamps[at] = stamp;
            self.states[at] = state;
            self.used[at] = used;
        }
    }

    /// Empties the table, which holds `entries`, onto the disk.
    fn spill(
        &mut self,
        mut entries: Vec<Entry<S, U>>,
        clock: Clock,
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        entries.sort_unstable_by_key(|entry| entry.state);
        let run = |stamps: Range<u32>| {
            let mut writer = RunWriter::new(&shelf.scratch)?;
            for entry in entries.iter().filter(|entry| stamps.contains(&entry.stamp)) {
                writer.push(entry.state, entry.used)?;
            }
            writer.finish()
        };
        if self.spilled.is_none() {
            let old = run(clock.old..clock.current)?;
            let current = run(clock.current..clock.new)?;
            self.spilled = Some(Spilled { old, current, new: Vec::new() });
        }
        let lists = self.spilled.as_mut().expect("just made where it was missing");
        lists.new.push(run(clock.new..clock.new + 1)?);
        if lists.new.len() == MOST_RUNS {
            lists.new = vec![join(std::mem::take(&mut lists.new), shelf)?];
        }
        self.stamps.fill(0);
        self.filled = 0;
        self.fresh = 0;
        Ok(())
    }

    /// The slot at which to look for `state` first.
    #[inline]
    fn home(&self, state: S, shelf: &Shelf) -> usize {
        let rest = hash(state) << shelf.bits;
        ((u128::from(rest) * self.stamps.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.stamps.len() { 0 } else { slot + 1 }
    }
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

    /// Looks for the first of each pair. Returns the smallest second of those found, or of those
    /// in the old layer if there are such. The order of `pairs` may change.
    pub(crate) fn look_up<T: Copy + Ord>(
        &self,
        pairs: &mut [(S, T)],
        clock: Clock,
        shelf: &Shelf,
    ) -> Result<Option<(Place, T)>, SweepError> {
        let Some(lists) = &self.spilled else {
            return Ok(self.look_up_in_memory(pairs, clock, shelf));
        };
        pairs.sort_unstable();
        for (place, run) in [(Place::Old, &lists.old), (Place::Current, &lists.current)] {
            let mut least = None;
            let mut rest = &*pairs;
            let mut reader = RunReader::new(run)?;
            while let Some((state, _)) = reader.next()? {
                rest = &rest[rest.partition_point(|pair| pair.0 < state)..];
                let found = rest.iter().take_while(|pair| pair.0 == state);
                least = found.map(|pair| pair.1).chain(least).min();
            }
            if let Some(least) = least {
                return Ok(Some((place, least)));
            }
        }
        Ok(None)
    }

    fn look_up_in_memory<T: Copy + Ord>(
        &self,
        pairs: &[(S, T)],
        clock: Clock,
        shelf: &Shelf,
    ) -> Option<(Place, T)> {
        if self.stamps.is_empty() {
            return None;
        }
        let mut least = None;
        for batch in pairs.chunks(BATCH) {
            let mut homes = [0; BATCH];
            let mut taken = [false; BATCH];
            for (&(state, _), home) in batch.iter().zip(&mut homes) {
                *home = self.home(state, shelf);
            }
            for (&home, taken) in homes.iter().zip(&mut taken) {
                *taken = self.stamps[home] != 0;
            }
            for ((&(state, key), &home), &taken) in batch.iter().zip(&homes).zip(&taken) {
                if taken {
                    let stamp = self.stamps[self.seek(state, home, clock)];
                    if stamp != 0 {
                        let place = if stamp < clock.current { Place::Old } else { Place::Current };
                        least = least.into_iter().chain([(place, key)]).min();
                    }
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
    let mut writer = RunWriter::new(&shelf.scratch)?;
    while let Some(Merged { state, used, .. }) = merge.next()? {
        writer.push(state, used)?;
    }
    writer.finish()
}
