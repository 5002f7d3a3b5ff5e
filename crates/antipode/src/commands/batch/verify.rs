//! Checks the tables of a batch.

use std::cell::Cell;
use std::path::PathBuf;

use antipode_frontier::Progress;
use antipode_pipeline as pipeline;
use antipode_pipeline::inspect::Claim;
use anyhow::{Error, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::args::{Json, Memory, Quiet, Threads};
use crate::exit::Interrupted;
use crate::list::{self, ListArgs};
use crate::output::print;
use crate::report::Report;

/// Which tables to check.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder of a batch, whose hardest.csv and puzzles.csv are checked, or one such table.
    #[arg(value_name = "FOLDER or FILE.csv")]
    place: PathBuf,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    quiet: Quiet,
}

/// What was found of all puzzles.
#[derive(Debug, Serialize)]
struct Checked {
    puzzles: usize,
}

/// What was found of one.
#[derive(Debug, Serialize)]
struct Line {
    metric: &'static str,
    right: bool,
    problem: Option<String>,
}

/// Checks every row and tells how many there are; fails with all that are wrong.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    let pool = args.threads.pool()?;
    let memory = args.memory.bytes();
    if args.list.all {
        return verify_all(args, memory);
    }
    let report = Report::new("verify", None, args.quiet.quiet);
    let puzzles = pool
        .install(|| pipeline::inspect::verify(&args.place, memory, &report))
        .map_err(stopped(Interrupted::Lost))?;
    print(&match args.json.json {
        true => serde_json::to_string(&Checked { puzzles })? + "\n",
        false => format!("puzzles={puzzles}\n"),
    })
}

/// Checks every row of a table and prints a line each.
fn verify_all(args: &VerifyArgs, memory: usize) -> Result<()> {
    let place = &args.place;
    ensure!(!place.is_dir(), "--all goes through a table, such as {}/hardest.csv", place.display());
    let claims = Claim::read_all(place)?;
    let report = Report::new("verify", claims.len() as u64, args.quiet.quiet);
    let wrong = Cell::new(0);
    let metric = |claim: &Claim| claim.metric().name();
    let output = args.list.output.as_deref();
    let interrupted = stopped(Interrupted::leaving(output));
    list::answer_all(&claims, metric, output, |claim| {
        let problem = claim.check(memory, &report).map_err(&interrupted)?;
        report.advance(1);
        wrong.set(wrong.get() + usize::from(problem.is_some()));
        let (right, problem) = (problem.is_none(), problem.map(|problem| problem.to_string()));
        Ok(Line { metric: metric(claim), right, problem })
    })?;
    ensure!(wrong.get() == 0, "{} puzzles are not as written", wrong.get());
    Ok(())
}

/// Says what a stop leaves.
fn stopped(leaves: Interrupted) -> impl Fn(pipeline::Error) -> Error {
    move |error| if error.is_stop() { leaves.into() } else { error.into() }
}
