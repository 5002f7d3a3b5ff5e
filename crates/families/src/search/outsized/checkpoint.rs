//! Where the search of a class on disk is saved, so that it goes on from there after any stop.
//!
//! There is a file for each class, with what is known of its groups, and beside it the frontier search of the group at
//! hand ([`Sweep::save`]). That one is saved first: should only one of the two outlast a stop, it may be a layer ahead.

use std::error::Error;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use antipode_frontier::{CHECKPOINT, Progress, Record, State, Sweep, SweepSettings, Used};
use antipode_sealed::{FileError, SealedReader, SealedWriter};
use fxhash::FxBuildHasher;

use crate::search::outsized::reached::{AtHand, Reached};

/// How the name of such a file ends, behind the hash of what it depends on.
const SUFFIX: &str = ".class";

/// Whether a name is that of a file of a saved search.
pub fn is_saved(name: &str) -> bool {
    name == CHECKPOINT
        || name.strip_suffix(SUFFIX).is_some_and(|hash| u64::from_str_radix(hash, 16).is_ok())
}

/// How such a file begins. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"Class  1";

/// Between two saves there is so many times the time that one takes, and as much may be lost. Tests save every layer.
const BETWEEN: u32 = if cfg!(test) { 0 } else { 20 };

/// Where the search of a class is saved.
#[derive(Debug)]
pub(super) struct Checkpoint<'a> {
    folder: &'a Path,
    /// What the search depends on.
    identity: String,
    path: PathBuf,
    saved: Instant,
    took: Duration,
    has_failed: bool,
}

impl<'a> Checkpoint<'a> {
    /// Where the search of `identity`, which says all that it depends on, is saved in `folder`.
    pub(super) fn new(folder: &'a Path, identity: String) -> Self {
        let hash = format!("{:016x}", FxBuildHasher.hash_one(&identity));
        let path = folder.join(format!("{hash}{SUFFIX}"));
        let (saved, took) = (Instant::now(), Duration::ZERO);
        Checkpoint { folder, identity, path, saved, took, has_failed: false }
    }

    /// How far the search of a class of so many justsolved boards was, of which texts are wanted from so many moves on.
    /// If what is there is of no use it is begun anew, which is told.
    pub(super) fn read(
        &self,
        boards: usize,
        wanted: u32,
        progress: &dyn Progress,
    ) -> Option<Reached> {
        let reached = match self.reached(boards) {
            Ok(reached) => reached,
            Err(error) => {
                if !error.is_missing() {
                    progress.note(&format!("a class is searched from the beginning: {error}"));
                }
                return None;
            }
        };
        // That of other classes may be gone, and they made less of this one worth telling.
        if reached.wanted > wanted {
            progress.note("a class is searched from the beginning: more is asked of it");
            return None;
        }
        let groups = reached.found.groups;
        progress.note(&format!("going on with a class on disk, after {groups} of its groups"));
        Some(reached)
    }

    fn reached(&self, boards: usize) -> Result<Reached, FileError> {
        let damaged = |reason: &str| FileError::damaged(&self.path, reason);
        let mut file = SealedReader::open(&self.path, b"")?;
        let mut begin = [0; MAGIC.len()];
        file.fill(&mut begin)?;
        if begin != MAGIC {
            return Err(damaged("it is no checkpoint of this version"));
        }
        let mut identity = vec![0; self.identity.len()];
        file.fill(&mut identity)?;
        if identity != self.identity.as_bytes() {
            return Err(damaged("it is of another class"));
        }
        let mut left = vec![0; boards];
        file.fill(&mut left)?;
        let lists = [numbers(&mut file)?, numbers(&mut file)?];
        let reached: Result<Reached, _> = serde_json::from_reader(&mut file);
        let mut reached = reached.map_err(|error| damaged(&error.to_string()))?;
        reached.left = left.into_iter().map(|it| it != 0).collect();
        [reached.at_hand.sources, reached.at_hand.beyond] = lists;
        Ok(reached)
    }

    /// The frontier search of the group at hand; none, which is told, if what was saved is of no use.
    pub(super) fn resume<S: State + Record, U: Used + Record>(
        &self,
        at_hand: &AtHand,
        settings: &SweepSettings,
        progress: &dyn Progress,
    ) -> Option<Sweep<S, U>> {
        let layers = at_hand.layers();
        let why = match Sweep::resume(self.folder, &self.of_group(at_hand), settings) {
            Ok(sweep) if (layers..=layers + 1).contains(&sweep.layers().len()) => {
                return Some(sweep);
            }
            Ok(_) => "it was not saved".to_owned(),
            Err(error) => error.to_string(),
        };
        progress.note(&format!("a group is searched from its beginning: {why}"));
        None
    }

    /// What the frontier search of a group depends on: each pass has more sources than the one before.
    fn of_group(&self, at_hand: &AtHand) -> String {
        let sources = &at_hand.sources;
        let (first, count) = (sources.iter().min().copied().unwrap_or_default(), sources.len());
        format!("{}, group of board {first} from {count} boards", self.identity)
    }

    /// Whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.saved.elapsed() >= BETWEEN * self.took
    }

    /// Saves how far the search is, and the frontier search of the group at hand if there is one. Where that fails it
    /// goes on all the same, and this is told.
    pub(super) fn save<S: State + Record, U: Used + Record>(
        &mut self,
        reached: &Reached,
        sweep: Option<&Sweep<S, U>>,
        progress: &dyn Progress,
    ) {
        let begun = Instant::now();
        let group = self.of_group(&reached.at_hand);
        let swept = sweep.map_or(Ok(()), |sweep| sweep.save(self.folder, &group));
        let saved = swept.and_then(|()| Ok(self.put(reached)?));
        if let Err(error) = saved
            && !std::mem::replace(&mut self.has_failed, true)
        {
            let why = error.source().map(|why| format!(": {why}")).unwrap_or_default();
            progress.note(&format!("a stop will lose the class at hand: {error}{why}"));
        }
        self.saved = Instant::now();
        self.took = self.saved - begun;
    }

    fn put(&self, reached: &Reached) -> Result<(), FileError> {
        let mut file = SealedWriter::create(&self.path)?;
        file.put(&MAGIC)?;
        file.put(self.identity.as_bytes())?;
        reached.left.iter().try_for_each(|&left| file.put(&[left.into()]))?;
        let AtHand { sources, beyond, .. } = &reached.at_hand;
        for numbers in [sources, beyond] {
            file.put(&(numbers.len() as u64).to_le_bytes())?;
            numbers.iter().try_for_each(|number| file.put(&number.to_le_bytes()))?;
        }
        let told = serde_json::to_writer(&mut file, reached);
        told.map_err(|error| FileError::io("write", &self.path)(error.into()))?;
        file.seal(b"")
    }
}

/// A list as it is written: its length, and the numbers.
fn numbers(file: &mut SealedReader) -> Result<Vec<u32>, FileError> {
    let mut length = [0; size_of::<u64>()];
    file.fill(&mut length)?;
    let mut number = [0; size_of::<u32>()];
    let next = |_| {
        file.fill(&mut number)?;
        Ok(u32::from_le_bytes(number))
    };
    (0..u64::from_le_bytes(length)).map(next).collect()
}
