//! `antipode panex table`.

use std::path::PathBuf;

use antipode_panex::Task;
use antipode_panex::formula::{L, U};
use antipode_panex::structure::LEAST_HEIGHT;
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::levels;
use super::machine::MachineArgs;
use super::results::{How, Results, TASKS, formula, name};
use super::sheets::LENGTHS;
use super::solve::By;
use super::task::ends;
use super::{task, text, times};
use crate::args::number;
use crate::output;
use crate::stop::{self, Left};

/// What `table` takes.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The last row.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u8>(1..=40))]
    height: u8,
    /// Find the least numbers for all tasks up to this height, but for those whose results are
    /// kept already, and keep them.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u8>(0..=40))]
    search: u8,
    /// How to find them. By structure, seconds are written to structure.csv as well.
    #[arg(long, value_name = "HOW", default_value = "search", requires = "search")]
    by: By,
    /// By structure, keep every level in this folder, and go on from there.
    #[arg(long, value_name = "DIR", value_parser = output::folder(), requires = "search")]
    checkpoint: Option<PathBuf>,
    /// Where results are kept, besides those that are published.
    #[arg(long, value_name = "DIR", value_parser = output::usual_folder(), default_value = "out/panex")]
    results: PathBuf,
    /// Print commas instead of columns.
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Prints the table, after the searches that were asked for.
pub fn table(args: &TableArgs) -> Result<()> {
    let (height, last) = (args.search, args.height);
    ensure!(height <= last, "--search {height} goes beyond the last row, --height {last}");
    match args.by {
        By::Search => {
            let levels = args.checkpoint.is_some();
            ensure!(!levels, "--checkpoint is for --by structure; searches are kept one by one");
            task::check(height)?;
        }
        By::Structure => levels::check(&args.machine, height)?,
    }
    let mut results = Results::read(&args.results)?;
    match args.by {
        By::Search => search(args, height, &mut results)?,
        By::Structure => {
            search(args, LEAST_HEIGHT - 1, &mut results)?;
            climb(args, height, &mut results)?;
        }
    }
    let mut rows = vec![LENGTHS.header().map(str::to_owned).collect::<Vec<_>>()];
    for n in 1..=args.height {
        let mut row = vec![n.to_string()];
        for task in TASKS {
            let (known, formula) = (results.row(task, n), formula(task, n));
            if let (Some(known), Some(formula)) = (known, formula) {
                let (name, moves) = (name(task), known.moves);
                ensure!(moves == formula, "{name}({n}) is {formula}, but {moves} was found");
            }
            if task == Task::Exchange {
                let (moves, source) = match known {
                    Some(row) => (Some(row.moves), row.how.name()),
                    None => (U(n), "upper_bound"),
                };
                row.extend([written(moves), source.to_owned()]);
            } else {
                row.push(written(formula));
            }
        }
        row.extend([written(U(n)), written(L(n))]);
        rows.push(row);
    }
    crate::output::print(&if args.csv { commas(&rows) } else { columns(&rows) })
}

/// Searches what is not kept up to a height.
fn search(args: &TableArgs, height: u8, results: &mut Results) -> Result<()> {
    // All before the one at hand are kept, and not searched again.
    stop::leaves(Left::Kept);
    for n in 1..=height {
        for task in TASKS {
            if results.kept(task, n).is_none() && task.ends(n).is_some() {
                let (from, to) = ends((task, n))?;
                let settings = args.machine.settings();
                let found = args.machine.search(&from, &to, Some(task), &settings)?;
                let moves = found.length.context("every task has a solution")?;
                let states = Some(found.states());
                results.add((task, n), moves, states, How::Search, text::moves(&found))?;
            }
        }
    }
    Ok(())
}

/// Finds all up to a height by structure, and keeps how long each exchange took.
fn climb(args: &TableArgs, height: u8, results: &mut Results) -> Result<()> {
    // A table that is not understood is told of now, and not after hours.
    times::read(&args.results, results)?;
    let all = (LEAST_HEIGHT..=height).flat_map(|n| TASKS.map(|task| (task, n)));
    let is_known = |&(task, n): &(Task, u8)| results.kept(task, n).is_some();
    let (known, open): (Vec<_>, Vec<_>) = all.partition(is_known);
    let Some(&(_, height)) = open.last() else { return Ok(()) };
    let folder = args.checkpoint.as_deref();
    levels::climb(&args.machine, height, folder, &TASKS, &known, |task, n, moves, took| {
        results.add((task, n), moves, None, How::Structure, String::new())?;
        match (task, took) {
            (Task::Exchange, Some(took)) => times::add(&args.results, results, n, moves, took),
            _ => Ok(()),
        }
    })
}

fn written(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn commas(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

/// Each column as wide as its widest word, flush right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let words = row.iter().enumerate();
        let words = words.map(|(column, word)| format!("{word:>0$}", width(column)));
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
