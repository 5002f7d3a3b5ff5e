//! Tells how far a batch is.

use std::fs;
use std::time::{Duration, SystemTime};

use serde::{Serialize, Serializer};

use crate::batch::Batch;
use crate::document::SealError;

/// What is done and what is left of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Status {
    /// The number of justsolved boards.
    #[serde(rename = "justsolved")]
    pub boards: u64,
    /// The part of the work that is done, from 0 to 1.
    pub part_done: f64,
    /// The number of shards.
    pub shards: usize,
    /// How many of them have a valid result.
    pub done: usize,
    /// How many have a result that is damaged.
    pub damaged: usize,
    /// What the last shards tell, if someone was at work and something is left.
    pub pace: Option<Pace>,
}

/// The pace of the last shards written: it tells whether anyone is at work, and how long it takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pace {
    /// How many shards are done in a second.
    #[serde(rename = "shards_per_second")]
    pub rate: f64,
    /// How long it takes until all are.
    #[serde(rename = "seconds_left", serialize_with = "seconds")]
    pub left: Duration,
    /// How long ago the last one was written.
    #[serde(rename = "seconds_idle", serialize_with = "seconds")]
    pub idle: Duration,
}

fn seconds<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64())
}

/// How many shards the pace is measured over.
const RECENT: usize = 32;

/// Looks how far a batch is that was enumerated.
pub fn status(batch: &Batch) -> Result<Status, SealError> {
    let plan = batch.plan()?;
    let shards = plan.shards.len();
    let mut status =
        Status { boards: plan.boards(), part_done: 0.0, shards, done: 0, damaged: 0, pace: None };
    let mut written: Vec<SystemTime> = Vec::new();
    let all: u64 = plan.shards.iter().map(|shard| shard.boards).sum();
    let mut boards_done = 0;
    for shard in 0..shards {
        let file = batch.shard_file(shard);
        match batch.shard(shard) {
            Ok(_) => {
                status.done += 1;
                boards_done += plan.shards[shard].boards;
                written.extend(fs::metadata(&file).and_then(|data| data.modified()));
            }
            Err(_) if file.exists() => status.damaged += 1,
            Err(_) => {}
        }
    }
    status.part_done = boards_done as f64 / all.max(1) as f64;
    written.sort_unstable();
    status.pace = pace(&written[written.len().saturating_sub(RECENT)..], shards - status.done);
    Ok(status)
}

/// How many boards were counted by an enumeration that is not complete.
pub fn counted(batch: &Batch) -> u64 {
    batch.surveys().map_or(0, |surveys| surveys.boards())
}

/// The pace at which shards were `written`, where some are `left`.
fn pace(written: &[SystemTime], left: usize) -> Option<Pace> {
    let (first, last) = (written.first()?, written.last()?);
    let seconds = last.duration_since(*first).ok()?.as_secs_f64();
    if left == 0 || written.len() < 2 {
        return None;
    }
    let rate = (written.len() - 1) as f64 / seconds.max(1e-3);
    let left = Duration::from_secs_f64(left as f64 / rate);
    Some(Pace { rate, left, idle: last.elapsed().unwrap_or_default() })
}
