//! Exit codes: one rule for every error of every command.

use std::io;
use std::panic;
use std::process::exit;

use antipode_blocks::solve::SolveError as BlocksError;
use antipode_colorsort::SolveError as ColorsortError;
use antipode_families::TooManyShapes;
use antipode_frontier::{Full, OutOfMemory, SweepError, TrailError};
use antipode_panex::SolveError as PanexError;
use antipode_panex::structure::StructureError;
use antipode_pipeline as pipeline;
use antipode_tiles::{DepthsError, TreeError};

use crate::advice;
use crate::output::say;
use crate::stop::{Interrupted, STOPPED, left};

/// What the help says of them.
pub const HELP: &str = "\
Exit codes: 0 done; 1 the system failed (disk, permissions, memory); 2 bad input; 70 a bug; 75 stopped \
before it was complete: the message says whether the same command goes on or starts over.";

/// The system failed.
pub const SYSTEM: u8 = 1;
/// What was asked cannot be done.
const INPUT: u8 = 2;
/// The program is wrong (`EX_SOFTWARE`).
const BUG: u8 = 70;
/// What was found does not pass the check of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}, which is a bug")]
pub struct Bug(pub String);

impl Bug {
    /// The solution of something that is named so does not hold.
    pub fn wrong_solution(of: impl std::fmt::Display) -> Self {
        Bug(format!("the solution of {of} is wrong"))
    }
}

/// Some of what was asked did not fit in memory; all else is done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LeftOpen(pub String);

/// A search did not fit in memory; this says so, and what to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Outgrown(pub &'static str);

/// Why the program ends before it is done.
#[derive(Debug)]
pub struct Failure(anyhow::Error);

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure(error)
    }
}

impl Failure {
    /// The exit code; none where whoever read the output has enough of it, which is success.
    pub fn exit_code(&self) -> Option<u8> {
        let mut system = false;
        for cause in self.0.chain() {
            if is_stop(cause) {
                return Some(STOPPED);
            }
            if cause.is::<Bug>() || matches!(cause.downcast_ref(), Some(pipeline::Error::Bug(_))) {
                return Some(BUG);
            }
            match cause.downcast_ref::<io::Error>().map(io::Error::kind) {
                Some(io::ErrorKind::BrokenPipe) => return None,
                // A path leads through a file or to a folder, or is too long for a name.
                Some(
                    io::ErrorKind::NotADirectory
                    | io::ErrorKind::IsADirectory
                    | io::ErrorKind::InvalidFilename,
                ) => {}
                Some(_) => system = true,
                None => {}
            }
            system |=
                is_disk(cause) || is_memory(cause) || cause.is::<rayon::ThreadPoolBuildError>();
        }
        Some(if system { SYSTEM } else { INPUT })
    }

    /// Tells the error in a line.
    pub fn tell(&self) {
        // Where nobody can be told, the code has to do.
        say(format_args!("antipode: {}", self.line()));
    }

    /// The error in a line, with what to do about it.
    fn line(&self) -> String {
        let stopped = self.0.chain().any(is_stop).then(|| left().told());
        // Of a stop on the way back the least number of moves is known, and told.
        let is_on_way_back = self.0.chain().any(|cause| trail_error(cause).is_some());
        let mut line = match stopped {
            Some(_) if !is_on_way_back => "stopped".to_owned(),
            _ => advice::line(&self.0),
        };
        let is_table =
            self.0.chain().any(|cause| cause.is::<DepthsError>() || cause.is::<TreeError>());
        let is_advised = self.0.is::<Outgrown>() || self.0.chain().any(is_advised_on_memory);
        if self.0.chain().any(is_memory) && !is_table && !is_advised {
            line += "; --memory says how much a search may take";
        }
        if self.0.chain().any(is_disk) {
            line += "; --scratch chooses another place";
        }
        match stopped {
            Some(left) => format!("{line}; {left}"),
            None => line,
        }
    }
}

