//! Why a batch does not go on.

use std::io;
use std::path::PathBuf;

use antipode_blocks::solve::SolveError;
use antipode_families::{Crowded, TooManyShapes};
use antipode_frontier::{Full, SweepError};
use antipode_gallery::counted;
use antipode_sealed::FileError;

use crate::config::error::ConfigError;
use crate::document::SealError;
use crate::table::file::TableError;

/// Why a stage, or another piece of work on a batch, did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The caller's [`Progress`](antipode_frontier::Progress) asked for it. What is finished is kept.
    #[error("stopped before it was complete")]
    Stopped,
    /// A config cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A file cannot be written or read, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// What an earlier stage left cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// What is to be deleted is what another process works on.
    #[error("another process is at work in {}", .0.display())]
    AtWork(PathBuf),
    /// A box of boards is not what the enumeration made.
    #[error("the box {} belongs to another batch; `antipode enumerate` makes it again", .0.display())]
    ForeignBox(PathBuf),
    /// Results of shards are missing or damaged.
    #[error(
        "cannot merge {} of {}; `antipode search` makes them: {}",
        bad.len(),
        counted(*shards, "shard"),
        named(bad)
    )]
    Unmerged {
        /// Why, shard by shard.
        bad: Vec<SealError>,
        /// The number of all shards.
        shards: usize,
    },
    /// A table cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Puzzles of a table are not as they are written.
    #[error("not as written: {} of {}\n{}", wrong.len(), counted(*puzzles, "puzzle"), wrong.join("\n"))]
    Wrong {
        /// What is wrong, each with its file and line.
        wrong: Vec<String>,
        /// The number of puzzles.
        puzzles: usize,
    },
    /// A table or a summary cannot be shown.
    #[error("{place}: {problem}")]
    Shown {
        /// Which file, and which row of it.
        place: String,
        /// Why not.
        problem: String,
    },
    /// A search does not fit in the memory that it was given.
    #[error(transparent)]
    Full(#[from] Full),
    /// The shapes of a family are too many.
    #[error(transparent)]
    Shapes(#[from] TooManyShapes),
    /// What a generator has to hold does not fit in memory.
    #[error(transparent)]
    Crowded(#[from] Crowded),
    /// A search on disk failed.
    #[error(transparent)]
    Sweep(SweepError),
    /// A puzzle cannot be solved.
    #[error(transparent)]
    Solve(SolveError),
    /// `sbatch` could not be run.
    #[error("cannot run sbatch; submit on a machine of the cluster, or look with --dry-run")]
    NoSlurm(#[source] io::Error),
    /// `sbatch` did not submit a job.
    #[error("{0}")]
    Slurm(String),
    /// No job script can name a path.
    #[error("{} cannot be named in a job script: {problem}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// Why not.
        problem: &'static str,
    },
    /// A search and what checks it disagree, or a promise within this crate is broken.
    #[error("{0}; this is a bug")]
    Bug(String),
}

impl Error {
    /// That a plan has not the classes of its config.
    pub(crate) fn unfit() -> Self {
        Error::Bug("the plan does not fit the config".to_owned())
    }

    /// Whether it is no failure, but was asked for.
    pub fn is_stop(&self) -> bool {
        matches!(self, Error::Stopped)
    }

    /// Whether it says itself that more memory is given by `--memory`.
    pub fn advises_on_memory(&self) -> bool {
        matches!(
            self,
            Error::Crowded(Crowded::Limit { .. }) | Error::Shapes(TooManyShapes::Memory { .. })
        )
    }

    /// Whether a search does not fit in the memory that it was given, and might in more.
    pub(crate) fn is_full(&self) -> bool {
        matches!(self, Error::Full(_) | Error::Solve(SolveError::Full(_)))
    }
}

impl From<SweepError> for Error {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Stopped { .. } => Error::Stopped,
            error => Error::Sweep(error),
        }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped(_) => Error::Stopped,
            SolveError::Sweep(error) => error.into(),
            error => Error::Solve(error),
        }
    }
}

/// The first few of many errors.
fn named(bad: &[SealError]) -> String {
    const NAMED: usize = 10;
    let mut named: Vec<String> = bad.iter().take(NAMED).map(SealError::to_string).collect();
    if bad.len() > NAMED {
        named.push(format!("and {} more", bad.len() - NAMED));
    }
    named.join("; ")
}
