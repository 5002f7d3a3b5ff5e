//! Claims on shards, so that processes that work on one batch do not do the same twice.
//!
//! A claim is a lock on an unfinished file, which goes with its process, however that ends. What a
//! killed process leaves is removed like any other unfinished file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use antipode_sealed::FileError;

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
        let path = folder.join(format!(".partial-{:04}.claim", shard + 1));
        fs::create_dir_all(&folder).map_err(FileError::io("write", &folder))?;
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

/// Whether a process searches a shard of the batch in `folder`.
pub fn is_any_held(folder: &Path) -> bool {
    let files = fs::read_dir(folder.join("shards")).into_iter().flatten().flatten();
    let mut claims = files.filter(|file| file.file_name().to_string_lossy().ends_with(".claim"));
    claims.any(|claim| {
        let file = File::open(claim.path());
        file.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    })
}
