//! Whatever happens to a batch on its way, it ends in the same bytes.
//!
//! A trace is a sequence of runs and stops, of damage to the files, of other numbers of threads and
//! other memory. At its end the batch is run once more, undisturbed, and every file must be the one
//! of a batch that nothing ever happened to, but for the puzzles that shards tell. A trace that fails is shrunk to a
//! shortest one.

#[path = "../../../../tests/support/same.rs"]
#[allow(dead_code, reason = "the tests of the program use the rest")]
mod same;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use antipode_frontier::{Progress, Silent};
use antipode_pipeline::{
    Batch, Error, Overrides, Part, Settings, enumerate, export, gallery, merge, search,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

use same::{Files, assert_same};

/// Something that happens to a batch.
#[derive(Debug, Clone)]
enum Event {
    /// All stages are run, and stopped when the work has looked for a stop so many times.
    Run { looks: u64 },
    /// A part of the shards is searched.
    Part { index: usize, of: usize },
    /// A byte of a file is changed.
    Flip { file: usize, byte: usize },
    /// A file loses its end.
    Cut { file: usize, left: usize },
    /// A file is lost.
    Remove { file: usize },
    /// What a killed process leaves.
    Litter,
    /// From now on with so many threads.
    Threads(usize),
    /// From now on in so many bytes.
    Memory(usize),
}

fn event() -> impl Strategy<Value = Event> {
    let any = 0..usize::MAX;
    prop_oneof![
        4 => (0..4000_u64).prop_map(|looks| Event::Run { looks }),
        2 => (1..5_usize, 0..4_usize)
            .prop_map(|(of, index)| Event::Part { index: index % of, of }),
        2 => (any.clone(), any.clone()).prop_map(|(file, byte)| Event::Flip { file, byte }),
        1 => (any.clone(), any.clone()).prop_map(|(file, left)| Event::Cut { file, left }),
        1 => any.prop_map(|file| Event::Remove { file }),
        1 => Just(Event::Litter),
        1 => (1..4_usize).prop_map(Event::Threads),
        1 => prop_oneof![Just(1 << 20), Just(1 << 24), Just(1 << 30)].prop_map(Event::Memory),
    ]
}

/// Asks for a stop when the work has looked for it so many times.
struct Fuse(AtomicU64);

impl Progress for Fuse {
    fn stop(&self) -> bool {
        let burn = |left: u64| Some(left.saturating_sub(1));
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, burn) == Ok(0)
    }
}

fn batch(config: &str, out: &Path) -> Batch {
    let path = out.join("batch.toml");
    fs::write(&path, config).unwrap();
    let overrides = Overrides { out: Some(out.to_owned()), ..Overrides::default() };
    Batch::new(Settings::load(&path, &overrides).unwrap())
}

/// All stages in order, as the program runs them.
fn run(batch: &Batch, progress: &dyn Progress) -> Result<(), Error> {
    let plan = enumerate(batch, progress)?;
    search(batch, &plan, Part::WHOLE, progress)?;
    let tally = merge(batch, &plan, progress)?;
    export(batch, &plan, &tally, progress)?;
    gallery(&batch.folder, batch.memory, progress)?;
    Ok(())
}

