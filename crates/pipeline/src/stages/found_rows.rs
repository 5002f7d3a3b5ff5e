//! Rows of a table that are found one by one. Each is kept at once, until the table is written, so that it goes on
//! from there after any stop.
//!
//! The file is a document with the headings, and a line a row behind it: the checksum, what tells the row apart, and its
//! cells.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use antipode_frontier::{Progress, Silent};
use antipode_sealed::{AppendedFile, FileError, sealed_line, unsealed_line};

use crate::batch::Batch;
use crate::document::{self, SealError, known, unsealed};
use crate::stopwatch::Stopwatch;
use crate::table::file::Table;
use crate::table::row::Row;

/// What rows are of, and the file where they are kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    name: &'static str,
    pub(crate) file: &'static str,
}

/// The rows of puzzles, and those of their groups.
pub(crate) const PUZZLES: Kind = Kind { name: "puzzles", file: "puzzles.json" };
pub(crate) const GROUPS: Kind = Kind { name: "groups", file: "groups.json" };

/// Rows by what tells them apart.
pub(super) type Rows<R> = BTreeMap<String, R>;

/// Rows that are found, and the file where they are kept.
pub(super) struct FoundRows<'a, R> {
    batch: &'a Batch,
    watch: &'a Stopwatch<'a>,
    kind: Kind,
    state: Mutex<State<R>>,
}

struct State<R> {
    rows: Rows<R>,
    /// It is opened when there is something to keep.
    file: Option<AppendedFile>,
}

impl<'a, R: Row> FoundRows<'a, R> {
    /// The rows of this `kind` that were kept before.
    ///
    /// # Errors
    /// If their file belongs to another config, or cannot be read.
    pub(super) fn kept(
        batch: &'a Batch,
        watch: &'a Stopwatch<'a>,
        kind: Kind,
        progress: &dyn Progress,
    ) -> Result<Self, SealError> {
        let (rows, _) = known(read(batch, kind, progress), progress)?.unwrap_or_default();
        let state = State { rows, file: None };
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
            progress.note(&format!("going on after {ready} of {all} {}", self.kind.name));
        }
        items
    }

    /// Adds what was found, and keeps it.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub(super) fn add(&self, found: Vec<(String, R)>) -> Result<(), SealError> {
        if found.is_empty() {
            return Ok(());
        }
        let State { rows, file } = &mut *self.state();
        let file = match file {
            Some(file) => file,
            None => file.insert(self.open()?),
        };
        let lines: io::Result<Vec<_>> = found.iter().map(|(key, row)| line(key, row)).collect();
        let lines = lines.map_err(FileError::io("write", file.path()))?;
        file.append(lines.concat().as_bytes())?;
        rows.extend(found);
        Ok(self.watch.look()?)
    }

    /// All that were found.
    pub(super) fn into_rows(self) -> Rows<R> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).rows
    }

    /// Opens the file behind what is whole of it, with what others may have kept since it was read.
    fn open(&self) -> Result<AppendedFile, SealError> {
        let path = path(self.batch, self.kind);
        let mut file = AppendedFile::open(&path)?;
        file.join(|file| {
            let kept = known(read::<R>(self.batch, self.kind, &Silent), &Silent)?;
            let whole = kept.map_or(0, |(_, whole)| whole);
            file.cut(whole)?;
            if whole == 0 {
                let (kind, config) = (self.kind.name, &self.batch.config);
                let head = document::write(file.file(), kind, config, &R::headings());
                head.map_err(FileError::io("write", &path))?;
            }
            Ok::<_, SealError>(())
        })?;
        Ok(file)
    }

    fn state(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rows that are kept, and how many bytes of their file are whole: what a killed process, or a failure of the
/// machine, left behind these is none.
fn read<R: Row>(
    batch: &Batch,
    kind: Kind,
    progress: &dyn Progress,
) -> Result<(Rows<R>, usize), SealError> {
    let path = path(batch, kind);
    let text = document::read(&path)?;
    let end = text.match_indices('\n').nth(1).map_or(text.len(), |(end, _)| end + 1);
    let (head, lines) = text.split_at(end);
    let damaged = |reason: String| FileError::damaged(&path, reason);
    if unsealed::<Vec<String>>(&path, head, kind.name, &batch.config)? != R::headings() {
        return Err(damaged("it has other columns".to_owned()).into());
    }
    let (mut keys, mut cells, mut whole) = (Vec::new(), Vec::new(), end);
    for line in lines.split_inclusive('\n') {
        let Some((key, row)) = entry(line) else { break };
        keys.push(key);
        cells.push(row);
        whole += line.len();
    }
    if text[whole..].contains('\n') {
        let (path, count, name) = (path.display(), keys.len(), kind.name);
        progress
            .note(&format!("{path} is damaged behind {count} {name}: the others are done again"));
    }
    let rows = Table::of(&path, R::headings(), cells).rows();
    let rows: Vec<R> = rows.map_err(|error| damaged(error.to_string()))?;
    Ok((keys.into_iter().zip(rows).collect(), whole))
}

/// The line of a row.
fn line<R: Row>(key: &str, row: &R) -> io::Result<String> {
    Ok(sealed_line(&serde_json::to_string(&(key, row.cells()))?))
}

/// What a line holds, if it is whole.
fn entry(line: &str) -> Option<(String, Vec<String>)> {
    serde_json::from_str(unsealed_line(line)?).ok()
}

fn path(batch: &Batch, kind: Kind) -> PathBuf {
    batch.folder.join(kind.file)
}
