//! The command `difficulty`: how hard one puzzle is, beside the length of its solution.

use std::fs;
use std::path::Path;

use antipode_blocks::puzzle::Puzzle;
use antipode_blocks::puzzle::difficulty::difficulty;
use antipode_blocks::puzzle::format::text;
use antipode_blocks::{Board, Metric, Rule};
use antipode_frontier::{Effort, Figures};
use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

/// For the end of the help.
pub const EXAMPLES: &str = "\
The BB difficulty is V - 1 - E: V counts the boards of the group, all solved ones as one; E is the \
mean length, over all spanning trees of their graph, of the way to the solved one. E is exact for \
small groups and estimated by loop-erased random walks for others.

Examples:
  antipode difficulty AABC/DEBB/DFGH/.FI.
  antipode difficulty AABC/DEBB/DFGH/.FI. --effort 1e9 --seed 7
  antipode difficulty AB./CBD/EFD/GHD --metric step --json";

/// What `difficulty` takes.
#[derive(Debug, Args)]
pub struct DifficultyArgs {
    /// A file with a puzzle; or a board, rows of letters separated by `/`, `.` a hole, `A` the
    /// piece that is to go to the lower-right corner.
    puzzle: String,
    /// What counts as one action.
    #[arg(long, value_name = "METRIC", default_value = "move", value_parser = names(&Metric::NAMES))]
    metric: Metric,
    /// When the goal piece of a board is home.
    #[arg(long, value_name = "RULE", default_value = "strict", value_parser = names(&Rule::NAMES))]
    rule: Rule,
    /// About how many steps random walks may take for an estimate.
    #[arg(long, value_name = "STEPS", default_value_t = 1e8, value_parser = effort)]
    effort: f64,
    /// Where random walks start from: the same seed gives the same estimate.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The most boards of a group to take on.
    #[arg(long, value_name = "BOARDS", default_value_t = 20_000_000)]
    limit: usize,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// The figures as they are printed.
#[derive(Debug, Serialize)]
struct Told {
    /// The least number of actions.
    moves: u32,
    metric: &'static str,
    /// The boards of the group, and how many of them are solved.
    states: usize,
    goals: usize,
    /// The BB difficulty, and half of its 95% confidence interval; 0 where it is exact.
    bb: Option<f64>,
    bb_error: Option<f64>,
    /// How many random walks the estimate is made of; 0 where it is exact.
    bb_walks: Option<u64>,
    /// How many shortest solutions there are, as sequences of boards.
    paths: Option<String>,
    /// The share of the boards that lie on one.
    on_paths: f64,
    /// The mean number of boards one action away.
    branching: f64,
    /// How many unsolved boards there are that one action leads from.
    dead_ends: usize,
    /// The expected number of actions of a random walk to a solved board.
    walk: Option<f64>,
}

/// Prints the figures of a puzzle.
pub fn act(args: &DifficultyArgs) -> Result<()> {
    let name = &args.puzzle;
    let puzzle = read(name, args.rule)?;
    let effort = Effort { steps: args.effort, seed: args.seed };
    let Some(figures) = difficulty(&puzzle, args.metric, &effort, args.limit)?? else {
        bail!("{name} has no solution, so it is not difficult but impossible");
    };
    let told = Told::new(&figures, args.metric);
    crate::print(&if args.json { serde_json::to_string(&told)? + "\n" } else { told.lines() })
}

/// The puzzle in the file of that name or, if there is none, on the board of that text.
pub fn read(name: &str, rule: Rule) -> Result<Puzzle> {
    if Path::new(name).is_file() {
        let file = fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
        return text::read(&file).with_context(|| name.to_owned());
    }
    let start = Board::parse_start(name)
        .with_context(|| format!("{name:?} is neither a file nor a board"))?;
    Ok(Puzzle::simple3(&start, rule)?)
}

impl Told {
    fn new(figures: &Figures, metric: Metric) -> Self {
        let bb = figures.bb();
        Told {
            moves: figures.shortest.length,
            metric: metric.name(),
            states: figures.states,
            goals: figures.goals,
            bb: bb.map(|bb| bb.0),
            bb_error: bb.map(|bb| bb.1),
            bb_walks: figures.tree_path.map(|path| path.walks),
            paths: figures.shortest.number.map(|number| number.to_string()),
            on_paths: figures.shortest.vertices as f64 / figures.states as f64,
            branching: figures.branching,
            dead_ends: figures.dead_ends,
            walk: figures.random_walk,
        }
    }

    fn lines(&self) -> String {
        let number = |value: Option<f64>| value.map_or("unknown".into(), |it| format!("{it:.1}"));
        format!(
            "moves={}\nmetric={}\nstates={}\ngoals={}\nbb={}\nbb_error={}\nbb_walks={}\n\
             paths={}\non_paths={:.4}\nbranching={:.3}\ndead_ends={}\nwalk={}\n",
            self.moves,
            self.metric,
            self.states,
            self.goals,
            number(self.bb),
            number(self.bb_error),
            self.bb_walks.map_or("unknown".into(), |walks| walks.to_string()),
            self.paths.as_deref().unwrap_or("unknown"),
            self.on_paths,
            self.branching,
            self.dead_ends,
            number(self.walk),
        )
    }
}

/// A parser of the names in a table of all values.
pub fn names<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let value = |name: String| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).ok_or("no such name")
    };
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(value)
}

fn effort(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(steps) if (1.0..=1e15).contains(&steps) => Ok(steps),
        _ => Err("must be a number of steps, such as 1e8".to_owned()),
    }
}
