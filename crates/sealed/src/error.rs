//! Why a file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file or directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused something.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was being done, as in "cannot *write*".
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file is not what was written.
    #[error("{} is damaged ({reason})", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl FileError {
    /// Makes an error of what the system said when something was being done to `path`.
    pub fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| FileError::Io { doing, path: path.to_owned(), source }
    }

    /// The file at `path` is not what was written.
    pub fn damaged(path: &Path, reason: impl Into<String>) -> Self {
        FileError::Damaged { path: path.to_owned(), reason: reason.into() }
    }

    /// Whether there is no such file or directory.
    pub fn is_missing(&self) -> bool {
        matches!(self, FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }

    /// Whether the disk is full, or what the user may have of it.
    pub fn is_full_disk(&self) -> bool {
        use io::ErrorKind::{QuotaExceeded, StorageFull};
        matches!(self, FileError::Io { source, .. } if matches!(source.kind(), StorageFull | QuotaExceeded))
    }
}
