//! Tells how far a batch is.

use std::fs;
use std::time::{Duration, SystemTime};

use serde::{Serialize, Serializer};

use crate::batch::Batch;
use crate::document::SealError;

/// What is done and what is left of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Status {
    /// What was enumerated, and how many of them: see [`Batch::counted`].
    #[serde(flatten, serialize_with = "counted_by_name")]
    pub counted: (&'static str, u64),
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

fn counted_by_name<S: Serializer>(
    (name, count): &(&'static str, u64),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([(name, count)])
}

fn seconds<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64())
}

/// How many shards the pace is measured over.
const RECENT: usize = 32;

/// Between two of them the batch was stopped if it took as long as this,
const STOP: Duration = Duration::from_secs(60);

/// and so many times as long as between most.
const TIMES_AS_LONG: u32 = 10;

/// Looks how far a batch is that was enumerated.
///
/// # Errors
/// If the plan is missing, damaged or of another config.
pub fn status(batch: &Batch) -> Result<Status, SealError> {
    let plan = batch.plan()?;
    let shards = plan.shards.len();
    let counted = batch.counted(&plan);
    let mut status = Status { counted, part_done: 0.0, shards, done: 0, damaged: 0, pace: None };
    let mut written: Vec<SystemTime> = Vec::new();
    let all = plan.searched();
    let mut boards_done = 0;
    for shard in 0..shards {
        let file = batch.shard_file(shard);
        match batch.shard(&plan, shard)? {
            Ok(_) => {
                status.done += 1;
                boards_done += plan.shards[shard].boards;
                written.extend(fs::metadata(&file).and_then(|data| data.modified()));
            }
            Err(SealError::Missing(_)) => {}
            Err(_) => status.damaged += 1,
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

/// The pace at which shards were `written`, in order, where some are `left`. Stops of the batch do not count.
fn pace(written: &[SystemTime], left: usize) -> Option<Pace> {
    let last = written.last()?;
    let gap = |pair: &[SystemTime]| pair[1].duration_since(pair[0]).unwrap_or_default();
    let mut gaps: Vec<Duration> = written.windows(2).map(gap).collect();
    gaps.sort_unstable();
    let longest =
        STOP.max(gaps.get(gaps.len().saturating_sub(1) / 2)?.saturating_mul(TIMES_AS_LONG));
    gaps.retain(|&gap| gap < longest);
    if left == 0 {
        return None;
    }
    let rate = gaps.len() as f64 / gaps.iter().sum::<Duration>().as_secs_f64().max(1e-3);
    let left = Duration::try_from_secs_f64(left as f64 / rate).unwrap_or(Duration::MAX);
    Some(Pace { rate, left, idle: last.elapsed().unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_do_not_slow_the_pace() {
        let pace = |seconds: &[u64], left| {
            let at = |&seconds: &u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            let pace = pace(&seconds.iter().map(at).collect::<Vec<_>>(), left)?;
            Some((pace.rate, pace.left.as_secs()))
        };
        assert_eq!(pace(&[0, 15, 25, 40, 50], 8), Some((0.08, 100)));
        assert_eq!(pace(&[0, 15, 25, 7_240, 7_250, 20_000, 20_015], 8), Some((0.08, 100)));
        assert_eq!(pace(&[0, 7_200, 7_210], 3), Some((0.1, 30)));
        assert_eq!(pace(&[0, 0, 0, 0, 9], 9), Some((4.0 / 9.0, 20)));
        for (written, left) in [(&[0, 10][..], 0), (&[0], 1), (&[], 1)] {
            assert_eq!(pace(written, left), None);
        }
    }
}
