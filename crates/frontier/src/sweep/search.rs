//! Frontier search: breadth-first search that keeps only the old, the current and the new layer.
//!
//! When every move can be taken back, a neighbour of a state of layer *d* lies in layer *d* - 1,
//! *d* or *d* + 1, so a state met again is found in one of three layers and all others may be
//! forgotten. (Manasse, Sleator and Wei searched the Panex puzzle in this way in 1983: o-list,
//! c-list and n-list; Korf named it frontier search.)
//!
//! States are dealt out by hash to partitions. Expanding a state only drops its neighbours into
//! a bucket for each partition; duplicates are found later, a bucket at a time, in the table of
//! that partition alone, which fits a cache where the whole would not. This is delayed
//! duplicate detection, and it is also what lets a partition live on disk once memory is full:
//! see `partition.rs`.
//!
//! Workers share nothing but the partitions, each behind a lock that is taken once a bucket.
//! Which of two threads comes first decides only where in a table a state lies, and how early a
//! state of the current layer learns of used operators; the layers are the same.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use crate::error::SweepError;
use crate::progress::{Progress, Silent};
use crate::record::Record;
use crate::space::{Space, State, Used};
use crate::sweep::bucket::Buckets;
use crate::sweep::partition::{FEWEST, MOST, Neighbour, Partition, Partitions, Shelf, Turn, lock};
use crate::sweep::spill::{BLOCK, Scratch};

/// How a frontier search uses the machine. Nothing here changes what it finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepSettings {
    /// How many partitions there are; rounded up to a power of two, at most 65,536. The tables
    /// of one partition should fit the cache of a core.
    pub partitions: usize,
    /// About how many bytes of memory tables, buckets and blocks being read and written may take
    /// before lists go to disk. The smallest possible tables come on top, and so do blocks, 5 MiB for each thread,
    /// where they are more than half of it.
    pub budget: usize,
    /// The directory in which the search makes its own directory for lists that do not fit.
    pub scratch: PathBuf,
}

impl SweepSettings {
    /// Settings for layers of up to some ten million states, spilling into `scratch` beyond
    /// `budget` bytes.
    pub fn new(budget: usize, scratch: impl Into<PathBuf>) -> Self {
        SweepSettings { partitions: 256, budget, scratch: scratch.into() }
    }
}

/// A frontier search.
///
/// It starts from its sources ([`new`](Self::new)) or from a checkpoint
/// ([`resume`](Self::resume)), and goes on by [`advance`](Self::advance) layer by layer until
/// that returns 0. In between, the states of the last layer can be looked at with
/// [`fold`](Self::fold), and the whole can be saved.
///
/// Work is shared among the threads of the rayon pool that a method is called in. The number
/// and the states of the layers depend neither on threads nor on settings; the order of states
/// within a layer does.
///
/// ```
/// use antipode_frontier::{Silent, Space, Sweep, SweepSettings};
///
/// /// A row of twelve lamps. Pressing one switches it and those beside it.
/// struct Lamps;
///
/// impl Space for Lamps {
///     type State = u16;
///     type Used = ();
///     const REVERSIBLE: bool = true;
///
///     fn expand(&self, lit: u16, (): (), mut emit: impl FnMut(u16, ())) {
///         (0..12).for_each(|lamp| emit(lit ^ (0b111 << lamp >> 1) & 0xFFF, ()));
///     }
/// }
///
/// let settings = SweepSettings::new(1 << 20, std::env::temp_dir());
/// let mut sweep = Sweep::new([0], &settings)?;
/// while sweep.advance(&Lamps, &Silent)? > 0 {}
/// assert_eq!(sweep.layers(), [1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1]);
/// assert_eq!(sweep.fold(|| 0, |_, lit| lit, u16::max)?, 0b0111_1111_1110);
/// # Ok::<(), antipode_frontier::SweepError>(())
/// ```
#[derive(Debug)]
pub struct Sweep<S, U> {
    pub(crate) partitions: Vec<Mutex<Partition<S, U>>>,
    pub(crate) shelf: Shelf,
    pub(crate) layers: Vec<u64>,
    budget: usize,
    /// Whether a layer was begun and not finished.
    torn: bool,
}

/// The fewest neighbours worth a delivery.
const FEWEST_PENDING: usize = 64;

/// More neighbours at a time than this made nothing faster.
const MOST_PENDING: usize = 1 << 20;

/// What the blocks that a thread reads and writes take at most: those of the runs that it merges.
const BLOCKS: usize = 5 << 20;

/// How many states are expanded, at the most, between two looks at whether to stop.
const BREATH: u64 = 1 << 16;

/// What to make of the used operators of the states being expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marks {
    Heeded,
    Ignored,
}

impl<S: State + Record, U: Used + Record> Sweep<S, U> {
    /// A search whose layer 0 is made of `sources`, which may have repetitions.
    ///
    /// # Errors
    /// If they do not fit on the disk or in memory.
    pub fn new(
        sources: impl IntoIterator<Item = S>,
        settings: &SweepSettings,
    ) -> Result<Self, SweepError> {
        let mut sweep = Self::empty(settings)?;
        let sources =
            sweep.add_layer(sources.into_iter().map(|state| Ok((state, U::default()))))?;
        sweep.layers.push(sources);
        Ok(sweep)
    }

