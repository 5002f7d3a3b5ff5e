//! Searches and levels run on the machine as the user says, with their progress told.

use std::path::Path;
use std::time::Duration;

use antipode_frontier::{Progress, SweepError, TrailError};
use antipode_panex::formula::{U, X};
use antipode_panex::{Board, Keeping, Position, Settings, Solution, SolveError, Task, Watch};
use antipode_sealed::FileError;
use anyhow::Result;
use clap::Args;
use indicatif::HumanDuration;

use crate::advice::Advise;
use crate::args::{Memory, Quiet, Scratch, Threads};
use crate::exit::{Bug, sweep_error, trail_error};
use crate::report::Report;
use crate::stop::{self, Left};

/// How a search uses the machine.
#[derive(Debug, Args)]
pub struct MachineArgs {
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    scratch: Scratch,
    #[command(flatten)]
    quiet: Quiet,
}

impl MachineArgs {
    /// Settings of a search for moves, by symmetry, that is not saved.
    pub fn settings(&self) -> Settings {
        Settings {
            moves: true,
            symmetry: true,
            memory: self.memory(),
            scratch: self.scratch.folder(),
            keeping: None,
        }
    }

    /// How much memory may be used, in bytes.
    pub fn memory(&self) -> usize {
        self.memory.bytes()
    }

    /// Whether it was said where searches go that do not fit in memory.
    pub fn has_scratch(&self) -> bool {
        self.scratch.wanted().is_some()
    }

    /// Runs with as many threads as wanted, and says how far it is.
    pub fn run<R: Send>(&self, run: impl FnOnce(&Report) -> Result<R> + Send) -> Result<R> {
        let report = Report::new("panex", None, self.quiet.quiet);
        self.threads.pool()?.install(|| run(&report))
    }

    /// Searches, and replays what was found.
    pub fn search(
        &self,
        from: &Position,
        to: &Position,
        task: Option<Task>,
        settings: &Settings,
    ) -> Result<Solution> {
        let pool = self.threads.pool()?;
        // An exchange is searched from one end, up to the middle.
        let middle =
            task.filter(|&task| task == Task::Exchange && settings.symmetry).and_then(|_| {
                let length = X(from.height()).or(U(from.height()))?;
                Some(length.div_ceil(2))
            });
        let report = Report::new("panex", None, self.quiet.quiet);
        if settings.keeping.is_some() {
            stop::saves();
            stop::leaves(Left::Kept);
        }
        let watcher = Watcher { report: &report, middle };
        let solution = pool.install(|| antipode_panex::solve(from, to, settings, &watcher));
        let solution = match solution {
            Err(error) => match &settings.keeping {
                Some(Keeping { directory, .. }) if is_of_kept(&error, directory) => {
                    Err(error).advise(again(directory))?
                }
                _ => Err(error)?,
            },
            Ok(solution) => solution,
        };
        report.finish(&format!(
            "{} in {:.1} s; moves in {:.1} s more",
            if report.is_idle() { "nothing to search".to_owned() } else { report.rate() },
            solution.searched.as_secs_f64(),
            solution.rebuilt.as_secs_f64(),
        ));
        if let Some(moves) = &solution.moves {
            let mut board = Board::from(from);
            let count = board.play(moves.iter().copied()).ok();
            if board != Board::from(to) || solution.length != count {
                return Err(Bug::wrong_solution(from).into());
            }
        }
        Ok(solution)
    }
}

/// What to do about a checkpoint that there is no going on from.
fn again(folder: &Path) -> String {
    format!("choose another folder, or remove {}, and the search starts over", folder.display())
}

/// Whether it is what was kept in `folder` that cannot be used.
fn is_of_kept(error: &SolveError, folder: &Path) -> bool {
    match sweep_error(error) {
        Some(SweepError::File(FileError::Damaged { .. }) | SweepError::Foreign { .. }) => true,
        Some(SweepError::File(missing @ FileError::Io { doing, path, .. })) => {
            *doing == "read" && missing.is_missing() && path.starts_with(folder)
        }
        _ => matches!(trail_error(error), Some(TrailError::Lost { .. })),
    }
}

/// Tells how far a search is.
struct Watcher<'a> {
    report: &'a Report,
    /// The layer in which an exchange is expected to be solved.
    middle: Option<u64>,
}

impl Progress for Watcher<'_> {
    fn stored(&self, states: u64) {
        self.report.stored(states);
    }

    fn stop(&self) -> bool {
        self.report.stop()
    }
}

impl Watch for Watcher<'_> {
    fn layer(&self, widths: &[u64]) {
        let (depth, width) = (widths.len() - 1, widths[widths.len() - 1]);
        self.report.tell(|| {
            let left = self.middle.and_then(|middle| {
                // From the middle of the way on, layers go on as wide as this one, more or less.
                let ahead =
                    middle.checked_sub(depth as u64).filter(|&ahead| ahead < depth as u64)?;
                let states = ahead * width;
                let rate = self.report.states() as f64 / self.report.elapsed().as_secs_f64();
                let seconds = Duration::from_secs_f64(states as f64 / rate.max(1.0));
                Some(format!(" of {middle}, about {} left", HumanDuration(seconds)))
            });
            let left = left.unwrap_or_default();
            format!("layer {depth}{left}, {width} wide, {}", self.report.rate())
        });
    }
}
