//! A batch: its folder, its settings, and what its stages have in common.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use antipode_families::Budget;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::cli::BatchArgs;
use crate::config::Settings;
use crate::files::{self, SealError};
use crate::plan::Plan;
use crate::report::Report;

/// The work was stopped before it was complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// What is finished can be gone on from.
    #[error("stopped; everything finished is kept, and the same command goes on from here")]
    Kept,
    /// A search of one piece.
    #[error("stopped; nothing is kept, and the same command starts over")]
    Lost,
}

/// A batch at work.
#[derive(Debug)]
pub struct Batch<'a> {
    /// What it is asked to do.
    pub settings: Settings,
    /// Where its files are.
    pub folder: PathBuf,
    /// The hash of its config.
    pub config: String,
    /// Whether to be silent.
    pub quiet: bool,
    /// How many bytes of memory the searches may use, all threads together.
    pub memory: usize,
    /// Where searches that do not fit in memory go on.
    pub scratch: PathBuf,
    /// Set when it is to stop.
    pub stop: &'a AtomicBool,
}

/// What a stage took; kept apart from all results because it differs from run to run.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct StageTime {
    /// Wall-clock seconds, summed over the runs that the stage took.
    seconds: f64,
    /// The most memory that the process had held when the stage ended; 0 where that is not known.
    peak_memory_bytes: u64,
    /// States stored, for stages that search.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
}

impl<'a> Batch<'a> {
    /// The batch with these settings.
    pub fn new(settings: Settings, args: &BatchArgs, stop: &'a AtomicBool) -> Self {
        let (folder, config) = (settings.folder(), settings.fingerprint());
        let memory = args.memory.map_or_else(memory_share, |size| size.0);
        let scratch = args.scratch.clone().unwrap_or_else(|| folder.join("scratch"));
        Batch { settings, folder, config, quiet: args.quiet, memory, scratch, stop }
    }

    /// What the search of one thread may use.
    pub fn budget(&self) -> Budget {
        let memory = self.memory / rayon::current_num_threads();
        Budget { memory, scratch: self.scratch.clone() }
    }

    /// The plan that the enumeration left.
    pub fn plan(&self) -> Result<Plan, SealError> {
        files::unseal(&self.folder.join("manifest.json"), "manifest", &self.config)
    }

    /// Keeps the plan, which marks the enumeration as complete.
    pub fn keep_plan(&self, plan: &Plan) -> Result<()> {
        files::seal(&self.folder.join("manifest.json"), "manifest", &self.config, plan)
    }

    /// The result file of a shard.
    pub fn shard_file(&self, shard: usize) -> PathBuf {
        self.folder.join("shards").join(format!("{:04}.json", shard + 1))
    }

    /// Removes everything that a search could go on from. Tables stay until they are replaced.
    pub fn forget(&self) -> Result<()> {
        for name in ["manifest.json", "tally.json", "timing.json", "shards", "boards"] {
            let path = self.folder.join(name);
            let removed = match fs::symlink_metadata(&path) {
                Ok(kind) if kind.is_dir() => fs::remove_dir_all(&path),
                Ok(_) => fs::remove_file(&path),
                Err(_) => Ok(()),
            };
            removed.with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }

    /// Progress of a stage of `total` boards.
    pub fn report(&self, stage: &'static str, total: u64) -> Report<'a> {
        Report::new(stage, total, self.quiet, self.stop)
    }

    /// Says something about a stage, unless asked to be silent.
    pub fn note(&self, stage: &str, text: &str) {
        if !self.quiet {
            eprintln!("{stage}: {text}");
        }
    }

    /// Adds to the times in `timing.json`.
    pub fn took(&self, stage: &str, elapsed: Duration, states: Option<u64>) -> Result<()> {
        let path = self.folder.join("timing.json");
        let known = fs::read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let mut times: BTreeMap<String, StageTime> = known.unwrap_or_default();
        let time = times.entry(stage.to_owned()).or_default();
        time.seconds = ((time.seconds + elapsed.as_secs_f64()) * 1e3).round() / 1e3;
        time.peak_memory_bytes = time.peak_memory_bytes.max(peak_memory());
        time.states = states.map(|states| time.states.unwrap_or(0) + states);
        files::replace(&path, |file| Ok(serde_json::to_writer_pretty(file, &times)?))
    }
}

/// The most memory that this process has held, in bytes; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Three quarters of the machine's memory, in bytes; of 4 GiB where the system does not tell.
pub fn memory_share() -> usize {
    let table = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = table.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.unwrap_or(4_usize << 20).saturating_mul(768)
}
