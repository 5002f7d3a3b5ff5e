//! The command `difficulty`: how hard one puzzle is, beside the length of its solution.

use antipode_blocks::difficulty::Told;
use antipode_blocks::{Group, Metric, Room};
use antipode_frontier::{Effort, Silent};
use anyhow::{Result, bail};
use clap::Args;

use super::puzzle::PuzzleArgs;
use crate::args::{Json, names};

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
  antipode difficulty out/4x4/hardest.csv:9";

/// What `difficulty` takes.
#[derive(Debug, Args)]
pub struct DifficultyArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// What counts as one action; of a batch's row the metric of the batch, otherwise move, if not
    /// given.
    #[arg(long, value_name = "METRIC", value_parser = names(&Metric::NAMES))]
    metric: Option<Metric>,
    /// About how many steps random walks may take for an estimate.
    #[arg(long, value_name = "STEPS", default_value_t = 1e8, value_parser = effort)]
    effort: f64,
    /// Where random walks start from: the same seed gives the same estimate.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The most boards of a group to take on.
    #[arg(long, value_name = "BOARDS", default_value_t = 20_000_000)]
    limit: usize,
    #[command(flatten)]
    json: Json,
}

/// Prints the figures of a puzzle.
pub fn act(args: &DifficultyArgs) -> Result<()> {
    let given = args.puzzle.read()?;
    let metric = args.metric.or(given.metric).unwrap_or(Metric::Move);
    let effort = Effort { steps: args.effort, seed: args.seed };
    let group = Group::search(&given.puzzle, metric, Room::Boards(args.limit), &Silent)?;
    let Some(figures) = group.figures(&effort) else {
        let name = args.puzzle.input();
        bail!("{name} has no solution, so it is not difficult but impossible");
    };
    let told = Told::new(&figures, metric);
    crate::output::print(&if args.json.json {
        serde_json::to_string(&told)? + "\n"
    } else {
        lines(&told)
    })
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
