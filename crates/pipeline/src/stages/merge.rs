//! The third stage: add the results of all shards up.

use std::collections::BTreeMap;

use antipode_families::{Sizes, Tally, Task};
use antipode_frontier::Progress;

use crate::batch::Batch;
use crate::claim::AtWork;
use crate::error::Error;
use crate::plan::Plan;

/// Merges the results of all shards, family by family, and keeps the sums.
///
/// # Errors
/// If any is missing, damaged or of another config, with its name, if the sums cannot be written, or if `progress` asks to
/// stop.
pub fn merge(batch: &Batch, plan: &Plan, progress: &dyn Progress) -> Result<Vec<Tally>, Error> {
    let _at_work = AtWork::in_folder(&batch.folder);
    let mut tallies = batch.empty_tallies();
    let mut bad = Vec::new();
    let shards = plan.shards.len();
    for shard in 0..shards {
        if progress.stop() {
            return Err(Error::Stopped);
        }
        match batch.shard(plan, shard)? {
            Ok(parts) => tallies.iter_mut().zip(parts).for_each(|(tally, part)| tally.merge(part)),
            Err(error) => bad.push(error),
        }
    }
    if !bad.is_empty() {
        return Err(Error::Unmerged { bad, shards });
    }
    for (number, (family, tally)) in batch.settings.families.iter().zip(&tallies).enumerate() {
        check_justsolved(plan.justsolved(number), tally, family.task)?;
    }
    batch.keep_tallies(&tallies)?;
    Ok(tallies)
}

/// Compares the justsolved boards that the generator made with those that the search met in the
/// graphs of their classes. The two share no way to tell them but for what pieces push together in the super metrics.
fn check_justsolved(made: &BTreeMap<Sizes, u64>, tally: &Tally, task: Task) -> Result<(), Error> {
    // Of a list of families those of the others are not counted when boards are made.
    let met_alone = tally.size_classes.keys().filter(|_| task.has_corner());
    for sizes in made.keys().chain(met_alone) {
        let made = made.get(sizes).copied().unwrap_or(0);
        let met = tally.size_classes.get(sizes).map_or(0, |counts| counts.boards);
        if met != made {
            let sizes = String::from(Sizes::clone(sizes));
            return Err(Error::Bug(format!(
                "of the size class {sizes} enumerate made {made} justsolved boards and the search \
                 met {met}"
            )));
        }
    }
    Ok(())
}