/// Whether an error is that the work was stopped.
pub fn is_stop(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<Interrupted>()
        || cause.is::<antipode_tiles::Stopped>()
        || matches!(cause.downcast_ref(), Some(DepthsError::Stopped(_)))
        || matches!(cause.downcast_ref(), Some(StructureError::Stopped { .. }))
        || cause.downcast_ref().is_some_and(pipeline::Error::is_stop)
        || matches!(sweep_error(cause), Some(SweepError::Stopped { .. }))
        || matches!(cause.downcast_ref(), Some(BlocksError::Stopped(_)))
        || matches!(cause.downcast_ref(), Some(ColorsortError::Stopped))
        || matches!(cause.downcast_ref(), Some(PanexError::Stopped { .. }))
}

/// Whether a search on disk has not the disk that it takes.
fn is_disk(cause: &(dyn std::error::Error + 'static)) -> bool {
    let error = sweep_error(cause);
    matches!(error, Some(SweepError::NoSpace { .. } | SweepError::LittleSpace { .. }))
}

/// The failure of a search on disk, also where an error speaks for it and is no link of its own.
pub fn sweep_error<'a>(cause: &'a (dyn std::error::Error + 'static)) -> Option<&'a SweepError> {
    if let Some(TrailError::Layer(error)) = trail_error(cause) {
        return Some(error);
    }
    match (cause.downcast_ref(), cause.downcast_ref(), cause.downcast_ref()) {
        (Some(BlocksError::Sweep(error)), ..) => Some(error),
        (_, Some(pipeline::Error::Sweep(error)), _) => Some(error),
        (_, Some(pipeline::Error::Solve(BlocksError::Sweep(error))), _) => Some(error),
        (.., Some(PanexError::Sweep(error))) => Some(error),
        _ => cause.downcast_ref(),
    }
}

/// Whether something did not fit in the memory that it was given, or that there is.
fn is_memory(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<Full>()
        || cause.is::<OutOfMemory>()
        || cause.is::<LeftOpen>()
        || cause.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::OutOfMemory)
        || matches!(trail_error(cause), Some(TrailError::Memory { .. }))
        || matches!(cause.downcast_ref(), Some(DepthsError::Memory(_)))
        || matches!(cause.downcast_ref(), Some(TreeError::Memory(_)))
        || matches!(cause.downcast_ref(), Some(StructureError::Memory { .. }))
        || matches!(cause.downcast_ref(), Some(BlocksError::Full(_)))
        || matches!(cause.downcast_ref(), Some(ColorsortError::Full(_)))
        || matches!(
            cause.downcast_ref(),
            Some(
                pipeline::Error::Full(_)
                    | pipeline::Error::Crowded(_)
                    | pipeline::Error::Shapes(TooManyShapes::Memory { .. })
                    | pipeline::Error::Solve(BlocksError::Full(_))
            )
        )
        || matches!(
            sweep_error(cause),
            Some(SweepError::Full(_) | SweepError::Memory(_) | SweepError::Limit { .. })
        )
}

/// Whether an error says itself where more memory comes from.
fn is_advised_on_memory(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<LeftOpen>()
        || cause.downcast_ref().is_some_and(pipeline::Error::advises_on_memory)
        || advice::is_on_memory(cause)
}

/// The failure of the way back, also where an error speaks for it and is no link of its own.
pub fn trail_error<'a>(cause: &'a (dyn std::error::Error + 'static)) -> Option<&'a TrailError> {
    match (cause.downcast_ref(), cause.downcast_ref(), cause.downcast_ref()) {
        (Some(BlocksError::Trail { source, .. }), ..) => Some(source),
        (_, Some(pipeline::Error::Solve(BlocksError::Trail { source, .. })), _) => Some(source),
        (.., Some(PanexError::Trail { source, .. })) => Some(source),
        _ => cause.downcast_ref(),
    }
}

/// Lets a panic, which is a bug, end the program with a line and a code of its own.
pub fn catch_panics() {
    panic::set_hook(Box::new(|panic| {
        let line = panic.to_string().replace('\n', " ");
        say(format_args!("antipode: {line}; this is a bug, please report it"));
        exit(BUG.into());
    }));
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use antipode_families::Crowded;
    use anyhow::{Error, anyhow};

    use super::*;
    use crate::advice::Advise;

    fn code(error: impl Into<Error>) -> Option<u8> {
        Failure(error.into().context("while something was done")).exit_code()
    }

    #[test]
    fn every_kind_of_error_has_its_code() {
        let failed = |kind| io::Error::from(kind);
        assert_eq!(code(failed(io::ErrorKind::StorageFull)), Some(1));
        assert_eq!(code(failed(io::ErrorKind::PermissionDenied)), Some(1));
        assert_eq!(code(failed(io::ErrorKind::OutOfMemory)), Some(1));
        assert_eq!(code(failed(io::ErrorKind::BrokenPipe)), None);
        assert_eq!(code(failed(io::ErrorKind::NotADirectory)), Some(2));
        assert_eq!(code(failed(io::ErrorKind::IsADirectory)), Some(2));
        assert_eq!(code(anyhow!("no such piece")), Some(2));
        assert_eq!(code(Interrupted), Some(75));
        assert_eq!(code(pipeline::Error::Stopped), Some(75));
        assert_eq!(code(BlocksError::Sweep(SweepError::Stopped { layer: 3 })), Some(75));
        assert_eq!(code(ColorsortError::Stopped), Some(75));
        assert_eq!(code(Bug("a solution is wrong".to_owned())), Some(70));
        assert_eq!(code(pipeline::Error::Bug("a puzzle".to_owned())), Some(70));
        let (directory, layer, more) = ("scratch".into(), 3, 9);
        assert_eq!(code(SweepError::NoSpace { directory, layer, more }), Some(1));
        let (directory, free, expected) = ("scratch".into(), 3, 9);
        assert_eq!(code(SweepError::LittleSpace { directory, free, expected }), Some(1));
        let full = Full::States { limit: 9 };
        assert_eq!(code(full), Some(1));
        assert_eq!(code(BlocksError::Full(full)), Some(1));
        assert_eq!(code(ColorsortError::Full(full)), Some(1));
        assert_eq!(code(pipeline::Error::Full(full)), Some(1));
        assert_eq!(code(PanexError::Sweep(SweepError::Full(full))), Some(1));
        assert_eq!(code(TreeError::Memory(full)), Some(1));
        assert_eq!(code(LeftOpen("a position".to_owned())), Some(1));
        assert_eq!(code(OutOfMemory { purpose: "a table", bytes: 9 }), Some(1));
    }

    #[test]
    fn where_more_memory_comes_from_is_said_once() {
        let full = Full::Room { states: 9 };
        let crowded = Crowded::Limit { what: "the boards of a class", memory: 9 };
        let errors: [Error; 6] = [
            full.into(),
            pipeline::Error::Full(full).into(),
            pipeline::Error::Crowded(crowded).into(),
            pipeline::Error::Shapes(TooManyShapes::Memory { memory: 9 }).into(),
            LeftOpen("a position; more --memory solves it".to_owned()).into(),
            Error::from(ColorsortError::Full(full)).context(Outgrown("give more with --memory")),
        ];
        for error in errors {
            let line = Failure(error.context("while something was done")).line();
            assert_eq!(line.matches("--memory").count(), 1, "{line}");
        }
        let limited = Err::<(), _>(full).advise_on_memory("--limit says how many");
        let line = Failure(limited.unwrap_err()).line();
        assert!(line.contains("--limit") && !line.contains("--memory"), "{line}");
    }

    #[test]
    #[ignore = "panics, for the test below"]
    fn panics() {
        catch_panics();
        panic!("on purpose");
    }

    #[test]
    fn a_panic_is_told_in_a_line_and_ends_with_70() {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let output = command.args(["--exact", "exit::tests::panics", "--ignored", "--nocapture"]);
        let output = output.output().unwrap();
        assert_eq!(output.status.code(), Some(70));
        let told = String::from_utf8(output.stderr).unwrap();
        let line = told.lines().find(|line| line.starts_with("antipode: ")).unwrap();
        assert!(line.contains("on purpose") && line.contains("a bug"), "{line}");
    }
}
