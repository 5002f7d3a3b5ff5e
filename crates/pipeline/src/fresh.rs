//! Starting a batch over: what that deletes, and doing it.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use antipode_sealed::remove_abandoned;

use crate::batch::Batch;
use crate::claim::{Alone, shards};
use crate::document::SealError;
use crate::error::Error;
use crate::removal::remove;
use crate::stages::gallery::check_config;

/// Everything that a batch could go on from, below its folder. Tables stay until they are replaced.
const KEPT: [&str; 6] =
    ["survey.json", "manifest.json", "tally.json", "timing.json", "shards", "boards"];

/// Refuses a batch that is not begun in a folder with the tables of another config, which it would replace.
pub fn check_tables(batch: &Batch) -> Result<(), SealError> {
    match check_config(batch) {
        Err(foreign @ SealError::Foreign { .. }) if Done::of(batch).paths.is_empty() => {
            Err(foreign)
        }
        _ => Ok(()),
    }
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
        let paths = KEPT.iter().map(|name| batch.folder.join(name));
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
    pub fn alone(&self) -> Result<Alone, Error> {
        Alone::in_folder(&self.folder).ok_or_else(|| Error::AtWork(self.folder.clone()))
    }

    /// Deletes it, unless another process is at work on it.
    pub fn delete(&self) -> Result<(), Error> {
        let _alone = self.alone()?;
        remove_abandoned(&self.scratch);
        Ok(self.paths.iter().try_for_each(|path| remove(path))?)
    }
}
