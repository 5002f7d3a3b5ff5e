//! Tables of how many positions lie at each distance.

use std::path::{Path, PathBuf};

use antipode_tiles::{Depths, Metric, Position, Size};
use anyhow::Result;
use clap::Args;

use super::args::{self as words, MetricArgs};
use super::sheets::{DEPTHS, FARTHEST};
use crate::args::{Quiet, Threads};
use crate::output;
use crate::report::Report;

/// What `depths` takes.
#[derive(Debug, Args)]
pub struct DepthsArgs {
    /// The board, width first, at most 12 cells.
    size: Size,
    /// The goal; the tiles in order and the blank last if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    #[command(flatten)]
    metric: MetricArgs,
    /// Write tables of the depths and of the farthest positions in this folder; those of a goal that
    /// was given have it in their names.
    #[arg(long, value_name = "DIR", value_parser = output::folder())]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
}

/// Counts, prints the counts, and writes the tables.
pub fn depths(args: &DepthsArgs) -> Result<()> {
    let goal = words::goal(args.goal.as_deref(), args.size)?;
    let metric = args.metric.metric;
    if let Some(folder) = &args.out {
        let [depths, farthest] = paths(folder, &goal, &metric);
        DEPTHS.replaces(&depths)?;
        FARTHEST.replaces(&farthest)?;
    }
    let pool = args.threads.pool()?;
    let report = Report::new("depths", args.size.states(), args.quiet.quiet);
    let found = pool.install(|| antipode_tiles::depths(goal, metric, &report))?;
    let seconds = report.elapsed().as_secs_f64();
    report.finish(&format!("{} {metric}, {seconds:.2} s", args.size));
    // The counts are told, whatever becomes of the tables.
    let written = args.out.as_ref().map_or(Ok(()), |folder| write(&found, folder, &goal, &metric));
    let row: Vec<_> = found.layers.iter().map(u64::to_string).collect();
    let (row, states) = (row.join(" "), args.size.states());
    let (depth, farthest) = (found.layers.len() - 1, found.farthest.len());
    let told = format!("{row}\nstates={states}\ndepth={depth}\nfarthest={farthest}\n");
    output::both(output::print(&told), written)
}

/// The files of both tables.
fn paths(folder: &Path, goal: &Position, metric: &Metric) -> [PathBuf; 2] {
    let mut name = format!("{}-{metric}", goal.size());
    if !words::is_usual(goal) {
        name += &format!("-to-{}", goal.to_string().replace([' ', '/'], "-"));
    }
    ["depths", "farthest"].map(|table| folder.join(format!("{name}-{table}.csv")))
}

fn write(found: &Depths, folder: &Path, goal: &Position, metric: &Metric) -> Result<()> {
    let [of_depths, of_farthest] = paths(folder, goal, metric);
    let of = |depth: usize, last: String| {
        let (size, metric) = (goal.size().to_string(), metric.to_string());
        [size, metric, goal.to_string(), depth.to_string(), last]
    };
    let depths = found.layers.iter().enumerate();
    let depths = depths.map(|(depth, states)| of(depth, states.to_string()));
    DEPTHS.write(&of_depths, depths)?;
    let depth = found.layers.len() - 1;
    let farthest = found.farthest.iter().map(|position| of(depth, position.to_string()));
    FARTHEST.write(&of_farthest, farthest)
}
