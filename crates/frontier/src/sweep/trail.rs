//! Paths through a frontier search, from layers kept every so often.
//!
//! A search that forgets its layers knows how far a state is, but not by which way. So every so
//! many layers the last one is written to disk. Then the way back from a state is a matter of
//! short searches: from the state backwards to the nearest layer that was kept, at just the right
//! distance; from the state found there to the layer kept before it; and so on to a source.
//!
//! The other way, to search for a middle and then again for the middles of both halves, needs no
//! disk, but takes longer than the search: the halves of the way from a tower to its place are no
//! longer images of each other. For towers of height 6 the search stores 4.1 million states in 0.3 s,
//! and the first two halves of its path take 6.8 million and 0.45 s; with layers the whole path takes
//! 0.1 s, and 5 s where the search stores 1.4 billion.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use antipode_sealed::Scratch;

use crate::error::{SweepError, TrailError};
use crate::layers::Layers;
use crate::layers::Parents;
use crate::progress::Progress;
use crate::record::Record;
use crate::space::{Space, State, Used};
use crate::sweep::checkpoint::{seal, unseal};
use crate::sweep::partition::lock;
use crate::sweep::search::Sweep;

/// How a file begins. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"Layer  1";

/// Layers of a search kept in a directory.
///
/// ```
/// use antipode_frontier::{Silent, Space, Sweep, SweepSettings, Trail};
///
/// # /// A row of twelve lamps. Pressing one switches it and those beside it.
/// # struct Lamps;
/// #
/// # impl Space for Lamps {
/// #     type State = u16;
/// #     type Used = ();
/// #     const REVERSIBLE: bool = true;
/// #
/// #     fn expand(&self, lit: u16, (): (), mut emit: impl FnMut(u16, ())) {
/// #         (0..12).for_each(|lamp| emit(lit ^ (0b111 << lamp >> 1) & 0xFFF, ()));
/// #     }
/// # }
/// let settings = SweepSettings::new(1 << 20, std::env::temp_dir());
/// let trail = Trail::scratch(&settings.scratch, "lamps", 4)?;
/// let mut sweep = Sweep::new([0], &settings)?;
/// trail.keep(&sweep)?;
/// while sweep.advance(&Lamps, &Silent)? > 0 {
///     trail.keep(&sweep)?;
/// }
/// // From all lamps dark to all but the first and the last lit, in twelve presses.
/// let path = trail.path(&Lamps, 0b0111_1111_1110, 12, 1 << 20, &Silent)?;
/// assert_eq!((path[0], path[12], path.len()), (0, 0b0111_1111_1110, 13));
/// # Ok::<(), antipode_frontier::TrailError>(())
/// ```
#[derive(Debug)]
pub struct Trail {
    directory: PathBuf,
    identity: String,
    every: usize,
    /// Keeps the directory of a trail that is not to last.
    _scratch: Option<Scratch>,
}

impl Trail {
    /// A trail in `directory`. Layer 0 and each whose number is a multiple of
    /// `every` will be kept. `identity` says what is being searched, as in [`Sweep::save`].
    pub fn new(directory: &Path, identity: &str, every: usize) -> Self {
        Trail {
            directory: directory.to_owned(),
            identity: identity.to_owned(),
            every: every.max(1),
            _scratch: None,
        }
    }

    /// A trail in a directory of its own within `parent`, which is removed with it.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn scratch(parent: &Path, identity: &str, every: usize) -> Result<Self, SweepError> {
        let scratch = Scratch::new(parent)?;
        let trail = Trail::new(scratch.path(), identity, every);
        Ok(Trail { _scratch: Some(scratch), ..trail })
    }

    fn name(depth: usize) -> String {
        format!("layer-{depth:06}")
    }

    /// Keeps the last layer of the search, if it is one of those to be kept. To be called after
    /// every layer, from the first on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep<S, U>(&self, sweep: &Sweep<S, U>) -> Result<(), SweepError>
    where
        S: State + Record,
        U: Used + Record,
    {
        sweep.check()?;
        let depth = sweep.layers.len() - 1;
        if !depth.is_multiple_of(self.every) {
            return Ok(());
        }
        seal(&self.directory, &Self::name(depth), MAGIC, &self.identity, |writer| {
            writer.number(sweep.layers[depth])?;
            for partition in &sweep.partitions {
                let current = lock(partition).current()?;
                writer.states(current)?;
            }
            Ok(())
        })
    }

    /// Those of `states` that are in layer `depth`, which was kept.
    ///
    /// # Errors
    /// If the layer cannot be read.
    pub fn among<S, U>(&self, depth: usize, states: &BTreeSet<S>) -> Result<BTreeSet<S>, TrailError>
    where
        S: State + Record,
        U: Used + Record,
    {
        let mut among = BTreeSet::new();
        self.each_kept::<S, U>(depth, |state| {
            if states.contains(&state) {
                among.insert(state);
            }
        })?;
        Ok(among)
    }

    /// Hands the states of layer `depth`, which was kept, to `visit`.
    fn each_kept<S, U>(&self, depth: usize, mut visit: impl FnMut(S)) -> Result<(), SweepError>
    where
        S: State + Record,
        U: Used + Record,
    {
        let mut reader = unseal(&self.directory.join(Self::name(depth)), MAGIC, &self.identity)?;
        let count = reader.number()?;
        for state in reader.states::<S, U>(count) {
            let (state, _) = state?;
            visit(state);
        }
        Ok(())
    }

    /// A shortest path from a source of the search in `space` to `state`, which is in layer
    /// `depth`, both included. Which one it is depends on `every` and nothing else. The searches for it take
    /// at most about `memory` bytes.
    ///
    /// # Errors
    /// If so many bytes are too few, if a layer that was kept cannot be read, or if `progress` stops it.
    pub fn path<P>(
        &self,
        space: &P,
        state: P::State,
        depth: usize,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<P::State>, TrailError>
    where
        P: Space<State: Record, Used: Record>,
    {
        // From the state back to the source.
        let mut path = vec![state];
        let mut depth = depth;
        while depth > 0 {
            let kept = (depth - 1) / self.every * self.every;
            let last = path[path.len() - 1];
            let mut layers = Layers::<P::State, P::Used, Parents>::with_memory(memory);
            let full = |full| TrailError::Memory { depth: kept, full };
            layers.add_source(last).map_err(full)?;
            while layers.depth() <= depth - kept {
                match layers.advance_told(space, progress).map_err(full)? {
                    None => return Err(SweepError::Stopped { layer: depth }.into()),
                    Some(0) => break,
                    Some(_) => {}
                }
            }
            let lost = || TrailError::Lost { depth: kept, directory: self.directory.clone() };
            if layers.depth() <= depth - kept {
                return Err(lost());
            }
            let reached = layers.layer(depth - kept);
            let mut nearest = None;
            self.each_kept::<P::State, P::Used>(kept, |state| {
                if nearest.is_none_or(|(nearest, _)| state < nearest)
                    && let Some(number) = layers.find(state)
                    && reached.contains(&number)
                {
                    nearest = Some((state, number));
                }
            })?;
            let (_, number) = nearest.ok_or_else(lost)?;
            let way = layers.path(number);
            path.extend_from_slice(&way[1..]);
            depth = kept;
        }
        path.reverse();
        Ok(path)
    }
}