    pub(crate) fn empty(settings: &SweepSettings) -> Result<Self, SweepError> {
        let partitions = settings.partitions.clamp(1, 1 << 16).next_power_of_two();
        let blocks = BLOCKS * rayon::current_num_threads();
        let budget = settings.budget.saturating_sub(blocks).max(settings.budget / 2);
        // The other quarter is for buckets.
        let table = (budget - budget / 4) / partitions;
        Ok(Sweep {
            partitions: (0..partitions).map(|_| Mutex::new(Partition::new())).collect(),
            shelf: Shelf {
                bits: partitions.trailing_zeros(),
                most: (table / Partition::<S, U>::ENTRY).clamp(FEWEST, MOST),
                scratch: Arc::new(Scratch::new(&settings.scratch)?),
            },
            layers: Vec::new(),
            budget,
            torn: false,
        })
    }

    /// The number of states in each layer.
    pub fn layers(&self) -> &[u64] {
        &self.layers
    }

    /// The most bytes of records that lists on disk have held at any moment so far, for those who measure. The file takes
    /// whole blocks.
    pub fn peak_scratch(&self) -> u64 {
        self.shelf.scratch.peak()
    }

    /// Adds to layer 0 whatever can be reached from it: moves of `space` are free. To be called
    /// before the first [`advance`](Self::advance). Returns the number of states added.
    ///
    /// This is a search of its own, all layers of which are kept, so moves of `space` need not
    /// be reversible.
    ///
    /// # Errors
    /// If it is stopped, or does not fit on the disk or in memory; then nothing can be done with the search any more
    /// but to drop it.
    ///
    /// # Panics
    /// If a layer was added.
    pub fn saturate<P>(&mut self, space: &P, progress: &dyn Progress) -> Result<u64, SweepError>
    where
        P: Space<State = S, Used = U> + Sync,
    {
        assert_eq!(self.layers.len(), 1, "only layer 0 can be saturated");
        let mut added = 0;
        let mut last = self.layers[0];
        while last > 0 {
            last = self.expand(space, Marks::Heeded, last, progress)?;
            added += last;
            self.turn(Turn::Join)?;
        }
        self.turn(Turn::Gather)?;
        self.layers[0] += added;
        Ok(added)
    }

    /// Expands the last layer and makes what it reaches the next one. Returns the number of
    /// states in the new layer; when that is 0 the search is complete and no layer is added.
    ///
    /// The spaces of successive calls may differ, as long as no state has a neighbour in a layer
    /// before the old one: it would be taken for new.
    ///
    /// # Errors
    /// If it is stopped, or does not fit on the disk or in memory; then nothing can be done with the search any more
    /// but to drop it. What was saved of it can be gone on with.
    pub fn advance<P>(&mut self, space: &P, progress: &dyn Progress) -> Result<u64, SweepError>
    where
        P: Space<State = S, Used = U> + Sync,
    {
        const { assert!(P::REVERSIBLE, "only with reversible moves may layers be forgotten") };
        // What is marked in layer 0 comes from `saturate`, perhaps with another space.
        let marks = if self.layers.len() == 1 { Marks::Ignored } else { Marks::Heeded };
        let last = self.layers[self.layers.len() - 1];
        let new = self.expand(space, marks, last, progress)?;
        if new > 0 {
            self.turn(Turn::Next)?;
            self.layers.push(new);
        }
        Ok(new)
    }

