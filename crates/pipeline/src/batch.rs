//! A batch: its folder, its settings, and what its stages have in common.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use antipode_families::{Budget, Family, Tally, is_saved};
use antipode_sealed::{FileError, replace};
use serde::{Deserialize, Serialize};

use crate::claim::shards;
use crate::config::settings::Settings;
use crate::document::{SealError, seal, unseal};
use crate::found::Surveys;
use crate::machine::{give_back, held_memory, memory_share, peak_memory};
use crate::plan::Plan;
use crate::removal::{clear, is_numbered, remove};

/// A batch: what it is asked to do, and where and with how much it works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// What it is asked to do.
    pub settings: Settings,
    /// Where its files are.
    pub folder: PathBuf,
    /// The hash of its config.
    pub config: String,
    /// How many bytes of memory the searches may use, all threads together.
    pub memory: usize,
    /// Where searches that do not fit in memory go on.
    pub scratch: PathBuf,
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

/// The file of these times.
pub(crate) const TIMES: &str = "timing.json";

/// The file of the command that makes the batch.
pub(crate) const COMMAND: &str = "command.txt";

/// A block of memory that is this part of what one thread may use goes back to the system when it is given up. So do
/// the tables of a search on disk, of which there are three for each of 256 partitions, and most of the smaller ones that
/// they grow from: in the allocator's hands they would lie scattered where no graph fits. With parts of 64 the graph of a
/// second metric took 446 MiB of 324.
const BLOCKS: usize = 8192;

/// No smaller ones do, as asking for memory takes time (4x4 in 64 MiB took 4.25 s with this and 3.86 with 512 KiB), and
/// all larger ones: the allocator does so by itself.
const LEAST_BLOCK: usize = 1 << 15;
const MOST_BLOCK: usize = 1 << 25;

impl Batch {
    /// The batch with these settings, in three quarters of the machine's memory, and beyond that
    /// in a folder of its own.
    pub fn new(settings: Settings) -> Self {
        let (folder, config) = (settings.folder(), settings.fingerprint());
        let scratch = folder.join("scratch");
        Batch { settings, folder, config, memory: memory_share(), scratch }
    }

    /// The bytes that the searches of all threads may use: what the program does not hold already, but
    /// at least half the memory.
    pub(crate) fn search_memory(&self) -> usize {
        let left = self.memory.saturating_sub(held_memory() as usize);
        left.max(self.memory / 2)
    }

    /// Has the allocator keep little of what is free, measured by the memory of one thread. To be called before
    /// every stage that takes much.
    pub(crate) fn keep_little(&self) {
        let part = self.memory / rayon::current_num_threads();
        give_back((part / BLOCKS).clamp(LEAST_BLOCK, MOST_BLOCK));
    }

    /// What the search of one thread may use, its part of that.
    pub(crate) fn budget(&self) -> Budget {
        let memory = self.search_memory() / rayon::current_num_threads();
        Budget { memory, scratch: self.scratch.clone() }
    }

    /// The plan that the enumeration left.
    ///
    /// # Errors
    /// If it is missing, damaged, or of another config.
    pub fn plan(&self) -> Result<Plan, SealError> {
        unseal(&self.folder.join("manifest.json"), "manifest", &self.config)
    }

    /// What an enumeration counts, and how many there are: justsolved boards or, where a family knows none, the
    /// boards that are searched.
    pub fn counted(&self, plan: &Plan) -> (&'static str, u64) {
        match self.settings.widest().task.has_corner() {
            true => ("justsolved", plan.boards()),
            false => ("boards", plan.searched()),
        }
    }

    /// Keeps the plan, which marks the enumeration as complete. What was kept on the way is deleted.
    pub(crate) fn keep_plan(&self, plan: &Plan) -> Result<(), FileError> {
        seal(&self.folder.join("manifest.json"), "manifest", &self.config, plan)?;
        remove(&self.survey_file())
    }

    /// What is known of the boards of a batch whose enumeration was stopped.
    ///
    /// # Errors
    /// If it is missing, damaged, or of another config.
    pub fn surveys(&self) -> Result<Surveys, SealError> {
        unseal(&self.survey_file(), "survey", &self.config)
    }

    /// Keeps what is known of the boards, so that the enumeration can go on from there.
    pub(crate) fn keep_surveys(&self, surveys: &Surveys) -> Result<(), FileError> {
        seal(&self.survey_file(), "survey", &self.config, surveys)
    }

    fn survey_file(&self) -> PathBuf {
        self.folder.join("survey.json")
    }

    /// The result file of a shard.
    pub(crate) fn shard_file(&self, shard: usize) -> PathBuf {
        shards(&self.folder).join(format!("{:04}.json", shard + 1))
    }

    /// The folder where searches on disk for a shard are saved until there is its result.
    pub(crate) fn searches(&self, shard: usize) -> PathBuf {
        shards(&self.folder).join(format!("{:04}{SEARCHES}", shard + 1))
    }

    /// Removes what was saved of the searches for a shard, whose result is kept.
    pub(crate) fn forget_searches(&self, shard: usize) -> Result<(), FileError> {
        clear_searches(&self.searches(shard))
    }

