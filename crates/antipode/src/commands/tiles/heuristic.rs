//! The heuristic search, and how it compares with the optimum.

use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_tiles::heuristic::{Found, Limits, search};
use antipode_tiles::{Metric, Position, Random, Solution, Tree, replay};
use anyhow::{Result, ensure};
use clap::Args;

use super::args::{self as words, PositionArgs};
use super::sheets::HEURISTIC;
use crate::answer::Answer;
use crate::args::{ANY, Json, Quiet, number};
use crate::exit::Bug;
use crate::report::Report;
use crate::stop::Interrupted;

/// The most moves that a limit may allow: each takes a level of recursion.
const MOST_DEPTH: u64 = 1000;

/// What `heuristic` takes.
#[derive(Debug, Args)]
pub struct HeuristicArgs {
    #[command(flatten)]
    positions: PositionArgs,
    /// The goal; the tiles in order and the blank last if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    /// The most moves of a solution.
    #[arg(long, value_name = "MOVES", default_value_t = 50, value_parser = number::<u64>(1..=MOST_DEPTH))]
    depth_limit: u64,
    /// The most branches to visit.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<u64>(ANY))]
    branch_limit: u64,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// Prints what the search finds for each position.
pub fn heuristic(args: &HeuristicArgs) -> Result<()> {
    let positions = args.positions.read()?;
    let goal = words::goal(args.goal.as_deref(), positions[0].size())?;
    let limits = Limits { depth: args.depth_limit as usize, branches: args.branch_limit };
    for start in &positions {
        let report = Report::new("heuristic", args.branch_limit, args.quiet.quiet);
        let found = checked(start, &goal, limits, &report)?;
        let seconds = report.elapsed().as_secs_f64();
        report.finish(&format!("{}, {seconds:.3} s", counted(found.branches, "branch")));
        if args.json.json {
            answer(start, &goal, &found, seconds).print()?;
        } else {
            crate::output::print(&told(&found, limits))?;
        }
    }
    Ok(())
}

/// Searches and replays what is found.
fn checked(
    start: &Position,
    goal: &Position,
    limits: Limits,
    progress: &dyn Progress,
) -> Result<Found> {
    let found = search(start, goal, limits, progress);
    ensure!(!progress.stop(), Interrupted);
    if let Some(solution) = &found.solution {
        replay(start, goal, Metric::Single, &solution.moves)
            .map_err(|_| Bug::wrong_solution(start))?;
    }
    Ok(found)
}

fn told(found: &Found, limits: Limits) -> String {
    let branches = found.branches;
    let (line, shorter) = match (&found.solution, found.exhausted) {
        (Some(solution), true) => (words::line(solution), "none exists"),
        (Some(solution), false) => (words::line(solution), "may exist"),
        (None, true) if !found.solvable => (words::NO_SOLUTION.to_owned(), "none exists"),
        (None, true) => {
            (format!("no solution of up to {}", counted(limits.depth, "move")), "none exists")
        }
        (None, false) => ("no solution found".to_owned(), "may exist"),
    };
    format!("{line}\nshorter={shorter}\nbranches={branches}\n")
}

fn answer(start: &Position, goal: &Position, found: &Found, seconds: f64) -> Answer {
    let solution = found.solution.as_ref();
    Answer {
        moves: solution.map(|solution| solution.moves.len() as u64),
        // That there is no solution within the limits proves nothing of longer ones.
        proved: found.exhausted && (solution.is_some() || !found.solvable),
        metric: Metric::Single.to_string(),
        states: 0,
        solution: solution.map(Solution::to_string),
        start: start.to_string(),
        goal: solution.map(|_| goal.to_string()),
        seconds,
    }
}

/// What `compare` takes.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// How many random positions.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    count: u32,
    /// Another seed, other positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    seed: u64,
    /// Depth limits to try.
    #[arg(long, value_name = "MOVES,..", value_delimiter = ',', default_value = "31,40,50,80")]
    #[arg(value_parser = number::<u64>(1..=MOST_DEPTH))]
    depth_limits: Vec<u64>,
    /// Limits on visited branches to try.
    #[arg(long, value_name = "N,..", value_delimiter = ',')]
    #[arg(default_value = "1000,10000,100000,1000000", value_parser = number::<u64>(ANY))]
    branch_limits: Vec<u64>,
    #[command(flatten)]
    quiet: Quiet,
}

/// Prints a row for each pair of limits.
pub fn compare(args: &CompareArgs) -> Result<()> {
    let goal = Position::solved(antipode_tiles::Size::new(3, 3)?);
    let tree = Tree::build(goal, Metric::Single)?;
    let pairs: Vec<_> = args
        .depth_limits
        .iter()
        .flat_map(|&depth| {
            args.branch_limits.iter().map(move |&branches| (depth as usize, branches))
        })
        .collect();
    let searches = pairs.len() as u64 * u64::from(args.count);
    let report = Report::new("compare", searches, args.quiet.quiet);
    let mut table = csv::Writer::from_writer(crate::output::standard());
    table.write_record(HEURISTIC.header())?;
    for &(depth, branches) in &pairs {
        let limits = Limits { depth, branches };
        let mut row = Row::default();
        // Made anew for each pair of limits, as there may be thousands of millions.
        for start in Random::new(goal, args.seed).take(args.count as usize) {
            let found = checked(&start, &goal, limits, &OneOfMany(&report))?;
            row.add(&found, tree.solve(&start).map_or(0, |solution| solution.moves.len()));
            report.stored(found.branches);
            report.advance(1);
        }
        table.write_record([
            depth.to_string(),
            branches.to_string(),
            args.count.to_string(),
            row.solved.to_string(),
            row.shortest.to_string(),
            row.proved.to_string(),
            mean(row.moves, row.solved),
            mean(row.optimum, row.solved),
            mean(row.branches, args.count.into()),
        ])?;
    }
    table.flush()?;
    let (positions, pairs) = (counted(args.count, "position"), counted(pairs.len(), "pair"));
    report.finish(&format!("{positions}, {pairs} of limits"));
    Ok(())
}

/// A search that is a unit of work of the whole.
struct OneOfMany<'a>(&'a Report);

impl Progress for OneOfMany<'_> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
}

/// What searches under one pair of limits found, added up.
#[derive(Debug, Default)]
struct Row {
    solved: u64,
    shortest: u64,
    /// Solutions known to be shortest.
    proved: u64,
    /// Moves of what was solved, and the least there could be.
    moves: u64,
    optimum: u64,
    branches: u64,
}

impl Row {
    fn add(&mut self, found: &Found, optimum: usize) {
        self.branches += found.branches;
        if let Some(solution) = &found.solution {
            self.solved += 1;
            self.moves += solution.moves.len() as u64;
            self.optimum += optimum as u64;
            self.shortest += u64::from(solution.moves.len() == optimum);
            self.proved += u64::from(found.exhausted);
        }
    }
}

fn mean(sum: u64, count: u64) -> String {
    if count == 0 { String::new() } else { format!("{:.2}", sum as f64 / count as f64) }
}
