//! Tables of how many positions lie at each distance.

use std::path::PathBuf;

use antipode_tiles::{Depths, DepthsError, Position, Size};
use anyhow::Result;
use clap::Args;

use crate::report::Report;
use antipode_pipeline::Interrupted;
use antipode_sealed::{FileError, replace};

/// What `depths` takes.
#[derive(Debug, Args)]
pub struct DepthsArgs {
    /// The board, width first, at most 12 cells.
    size: Size,
    /// The goal; the tiles in order and the blank last if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    /// What counts as one move.
    #[arg(long, value_enum, default_value_t = super::Metric::Single)]
    metric: super::Metric,
    /// Write tables of the depths and of the farthest positions in this folder.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Use this many threads; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    quiet: bool,
}

/// Counts, prints the counts, and writes the tables.
pub fn depths(args: &DepthsArgs) -> Result<()> {
    let goal = super::goal(args.goal.as_deref(), args.size)?;
    let metric = args.metric.into();
    let stop = crate::stop::at_signals()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build()?;
    let report = Report::new("depths", args.size.states(), args.quiet, &stop);
    let found = pool.install(|| antipode_tiles::depths(goal, metric, &report));
    let found = found.map_err(|error| match error {
        DepthsError::Stopped(_) => Interrupted::Lost.into(),
        error @ DepthsError::TooLarge(_) => anyhow::Error::from(error),
    })?;
    let seconds = report.elapsed().as_secs_f64();
    report.finish(&format!("{} {metric}, {seconds:.2} s", args.size));
    if let Some(folder) = &args.out {
        write(&found, folder, &goal, &metric)?;
    }
    let row: Vec<_> = found.layers.iter().map(u64::to_string).collect();
    let (row, states) = (row.join(" "), args.size.states());
    let (depth, farthest) = (found.layers.len() - 1, found.farthest.len());
    crate::output::print(&format!("{row}\nstates={states}\ndepth={depth}\nfarthest={farthest}\n"))
}

fn write(
    found: &Depths,
    folder: &std::path::Path,
    goal: &Position,
    metric: &antipode_tiles::Metric,
) -> Result<(), FileError> {
    let name = format!("{}-{metric}", goal.size());
    let place = [goal.size().to_string(), metric.to_string(), goal.to_string()];
    let place = place.iter().map(String::as_str);
    replace(&folder.join(format!("{name}-depths.csv")), |file| {
        let mut table = csv::Writer::from_writer(file);
        table.write_record(["size", "metric", "goal", "depth", "states"])?;
        for (depth, states) in found.layers.iter().enumerate() {
            let counts = [depth.to_string(), states.to_string()];
            table.write_record(place.clone().chain(counts.iter().map(String::as_str)))?;
        }
        table.flush()
    })?;
    replace(&folder.join(format!("{name}-farthest.csv")), |file| {
        let mut table = csv::Writer::from_writer(file);
        table.write_record(["size", "metric", "goal", "depth", "position"])?;
        let depth = (found.layers.len() - 1).to_string();
        for position in &found.farthest {
            let position = position.to_string();
            table.write_record(place.clone().chain([depth.as_str(), position.as_str()]))?;
        }
        table.flush()
    })
}
