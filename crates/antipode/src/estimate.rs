//! Tells what a batch would cost, from a sample of its shards.

use std::sync::Mutex;
use std::time::Instant;

use antipode_blocks::Generator;
use anyhow::Result;

use crate::batch::Batch;
use crate::plan::Plan;
use crate::search::{Source, each_shard, tally_shard};

/// How many shards are searched. They are spread evenly, as shards change their nature slowly
/// from the large goal pieces to the small ones.
const SAMPLE: usize = 48;

/// What the sampled shards took together.
#[derive(Default)]
struct Sum {
    boards: u64,
    states: u64,
    seconds: f64,
    largest_class: u64,
}

/// What the search of a batch would take, as `key=value` lines. Nothing is written.
pub fn estimate(batch: &Batch<'_>) -> Result<String> {
    let settings = &batch.settings;
    let generator = Generator::new(&settings.family, settings.generator);
    let plan = batch.plan().unwrap_or_else(|_| Plan::new(&settings.family, &generator));
    let count = plan.shards.len().min(SAMPLE);
    let sample: Vec<usize> =
        (0..count).map(|index| (2 * index + 1) * plan.shards.len() / (2 * count)).collect();
    let boards = sample.iter().map(|&shard| plan.shards[shard].boards).sum();
    let report = batch.report("estimate", boards);
    let source = Source::Generator(generator);
    let sum = Mutex::new(Sum::default());
    each_shard(batch, &sample, |shard, diameter| {
        let started = Instant::now();
        let tally = tally_shard(batch, &plan, &source, shard, diameter, &report)?;
        let seconds = started.elapsed().as_secs_f64();
        if let Ok(mut sum) = sum.lock() {
            sum.boards += plan.shards[shard].boards;
            sum.states += tally.searched_states;
            sum.seconds += seconds;
            sum.largest_class = sum.largest_class.max(tally.largest_class);
        }
        Ok(())
    })?;
    report.finish(&format!("{count} of {} shards sampled", plan.shards.len()));

    let sum = sum.into_inner().unwrap_or_default();
    let scale = plan.boards() as f64 / sum.boards.max(1) as f64;
    let threads = rayon::current_num_threads();
    let core_seconds = sum.seconds * scale;
    Ok(format!(
        "justsolved={}\nshards={}\nsampled={count}\nsearched_states={:.3e}\ncore_hours={:.3}\n\
         threads={threads}\nseconds={:.1}\nlargest_class_sampled={}\n",
        plan.boards(),
        plan.shards.len(),
        sum.states as f64 * scale,
        core_seconds / 3600.0,
        core_seconds / threads as f64,
        sum.largest_class,
    ))
}
