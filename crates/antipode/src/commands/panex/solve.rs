//! `antipode panex solve`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use antipode_panex::{Board, Keeping, Position, Solution};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};

use super::machine::MachineArgs;
use super::results::{self, How, Results};
use super::sheets::{DEPTH, LAYERS, LAYERS_OF_BOTH};
use super::task::{TaskArgs, ends};
use super::text::position;
use super::{levels, play, text};
use crate::advice::Advise;
use crate::answer::Answer;
use crate::args::{ANY, Json, number};
use crate::output;
use crate::picture;

/// The greatest height that anybody has searched.
const SEARCHED: u8 = 9;

/// How often a search is saved.
const SAVED_EVERY: Duration = Duration::from_secs(300);

/// How the least number of moves is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Search, position by position.
    Search,
    /// From what the highest tiles can do between positions where larger ones pass; the number of
    /// moves alone, of tasks that have names.
    Structure,
}

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The first position.
    #[arg(long, value_name = "POSITION", requires = "to", conflicts_with = "task")]
    from: Option<String>,
    /// The last position.
    #[arg(long, value_name = "POSITION", requires = "from", conflicts_with = "task")]
    to: Option<String>,
    #[command(flatten)]
    task: TaskArgs,
    /// How to find it; by structure if a task is named and its towers are higher than 9.
    #[arg(long, value_name = "HOW")]
    by: Option<By>,
    /// By structure, check the lower bound of the last level once more, by potentials.
    #[arg(long, conflicts_with = "no_symmetry")]
    certify: bool,
    /// Find the least number of moves alone, which keeps no layers on disk.
    #[arg(long)]
    length_only: bool,
    /// Do without symmetry; the number of moves is the same.
    #[arg(long)]
    no_symmetry: bool,
    /// Save the search in this folder every few minutes and when it is stopped, and go on from
    /// there.
    #[arg(long, value_name = "DIR", value_parser = output::folder())]
    checkpoint: Option<PathBuf>,
    /// Seconds from one saving to the next; 300 if not given. By structure every level is saved.
    #[arg(long, value_name = "SECONDS", requires = "checkpoint", value_parser = number::<u64>(ANY))]
    every: Option<u64>,
    /// Write the number of states in each layer to this file.
    #[arg(long, value_name = "FILE")]
    layers: Option<PathBuf>,
    /// Keep the result of a named task in this folder, for the table.
    #[arg(long, value_name = "DIR", value_parser = output::folder(), requires = "task")]
    keep: Option<PathBuf>,
    /// Write a page to play, with the solution.
    #[arg(long, value_name = "FILE", value_parser = picture::page(),
        conflicts_with = "length_only")]
    html: Option<PathBuf>,
    /// Print every position on the way, a line each, after its move.
    #[arg(long, conflicts_with_all = ["json", "length_only"])]
    positions: bool,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Finds a shortest solution and prints it.
pub fn solve(args: &SolveArgs) -> Result<()> {
    if args.by_structure()? {
        return by_structure(args);
    }
    output::beside_answer("the list of layers", args.layers.as_deref())?;
    let (from, to) = args.ends()?;
    let mut settings = args.machine.settings();
    settings.moves = !args.length_only;
    settings.symmetry = !args.no_symmetry;
    settings.keeping = args.checkpoint.as_ref().map(|directory| Keeping {
        directory: directory.clone(),
        every: args.every.map_or(SAVED_EVERY, Duration::from_secs),
    });
    let kept = args.keep.as_deref().map(results::file);
    output::apart([kept.as_deref(), args.layers.as_deref(), args.html.as_deref()])?;
    if let Some(folder) = &args.checkpoint {
        let beside = [kept.as_deref(), args.layers.as_deref(), args.html.as_deref()];
        output::not_within(folder, beside)?;
    }
    if let Some(path) = &args.layers {
        // Of a search from one end or from both.
        output::check_ours(path, format!("{},", DEPTH.name))?;
    }
    let results = args.keep.as_deref().map(Results::read).transpose()?;
    let solution = args.machine.search(&from, &to, args.task.task(), &settings)?;
    // The answer is told, whatever becomes of what goes beside it.
    let beside = write_beside(args, (&from, &to), &solution, results);
    output::both(print(args, (&from, &to), &solution), beside)
}

/// Keeps a solution, and writes what was asked for beside it.
fn write_beside(
    args: &SolveArgs,
    (from, to): (&Position, &Position),
    solution: &Solution,
    results: Option<Results>,
) -> Result<()> {
    let kept = results.zip(solution.length).map_or(Ok(()), |(mut results, moves)| {
        let states = Some(solution.states());
        results.add(args.task.named()?, moves, states, How::Search, text::moves(solution))
    });
    let layers = args.layers.as_ref().map_or(Ok(()), |path| write_layers(path, solution));
    let page = args.html.as_ref().map_or(Ok(()), |path| play::write(path, from, to, solution));
    kept.and(layers).and(page)
}

