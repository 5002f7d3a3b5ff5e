//! What every stage of a batch takes.

use std::path::PathBuf;

use antipode_pipeline::{Batch, Overrides, Settings};
use anyhow::Result;
use clap::Args;

use crate::args::Size;
use crate::report::Report;
use crate::stop;

/// What every stage of a batch takes.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The config of the batch.
    pub config: PathBuf,
    /// Use this many threads, whatever the config says.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Make the batch's folder in this one.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only these numbers of pieces, as in a config: 9 or 3-7.
    #[arg(long, value_name = "RANGE")]
    pieces: Option<String>,
    /// Count actions in this metric, as in a config. If that is not the config's own, its name is
    /// added to that of the batch.
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,
    /// Search in this much memory, all threads together; larger classes go to disk. Three
    /// quarters of the machine's memory if not given.
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
    /// Where searches go that do not fit in memory; a folder of the batch if not given.
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// Start over instead of going on from what is there.
    #[arg(long)]
    pub fresh: bool,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    pub quiet: bool,
}

impl BatchArgs {
    /// The flags that take the place of keys.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            threads: self.threads,
            out: self.out.clone(),
            pieces: self.pieces.clone(),
            metric: self.metric.clone(),
        }
    }

    /// Does stages of a batch on its own threads. Each stage tells how far it is by a report of its
    /// own, which the work asks for by name.
    pub fn work(
        &self,
        work: impl FnOnce(&Batch, &(dyn Fn(&'static str) -> Report<'static> + Sync)) -> Result<()>
        + Send,
    ) -> Result<()> {
        let settings = Settings::load(&self.config, &self.overrides())?;
        let stop = stop::at_signals()?;
        let threads = settings.threads.unwrap_or(0);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let mut batch = Batch::new(settings);
        if let Some(Size(memory)) = self.memory {
            batch.memory = memory;
        }
        if let Some(scratch) = &self.scratch {
            batch.scratch.clone_from(scratch);
        }
        if self.fresh {
            batch.forget()?;
        }
        pool.install(|| work(&batch, &|stage| Report::new(stage, None, self.quiet, stop)))
    }
}
