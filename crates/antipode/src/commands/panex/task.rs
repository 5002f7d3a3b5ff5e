//! Tasks that have names, on the command line.

use antipode_panex::formula::MOST;
use antipode_panex::{MOST_HEIGHT, Position, Task};
use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::args::number;

/// A task that has a name.
#[derive(Debug, Args)]
pub struct TaskArgs {
    /// Exchange the towers.
    #[arg(long, group = "task")]
    exchange: bool,
    /// Bring the blue tower to the centre.
    #[arg(long, group = "task")]
    transfer: bool,
    /// Sink the largest blue tile, alone on the left, to the bottom of the centre; the others go from there to the left.
    #[arg(long, group = "task")]
    sink: bool,
    /// Transfer or sink with the first tile on the other side: after a transfer, before a sink.
    #[arg(long, conflicts_with = "exchange", requires = "task")]
    barred: bool,
    /// The height of the towers.
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=u64::from(MOST)))]
    pub height: Option<u8>,
}

impl TaskArgs {
    /// The task, if one is named.
    pub fn task(&self) -> Option<Task> {
        let barred = self.barred;
        match (self.exchange, self.transfer, self.sink) {
            (true, ..) => Some(Task::Exchange),
            (_, true, _) => Some(Task::Transfer { barred }),
            (.., true) => Some(Task::Sink { barred }),
            _ => None,
        }
    }

    /// The task and its height, which have to be given.
    pub fn named(&self) -> Result<(Task, u8)> {
        let task = self.task().context("say --exchange, --transfer or --sink")?;
        let height = self.height.context("say how high the towers are, as in --height 5")?;
        ensure!(
            height > 1 || !self.sink,
            "there is nothing to sink at height 1; sinks begin at --height 2"
        );
        Ok((task, height))
    }
}

/// Refuses towers that are too high for searches.
pub fn check(height: u8) -> Result<()> {
    ensure!(height <= MOST_HEIGHT, "searches are for towers up to {MOST_HEIGHT} high");
    Ok(())
}

/// The ends of a task, for a search.
pub fn ends((task, height): (Task, u8)) -> Result<(Position, Position)> {
    check(height)?;
    task.ends(height).context("there is no such task")
}
