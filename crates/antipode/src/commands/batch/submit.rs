//! Puts a batch on a cluster.

use std::env;
use std::path::PathBuf;

use antipode_pipeline as pipeline;
use antipode_pipeline::cluster::Order;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};

use super::args::BatchArgs;
use super::foreign::{foreign, foreign_tables};
use crate::args::number;
use crate::output::{keeps, print};

/// How a batch is put on a cluster.
#[derive(Debug, Args)]
pub struct OrderArgs {
    /// What runs the jobs.
    #[arg(long, value_enum)]
    engine: Engine,
    /// Run at most this many tasks at a time, each on one node.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    nodes: u32,
    /// Cut the search into this many tasks; four times as many as nodes if not given.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u64::from(u32::MAX)))]
    tasks: Option<u32>,
    /// The time limit of a task, such as 90 (minutes), 12:00:00 or 2-00 (days-hours).
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    time: Option<String>,
    /// Print the job scripts; submit nothing and write nothing.
    #[arg(long)]
    dry_run: bool,
}

/// What runs the jobs of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The Slurm workload manager.
    Slurm,
}

/// Lets through a time limit in a form that Slurm takes: M, M:S, H:M:S, D-H, D-H:M or D-H:M:S.
fn time_limit(text: &str) -> Result<String, String> {
    let (days, clock) =
        text.split_once('-').map_or((None, text), |(days, rest)| (Some(days), rest));
    let is_number = |part: &str| part.parse::<u32>().is_ok() && !part.starts_with('+');
    let parts = || clock.split(':');
    if parts().count() <= 3 && parts().chain(days).all(is_number) {
        return Ok(text.to_owned());
    }
    Err("a time limit is minutes, hours:minutes:seconds or days-hours".to_owned())
}

/// Submits the jobs of a batch, or prints their scripts.
pub fn submit(args: &BatchArgs, order: &OrderArgs) -> Result<()> {
    ensure!(
        keeps(&args.config),
        "{} cannot be read again, and the jobs read the config: write it to a file",
        args.config.display()
    );
    let program = env::current_exe().context("cannot tell where this program is")?;
    let overrides = args.overrides();
    let Engine::Slurm = order.engine;
    args.stages(|batch, report| {
        // The last of the jobs writes the page.
        pipeline::overview::check_page(&batch.folder)?;
        foreign_tables(batch)?;
        let (nodes, tasks, time) = (order.nodes, order.tasks, order.time.clone());
        let jobs = Order {
            program: &program,
            overrides: &overrides,
            nodes,
            tasks,
            time,
            memory: args.memory.wanted(),
            scratch: args.scratch.wanted().map(PathBuf::as_path),
        };
        if order.dry_run {
            let scripts = foreign(pipeline::cluster::scripts(batch, &jobs))?;
            return print(&scripts.join("\n"));
        }
        let submitted = foreign(pipeline::cluster::submit(batch, &jobs, &report("enumerate")))?;
        print(&format!(
            "array_job={}\nmerge_job={}\ntasks={}\nshards={}\n",
            submitted.array, submitted.merge, submitted.tasks, submitted.shards
        ))
    })
}
