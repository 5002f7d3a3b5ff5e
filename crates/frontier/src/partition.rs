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

#[derive(Debug, Clone, Copy)]
struct Entry<S, U> {
    state: S,
    used: U,
    /// 0 in an empty slot.
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
    slots: Vec<Entry<S, U>>,
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
    pub(crate) const SLOT: usize = size_of::<Entry<S, U>>();

    pub(crate) fn new() -> Self {
        Partition { slots: Vec::new(), filled: 0, fresh: 0, spilled: None }
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
        for &(state, used) in neighbours {
            // Linear probing slows down beyond three quarters.
            if 4 * self.filled >= 3 * self.slots.len() {
                self.make_room(Entry { state, used, stamp: 0 }, clock, shelf)?;
            }
            let mut at = self.home(state, shelf);
            loop {
                let entry = &mut self.slots[at];
                if entry.stamp == 0 {
                    *entry = Entry { state, used, stamp: clock.new };
                    self.filled += 1;
                    self.fresh += 1;
                    break;
                }
                if entry.state == state && entry.stamp >= clock.old {
                    entry.used = entry.used.union(used);
                    break;
                }
                at = self.after(at);
            }
        }
        Ok(())
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
        let wanted = self.slots.iter().filter(|entry| stamps.contains(&entry.stamp));
        let states: Vec<_> = wanted.map(|entry| (entry.state, entry.used)).collect();
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
            if self.slots.len() > FEWEST_SLOTS.max(32 * fresh) {
                let vacant = Entry { stamp: 0, ..self.slots[0] };
                self.rebuild(&self.live(after), vacant, shelf);
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
        if let Some(&any) = entries.first() {
            self.rebuild(&entries, Entry { stamp: 0, ..any }, shelf);
        }
        Ok(())
    }

    #[cold]
    fn make_room(
        &mut self,
        vacant: Entry<S, U>,
        clock: Clock,
        shelf: &Shelf,
    ) -> Result<(), SweepError> {
        let entries = self.live(clock);
        // A table that would be nearly full again at once is better emptied.
        if 5 * entries.len() > 3 * shelf.most_slots {
            self.spill(entries, clock, shelf)
        } else {
            self.rebuild(&entries, vacant, shelf);
            Ok(())
        }
    }

    fn live(&self, clock: Clock) -> Vec<Entry<S, U>> {
        self.slots.iter().copied().filter(|entry| entry.stamp >= clock.old).collect()
    }

    /// Makes a table of `entries`, with room for as many again if memory allows. `vacant` is
    /// what empty slots hold.
    fn rebuild(&mut self, entries: &[Entry<S, U>], vacant: Entry<S, U>, shelf: &Shelf) {
        let slots = (8 * entries.len() / 3).clamp(FEWEST_SLOTS, shelf.most_slots);
        // Memory is kept from layer to layer, unless it is far too much.
        if !(self.slots.capacity() / 4..=self.slots.capacity()).contains(&slots) {
            self.slots = Vec::with_capacity(slots);
        }
        self.slots.clear();
        self.slots.resize(slots, vacant);
        self.filled = entries.len();
        for &entry in entries {
            let mut at = self.home(entry.state, shelf);
            while self.slots[at].stamp != 0 {
                at = self.after(at);
            }
            self.slots[at] = entry;
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
        for entry in &mut self.slots {
            entry.stamp = 0;
        }
        self.filled = 0;
        self.fresh = 0;
        Ok(())
    }

    /// The slot at which to look for `state` first.
    #[inline]
    fn home(&self, state: S, shelf: &Shelf) -> usize {
        let rest = hash(state) << shelf.bits;
        ((u128::from(rest) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
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
