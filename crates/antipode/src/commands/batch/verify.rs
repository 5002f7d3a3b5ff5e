//! Checks the tables of a batch.

use std::path::PathBuf;

use antipode_pipeline::{self as pipeline, memory_share};
use anyhow::{Error, Result};
use clap::Args;

use crate::args::Size;
use crate::exit::Interrupted;
use crate::output::print;
use crate::report::Report;

/// Which tables to check.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder of a batch: its hardest.csv and puzzles.csv are checked.
    folder: PathBuf,
    /// Use this many threads; as many as there are cores if not given.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Search in this much memory, all threads together. Three quarters of the machine's memory
    /// if not given.
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    quiet: bool,
}

/// Checks every row and tells how many there are; fails with all that are wrong.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build()?;
    let memory = args.memory.map_or_else(memory_share, |size| size.0);
    let report = Report::new("verify", None, args.quiet);
    let puzzles =
        pool.install(|| pipeline::verify(&args.folder, memory, &report)).map_err(|error| {
            if error.is_stop() { Interrupted::Lost.into() } else { Error::from(error) }
        })?;
    print(&format!("puzzles={puzzles}\n"))
}
