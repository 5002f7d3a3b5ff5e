//! Claims on shards, so that processes that work on one batch do not do the same twice.
//!
//! A claim is a lock on an unfinished file, which goes with its process, however that ends. What a
//! killed process leaves is removed like any other unfinished file. That somebody is at work at all is
//! told by a lock on the folder.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use antipode_sealed::{FileError, PathLock, claim_name, make_folder};

/// A shard that this process searches.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Claims a shard by its number; none if another process has it.
    pub fn take(folder: &Path, shard: usize) -> Result<Option<Self>, FileError> {
        let folder = folder.join("shards");
        let path = folder.join(claim_name(shard + 1));
        make_folder(&folder)?;
        loop {
            let opened = File::options().create(true).append(true).open(&path);
            let file = opened.map_err(FileError::io("write", &path))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // A file system without locks: nobody can tell who works on what.
                Err(TryLockError::Error(_)) => {}
                // Before it was locked it may have been taken for abandoned, and removed.
                Ok(()) if !path.exists() => continue,
                Ok(()) => {}
            }
            return Ok(Some(Claim { path, _lock: file }));
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // What cannot be removed is left to the next process.
        let _ = fs::remove_file(&self.path);
    }
}

/// That this process is at work on a batch, for others to see: a lock on the folder that any number of
/// processes may have.
#[derive(Debug)]
pub struct AtWork {
    _lock: PathLock,
}

impl AtWork {
    /// At work in `folder`, once nobody is [alone](Alone) there, which is not for long. Where it cannot be
    /// locked, as by somebody who keeps a lock of his own on it, or is not there yet, nobody is told.
    pub fn in_folder(folder: &Path) -> Self {
        AtWork { _lock: PathLock::in_time(|| PathLock::shared(folder)) }
    }
}

/// That nobody is at work on a batch, and nobody can begin.
#[derive(Debug)]
pub struct Alone {
    _lock: PathLock,
}

impl Alone {
    /// Alone in `folder`; none if another process is at work on the batch there, or searches a shard of it.
    pub fn in_folder(folder: &Path) -> Option<Self> {
        let alone = Alone { _lock: PathLock::alone(folder)? };
        // Where folders cannot be locked, those who search are told by their claims.
        let files = fs::read_dir(folder.join("shards")).into_iter().flatten().flatten();
        let mut claims =
            files.filter(|file| file.file_name().to_string_lossy().ends_with(".claim"));
        claims.all(|claim| PathLock::alone(&claim.path()).is_some()).then_some(alone)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_at_work_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let batch = folder.path();
        let is_alone = || Alone::in_folder(batch).is_some();
        assert!(is_alone());
        let (one, other) = (AtWork::in_folder(batch), AtWork::in_folder(batch));
        drop(one);
        assert!(!is_alone());
        drop(other);
        assert!(is_alone());
        let claim = Claim::take(batch, 3).unwrap();
        assert!(claim.is_some() && !is_alone());
    }
}
