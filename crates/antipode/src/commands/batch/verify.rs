//! Checks the tables of a batch.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_pipeline::inspect::{self, RowClaim};
use antipode_pipeline::table::file::{Table, TableError};
use anyhow::{Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::args::{Json, Memory, Quiet, Threads};
use crate::input::{is_standard, numbered};
use crate::list::{self, ListArgs};
use crate::output::print;
use crate::report::Report;

/// Which tables to check.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The folder of a batch, whose hardest.csv and puzzles.csv are checked, or one such table; - is standard input.
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

/// What a line says that was there before.
#[derive(Debug, Deserialize)]
struct Known {
    right: bool,
}

/// Checks every row and tells how many there are; fails with all that are wrong.
pub fn verify(args: &VerifyArgs) -> Result<()> {
    if let Some((file, _)) = args.place.to_str().filter(|_| !args.place.exists()).and_then(numbered)
    {
        bail!("{} is one row of a table; all of {file} is checked", args.place.display());
    }
    let pool = args.threads.pool()?;
    let memory = args.memory.bytes();
    if args.list.all {
        ensure!(
            args.threads.wanted().is_none(),
            "--all checks one puzzle after the other; --threads is for whole tables"
        );
        return verify_all(args, memory);
    }
    let report = Report::new("verify", None, args.quiet.quiet);
    let puzzles = match is_folder(&args.place) {
        true => pool.install(|| inspect::verify(&args.place, memory, &report)),
        false => {
            let table = table(&args.place)?;
            pool.install(|| inspect::verify_table(&table, memory, &report))
        }
    }?;
    print(&match args.json.json {
        true => serde_json::to_string(&Checked { puzzles })? + "\n",
        false => format!("puzzles={puzzles}\n"),
    })
}

/// Whether something is the folder of a batch, or would be one.
fn is_folder(place: &Path) -> bool {
    place.is_dir() || !is_standard(place) && !place.exists()
}

/// A table, or what comes through a pipe.
fn table(place: &Path) -> Result<Table, TableError> {
    match is_standard(place) {
        true => Table::read_from(io::stdin(), Path::new("standard input")),
        false => Table::read(place),
    }
}

/// Checks every row of a table and prints a line each.
fn verify_all(args: &VerifyArgs, memory: usize) -> Result<()> {
    let place = &args.place;
    ensure!(!place.is_dir(), "--all goes through a table, such as {}/hardest.csv", place.display());
    let claims = RowClaim::all(&table(place)?)?;
    let report = Report::new("verify", claims.len() as u64, args.quiet.quiet);
    let wrong = Cell::new(0);
    let metric = |claim: &RowClaim| claim.metric().name();
    let output = args.list.output.as_deref();
    let question = |claim: &RowClaim| format!("verify {:?}", claim.row());
    let known = list::answer_all(&claims, question, output, |claim| {
        let problem = claim.check(memory, &report)?;
        report.advance(1);
        wrong.set(wrong.get() + usize::from(problem.is_some()));
        let (right, problem) = (problem.is_none(), problem.map(|problem| problem.to_string()));
        Ok(Line { metric: metric(claim), right, problem })
    })?;
    let before = known.lines().map(serde_json::from_str::<Known>).collect::<Result<Vec<_>, _>>()?;
    let wrong = wrong.get() + before.iter().filter(|known| !known.right).count();
    ensure!(wrong == 0, "not as written: {wrong} of {}", counted(claims.len(), "puzzle"));
    Ok(())
}
