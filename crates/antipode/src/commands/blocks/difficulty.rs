//! The command `difficulty`: how hard one puzzle is, beside the length of its solution.

use antipode_blocks::Group;
use antipode_blocks::difficulty::Told;
use antipode_blocks::solve::SolveError;
use antipode_frontier::{Effort, Full, Progress};
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use super::puzzle::{Given, MetricArgs, PuzzleArgs};
use crate::advice::Advise;
use crate::args::{ANY, Json, Memory, Quiet, SOME, Threads, number};
use crate::list::{self, ListArgs};
use crate::output::print;
use crate::report::Report;

/// For the end of the help.
pub const EXAMPLES: &str = "\
The BB difficulty is V - 1 - E: V counts the boards of the group, all solved ones as one; E is the \
mean length, over all spanning trees of their graph, of the way to the solved one. E is exact for \
small groups and estimated by loop-erased random walks for others.

Examples:
  antipode difficulty AABC/DEBB/DFGH/.FI.
  antipode difficulty AABC/DEBB/DFGH/.FI. --effort 1e9 --seed 7
  antipode difficulty AB./CBD/EFD/GHD --metric step --json
  antipode difficulty configs/puzzles/klotski.txt
  antipode difficulty out/4x4/hardest.csv:9
  antipode difficulty out/3x4/puzzles.csv --all --json -o figures.jsonl";

/// What `difficulty` takes.
#[derive(Debug, Args)]
pub struct DifficultyArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// About how many steps random walks may take for an estimate.
    #[arg(long, value_name = "STEPS", default_value_t = 1e8, value_parser = effort)]
    effort: f64,
    /// Where random walks start from: the same seed gives the same estimate.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    seed: u64,
    /// The most boards of a group to take on; without it, as many as the memory holds.
    #[arg(long, value_name = "BOARDS", value_parser = number::<usize>(SOME))]
    limit: Option<usize>,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
}

impl DifficultyArgs {
    /// The figures of a puzzle; none without a solution.
    fn told(&self, given: &Given, report: &Report) -> Result<Option<Told>> {
        let metric = self.metric.of(given);
        let memory = self.memory.bytes();
        let effort = Effort { steps: self.effort, seed: self.seed, memory };
        let most = self.limit.unwrap_or(usize::MAX);
        let joined = Group::joined(&given.puzzle, metric, most, memory, report);
        let (group, graph) = match (joined, self.limit) {
            (Err(full @ SolveError::Full(Full::States { .. })), Some(_)) => {
                return Err(full)
                    .advise_on_memory("--limit says how many boards the group may have");
            }
            (joined, _) => joined?,
        };
        let figures = group.figures(graph, &effort).map_err(SolveError::from)?;
        Ok(figures.map(|figures| Told::new(&figures, metric)))
    }
}

/// What a list says of a puzzle.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Line {
    Told(Told),
    Impossible(Impossible),
}

/// There is no solution: `moves` is null.
#[derive(Debug, Serialize)]
struct Impossible {
    moves: (),
    metric: &'static str,
}

/// Prints the figures of a puzzle, or of all.
pub fn act(args: &DifficultyArgs) -> Result<()> {
    let pool = args.threads.pool()?;
    let quiet = args.quiet.quiet;
    if args.list.all {
        let puzzles = args.puzzle.read_all()?;
        let report = Report::new("difficulty", puzzles.len() as u64, quiet);
        let (effort, seed) = (args.effort, args.seed);
        let question = |given: &Given| {
            let metric = args.metric.of(given).name();
            format!("difficulty {effort} {seed} {metric} {:?}", given.puzzle)
        };
        let output = args.list.output.as_deref();
        let answered = list::answer_all(&puzzles, question, output, |given| {
            let told = pool.install(|| args.told(given, &report))?;
            report.advance(1);
            let impossible = Impossible { moves: (), metric: args.metric.of(given).name() };
            Ok(told.map_or(Line::Impossible(impossible), Line::Told))
        });
        return answered.map(drop);
    }
    let given = args.puzzle.read()?;
    let report = Report::new("difficulty", None, quiet);
    let told = pool.install(|| args.told(&given, &report))?;
    report.clear();
    let told = told.with_context(|| {
        let start = given.puzzle.start();
        format!("{start} has no solution, so it is not difficult but impossible")
    })?;
    print(&if args.json.json { serde_json::to_string(&told)? + "\n" } else { lines(&told) })
}

fn lines(told: &Told) -> String {
    let number = |value: Option<f64>| value.map_or("unknown".into(), |it| format!("{it:.1}"));
    format!(
        "moves={}\nmetric={}\nstates={}\ngoals={}\nbb={}\nbb_error={}\nbb_walks={}\n\
         paths={}\non_paths={:.4}\nbranching={:.3}\ndead_ends={}\nwalk={}\n",
        told.moves,
        told.metric,
        told.states,
        told.goals,
        number(told.bb),
        number(told.bb_error),
        told.bb_walks.map_or("unknown".into(), |walks| walks.to_string()),
        told.paths.as_deref().unwrap_or("unknown"),
        told.on_paths,
        told.branching,
        told.dead_ends,
        number(told.walk),
    )
}

fn effort(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(steps) if (1.0..=1e15).contains(&steps) => Ok(steps),
        _ => Err("must be a number of steps, such as 1e8".to_owned()),
    }
}
