//! What every stage of a batch takes.

use std::path::PathBuf;

use antipode_pipeline::inspect::{Done, check_files};
use antipode_pipeline::{Batch, Overrides, Settings};
use antipode_sealed::in_the_way;
use anyhow::{Result, bail};
use clap::Args;
use indicatif::HumanDuration;

use super::foreign::foreign_tables;
use crate::args::{Memory, Quiet, Scratch, Threads, start};
use crate::confirm::{self, LONG};
use crate::report::Report;
use crate::stop::{self, Left};

/// What every stage of a batch takes.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The config of the batch.
    pub config: PathBuf,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    replaced: Replaced,
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub scratch: Scratch,
    #[command(flatten)]
    pub quiet: Quiet,
}

/// What takes the place of what a config says, and tells which batch it is.
#[derive(Debug, Args)]
pub struct Replaced {
    /// The folder of the batch is in this one.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only these numbers of pieces, as in a config: 9, 3-7 or 1-3,17-24. If that is not what the config
    /// says, they are added to the name of the batch.
    #[arg(long, value_name = "RANGES")]
    pieces: Option<String>,
    /// Search by this rule, or by both, as in a config: strict,non-strict. If that is not what the config
    /// says, it is added to the name of the batch.
    #[arg(long, value_name = "RULES")]
    rule: Option<String>,
    /// Count actions in this metric, or in several, as in a config: move, move,step or all. If that is
    /// not what the config says, they are added to the name of the batch.
    #[arg(long, value_name = "METRICS")]
    metric: Option<String>,
}

impl Replaced {
    /// The flags that take the place of keys.
    pub fn overrides(&self) -> Overrides {
        let Replaced { out, pieces, rule, metric } = self;
        Overrides {
            threads: None,
            out: out.clone(),
            pieces: pieces.clone(),
            rule: rule.clone(),
            metric: metric.clone(),
        }
    }
}

/// Starting a batch over.
#[derive(Debug, Args)]
pub struct FreshArgs {
    /// Start over: delete what is there instead of going on from it.
    #[arg(long)]
    pub fresh: bool,
    /// Do not ask before hours of work are deleted or begun.
    #[arg(long)]
    pub yes: bool,
}

impl FreshArgs {
    /// What the batch could go on from and is to be deleted, if that is asked for. If it is not, tables of another
    /// config are refused.
    pub fn old(&self, batch: &Batch) -> Result<Option<Done>> {
        if !self.fresh {
            foreign_tables(batch)?;
            return Ok(None);
        }
        stop::leaves(Left::KeptAfresh);
        let done = Done::of(batch);
        drop(done.alone()?);
        Ok(Some(done))
    }

    /// Deletes it, having told what it is.
    pub fn delete(&self, done: &Done, report: impl FnOnce() -> Report) -> Result<()> {
        if done.paths.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = done.paths.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(", ");
        let took = HumanDuration(done.time);
        if done.time >= LONG && !self.yes {
            confirm::insist(&format!("Delete {names}, the work of {took}?"))?;
        }
        // Not before, as its bar would be drawn over the question.
        report().finish(&format!("starting over: deleting {names}, the work of {took}"));
        Ok(done.delete()?)
    }
}

impl BatchArgs {
    /// Does stages that write, as [`work`](Self::work) does, unless they would write over what is nothing of a batch.
    pub fn stages(
        &self,
        stages: impl FnOnce(&Batch, &(dyn Fn(&'static str) -> Report + Sync)) -> Result<()> + Send,
    ) -> Result<()> {
        self.work(|batch, report| {
            check_files(batch)?;
            stages(batch, report)
        })
    }

    /// The flags that take the place of keys.
    pub fn overrides(&self) -> Overrides {
        Overrides { threads: self.threads.wanted(), ..self.replaced.overrides() }
    }

    /// Does stages of a batch on its own threads. Each stage tells how far it is by a report of its
    /// own, which the work asks for by name.
    pub fn work(
        &self,
        work: impl FnOnce(&Batch, &(dyn Fn(&'static str) -> Report + Sync)) -> Result<()> + Send,
    ) -> Result<()> {
        let settings = Settings::load(&self.config, &self.overrides())?;
        let pool = start(settings.threads)?;
        let mut batch = Batch::new(settings);
        if let Some(file) = in_the_way(&batch.folder) {
            bail!(
                "{} is a file, where the folder of the batch belongs; --out chooses another place",
                file.display()
            );
        }
        if let Some(memory) = self.memory.wanted() {
            batch.memory = memory;
        }
        if let Some(scratch) = self.scratch.wanted() {
            batch.scratch.clone_from(scratch);
        }
        stop::leaves(Left::Kept);
        pool.install(|| work(&batch, &|stage| Report::new(stage, None, self.quiet.quiet)))
    }
}
