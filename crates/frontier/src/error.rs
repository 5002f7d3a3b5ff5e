//! Why a search did not go on.

#[cfg(feature = "disk")]
use std::path::Path;
use std::path::PathBuf;

use antipode_sealed::FileError;

use crate::memory::OutOfMemory;

/// The states of a search do not fit in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// They are more than the search was allowed.
    #[error("the search needs more states than the {limit} that it may store")]
    States {
        /// How many states may be stored.
        limit: usize,
    },
    /// They take more memory than the search was allowed.
    #[error("the search needs more memory than it was given; it has stored {states} states")]
    Room {
        /// How many states were stored.
        states: usize,
    },
    /// The system has not the memory that the search was allowed.
    #[error("{refused}; it has stored {states} states")]
    Memory {
        /// How many states were stored.
        states: usize,
        /// What the system refused.
        refused: OutOfMemory,
    },
    /// They, or what joins them, are more than a graph in memory numbers, however much memory it has.
    #[error("a graph in memory has not the numbers for it; it has stored {states} states")]
    Numbers {
        /// How many states were stored.
        states: usize,
    },
}

impl Full {
    /// How many states were stored.
    pub fn states(self) -> usize {
        match self {
            Full::States { limit } => limit,
            Full::Room { states } | Full::Memory { states, .. } | Full::Numbers { states } => {
                states
            }
        }
    }
}

/// Why a frontier search did not go on.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// A file or directory could not be used, or is not what was written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A search that must be done in memory does not fit.
    #[error(transparent)]
    Full(#[from] Full),
    /// The system has not the memory that the search was allowed.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// What has to be held in memory is more than it may be.
    #[error("{what} do not fit in {memory} bytes of memory")]
    Limit {
        /// What has to be held.
        what: &'static str,
        /// How many bytes it may take.
        memory: usize,
    },
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
    /// The disk has not what a search is expected to take. Nothing is searched.
    #[error(
        "{} has {free} bytes free, and the search is expected to take {expected}",
        directory.display()
    )]
    LittleSpace {
        /// The scratch directory.
        directory: PathBuf,
        /// How many bytes it has.
        free: u64,
        /// How many the search is expected to take.
        expected: u64,
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
    /// Another process searches with the same checkpoint.
    #[error(
        "another process is at work in {}; choose another folder, or wait until it is done",
        .0.display()
    )]
    AtWork(PathBuf),
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
    /// The same error, unless it comes from a full disk.
    pub(crate) fn or_no_space(self, scratch: &Path, layer: usize, more: u64) -> Self {
        match self {
            SweepError::File(error) if error.is_full_disk() => {
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
    use std::io;

    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_errors() {
        let scratch = Path::new("scratch");
        let failed =
            |kind| SweepError::File(FileError::io("write", scratch)(io::Error::from(kind)));
        let error = failed(io::ErrorKind::StorageFull).or_no_space(scratch, 7, 1234);
        let message =
            "no space left in scratch: the search of layer 7 needed about 1234 bytes more";
        assert_eq!(error.to_string(), message);
        let error = failed(io::ErrorKind::PermissionDenied).or_no_space(scratch, 7, 1234);
        assert!(matches!(error, SweepError::File(_)));
    }
}
