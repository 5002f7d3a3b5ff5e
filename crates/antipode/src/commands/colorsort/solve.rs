//! Solves a position.

use std::path::PathBuf;

use antipode_colorsort::{Method, Position, Reading, SolveError, is_solved, replay};
use antipode_frontier::Progress;
use anyhow::Result;
use clap::{Args, ValueEnum};

use super::{PositionArgs, Rule, SearchArgs, digits, draw};
use crate::answer::Answer;
use crate::exit::{Bug, Interrupted};
use crate::picture::{self, PictureFile};
use crate::report::Report;

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// What a move is.
    #[arg(long, value_enum, default_value_t = Rule::One)]
    rule: Rule,
    #[command(flatten)]
    method: MethodArgs,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
    /// Draw the positions of the solution in this file: FILE.svg or FILE.png.
    #[arg(long, value_name = "FILE", value_parser = picture::still())]
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
}

/// A solution that has been replayed, or that there is none.
#[derive(Debug)]
pub struct Solved {
    /// The number of moves; none if it is proved that there is no solution.
    pub moves: Option<u64>,
    /// Whether that is proved.
    pub proved: bool,
    /// The positions stored.
    pub states: u64,
    /// The moves as text.
    pub solution: Option<String>,
    /// The position reached.
    pub goal: Option<String>,
    /// All positions, from the start to the goal; empty if there is no solution.
    pub positions: Vec<Position>,
}

/// Solves a position and replays the solution.
pub fn solved(
    position: &Position,
    rule: Rule,
    method: Method,
    memory: usize,
    progress: &impl Progress,
) -> Result<Solved> {
    let found = antipode_colorsort::solve(position, rule.into(), method, memory, progress);
    let found = found.map_err(|error| match error {
        SolveError::Stopped => Interrupted::Lost.into(),
        error => anyhow::Error::from(error),
    })?;
    let states = found.states as u64;
    let Some(moves) = found.moves else {
        let (moves, solution, goal, positions) = (None, None, None, Vec::new());
        return Ok(Solved { moves, proved: found.proved, states, solution, goal, positions });
    };
    let written: Vec<_> = moves.iter().map(ToString::to_string).collect();
    let written = written.join(" ");
    let start = position.explicit();
    let mut texts = vec![start.clone()];
    let wrong = || Bug::wrong_solution(position);
    texts.extend(replay(&start, rule.into(), &written).map_err(|_| wrong())?);
    if texts.len() != moves.len() + 1 || !is_solved(&texts[moves.len()]) {
        return Err(wrong().into());
    }
    let read = |text: &String| Position::parse(text, &Reading::default());
    let positions = texts.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(Solved {
        moves: Some(moves.len() as u64),
        proved: found.proved,
        states,
        solution: Some(written),
        goal: Some(positions[moves.len()].to_string()),
        positions,
    })
}

/// What to do when a search has grown too large.
pub fn advice(method: Method) -> &'static str {
    match method {
        Method::Any => "it did not fit in memory: give more with --memory",
        _ => {
            "the proof does not fit in memory: give more with --memory, or ask for any solution with --fast"
        }
    }
}

/// Prints the solution of a position.
pub fn solve(args: &SolveArgs) -> Result<()> {
    let position = args.position.read()?;
    let (rule, method) = (args.rule, args.method.method());
    let report = Report::new("solve", 0, args.search.quiet);
    let solved = solved(&position, rule, method, args.search.memory(), &report);
    let solved = solved.map_err(|error| match error.downcast_ref() {
        Some(SolveError::Full(_)) => error.context(advice(method)),
        _ => error,
    })?;
    let elapsed = report.elapsed();
    report.finish(&format!("{} positions, {} s", solved.states, digits(elapsed)));
    if let Some(file) = &args.draw {
        draw::strip(file, &solved)?;
    }
    if let Some(path) = &args.html {
        draw::play(path, &solved, rule)?;
    }
    let start = position.to_string();
    if args.json {
        let Solved { moves, proved, states, solution, goal, .. } = solved;
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
    crate::output::print(&format!(
        "start={start}\ngoal={goal}\ncontainers=bottom to top\nrule={}\nmoves={moves}\n\
         proof={note}\nsolution={}\nstates={}\nseconds={}\n",
        rule.name(),
        solved.solution.as_deref().unwrap_or("none"),
        solved.states,
        digits(elapsed),
    ))
}
