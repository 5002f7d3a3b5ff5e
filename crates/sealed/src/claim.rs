//! Claims on parts of some work, so that processes that share it do not do the same twice.
//!
//! A claim is a lock on an unfinished file, which goes with its process, however that ends. What a killed
//! process leaves is removed like any other unfinished file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::abandoned::{claim_name, is_claim};
use crate::atomic::make_folder;
use crate::error::FileError;
use crate::lock::PathLock;
use crate::same::is_at;

/// A part that this process has claimed.
#[derive(Debug)]
pub struct Claim {
    path: PathBuf,
    _lock: File,
}

impl Claim {
    /// Claims a part by its number, in a folder that is made if it is missing; none if another process has it.
    ///
    /// # Errors
    /// If the folder or the file cannot be written.
    pub fn take(folder: &Path, part: usize) -> Result<Option<Self>, FileError> {
        let path = folder.join(claim_name(part));
        make_folder(folder)?;
        loop {
            let opened = File::options().create(true).append(true).open(&path);
            // One of another user can be locked all the same.
            let opened = opened.or_else(|error| File::open(&path).map_err(|_| error));
            let file = opened.map_err(FileError::io("write", &path))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Ok(None),
                // A file system without locks: nobody can tell who works on what.
                Err(TryLockError::Error(_)) => {}
                // Before it was locked it may have been removed, as whoever had it was done or as it was taken
                // for abandoned, and another may be there.
                Ok(()) if !is_at(&file, &path).map_err(FileError::io("read", &path))? => continue,
                Ok(()) => {}
            }
            return Ok(Some(Claim { path, _lock: file }));
        }
    }

    /// Whether anybody has a part of what is shared in `folder`.
    pub fn is_any(folder: &Path) -> bool {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut claims = files.filter(|file| is_claim(&file.file_name().to_string_lossy()));
        claims.any(|claim| is_held(&claim.path()))
    }
}

/// Whether a process has the lock on a claim.
fn is_held(path: &Path) -> bool {
    match File::options().append(true).open(path) {
        // Over a network only what can be written is locked.
        Ok(file) => matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => PathLock::alone(path).is_none(),
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // What cannot be removed is left to the next process.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_claimed_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let parts = &folder.path().join("parts");
        assert!(!Claim::is_any(parts));
        let claim = Claim::take(parts, 3).unwrap();
        assert!(claim.is_some() && Claim::is_any(parts));
        assert!(Claim::take(parts, 3).unwrap().is_none());
        assert!(Claim::take(parts, 4).unwrap().is_some());
        drop(claim);
        assert!(!Claim::is_any(parts));
        assert!(Claim::take(parts, 3).unwrap().is_some());
    }
}
