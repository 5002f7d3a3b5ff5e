//! Shortest solutions of positions, from a tree or by pattern databases.

use std::path::PathBuf;
use std::time::Instant;

use antipode_gallery::counted;
use antipode_tiles::{FileError, Metric, Position, Solution, Tree, ida, replay};
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::args::{self as words, MetricArgs, PositionArgs, StoreArgs};
use super::build::Tables;
use super::draw;
use crate::advice::Advise;
use crate::answer::Answer;
use crate::args::{Json, Quiet, Threads};
use crate::exit::Bug;
use crate::output;
use crate::picture::{self, PictureFile};
use crate::report::Report;

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    positions: PositionArgs,
    /// The goal; the tiles in order and the blank last if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    #[command(flatten)]
    metric: MetricArgs,
    /// Look solutions up in this tree; goal and metric are the tree's.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["goal", "metric", "store"])]
    tree: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// Draw the solution, in FILE.svg or FILE.png: all positions on the way, and the moves between.
    #[arg(long, value_name = "FILE", value_parser = picture::beside())]
    picture: Option<PictureFile>,
    /// Write a page to play, with the solution.
    #[arg(long, value_name = "FILE", value_parser = picture::page())]
    html: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
}

/// Prints a shortest solution of each position.
pub fn solve(args: &SolveArgs) -> Result<()> {
    let positions = args.positions.read()?;
    let size = positions[0].size();
    ensure!(
        args.picture.is_none() && args.html.is_none() || positions.len() == 1,
        "--picture and --html show the solution of one position, and these are {}",
        positions.len()
    );
    let drawn = args.picture.as_ref().map(|file| file.path.as_path());
    output::apart([drawn, args.html.as_deref()])?;
    let (tables, goal, metric, kept) = match &args.tree {
        Some(path) => {
            ensure!(!path.is_dir(), "{} is a folder, not a file", path.display());
            ensure!(path.is_file(), "there is no file {}", path.display());
            for output in [drawn, args.html.as_deref()] {
                output::beside_input(path, output)?;
            }
            let tree = match Tree::open(path) {
                Err(damaged @ FileError::Damaged { .. }) => {
                    Err(damaged).advise("`antipode tiles build --out` writes another")?
                }
                opened => opened?,
            };
            let (goal, metric) = (tree.goal(), tree.metric());
            ensure!(goal.size() == size, "{} is of a {} board", path.display(), goal.size());
            (Tables::Tree(tree), goal, metric, Ok(()))
        }
        None => {
            let goal = words::goal(args.goal.as_deref(), size)?;
            let metric = args.metric.metric;
            let store = &args.store.store;
            let find = || Tables::find(store, goal, metric, args.quiet.quiet);
            let (tables, kept) = args.threads.pool()?.install(find)?;
            (tables, goal, metric, kept)
        }
    };
    let report = Report::new("solve", None, args.quiet.quiet);
    let mut solver = Solver { tables, goal, metric, report: &report, generated: 0 };
    let (mut total, mut worst) = (0_f64, 0_f64);
    for start in &positions {
        let started = Instant::now();
        let solution = solver.solve(start)?;
        let seconds = started.elapsed().as_secs_f64();
        total += seconds;
        worst = worst.max(seconds);
        // The answer is told, whatever becomes of what goes beside it, or of the tables.
        let beside = write_beside(args, solution.as_ref(), &solver);
        let printed = if args.json.json {
            answer(start, solution.as_ref(), &solver, seconds).print()
        } else {
            let line = solution.as_ref().map_or(words::NO_SOLUTION.to_owned(), words::line);
            output::print(&format!("{line}\n"))
        };
        output::both(printed, beside)?;
    }
    let count = positions.len();
    let mean = total / count as f64;
    let positions = counted(count, "position");
    let generated = counted(solver.generated / count as u64, "board");
    report.finish(&match solver.tables {
        Tables::Tree(_) => format!("{positions}, mean {mean:.6} s, worst {worst:.6} s"),
        Tables::Patterns(_) => {
            format!("{positions}, mean {mean:.3} s, worst {worst:.3} s, {generated} generated each")
        }
    });
    kept
}

/// Writes what was asked for beside a solution.
fn write_beside(args: &SolveArgs, solution: Option<&Solution>, solver: &Solver<'_>) -> Result<()> {
    let drawn = args.picture.as_ref().map_or(Ok(()), |file| {
        let solution = solution.context("there is no solution to be drawn")?;
        draw::strip(solution, &solver.goal).put(Some(file))
    });
    let played = args.html.as_ref().map_or(Ok(()), |path| {
        let solution = solution.context("there is no solution to be played")?;
        draw::play(path, solution, &solver.goal, solver.metric)
    });
    drawn.and(played)
}

struct Solver<'a> {
    tables: Tables,
    goal: Position,
    metric: Metric,
    report: &'a Report,
    /// How many boards have been generated.
    generated: u64,
}

impl Solver<'_> {
    /// A shortest solution, replayed, or none if there is none.
    fn solve(&mut self, start: &Position) -> Result<Option<Solution>> {
        let solution = match &self.tables {
            Tables::Tree(tree) => tree.solve(start),
            Tables::Patterns(patterns) => {
                let found = ida::solve(start, &self.goal, patterns, self.report)?;
                self.generated += found.generated;
                found.solution
            }
        };
        if let Some(solution) = &solution {
            replay(start, &self.goal, self.metric, &solution.moves)
                .map_err(|_| Bug::wrong_solution(start))?;
        }
        Ok(solution)
    }
}

fn answer(
    start: &Position,
    solution: Option<&Solution>,
    solver: &Solver<'_>,
    seconds: f64,
) -> Answer {
    Answer {
        moves: solution.map(|solution| solution.moves.len() as u64),
        proved: true,
        metric: solver.metric.to_string(),
        states: match &solver.tables {
            Tables::Tree(tree) => tree.states(),
            Tables::Patterns(_) => 0,
        },
        solution: solution.map(Solution::to_string),
        start: start.to_string(),
        goal: solution.map(|_| solver.goal.to_string()),
        seconds,
    }
}
