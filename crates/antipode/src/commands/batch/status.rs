//! How far a batch is, and what it would take.

use antipode_pipeline as pipeline;
use anyhow::{Context, Result};
use indicatif::HumanDuration;

use super::args::BatchArgs;
use crate::output::print;

/// Prints what is done and what is left.
pub fn status(args: &BatchArgs) -> Result<()> {
    args.work(|batch, _| {
        let status = pipeline::inspect::status(batch).context("nothing is enumerated yet")?;
        let mut text = format!(
            "batch={}\nconfig={}\njustsolved={}\nshards={}\ndone={}\ndamaged={}\nleft={}\n\
             percent={:.1}\n",
            batch.folder.display(),
            batch.config,
            status.boards,
            status.shards,
            status.done,
            status.damaged,
            status.shards - status.done,
            100.0 * status.part_done,
        );
        if let Some(pace) = status.pace {
            text += &format!(
                "shards_per_second={:.2}\ntime_left={}\nlast_shard_ago={}\n",
                pace.rate,
                HumanDuration(pace.left),
                HumanDuration(pace.idle),
            );
        }
        print(&text)
    })
}

/// Prints what a search of the whole batch would take.
pub fn estimate(args: &BatchArgs) -> Result<()> {
    args.work(|batch, report| {
        let estimate = pipeline::inspect::estimate(batch, &report("estimate"))?;
        print(&format!(
            "samples={}\njustsolved={:.3e}\nsearched_states={:.3e}\nstates_error={:.0}%\n\
             core_hours={:.4}\ncore_hours_error={:.0}%\nthreads={}\nseconds={:.1}\n\
             largest_class_sampled={:.2e}\nmemory_bytes_at_most={:.2e}\n",
            estimate.samples,
            estimate.justsolved,
            estimate.states,
            estimate.states_error,
            estimate.seconds / 3600.0,
            estimate.seconds_error,
            estimate.threads,
            estimate.seconds / estimate.threads as f64,
            estimate.largest_class,
            estimate.memory,
        ))
    })
}
