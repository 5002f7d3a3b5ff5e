//! A frontier search with all that it leaves on disk: the lists that do not fit in memory, layers
//! for the way back, and itself, to be gone on with.

use std::path::PathBuf;

use antipode_sealed::{PathLock, make_folder};

use crate::error::SweepError;
use crate::progress::Progress;
use crate::record::Record;
use crate::space::{Space, State, Used};
use crate::sweep::search::{Sweep, SweepSettings};
use crate::sweep::trail::Trail;

/// What a search leaves on disk, besides lists that do not fit in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracks {
    /// Says what is being searched, as in [`Sweep::save`].
    pub identity: String,
    /// Where the search is saved, and its layers with it; none if nothing is to outlast it.
    pub directory: Option<PathBuf>,
    /// Which layers are kept for the way back, as in [`Trail::new`]; none if no way is asked for.
    pub every: Option<usize>,
}

/// A frontier search that knows the way back.
#[derive(Debug)]
pub struct Tracked<S, U> {
    sweep: Sweep<S, U>,
    trail: Option<Trail>,
    identity: String,
    directory: Option<PathBuf>,
    /// That no other process saves its search there.
    _alone: Option<PathLock>,
}

impl<S: State + Record, U: Used + Record> Tracked<S, U> {
    /// Begins a search from `sources`, or goes on with the same one where it was saved.
    ///
    /// # Errors
    /// If another process saves its search there, or if what is there is damaged or of another search.
    pub fn open(
        sources: impl IntoIterator<Item = S>,
        settings: &SweepSettings,
        tracks: Tracks,
    ) -> Result<Self, SweepError> {
        let Tracks { identity, directory, every } = tracks;
        let alone = |directory: &PathBuf| {
            make_folder(directory)?;
            PathLock::alone(directory).ok_or_else(|| SweepError::AtWork(directory.clone()))
        };
        let alone = directory.as_ref().map(alone).transpose()?;
        let saved = directory.as_ref().map(|from| Sweep::resume(from, &identity, settings));
        let saved = match saved {
            Some(Err(SweepError::File(error))) if error.is_missing() => None,
            saved => saved.transpose()?,
        };
        let trail = match (every, &directory) {
            (None, _) => None,
            (Some(every), Some(directory)) => Some(Trail::new(directory, &identity, every)),
            (Some(every), None) => Some(Trail::scratch(&settings.scratch, &identity, every)?),
        };
        let is_new = saved.is_none();
        let sweep = saved.map_or_else(|| Sweep::new(sources, settings), Ok)?;
        let tracked = Tracked { sweep, trail, identity, directory, _alone: alone };
        if is_new {
            tracked.keep()?;
            // What is in the directory is told by this from now on, and not only once the search is saved.
            tracked.save()?;
        }
        Ok(tracked)
    }

    /// The search itself.
    pub fn sweep(&self) -> &Sweep<S, U> {
        &self.sweep
    }

    /// Makes the next layer, as [`Sweep::advance`] does, and keeps what is to be kept of it.
    ///
    /// # Errors
    /// As [`Sweep::advance`], and if what is kept cannot be written.
    pub fn advance<P>(&mut self, space: &P, progress: &dyn Progress) -> Result<u64, SweepError>
    where
        P: Space<State = S, Used = U> + Sync,
    {
        let states = self.sweep.advance(space, progress)?;
        if states > 0 {
            self.keep()?;
        }
        Ok(states)
    }

    fn keep(&self) -> Result<(), SweepError> {
        self.trail.as_ref().map_or(Ok(()), |trail| trail.keep(&self.sweep))
    }

    /// Saves the search, if it is one to be saved.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self) -> Result<(), SweepError> {
        let save = |directory: &PathBuf| self.sweep.save(directory, &self.identity);
        self.directory.as_ref().map_or(Ok(()), save)
    }

    /// The layers that are kept.
    ///
    /// # Panics
    ///
    /// If none are.
    pub fn trail(&self) -> &Trail {
        self.trail.as_ref().expect("layers are kept where a way is asked for")
    }
}