    /// Folds the states of the last layer, in no particular order: `fold` takes them in, starting
    /// from what `identity` makes, and `reduce` brings two results together.
    ///
    /// For a result that does not depend on chance, `reduce` has to be associative and
    /// commutative, and `fold` to match: a number, a smallest state.
    ///
    /// # Errors
    /// If the layer cannot be read.
    pub fn fold<T: Send>(
        &self,
        identity: impl Fn() -> T + Sync + Send,
        fold: impl Fn(T, S) -> T + Sync + Send,
        reduce: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<T, SweepError> {
        self.check()?;
        let fold_partition = |partition: &Mutex<Partition<S, U>>| {
            let mut states = lock(partition).current()?;
            let mut result = identity();
            while let Some((state, _)) = states.next()? {
                result = fold(result, state);
            }
            Ok(result)
        };
        self.partitions
            .par_iter()
            .map(fold_partition)
            .try_reduce(&identity, |one, other| Ok(reduce(one, other)))
    }

    /// Takes in states as the layer after the last, which they must not be part of. Returns how
    /// many different ones there are.
    pub(crate) fn add_layer(
        &mut self,
        states: impl IntoIterator<Item = Result<(S, U), SweepError>>,
    ) -> Result<u64, SweepError> {
        let partitions = self.partitions();
        let take_in = || {
            let mut buckets = Buckets::new(&partitions, self.pending(1));
            for state in states {
                let (state, used) = state?;
                buckets.push(state, used);
                if buckets.are_full() {
                    buckets.deliver(0)?;
                }
            }
            buckets.deliver(0)?;
            self.settle(&Silent)
        };
        // How many are still to come is not known: as many again, for all one can tell.
        let states =
            take_in().map_err(|error| self.or_no_space(error, self.shelf.scratch.held()))?;
        self.turn(Turn::Next)?;
        Ok(states)
    }

    /// Expands the current layer, of `states` states, and completes the new one. Returns the
    /// number of its states.
    fn expand<P>(
        &mut self,
        space: &P,
        marks: Marks,
        states: u64,
        progress: &dyn Progress,
    ) -> Result<u64, SweepError>
    where
        P: Space<State = S, Used = U> + Sync,
    {
        self.check()?;
        self.torn = true;
        let layer = self.layers.len();
        let held = self.shelf.scratch.held();
        let partitions = self.partitions();
        let threads = rayon::current_num_threads();
        // A few deliveries a layer, so that marks spread from thread to thread.
        let pending =
            self.pending(threads).min(states as usize / (2 * threads)).max(FEWEST_PENDING);
        let next = AtomicUsize::new(0);
        let expanded = AtomicU64::new(0);
        let work = |thread: usize| -> Result<(), SweepError> {
            let mut buckets = Buckets::new(&partitions, pending);
            let start = thread * self.partitions.len() / threads;
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.partitions.len() {
                    return buckets.deliver(start);
                }
                if progress.stop() {
                    return Err(SweepError::Stopped { layer });
                }
                let mut count = 0;
                let mut taken = buckets.take(number)?;
                while let Some((state, used)) = taken.next()? {
                    let used = if marks == Marks::Heeded { used } else { U::default() };
                    space.expand(state, used, |neighbour, used| buckets.push(neighbour, used));
                    count += 1;
                    if count == BREATH || buckets.are_full() {
                        expanded.fetch_add(std::mem::take(&mut count), Relaxed);
                        if progress.stop() {
                            return Err(SweepError::Stopped { layer });
                        }
                        if buckets.are_full() {
                            buckets.deliver(start)?;
                        }
                    }
                }
                expanded.fetch_add(count, Relaxed);
            }
        };
        let outcome = (0..threads).into_par_iter().with_max_len(1).try_for_each(|thread| {
            // When one fails, the others need not go on.
            work(thread).inspect_err(|_| next.store(self.partitions.len(), Relaxed))
        });
        let new = outcome.and_then(|()| self.settle(progress)).map_err(|error| {
            // The states not expanded yet will take as much as those that are, in proportion, and
            // merging a partition as much again as it holds.
            let written = self.shelf.scratch.held().saturating_sub(held);
            let states = states.max(1);
            let expanded = expanded.load(Relaxed).clamp(1, states);
            let more = u128::from(written) * u128::from(states - expanded) / u128::from(expanded);
            self.or_no_space(error, more as u64 + written / self.partitions.len() as u64)
        })?;
        self.torn = false;
        Ok(new)
    }

    fn settle(&self, progress: &dyn Progress) -> Result<u64, SweepError> {
        let layer = self.layers.len();
        let settle_partition = |partition: &Mutex<Partition<S, U>>| {
            let mut partition = lock(partition);
            // In memory there is nothing left to do.
            if partition.is_spilled() && progress.stop() {
                return Err(SweepError::Stopped { layer });
            }
            let states = partition.settle(&self.shelf)?;
            progress.stored(states);
            Ok(states)
        };
        self.partitions.par_iter().map(settle_partition).try_reduce(|| 0, |a, b| Ok(a + b))
    }

    fn turn(&mut self, turn: Turn) -> Result<(), SweepError> {
        self.torn = true;
        let turn_partition =
            |partition: &Mutex<Partition<S, U>>| lock(partition).turn(turn, &self.shelf);
        let turned = self.partitions.par_iter().try_for_each(turn_partition);
        // The lists of a partition are brought together in a new one.
        let more = self.shelf.scratch.held() / self.partitions.len() as u64;
        turned.map_err(|error| self.or_no_space(error, more))?;
        self.torn = false;
        Ok(())
    }

    /// An error, which is [`SweepError::NoSpace`] if it comes from a full disk: `more` bytes were missing, and one block.
    fn or_no_space(&self, error: SweepError, more: u64) -> SweepError {
        error.or_no_space(self.shelf.scratch.path(), self.layers.len(), more + BLOCK as u64)
    }

    /// How many neighbours each of `threads` threads may keep in buckets: a quarter of the budget,
    /// given that a bucket that grew step by step has room for up to twice what it holds.
    fn pending(&self, threads: usize) -> usize {
        let fit = self.budget / 4 / threads / (2 * size_of::<Neighbour<S, U>>());
        fit.clamp(FEWEST_PENDING, MOST_PENDING)
    }

    fn partitions(&self) -> Partitions<'_, S, U> {
        Partitions { partitions: &self.partitions, shelf: &self.shelf }
    }

    pub(crate) fn check(&self) -> Result<(), SweepError> {
        if self.torn { Err(SweepError::Torn) } else { Ok(()) }
    }
}
