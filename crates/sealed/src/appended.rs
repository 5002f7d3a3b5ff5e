//! Files that are appended to piece by piece: what a killed process has written stays, but for the piece at hand.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::atomic::{folder, sync_names};
use crate::error::FileError;

/// How often pieces are made to outlast a failure of the machine; that of the process they always do.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A file that is appended to.
#[derive(Debug)]
pub struct AppendedFile {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl AppendedFile {
    /// Opens the file at `path`, which is made if need be, and leaves what it has as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let open = || {
            let file = File::options().create(true).read(true).append(true).open(path)?;
            sync_names(folder(path))?;
            Ok(file)
        };
        let file = open().map_err(FileError::io("write", path))?;
        Ok(AppendedFile { path: path.to_owned(), file, synced: Instant::now() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file itself, to be read or locked.
    pub fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Joins the processes that append whole lines to the file. The first of them does what `begin` says, which alone
    /// may [cut](Self::cut) it: it would take away what the others have written. A file system without locks cannot
    /// tell them apart.
    ///
    /// # Errors
    /// Those of `begin`.
    pub fn join<E>(&mut self, begin: impl FnOnce(&mut Self) -> Result<(), E>) -> Result<(), E> {
        if !matches!(self.file.try_lock(), Err(TryLockError::WouldBlock)) {
            begin(self)?;
        }
        // In place of the lock of the first, or as soon as that has begun.
        let _ = self.file.lock_shared();
        Ok(())
    }

    /// Leaves nothing but the first so many bytes.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn cut(&mut self, whole: usize) -> Result<(), FileError> {
        self.file.set_len(whole as u64).map_err(FileError::io("write", &self.path))
    }

    /// Appends a piece.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, piece: &[u8]) -> Result<(), FileError> {
        self.file.write_all(piece).map_err(FileError::io("write", &self.path))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Makes all pieces outlast a failure of the machine.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(FileError::io("write", &self.path))
    }
}
