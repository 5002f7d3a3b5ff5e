//! How far a batch is.

use std::path::Path;

use antipode_pipeline::configs::SealError;
use antipode_pipeline::inspect::{self, Status};
use anyhow::{Context, Result};
use indicatif::HumanDuration;
use serde::Serialize;

use super::args::BatchArgs;
use super::foreign::FOREIGN;
use crate::advice::Advise;
use crate::args::Json;
use crate::output::print;

/// The state of a batch, as JSON.
#[derive(Debug, Serialize)]
struct Told<'a> {
    batch: &'a Path,
    config: &'a str,
    #[serde(flatten)]
    status: Status,
}

/// Prints what is done and what is left.
pub fn status(args: &BatchArgs, json: &Json) -> Result<()> {
    args.work(|batch, _| {
        let so_far = || match inspect::counted(batch) {
            0 => "nothing is enumerated yet".to_owned(),
            boards => format!("the enumeration is not complete, {boards} boards are counted"),
        };
        let status = match inspect::status(batch) {
            Err(missing @ SealError::Missing(_)) => return Err(missing).with_context(so_far),
            Err(foreign @ SealError::Foreign { .. }) => return Err(foreign).advise(FOREIGN),
            status => status?,
        };
        if json.json {
            let told = Told { batch: &batch.folder, config: &batch.config, status };
            return print(&(serde_json::to_string(&told)? + "\n"));
        }
        let (counted, boards) = status.counted;
        let mut text = format!(
            "batch={}\nconfig={}\n{counted}={boards}\nshards={}\ndone={}\ndamaged={}\nleft={}\n\
             percent={:.1}\n",
            batch.folder.display(),
            batch.config,
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
