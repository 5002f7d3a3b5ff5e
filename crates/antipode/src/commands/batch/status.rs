//! How far a batch is.

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
