//! Why a search did not go on.

use std::io;
#[cfg(feature = "disk")]
use std::path::Path;
use std::path::PathBuf;

/// The table would outgrow the limit that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the search needs more than the {limit} states that it may store")]
pub struct Full {
    /// How many states may be stored.
    pub limit: usize,
}

/// Why a frontier search did not go on.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// A file or directory could not be used.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was being done, as in "cannot *write*".
        doing: &'static str,
        /// To what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A search that must be done in memory does not fit.
    #[error(transparent)]
    Full(#[from] Full),
    /// The disk is full.
    #[error(
        "no space left in {}: the search of layer {layer} needed about {more} bytes more",
        directory.display()
    )]
    NoSpace {
        /// The scratch directory.
        directory: PathBuf,
        /// The layer being made.
        layer: usize,
        /// An estimate of what was missing, from the part of the layer that was done.
        more: u64,
    },
    /// The caller's [`Progress`](crate::Progress) asked for it.
    #[error("the search was stopped in layer {layer}")]
    Stopped {
        /// The layer being made.
        layer: usize,
    },
    /// An earlier call failed in the middle of a layer; only a checkpoint can be resumed.
    #[error("the search has failed before and cannot go on")]
    Torn,
    /// A checkpoint is not what was once written.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A checkpoint belongs to something else.
    #[error("{} belongs to {found:?}, not to {wanted:?}", path.display())]
    Foreign {
        /// The checkpoint.
        path: PathBuf,
        /// The identity in it.
        found: String,
        /// The identity asked for.
        wanted: String,
    },
}

#[cfg(feature = "disk")]
impl SweepError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| SweepError::Io { doing, path: path.to_owned(), source }
    }

    /// The same error, unless it comes from a full disk.
    pub(crate) fn or_no_space(self, scratch: &Path, layer: usize, more: u64) -> Self {
        use io::ErrorKind::{QuotaExceeded, StorageFull};
        match self {
            SweepError::Io { source, .. }
                if matches!(source.kind(), StorageFull | QuotaExceeded) =>
            {
                SweepError::NoSpace { directory: scratch.to_owned(), layer, more }
            }
            error => error,
        }
    }
}

/// Why there is no path.
#[derive(Debug, thiserror::Error)]
pub enum TrailError {
    /// A layer that was kept cannot be read.
    #[error(transparent)]
    Layer(#[from] SweepError),
    /// The layers are too far apart for the memory there is.
    #[error("the way back to layer {depth} does not fit in memory: {full}")]
    Memory {
        /// The layer that was being looked for.
        depth: usize,
        /// How much there was.
        full: Full,
    },
    /// The trail is of another search, or the state is not where it is said to be.
    #[error("no way leads back to layer {depth} in {}", directory.display())]
    Lost {
        /// The layer that was being looked for.
        depth: usize,
        /// The directory of the trail.
        directory: PathBuf,
    },
}

#[cfg(all(test, feature = "disk"))]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_errors() {
        let scratch = Path::new("scratch");
        let failed = |kind| SweepError::io("write", scratch)(io::Error::from(kind));
        let error = failed(io::ErrorKind::StorageFull).or_no_space(scratch, 7, 1234);
        let message =
            "no space left in scratch: the search of layer 7 needed about 1234 bytes more";
        assert_eq!(error.to_string(), message);
        let error = failed(io::ErrorKind::PermissionDenied).or_no_space(scratch, 7, 1234);
        assert!(matches!(error, SweepError::Io { .. }));
    }
}