/// Prints a solution as it was asked for.
fn print(args: &SolveArgs, (from, to): (&Position, &Position), solution: &Solution) -> Result<()> {
    if args.json.json {
        let answer = Answer {
            moves: solution.length,
            proved: true,
            metric: "move".to_owned(),
            states: solution.states(),
            solution: solution.moves.is_some().then(|| text::moves(solution)),
            start: from.to_string(),
            goal: solution.length.map(|_| to.to_string()),
            seconds: (solution.searched + solution.rebuilt).as_secs_f64(),
        };
        return answer.print();
    }
    let Some(length) = solution.length else { return output::print("no solution\n") };
    if let Some(moves) = &solution.moves {
        if args.positions {
            let mut board = Board::from(from);
            output::print(&format!("{from}\n"))?;
            for &next in moves {
                board.play([next])?;
                let position = board.position().context("the towers are too high")?;
                output::print(&format!("{next} {position}\n"))?;
            }
        } else if length > 0 {
            output::print(&format!("{}\n", text::moves(solution)))?;
        }
    }
    output::print(&format!("moves={length}\nstates={}\nproof=search\n", solution.states()))
}

/// Finds the number of moves of a named task by structure, and prints it.
fn by_structure(args: &SolveArgs) -> Result<()> {
    let (task, height) = args.task.named()?;
    let mut results = args.keep.as_deref().map(Results::read).transpose()?;
    let folder = args.checkpoint.as_deref();
    let found = levels::least(&args.machine, (task, height), folder, args.certify)?;
    let kept = results.as_mut().map_or(Ok(()), |results| {
        results.add((task, height), found.moves, None, How::Structure, String::new())
    });
    let printed = if args.json.json {
        let (start, goal) = task.written_ends(height).unzip();
        let answer = Answer {
            moves: Some(found.moves),
            proved: true,
            metric: "move".to_owned(),
            states: found.labels,
            solution: None,
            start: start.unwrap_or_default(),
            goal,
            seconds: found.took.as_secs_f64(),
        };
        answer.print()
    } else {
        let certified = if args.certify { "certified=yes\n" } else { "" };
        output::print(&format!("moves={}\nproof=structure\n{certified}", found.moves))
    };
    output::both(printed, kept)
}

impl SolveArgs {
    /// Whether to do it by structure, as far as that can do what is asked.
    fn by_structure(&self) -> Result<bool> {
        let named = self.task.task().is_some();
        let high = named && self.task.height.is_some_and(|height| height > SEARCHED);
        let by = self.by.unwrap_or(if high { By::Structure } else { By::Search });
        if by == By::Search {
            ensure!(!self.certify, "--certify is for --by structure");
            return Ok(false);
        }
        ensure!(named, "structure is for tasks that have names, as --exchange");
        let asked = [
            (self.html.is_some(), "--html"),
            (self.positions, "--positions"),
            (self.layers.is_some(), "--layers"),
            (self.no_symmetry, "--no-symmetry"),
            (self.every.is_some(), "--every"),
        ];
        if let Some((_, option)) = asked.into_iter().find(|(asked, _)| *asked) {
            bail!("{option} is for searches; by structure the number of moves alone is found");
        }
        Ok(true)
    }

    /// The first and the last position.
    fn ends(&self) -> Result<(Position, Position)> {
        let (from, to) = match (&self.from, &self.to) {
            (Some(from), Some(to)) => (position(from)?, position(to)?),
            _ => return ends(self.task.named().advise("or give --from and --to")?),
        };
        let heights = [from.height(), to.height()];
        if heights[0] != heights[1] {
            bail!("the towers of --from are {} high and those of --to {}", heights[0], heights[1]);
        }
        if let Some(height) = self.task.height {
            ensure!(height == heights[0], "the towers are {} high, not {height}", heights[0]);
        }
        Ok((from, to))
    }
}

/// Writes how many states each layer has, from each end.
fn write_layers(path: &Path, solution: &Solution) -> Result<()> {
    let sheet = if solution.layers.len() == 1 { LAYERS } else { LAYERS_OF_BOTH };
    let last = solution.layers.iter().map(Vec::len).max().unwrap_or(0);
    let width = |end: &Vec<u64>, depth| end.get(depth).map_or(String::new(), u64::to_string);
    let row = |depth: usize| {
        let widths = solution.layers.iter().map(move |end| width(end, depth));
        std::iter::once(depth.to_string()).chain(widths)
    };
    sheet.write(path, (0..last).map(row))
}