/// The files of a batch but that of its times, by their relative paths.
fn files(batch: &Batch) -> Files {
    let mut files = Files::new();
    let mut folders = vec![batch.folder.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap() != "timing.json" {
                let relative = path.strip_prefix(&batch.folder).unwrap().to_owned();
                files.insert(relative, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// One of the files of a batch, if it has any.
fn chosen(batch: &Batch, file: usize) -> Option<PathBuf> {
    let files = files(batch);
    let path = files.keys().nth(file % files.len().max(1))?;
    Some(batch.folder.join(path))
}

/// Lets an event happen. Being stopped and being refused are both right; anything else is not.
fn happen(batch: &mut Batch, threads: &mut usize, event: &Event) -> Result<(), Error> {
    match *event {
        Event::Run { looks } => {
            let fuse = Fuse(AtomicU64::new(looks));
            on(*threads, || run(batch, &fuse))?;
        }
        Event::Part { index, of } => {
            let plan = batch.plan()?;
            on(*threads, || search(batch, &plan, Part { index, of }, &Silent))?;
        }
        Event::Flip { file, byte } => {
            let Some(path) = chosen(batch, file) else { return Ok(()) };
            let mut bytes = fs::read(&path).unwrap();
            let Some(place) = byte.checked_rem(bytes.len()) else { return Ok(()) };
            bytes[place] ^= 1;
            fs::write(path, bytes).unwrap();
        }
        Event::Cut { file, left } => {
            let Some(path) = chosen(batch, file) else { return Ok(()) };
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..left % (bytes.len() + 1)]).unwrap();
        }
        Event::Remove { file } => {
            let Some(path) = chosen(batch, file) else { return Ok(()) };
            fs::remove_file(path).unwrap();
        }
        Event::Litter => {
            fs::create_dir_all(batch.folder.join("shards")).unwrap();
            fs::write(batch.folder.join("shards/.partial-0123456789abcdef"), b"half").unwrap();
        }
        Event::Threads(number) => *threads = number,
        Event::Memory(bytes) => batch.memory = bytes,
    }
    Ok(())
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Whether an error is one that such a trace may lead to: a stop, or damage told of.
fn is_right(error: &Error) -> bool {
    use antipode_pipeline::Error::{File, ForeignBox, Seal, Stopped, Unmerged};
    matches!(error, Stopped | File(_) | ForeignBox(_) | Seal(_) | Unmerged { .. })
}

/// A folder in memory where there is one. Stages wait for the disk whenever they have written a
/// file, and here that would be nearly all of the time.
fn folder() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap()
}

/// Runs a trace, then the batch undisturbed, and compares.
fn check(config: &str, whole: &Files, trace: &[Event]) {
    let folder = folder();
    let mut batch = batch(config, folder.path());
    let mut threads = 2;
    for event in trace {
        if let Err(error) = happen(&mut batch, &mut threads, event) {
            assert!(is_right(&error), "{event:?}: {error:?}");
        }
    }
    on(threads, || run(&batch, &Silent)).unwrap();
    let mut found = files(&batch);
    // Of unfinished files, those that nobody holds go when the next process writes beside them.
    found.retain(|path, _| !path.to_string_lossy().contains(".partial-"));
    assert_same(whole, &found);
}

/// The files of a batch that nothing ever happened to.
fn undisturbed(config: &str) -> Files {
    let folder = folder();
    let batch = batch(config, folder.path());
    run(&batch, &Silent).unwrap();
    files(&batch)
}

const SMALL: &str = "width = 3\nheight = 3\ntop = 10\n";
const LARGE: &str = "width = 3\nheight = 4\ntop = 5\npieces = '6-9'\n";
const LISTS: &str = "width = 3\nheight = 3\ntop = 3\npieces = ['2-4', '6-8']\n\
    family = ['simple3', 'compound']\nrule = 'all'\nmetric = ['move', 'super-step']\n";

static SMALL_WHOLE: LazyLock<Files> = LazyLock::new(|| undisturbed(SMALL));
static LARGE_WHOLE: LazyLock<Files> = LazyLock::new(|| undisturbed(LARGE));
static LISTS_WHOLE: LazyLock<Files> = LazyLock::new(|| undisturbed(LISTS));

fn cases(cases: u32) -> ProptestConfig {
    // The same traces each time. One that fails is shown when it is shrunk.
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

fn traces() -> impl Strategy<Value = Vec<Event>> {
    prop::collection::vec(event(), 0..8)
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_3x3_batch_ends_the_same_after_any_trace(trace in traces()) {
        check(SMALL, &SMALL_WHOLE, &trace);
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn a_3x4_batch_ends_the_same_after_any_trace(trace in traces()) {
        check(LARGE, &LARGE_WHOLE, &trace);
    }

    #[test]
    fn a_batch_of_several_families_ends_the_same_after_any_trace(trace in traces()) {
        check(LISTS, &LISTS_WHOLE, &trace);
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    #[ignore = "long: some minutes"]
    fn a_3x3_batch_ends_the_same_after_any_of_many_traces(trace in traces()) {
        check(SMALL, &SMALL_WHOLE, &trace);
    }

    #[test]
    #[ignore = "long: some minutes"]
    fn a_3x4_batch_ends_the_same_after_any_of_many_traces(trace in traces()) {
        check(LARGE, &LARGE_WHOLE, &trace);
    }

    #[test]
    #[ignore = "long: some minutes"]
    fn a_batch_of_several_families_ends_the_same_after_any_of_many_traces(trace in traces()) {
        check(LISTS, &LISTS_WHOLE, &trace);
    }
}
