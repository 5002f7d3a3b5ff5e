//! Builds trees and pattern databases, or finds them where they are kept.

use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_frontier::Progress;
use antipode_tiles::{FileError, Frame, Metric, Patterns, Position, Size, Tree};
use anyhow::{Error, Result, ensure};
use clap::Args;

use super::args::{self as words, MetricArgs, StoreArgs};
use crate::advice::Advise;
use crate::args::{Quiet, Threads};
use crate::output;
use crate::report::Report;

/// What to do about a file of another kind, or a damaged one.
const AGAIN: &str = "remove it, and it is built again";

/// What `build` takes.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// The board, width first.
    #[arg(long, value_name = "WxH")]
    size: Size,
    /// The goal; the tiles in order and the blank last if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    #[command(flatten)]
    metric: MetricArgs,
    /// The file to write; where `solve` finds it if not given.
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    out: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
}

/// What shortest solutions are looked up in.
#[derive(Debug)]
pub enum Tables {
    /// All positions of a small board.
    Tree(Tree),
    /// Bounds for a large one.
    Patterns(Patterns),
}

impl Tables {
    /// Refuses what there are no tables for.
    fn check(goal: &Position, metric: Metric) -> Result<()> {
        let size = goal.size();
        ensure!(
            metric == Metric::Single || size.cells() <= Tree::MOST_CELLS,
            "multi-tile solutions are found on boards of up to {} cells, and {size} has {}",
            Tree::MOST_CELLS,
            size.cells()
        );
        Ok(())
    }

    /// Builds what suits the board of `goal`.
    fn build(goal: Position, metric: Metric, progress: &dyn Progress) -> Result<Self> {
        Self::check(&goal, metric)?;
        if goal.size().cells() <= Tree::MOST_CELLS {
            return Ok(Self::Tree(Tree::build(goal, metric)?));
        }
        Ok(Self::Patterns(Patterns::build(goal, progress)?))
    }

    fn open(path: &Path, goal: &Position) -> Result<Self, FileError> {
        if goal.size().cells() <= Tree::MOST_CELLS {
            Tree::open(path).map(Self::Tree)
        } else {
            Patterns::open(path).map(Self::Patterns)
        }
    }

    /// Whether they are for this goal and metric.
    fn serve(&self, goal: &Position, metric: Metric) -> bool {
        match self {
            Self::Tree(tree) => (tree.goal(), tree.metric()) == (*goal, metric),
            Self::Patterns(patterns) => patterns.serve(goal) && metric == Metric::Single,
        }
    }

    fn save(&self, path: &Path) -> Result<(), FileError> {
        match self {
            Self::Tree(tree) => tree.save(path),
            Self::Patterns(patterns) => patterns.save(path),
        }
    }

    /// Opens what `folder` keeps for this goal and metric, or builds it and keeps it there if it [is kept](is_kept).
    /// Returned with it is whether it could be kept.
    pub fn find(
        folder: &Path,
        goal: Position,
        metric: Metric,
        quiet: bool,
    ) -> Result<(Self, Result<()>)> {
        Self::check(&goal, metric)?;
        if !is_kept(&goal) {
            return Ok((Self::build(goal, metric, &antipode_frontier::Silent)?, Ok(())));
        }
        let path = place(folder, &goal, metric);
        if path.exists() {
            let tables = match Self::open(&path, &goal) {
                Err(damaged @ FileError::Damaged { .. }) => Err(damaged).advise(AGAIN)?,
                opened => opened?,
            };
            let path = path.display();
            ensure!(tables.serve(&goal, metric), "{path} is of another goal or metric; {AGAIN}");
            return Ok((tables, Ok(())));
        }
        let tables = reported(goal, metric, quiet)?;
        let kept = tables.save(&path).advise("choose another folder with --store");
        Ok((tables, kept))
    }
}

/// Whether the tables of a goal are kept where `solve` finds them. Only trees of the usual goal are, as others are
/// built faster than they are tidied away; pattern databases serve many goals and always are.
fn is_kept(goal: &Position) -> bool {
    goal.size().cells() > Tree::MOST_CELLS || words::is_usual(goal)
}

/// Where the tables of a goal are kept.
fn place(folder: &Path, goal: &Position, metric: Metric) -> PathBuf {
    let size = goal.size();
    let name = if size.cells() > Tree::MOST_CELLS {
        // A corner is the last cell, as a turned frame sees it.
        match Frame::turned(*goal).blank() + 1 {
            last if last == size.cells() => format!("{size}.patterns"),
            blank => format!("{size}-blank{blank}.patterns"),
        }
    } else {
        match metric {
            Metric::Single => format!("{size}.tree"),
            Metric::Multi => format!("{size}-multi.tree"),
        }
    };
    folder.join(name)
}

fn reported(goal: Position, metric: Metric, quiet: bool) -> Result<Tables> {
    let report = Report::new("build", None, quiet);
    let tables = Tables::build(goal, metric, &report)?;
    let seconds = report.elapsed().as_secs_f64();
    report.finish(&format!("{} {metric}, {seconds:.2} s", goal.size()));
    Ok(tables)
}

/// Builds tables and writes them to a file.
pub fn build(args: &BuildArgs) -> Result<()> {
    output::beside_answer("the table", args.out.as_deref())?;
    let goal = words::goal(args.goal.as_deref(), args.size)?;
    let metric = args.metric.metric;
    ensure!(
        args.out.is_some() || is_kept(&goal),
        "`solve` finds trees of the usual goal alone; say where this one goes with --out FILE"
    );
    let path = args.out.clone().unwrap_or_else(|| place(&args.store.store, &goal, metric));
    output::check_file(&path).map_err(Error::msg)?;
    let is_tree = goal.size().cells() <= Tree::MOST_CELLS;
    output::check_ours(&path, if is_tree { Tree::MAGIC } else { Patterns::MAGIC })?;
    let started = Instant::now();
    let tables = args.threads.pool()?.install(|| reported(goal, metric, args.quiet.quiet))?;
    tables.save(&path)?;
    let entries = match tables {
        Tables::Tree(tree) => tree.states(),
        Tables::Patterns(patterns) => patterns.entries(),
    };
    let (path, seconds) = (path.display(), started.elapsed().as_secs_f64());
    output::print(&format!("entries={entries}\nfile={path}\nseconds={seconds:.3}\n"))
}
