//! Tells how far a batch is.

use std::fs;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use indicatif::HumanDuration;

use crate::batch::Batch;
use crate::search::read_shard;

/// What is done and what is left of a batch, as `key=value` lines.
pub fn status(batch: &Batch<'_>) -> Result<String> {
    let plan = batch.plan().context("nothing is enumerated yet")?;
    let mut done = 0;
    let mut damaged = 0;
    let mut boards_done = 0;
    let mut written: Vec<SystemTime> = Vec::new();
    for shard in 0..plan.shards.len() {
        let file = batch.shard_file(shard);
        match read_shard(batch, shard) {
            Ok(_) => {
                done += 1;
                boards_done += plan.shards[shard].boards;
                written.extend(fs::metadata(&file).and_then(|data| data.modified()));
            }
            Err(_) if file.exists() => damaged += 1,
            Err(_) => {}
        }
    }
    let boards = plan.boards();
    let mut text = format!(
        "batch={}\nconfig={}\njustsolved={boards}\nshards={}\ndone={done}\ndamaged={damaged}\nleft={}\npercent={:.1}\n",
        batch.folder.display(),
        batch.config,
        plan.shards.len(),
        plan.shards.len() - done,
        100.0 * boards_done as f64 / boards.max(1) as f64,
    );
    // The pace of the last shards written tells whether anyone is at work, and how long it takes.
    written.sort_unstable();
    let recent = &written[written.len().saturating_sub(RECENT)..];
    if let (Some(first), Some(last)) = (recent.first(), recent.last())
        && let Ok(seconds) = last.duration_since(*first)
        && done < plan.shards.len()
        && recent.len() > 1
    {
        let rate = (recent.len() - 1) as f64 / seconds.as_secs_f64().max(1e-3);
        let left = Duration::from_secs_f64((plan.shards.len() - done) as f64 / rate);
        let idle = last.elapsed().unwrap_or_default();
        text += &format!(
            "shards_per_second={rate:.2}\ntime_left={}\nlast_shard_ago={}\n",
            HumanDuration(left),
            HumanDuration(idle),
        );
    }
    Ok(text)
}

/// How many shards the pace is measured over.
const RECENT: usize = 32;
