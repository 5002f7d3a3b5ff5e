//! Starting a batch over: what that deletes, and doing it.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use antipode_sealed::{FileError, beginning, begins, check_writable, remove_abandoned};

use crate::batch::{Batch, COMMAND, TIMES, are_times, clear_searches, is_searches, is_shard};
use crate::boxes::is_box;
use crate::claim::{Alone, shards};
use crate::document::{SealError, config_of, is_document};
use crate::error::Error;
use crate::removal::{clear, remove};
use crate::stages::found_rows::{GROUPS, PUZZLES};
use crate::summary::{SUMMARY, told_config};

/// The documents that a batch could go on from, below its folder. Tables stay until they are replaced.
const DOCUMENTS: [&str; 5] =
    ["survey.json", "manifest.json", "tally.json", PUZZLES.file, GROUPS.file];

/// The tables that people read.
const TABLES: [&str; 4] = ["hardest.csv", "puzzles.csv", "classes.csv", "groups.csv"];

/// The folders of more such files.
const FOLDERS: [&str; 2] = ["shards", "boards"];

/// How much of a file is looked at, in bytes: times have less, and of the others the beginning tells.
const LOOKED_AT: u64 = 1 << 16;

/// Refuses what goes by the name of a file or a folder of a batch and is nothing that one writes: it would be replaced,
/// or deleted, or be in the way when hours of work are done.
///
/// # Errors
/// If there is such a one, or one cannot be looked at or may not be written.
pub fn check_files(batch: &Batch) -> Result<(), SealError> {
    type IsOurs = fn(&[u8]) -> bool;
    let documents = DOCUMENTS.map(|name| (name, is_document as IsOurs));
    let tables = TABLES.map(|name| (name, is_table as IsOurs));
    let others: [(_, IsOurs); 3] =
        [(TIMES, are_times), (COMMAND, is_command), (SUMMARY, is_summary)];
    for (name, is_ours) in documents.into_iter().chain(tables).chain(others) {
        let path = batch.folder.join(name);
        if path.is_dir() || beginning(&path, LOOKED_AT)?.is_some_and(|text| !is_ours(&text)) {
            return Err(SealError::NotOurs(path));
        }
        check_writable(&path)?;
    }
    let mut folders = FOLDERS.into_iter().map(|name| batch.folder.join(name));
    match folders.find(|path| path.exists() && !path.is_dir()) {
        Some(path) => Err(SealError::NotOurs(path)),
        None => Ok(()),
    }
}

/// Refuses a batch that is not begun in a folder with tables that it would replace, unless they are of its config.
///
/// # Errors
/// If there are such tables.
pub fn check_tables(batch: &Batch) -> Result<(), SealError> {
    match batch.plan() {
        Err(foreign @ SealError::Foreign { .. }) => return Err(foreign),
        Err(SealError::File(FileError::Io { .. })) | Ok(_) => return Ok(()),
        Err(_) if batch.surveys().is_ok() => return Ok(()),
        Err(_) => {}
    }
    let at = |name: &str| batch.folder.join(name);
    let foreign =
        |path, found| Err(SealError::Foreign { path, found, expected: batch.config.clone() });
    // Without a plan its shards tell, or the rows of its tables.
    let entries = fs::read_dir(shards(&batch.folder)).into_iter().flatten().flatten();
    let is_result = |entry: &fs::DirEntry| entry.file_name().to_str().is_some_and(is_shard);
    let mut results: Vec<_> = entries.filter(is_result).map(|entry| entry.path()).collect();
    results.sort_unstable();
    results.extend([PUZZLES, GROUPS].map(|kind| at(kind.file)));
    let mut told = results.into_iter().filter_map(|path| config_of(&path).map(|it| (path, it)));
    match told.next() {
        Some((_, found)) if found == batch.config => return Ok(()),
        Some((path, found)) => return foreign(path, found),
        None => {}
    }
    let path = at(SUMMARY);
    match told_config(&path)? {
        Some(found) if found == batch.config => Ok(()),
        Some(found) => foreign(path, found),
        None => {
            let table = TABLES.into_iter().map(at).find(|table| table.exists());
            table.map_or(Ok(()), |table| Err(SealError::Unknown(table)))
        }
    }
}

/// Whether a text is that of a command, or its beginning.
fn is_command(text: &[u8]) -> bool {
    begins(text, "antipode ")
}

/// Whether a text is that of a table, or its beginning.
fn is_table(text: &[u8]) -> bool {
    // The first columns of puzzles and of their groups, and of classes in one family and in several.
    ["grid,family,", "pieces,sizes,", "family,rule,"].iter().any(|first| begins(text, first))
}

/// Whether a text may be a summary of one family or of several.
fn is_summary(text: &[u8]) -> bool {
    ["{", "["].iter().any(|first| begins(text, first))
}

/// The files that starting over deletes.
fn files() -> impl Iterator<Item = &'static str> {
    DOCUMENTS.into_iter().chain([TIMES])
}

/// What a batch has done so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The files and folders that it could go on from.
    pub paths: Vec<PathBuf>,
    /// About how long they took to make.
    pub time: Duration,
    folder: PathBuf,
    scratch: PathBuf,
}

impl Done {
    /// What `batch` has done.
    pub fn of(batch: &Batch) -> Self {
        let paths = files().chain(FOLDERS).map(|name| batch.folder.join(name));
        // Stages tell their times when they end; of one that did not, the files tell.
        let written = fs::read_dir(shards(&batch.folder)).into_iter().flatten().flatten();
        let mut times: Vec<_> = written
            .filter_map(|file| file.metadata().and_then(|data| data.modified()).ok())
            .collect();
        times.sort_unstable();
        let searched = match (times.first(), times.last()) {
            (Some(first), Some(last)) => last.duration_since(*first).unwrap_or_default(),
            _ => Duration::ZERO,
        };
        Done {
            paths: paths.filter(|path| path.symlink_metadata().is_ok()).collect(),
            time: batch.time().max(searched),
            folder: batch.folder.clone(),
            scratch: batch.scratch.clone(),
        }
    }

    /// Refuses if another process is at work on it.
    ///
    /// # Errors
    /// If one is, or if a file cannot be looked at.
    pub fn alone(&self) -> Result<Alone, Error> {
        Alone::in_folder(&self.folder).ok_or_else(|| Error::AtWork(self.folder.clone()))
    }

    /// Deletes it, unless another process is at work on it. Other files in its folders stay.
    ///
    /// # Errors
    /// If one is, or if a file cannot be deleted.
    pub fn delete(&self) -> Result<(), Error> {
        let _alone = self.alone()?;
        remove_abandoned(&self.scratch);
        files().try_for_each(|name| remove(&self.folder.join(name)))?;
        let [shards, boards] = FOLDERS.map(|name| self.folder.join(name));
        for entry in fs::read_dir(&shards).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(is_searches) {
                clear_searches(&entry.path())?;
            }
        }
        clear(&shards, is_shard)?;
        Ok(clear(&boards, is_box)?)
    }
}