    /// The result of a shard of `plan` by families, or why it has to be made: it is missing or damaged. Refuses one
    /// that belongs to another config or cannot be read.
    pub(crate) fn shard(
        &self,
        plan: &Plan,
        shard: usize,
    ) -> Result<Result<Vec<Tally>, SealError>, SealError> {
        match self.unseal_tallies(&self.shard_file(shard), &shard_kind(plan, shard)) {
            Err(error) if error.is_refusal() => Err(error),
            result => Ok(result),
        }
    }

    /// Keeps the result of a shard of `plan`.
    pub(crate) fn keep_shard(
        &self,
        plan: &Plan,
        shard: usize,
        tallies: &[Tally],
    ) -> Result<(), FileError> {
        self.seal_tallies(&self.shard_file(shard), &shard_kind(plan, shard), tallies)
    }

    /// The sums by families that the merge left.
    ///
    /// # Errors
    /// If it is missing, damaged, or of another config.
    pub fn tallies(&self) -> Result<Vec<Tally>, SealError> {
        self.unseal_tallies(&self.folder.join("tally.json"), "tally")
    }

    /// Keeps the sums of all shards.
    pub(crate) fn keep_tallies(&self, tallies: &[Tally]) -> Result<(), FileError> {
        self.seal_tallies(&self.folder.join("tally.json"), "tally", tallies)
    }

    /// Tallies that have seen nothing, one a family.
    pub(crate) fn empty_tallies(&self) -> Vec<Tally> {
        let Settings { families, top, distinct, .. } = &self.settings;
        vec![Tally::new(*top, *distinct); families.len()]
    }

    /// Reads the tallies of all families. Of one family there is the tally alone, of several a list.
    fn unseal_tallies(&self, path: &Path, kind: &str) -> Result<Vec<Tally>, SealError> {
        match self.settings.families.len() {
            1 => Ok(vec![unseal(path, kind, &self.config)?]),
            _ => unseal(path, kind, &self.config),
        }
    }

    fn seal_tallies(&self, path: &Path, kind: &str, tallies: &[Tally]) -> Result<(), FileError> {
        match tallies {
            [tally] => seal(path, kind, &self.config, tally),
            _ => seal(path, kind, &self.config, &tallies),
        }
    }

    /// How many boards the searches behind `tallies` stored. Of families that one search answers, only the one
    /// with all that it stored counts.
    pub(crate) fn stored(&self, tallies: &[Tally]) -> u64 {
        let families = &self.settings.families;
        let is_shared = |family: &Family| {
            let answered_by = family.answered_by();
            *family != answered_by && families.contains(&answered_by)
        };
        let stored = families.iter().zip(tallies).filter(|(family, _)| !is_shared(family));
        stored.map(|(_, tally)| tally.searched_states).sum()
    }

    /// How long its stages took so far.
    pub(crate) fn time(&self) -> Duration {
        let seconds: f64 = self.times().values().map(|time| time.seconds).sum();
        Duration::try_from_secs_f64(seconds).unwrap_or_default()
    }

    fn times(&self) -> BTreeMap<String, StageTime> {
        let known = fs::read(self.folder.join(TIMES)).ok();
        known.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// Adds to the times in `timing.json`.
    pub(crate) fn took(
        &self,
        stage: &str,
        elapsed: Duration,
        states: Option<u64>,
    ) -> Result<(), FileError> {
        let path = self.folder.join(TIMES);
        let mut times = self.times();
        let time = times.entry(stage.to_owned()).or_default();
        time.seconds = ((time.seconds + elapsed.as_secs_f64()) * 1e3).round() / 1e3;
        time.peak_memory_bytes = time.peak_memory_bytes.max(peak_memory());
        if let Some(states) = states {
            *time.states.get_or_insert(0) += states;
        }
        replace(&path, |file| Ok(serde_json::to_writer_pretty(file, &times)?))
    }
}

/// What a shard is sealed as. It tells the classes, so that the result of none is taken for that of another, nor
/// for one of the same number where the work was cut otherwise.
fn shard_kind(plan: &Plan, shard: usize) -> String {
    let run = &plan.shards[shard];
    format!("shard {} of {} boards from {}", shard + 1, run.boards, run.first)
}

/// Whether a text is that of times, or its beginning.
pub(crate) fn are_times(text: &[u8]) -> bool {
    match serde_json::from_slice::<BTreeMap<String, StageTime>>(text) {
        Ok(_) => true,
        Err(error) => error.is_eof(),
    }
}

/// How the name of a folder of saved searches ends, behind the number of its shard.
const SEARCHES: &str = ".searches";

/// Whether a name is that of such a folder.
pub(crate) fn is_searches(name: &str) -> bool {
    is_numbered(name, "", 4, SEARCHES)
}

/// Removes a folder of saved searches.
pub(crate) fn clear_searches(folder: &Path) -> Result<(), FileError> {
    clear(folder, is_saved)
}

/// Whether a name is that of the result of a shard.
pub(crate) fn is_shard(name: &str) -> bool {
    is_numbered(name, "", 4, ".json")
}
