//! Who is at work on a batch: locks on its folder, and claims on its shards.

use std::path::{Path, PathBuf};

use antipode_sealed::{Claim, FileError, PathLock};

/// Claims a shard of the batch in `folder` by its number; none if another process has it.
pub fn claim(folder: &Path, shard: usize) -> Result<Option<Claim>, FileError> {
    Claim::take(&shards(folder), shard + 1)
}

/// Where the results of shards are, below the folder of a batch.
pub(crate) fn shards(folder: &Path) -> PathBuf {
    folder.join("shards")
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
        (!Claim::is_any(&shards(folder))).then_some(alone)
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
        let claim = claim(batch, 3).unwrap();
        assert!(claim.is_some() && !is_alone());
    }
}
