//! The search from one end of a path, with what it leaves on disk.

use std::time::Instant;

use antipode_frontier::{
    Progress, Record, Space, Sweep, SweepError, SweepSettings, Tracked, Tracks, TrailError,
};

use crate::loose::Loose;
use crate::position::Position;
use crate::settings::{Settings, SolveError, Watch};
use crate::settled::{Settled, Stacks};

/// What the solver asks of a space.
pub(crate) trait Puzzle: Space<State: Record, Used: Record> + Sync {
    /// Tells searches in this space from others.
    fn name(&self) -> &'static str;

    fn height(&self) -> u8;

    /// The state of a position that the space holds.
    fn pack(&self, position: &Position) -> Self::State;

    /// The positions of a path that begins with `start`.
    fn positions(&self, start: &Position, path: &[Self::State]) -> Vec<Position>;
}

impl Puzzle for Stacks {
    fn name(&self) -> &'static str {
        if self.is_folded() { "folded" } else { "plain" }
    }

    fn height(&self) -> u8 {
        Stacks::height(self)
    }

    fn pack(&self, position: &Position) -> Settled {
        Stacks::pack(self, position)
    }

    fn positions(&self, start: &Position, path: &[Settled]) -> Vec<Position> {
        Stacks::positions(self, start, path)
    }
}

impl Puzzle for Loose {
    fn name(&self) -> &'static str {
        "loose"
    }

    fn height(&self) -> u8 {
        Loose::height(self)
    }

    fn pack(&self, position: &Position) -> [u64; 4] {
        Loose::pack(self, position)
    }

    fn positions(&self, _: &Position, path: &[[u64; 4]]) -> Vec<Position> {
        path.iter().map(|&state| self.unpack(state)).collect()
    }
}

/// The end that a search starts from, where there are two searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Start,
    Goal,
}

/// A layer is kept every so often. A search so far backwards finds some hundred thousand states, and
/// the layers of height 8 that are kept take some hundred megabytes.
const KEPT_EVERY: usize = 64;

pub(crate) struct End<'a, P: Puzzle> {
    space: &'a P,
    from: Position,
    search: Tracked<P::State, P::Used>,
    /// When the search was last saved, if it is.
    saved: Option<Instant>,
}

impl<'a, P: Puzzle> End<'a, P> {
    /// Begins a search from a position towards another, or goes on with it where it was saved.
    pub(crate) fn open(
        space: &'a P,
        [from, to]: [&Position; 2],
        settings: &Settings,
        side: Option<Side>,
    ) -> Result<Self, SolveError> {
        let height = space.height();
        // Without the layers for the way back a search cannot be gone on with where moves are asked for.
        let kept = if settings.moves { "" } else { " length-only" };
        // Another goal may be nearer than this search has gone.
        let name = space.name();
        let identity = format!("panex height={height} {name} from={from} to={to}{kept}");
        let sweep_settings = SweepSettings {
            // With each height layers become about 8 times as wide; the tables of one partition
            // are to fit a cache.
            partitions: 1 << (2 * u32::from(height)).saturating_sub(8).min(10),
            // Two searches share the memory.
            budget: if side.is_some() { settings.memory / 2 } else { settings.memory },
            scratch: settings.scratch.clone(),
        };
        let directory = settings.keeping.as_ref().map(|keeping| match side {
            None => keeping.directory.clone(),
            Some(Side::Start) => keeping.directory.join("start"),
            Some(Side::Goal) => keeping.directory.join("goal"),
        });
        let every = settings.moves.then_some(KEPT_EVERY);
        let tracks = Tracks { identity, directory, every };
        let search = Tracked::open([space.pack(from)], &sweep_settings, tracks)?;
        let saved = settings.keeping.as_ref().map(|_| Instant::now());
        Ok(End { space, from: *from, search, saved })
    }

    /// The search, for a look at it.
    pub(crate) fn sweep(&self) -> &Sweep<P::State, P::Used> {
        self.search.sweep()
    }

    /// The number of states in the last layer.
    pub(crate) fn width(&self) -> u64 {
        self.sweep().layers().last().copied().unwrap_or(0)
    }

    /// Makes the next layer, if there is one. A search that is saved stops only between layers, so
    /// that it can be saved then.
    pub(crate) fn advance(
        &mut self,
        settings: &Settings,
        watch: &dyn Watch,
    ) -> Result<bool, SolveError> {
        if watch.stop() {
            return Err(SolveError::Stopped { layer: self.sweep().layers().len() });
        }
        let unhurried = Unhurried { watch, saves: self.saved.is_some() };
        let made = match self.search.advance(self.space, &unhurried) {
            Err(SweepError::Stopped { layer }) => return Err(SolveError::Stopped { layer }),
            made => made?,
        };
        if made == 0 {
            return Ok(false);
        }
        watch.layer(self.sweep().layers());
        if let (Some(keeping), Some(last)) = (&settings.keeping, &self.saved)
            && last.elapsed() >= keeping.every
        {
            self.save()?;
        }
        Ok(true)
    }

    /// Saves the search, if it is one to be saved.
    pub(crate) fn save(&mut self) -> Result<(), SweepError> {
        self.search.save()?;
        self.saved = self.saved.map(|_| Instant::now());
        Ok(())
    }

    /// The way from this end to a state of layer `depth`, unless `watch` stops that. Only with settings that ask for
    /// moves.
    pub(crate) fn way(
        &self,
        state: P::State,
        depth: usize,
        settings: &Settings,
        watch: &dyn Watch,
    ) -> Result<Vec<Position>, TrailError> {
        let (trail, memory) = (self.search.trail(), settings.memory);
        let way = trail.path(self.space, state, depth, memory, &Uncounted(watch))?;
        Ok(self.space.positions(&self.from, &way))
    }
}

/// Counts no states: those on the way back were stored before.
struct Uncounted<'a>(&'a dyn Watch);

impl Progress for Uncounted<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

/// Lets a search that is saved finish its layer when it is to stop.
struct Unhurried<'a> {
    watch: &'a dyn Watch,
    saves: bool,
}

impl Progress for Unhurried<'_> {
    fn stored(&self, states: u64) {
        self.watch.stored(states);
    }

    fn stop(&self) -> bool {
        !self.saves && self.watch.stop()
    }
}
