//! The engine by structure, level by level, with its progress told.

use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_panex::Task;
use antipode_panex::structure::{
    Certificate, LEAST_HEIGHT, Levels, MOST_HEIGHT, Stopped, StructureError, fits,
};
use antipode_sealed::FileError;
use anyhow::{Context, Result, ensure};

use super::machine::MachineArgs;
use crate::advice::Advise;
use crate::exit::Bug;
use crate::report::Report;
use crate::stop::{self, Interrupted, Left};

/// Which heights it is for, on that machine.
pub fn check(machine: &MachineArgs, height: u8) -> Result<()> {
    ensure!(!machine.has_scratch(), "--scratch is for searches; structure takes memory alone");
    ensure!(
        (LEAST_HEIGHT..=MOST_HEIGHT).contains(&height),
        "structure is for towers {LEAST_HEIGHT} to {MOST_HEIGHT} high"
    );
    Ok(fits(height, machine.memory())?)
}

/// What was found for a task.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// The least number of moves.
    pub moves: u64,
    /// How many labels the last network has.
    pub labels: u64,
    /// How long it took, with all levels below.
    pub took: Duration,
}

/// The least number of moves of a task. Levels are kept in `folder`. With `certify` the
/// bound is checked once more, by potentials.
pub fn least(
    machine: &MachineArgs,
    (task, height): (Task, u8),
    folder: Option<&Path>,
    certify: bool,
) -> Result<Found> {
    check(machine, height)?;
    keep(folder, Left::Nothing);
    machine.run(|report| {
        let began = Instant::now();
        let mut levels = Levels::new(folder);
        for below in LEAST_HEIGHT..=height {
            told(levels.climb(below, &Climber::new(report, below, height)))?;
        }
        let climber = Climber::new(report, height, height);
        let moves = told(levels.least(task, &climber))?;
        if certify {
            let (recurrence, table) = (levels.recurrence(), levels.table());
            let certificate = Certificate::find(recurrence, table, task, &climber);
            let certificate = certificate.map_err(|Stopped| Interrupted)?;
            let proved = certificate.check(&recurrence.classes, table, &climber);
            let proved = proved.map_err(|Stopped| Interrupted)?;
            if proved != Some(moves) {
                return Err(Bug(format!("the certificate proves {proved:?}, not {moves}")).into());
            }
        }
        let labels = (levels.recurrence().last.nodes.len() as u64) << levels.table().pairs();
        let took = began.elapsed();
        report.finish(&format!("{} in {:.1} s", counted(height, "level"), took.as_secs_f64()));
        Ok(Found { moves, labels, took })
    })
}

/// Goes through all heights up to the greatest, and gives the least number of moves of each of the tasks, to be kept,
/// and how long it took with all below. Levels are kept in `folder`. Where they are read from there, nobody knows how
/// long they took, and what is known already is not found again.
pub fn climb(
    machine: &MachineArgs,
    greatest: u8,
    folder: Option<&Path>,
    tasks: &[Task],
    known: &[(Task, u8)],
    mut found: impl FnMut(Task, u8, u64, Option<Duration>) -> Result<()> + Send,
) -> Result<()> {
    check(machine, greatest)?;
    keep(folder, Left::Found);
    machine.run(|report| {
        let began = Instant::now();
        let mut levels = Levels::new(folder);
        let mut anew = true;
        for height in LEAST_HEIGHT..=greatest {
            let climber = Climber::new(report, height, greatest);
            anew &= !levels.is_kept(height);
            told(levels.climb(height, &climber))?;
            for &task in tasks {
                if anew || !known.contains(&(task, height)) {
                    let moves = told(levels.least(task, &climber))?;
                    found(task, height, moves, anew.then(|| began.elapsed()))?;
                }
            }
            report.finish(&format!("height {height} after {:.1} s", began.elapsed().as_secs_f64()));
        }
        Ok(())
    })
}

/// Has a stop leave all levels, if they are kept in a folder.
fn keep(folder: Option<&Path>, otherwise: Left) {
    if folder.is_some() {
        stop::saves();
    }
    stop::leaves(if folder.is_some() { Left::Kept } else { otherwise });
}

/// What an error means.
fn told<T>(found: Result<T, StructureError>) -> Result<T> {
    match found {
        Err(StructureError::File(damaged @ FileError::Damaged { .. })) => {
            Err(damaged).advise("remove it, and it is made again")
        }
        Err(StructureError::File(error @ FileError::Io { doing, .. })) if doing != "read" => {
            Err(error).context("cannot keep the levels")
        }
        found => Ok(found?),
    }
}

/// Tells how far a level is.
struct Climber<'a> {
    report: &'a Report,
    height: u8,
    of: u8,
    total: AtomicU64,
    done: AtomicU64,
}

impl<'a> Climber<'a> {
    fn new(report: &'a Report, height: u8, of: u8) -> Self {
        Climber { report, height, of, total: AtomicU64::new(0), done: AtomicU64::new(0) }
    }
}

impl Progress for Climber<'_> {
    fn expect(&self, amount: u64) {
        self.total.fetch_add(amount, Relaxed);
    }

    fn advance(&self, amount: u64) {
        let done = self.done.fetch_add(amount, Relaxed) + amount;
        self.report.tell(|| {
            // Labels that light edges lower again count twice.
            let percent = (100 * done / self.total.load(Relaxed).max(1)).min(99);
            format!("height {} of {}, {percent}%", self.height, self.of)
        });
    }

    fn stop(&self) -> bool {
        self.report.stop()
    }
}
