//! Rows of a table that are found one by one. They are kept every few seconds until the table is written, so that it
//! goes on from there after a stop.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use antipode_frontier::Progress;
use antipode_sealed::FileError;

use crate::batch::Batch;
use crate::document::{SealError, known, seal, unseal};
use crate::error::Error;
use crate::removal::remove;
use crate::stopwatch::Stopwatch;
use crate::table::file::Table;
use crate::table::row::Row;

/// How often they are kept.
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// The rows of puzzles, and those of their groups: what their files are called.
pub(crate) const PUZZLES: &str = "puzzles";
pub(crate) const GROUPS: &str = "groups";

/// Rows by what tells them apart.
pub(super) type Rows<R> = BTreeMap<String, R>;

/// Rows that are found, and the file where they are kept.
pub(super) struct FoundRows<'a, R> {
    batch: &'a Batch,
    watch: &'a Stopwatch<'a>,
    kind: &'static str,
    state: Mutex<State<R>>,
}

struct State<R> {
    rows: Rows<R>,
    /// Whether all of them are kept, and when it was last looked at that.
    are_kept: bool,
    looked: Instant,
}

impl<'a, R: Row> FoundRows<'a, R> {
    /// The rows of this `kind` that were kept before.
    ///
    /// # Errors
    /// If their file belongs to another config, or cannot be read.
    pub(super) fn kept(
        batch: &'a Batch,
        watch: &'a Stopwatch<'a>,
        kind: &'static str,
        progress: &dyn Progress,
    ) -> Result<Self, SealError> {
        let path = path(batch, kind);
        let read = || {
            let kept: Rows<Vec<String>> = unseal(&path, kind, &batch.config)?;
            let (keys, cells): (Vec<_>, Vec<_>) = kept.into_iter().unzip();
            let rows = Table::of::<R>(&path, cells).rows();
            let rows: Vec<R> =
                rows.map_err(|error| FileError::damaged(&path, error.to_string()))?;
            Ok(keys.into_iter().zip(rows).collect())
        };
        let rows: Rows<R> = known(read(), progress)?.unwrap_or_default();
        let state = State { rows, are_kept: true, looked: Instant::now() };
        Ok(FoundRows { batch, watch, kind, state: Mutex::new(state) })
    }

    /// Those of some items that have no row yet; `key` gives what tells the row of one apart.
    pub(super) fn missing<T>(
        &self,
        mut items: Vec<T>,
        key: impl Fn(&T) -> String,
        progress: &dyn Progress,
    ) -> Vec<T> {
        let all = items.len();
        let state = self.state();
        items.retain(|item| !state.rows.contains_key(&key(item)));
        let ready = all - items.len();
        if ready > 0 {
            progress.note(&format!("going on: {ready} of {all} {} are done", self.kind));
        }
        items
    }

    /// Adds what was found.
    ///
    /// # Errors
    /// If it is time to keep it, and that fails.
    pub(super) fn add(
        &self,
        found: impl IntoIterator<Item = (String, R)>,
    ) -> Result<(), FileError> {
        let mut state = self.state();
        for (key, row) in found {
            state.rows.insert(key, row);
            state.are_kept = false;
        }
        if state.looked.elapsed() > KEEP_EVERY { self.keep(&mut state) } else { Ok(()) }
    }

    /// All rows, if `done` is that they are. If not, they are kept.
    ///
    /// # Errors
    /// That of `done`, or if they cannot be kept.
    pub(super) fn finish(self, done: Result<(), Error>) -> Result<Rows<R>, Error> {
        done.or_else(|error| self.keep(&mut self.state()).map_err(Error::from).and(Err(error)))?;
        Ok(self.state.into_inner().unwrap_or_else(PoisonError::into_inner).rows)
    }

    fn keep(&self, state: &mut State<R>) -> Result<(), FileError> {
        if !state.are_kept {
            let cells: BTreeMap<_, _> =
                state.rows.iter().map(|(key, row)| (key, row.cells())).collect();
            seal(&path(self.batch, self.kind), self.kind, &self.batch.config, &cells)?;
            self.watch.look()?;
            state.are_kept = true;
        }
        state.looked = Instant::now();
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Deletes what was kept of this kind, once its table is written.
pub(super) fn forget(batch: &Batch, kind: &str) -> Result<(), FileError> {
    remove(&path(batch, kind))
}

fn path(batch: &Batch, kind: &str) -> PathBuf {
    batch.folder.join(format!("{kind}.json"))
}
