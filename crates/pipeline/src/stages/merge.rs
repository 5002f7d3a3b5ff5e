//! The third stage: add the results of all shards up.

use antipode_families::{Sizes, Tally};
use anyhow::{Result, bail};

use crate::batch::Batch;
use crate::plan::Plan;

/// How many bad shards an error names.
const NAMED: usize = 10;

/// Merges the results of all shards and keeps the sum. Refuses if any is missing, damaged or
/// of another config, and names it.
pub fn merge(batch: &Batch, plan: &Plan) -> Result<Tally> {
    let mut tally = Tally::new(batch.settings.top, batch.settings.distinct);
    let mut bad = Vec::new();
    for shard in 0..plan.shards.len() {
        match batch.shard(shard) {
            Ok(part) => tally.merge(part),
            Err(error) => bad.push(error.to_string()),
        }
    }
    if !bad.is_empty() {
        let more = bad.len().saturating_sub(NAMED);
        let count = bad.len();
        bad.truncate(NAMED);
        if more > 0 {
            bad.push(format!("and {more} more"));
        }
        bail!(
            "{count} of {} shards cannot be merged; `antipode search` makes them: {}",
            plan.shards.len(),
            bad.join("; ")
        );
    }
    check_justsolved(plan, &tally)?;
    batch.keep_tally(&tally)?;
    Ok(tally)
}

/// Compares the justsolved boards that the generator made with those that the search met in the
/// graphs of their classes. The two share no way to tell them.
fn check_justsolved(plan: &Plan, tally: &Tally) -> Result<()> {
    for (sizes, &made) in &plan.justsolved {
        let met = tally.size_classes.get(sizes).map_or(0, |counts| counts.boards);
        if met != made {
            let sizes = String::from(Sizes::clone(sizes));
            bail!(
                "of the size class {sizes} enumerate made {made} justsolved boards and the search \
                 met {met}; this is an error of the program, please report it"
            );
        }
    }
    Ok(())
}
