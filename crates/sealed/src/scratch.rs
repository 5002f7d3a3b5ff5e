//! Directories for what is not to last.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::abandoned::{DIRECTORY, LOCK, claim, remove_abandoned, remove_directory};
use crate::error::FileError;

/// A directory that is removed when it is dropped, or by the next process that makes one beside it
/// if its own was killed.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// A fresh directory within `parent`, which is made if need be.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(parent: &Path) -> Result<Self, FileError> {
        remove_abandoned(parent);
        let failed = "create a scratch directory in";
        fs::create_dir_all(parent).map_err(FileError::io(failed, parent))?;
        let make = |path: &Path| {
            fs::create_dir(path)?;
            // Without a lock it may be taken for abandoned; then another name will do.
            File::create_new(path.join(LOCK)).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::ErrorKind::AlreadyExists.into(),
                _ => error,
            })
        };
        let (path, lock) = claim(parent, DIRECTORY, make).map_err(FileError::io(failed, parent))?;
        Ok(Scratch { path, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the next process.
        let _ = remove_directory(&self.path);
    }
}
