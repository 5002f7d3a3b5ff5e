//! Arguments that many commands share.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use antipode_pipeline::configs::MOST_THREADS;
use antipode_pipeline::inspect::memory_share;
use anyhow::{Context, Result};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::advice::Advise;
use crate::output;

/// How many threads a command uses.
#[derive(Debug, Args)]
pub struct Threads {
    /// Use this many threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=u64::from(MOST_THREADS)))]
    threads: Option<usize>,
}

impl Threads {
    /// The number, if it was given.
    pub fn wanted(&self) -> Option<usize> {
        self.threads
    }

    /// As many threads.
    pub fn pool(&self) -> Result<ThreadPool> {
        start(self.threads)
    }
}

/// A pool of so many threads, or of one for each processor.
pub fn start(threads: Option<usize>) -> Result<ThreadPool> {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(all);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.context("cannot start threads").advise("give fewer --threads")
}

/// How much memory a command uses.
#[derive(Debug, Args)]
pub struct Memory {
    /// Search in this much memory, all threads together; three quarters of the machine's if not
    /// given.
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    memory: Option<Size>,
}

impl Memory {
    /// In bytes, if it was given.
    pub fn wanted(&self) -> Option<usize> {
        self.memory.map(|size| size.0)
    }

    /// In bytes.
    pub fn bytes(&self) -> usize {
        self.wanted().unwrap_or_else(memory_share)
    }
}

/// Where a command puts what does not fit in memory.
#[derive(Debug, Args)]
pub struct Scratch {
    /// Where searches go that do not fit in memory; the folder of the batch, or the system's for
    /// such, if not given.
    #[arg(long, value_name = "DIR", value_parser = output::folder())]
    scratch: Option<PathBuf>,
}

impl Scratch {
    /// The folder, if it was given.
    pub fn wanted(&self) -> Option<&PathBuf> {
        self.scratch.as_ref()
    }

    /// The folder.
    pub fn folder(&self) -> PathBuf {
        self.scratch.clone().unwrap_or_else(std::env::temp_dir)
    }
}

/// Whether a command tells how far it is.
#[derive(Debug, Args)]
pub struct Quiet {
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Whether a command answers in JSON.
#[derive(Debug, Args)]
pub struct Json {
    /// Print one line of JSON an answer.
    #[arg(long)]
    pub json: bool,
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|symbol: char| !symbol.is_ascii_digit());
        let unit: usize = match &text[digits.len()..] {
            "" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            "TiB" => 1 << 40,
            _ => 0,
        };
        let bytes = digits.parse().ok().and_then(|number: usize| number.checked_mul(unit));
        let bytes = bytes.filter(|&bytes| bytes > 0);
        bytes.map(Size).ok_or_else(|| "a size is a number of KiB, MiB, GiB or TiB: 8GiB".to_owned())
    }
}

/// A parser of whole numbers in a range, which says what is wanted where it is given something else.
pub fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            match (range.start(), *range.end()) {
                (least, u64::MAX) => format!("a whole number from {least} on is needed"),
                (least, most) => format!("a number from {least} to {most} is needed"),
            }
        })
    }
}

/// All whole numbers.
pub const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// All but 0.
pub const SOME: RangeInclusive<u64> = 1..=u64::MAX;

/// A parser of the names in a table of all values.
pub fn names<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let value = |name: String| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).ok_or("no such name")
    };
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(value)
}
