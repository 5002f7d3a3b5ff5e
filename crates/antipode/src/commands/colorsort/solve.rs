//! Solves a position.

use std::path::PathBuf;
use std::time::Duration;

use antipode_colorsort::{Method, Position, SolveError};
use antipode_frontier::Full;
use antipode_gallery::counted;
use anyhow::Result;
use clap::{Args, ValueEnum};

use super::args::{PositionArgs, RuleArgs, SearchArgs, digits};
use super::draw;
use super::solved::{Solved, solved};
use crate::answer::Answer;
use crate::args::Json;
use crate::exit::Outgrown;
use crate::output;
use crate::picture::{self, PictureFile};
use crate::report::Report;

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    json: Json,
    /// Draw the positions of the solution in this file: FILE.svg or FILE.png.
    #[arg(long, value_name = "FILE", value_parser = picture::beside())]
    draw: Option<PictureFile>,
    /// Write a page to play, with the solution.
    #[arg(long, value_name = "FILE", value_parser = picture::page())]
    html: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

/// How solutions are found.
#[derive(Debug, Args)]
pub struct MethodArgs {
    /// Find any solution, quickly. It is not proved to be shortest.
    #[arg(long, conflicts_with = "method")]
    fast: bool,
    /// How to find solutions.
    #[arg(long, value_enum, default_value_t = NamedMethod::Shortest)]
    method: NamedMethod,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum NamedMethod {
    /// The shortest, proved.
    Shortest,
    /// By rule 2, in the way that was published, which is only near-optimal.
    Reference,
}

impl MethodArgs {
    /// The method meant.
    pub fn method(&self) -> Method {
        match self.method {
            _ if self.fast => Method::Any,
            NamedMethod::Shortest => Method::Shortest,
            NamedMethod::Reference => Method::Reference,
        }
    }

    /// Its name in tables. What `--fast` finds is gone on with by whoever wants the shortest.
    pub fn name(&self) -> &'static str {
        match self.method() {
            Method::Shortest | Method::Any => "search",
            Method::Reference => "reference",
        }
    }
}

/// What to say when a search has grown too large.
fn outgrown(method: Method) -> Outgrown {
    Outgrown(match method {
        Method::Any => "it did not fit in memory: give more with --memory",
        _ => {
            "the proof does not fit in memory: give more with --memory, or ask for any solution with --fast"
        }
    })
}

/// Prints the solution of a position.
pub fn solve(args: &SolveArgs) -> Result<()> {
    let drawn = args.draw.as_ref().map(|file| file.path.as_path());
    output::apart([drawn, args.html.as_deref()])?;
    for path in [drawn, args.html.as_deref()] {
        args.position.apart_from(path)?;
    }
    let position = args.position.read()?;
    let (rule, method) = (args.rule.rule, args.method.method());
    let report = Report::new("solve", 0, args.search.quiet.quiet);
    let solved = solved(&position, rule, method, args.search.memory(), &report);
    let solved = solved.map_err(|error| match error.downcast_ref() {
        Some(SolveError::Full(Full::States { .. })) => error.context(outgrown(method)),
        _ => error,
    })?;
    let elapsed = report.elapsed();
    report.finish(&format!("{}, {} s", counted(solved.states, "position"), digits(elapsed)));
    // The answer is told, whatever becomes of what goes beside it; that there is none is an answer, too.
    let drawn = args.draw.as_ref().map_or(Ok(()), |file| draw::strip(file, &solved));
    let played = args.html.as_ref().map_or(Ok(()), |path| draw::play(path, &solved, rule));
    output::both(print(args, &position, &solved, elapsed), drawn.and(played))
}

/// Prints a solution as it was asked for.
fn print(args: &SolveArgs, position: &Position, solved: &Solved, elapsed: Duration) -> Result<()> {
    let rule = args.rule.rule;
    let start = position.to_string();
    if args.json.json {
        let Solved { moves, proved, states, .. } = *solved;
        let (solution, goal) = (solved.solution.clone(), solved.goal.clone());
        let metric = format!("rule {}", rule.name());
        let seconds = elapsed.as_secs_f64();
        return Answer { moves, proved, metric, states, solution, start, goal, seconds }.print();
    }
    let (moves, goal, note) = match (solved.moves, &solved.goal) {
        (Some(moves), Some(goal)) => {
            let note = if solved.proved { "shortest, proved" } else { "not proved shortest" };
            (moves.to_string(), goal.as_str(), note)
        }
        _ => ("none".to_owned(), "none", "no solution, proved: every position was tried"),
    };
    output::print(&format!(
        "start={start}\ngoal={goal}\ncontainers=bottom to top\nrule={}\nmoves={moves}\n\
         proof={note}\nsolution={}\nstates={}\nseconds={}\n",
        rule.name(),
        solved.solution.as_deref().unwrap_or("none"),
        solved.states,
        digits(elapsed),
    ))
}
