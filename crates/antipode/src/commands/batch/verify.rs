//! Checks the tables of a batch.

use std::path::PathBuf;

use antipode_pipeline as pipeline;
use anyhow::{Error, Result};
use clap::Args;

use crate::args::{Memory, Quiet, Threads};
use crate::exit::Interrupted;
use crate::output::print;
use crate::report::Report;

/// Which tables to check.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder of a batch: its hardest.csv and puzzles.csv are checked.
    folder: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    quiet: Quiet,
}

/// Checks every row and tells how many there are; fails with all that are wrong.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    let pool = args.threads.pool()?;
    let memory = args.memory.bytes();
    let report = Report::new("verify", None, args.quiet.quiet);
    let puzzles =
        pool.install(|| pipeline::inspect::verify(&args.folder, memory, &report)).map_err(
            |error| {
                if error.is_stop() { Interrupted::Lost.into() } else { Error::from(error) }
            },
        )?;
    print(&format!("puzzles={puzzles}\n"))
}
