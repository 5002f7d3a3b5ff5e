//! Locks on folders and files, for other processes to see.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// A lock, which goes with its process, however that ends. What cannot be locked, or is not there, counts as locked:
/// nobody is told, and nobody is kept out.
#[derive(Debug)]
pub struct PathLock {
    _file: Option<File>,
}

impl PathLock {
    /// A lock that nobody else may have beside it; none if somebody has any lock on `path`.
    pub fn alone(path: &Path) -> Option<Self> {
        Self::locked(path, File::try_lock)
    }

    /// A lock that any number may have; none if somebody is [alone](Self::alone) there.
    pub fn shared(path: &Path) -> Option<Self> {
        Self::locked(path, File::try_lock_shared)
    }

    /// Such a lock as soon as `lock` gives it, within a second. After that whoever has it is not waited for: perhaps
    /// it is no lock of this program.
    pub fn in_time(lock: impl Fn() -> Option<Self>) -> Self {
        /// How often, and how long apart, it is tried.
        const TRIES: (u32, Duration) = (20, Duration::from_millis(50));
        let tries = (0..TRIES.0).map(|tried| {
            if tried > 0 {
                thread::sleep(TRIES.1);
            }
            lock()
        });
        tries.flatten().next().unwrap_or(PathLock { _file: None })
    }

    fn locked(path: &Path, lock: fn(&File) -> Result<(), TryLockError>) -> Option<Self> {
        let file = File::open(path).ok();
        match file.as_ref().map(lock) {
            Some(Err(TryLockError::WouldBlock)) => None,
            Some(Ok(())) => Some(PathLock { _file: file }),
            _ => Some(PathLock { _file: None }),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_is_alone_or_several_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let [alone, shared] = [PathLock::alone, PathLock::shared].map(|lock| lock(folder.path()));
        assert!(alone.is_some() && shared.is_none());
        drop(alone);
        let shared = [(); 2].map(|()| PathLock::shared(folder.path()));
        assert!(shared.iter().all(Option::is_some) && PathLock::alone(folder.path()).is_none());
        assert!(PathLock::in_time(|| PathLock::alone(folder.path()))._file.is_none());
        drop(shared);
        assert!(PathLock::in_time(|| PathLock::alone(folder.path()))._file.is_some());
        assert!(PathLock::alone(&folder.path().join("nothing")).is_some());
    }
}
