//! The second stage: search every class, shard by shard.
//!
//! The search makes its boards itself, all of a class at a time, and counts the justsolved ones
//! among them again. The boxes that were kept are only looked at: nothing is to be concluded beside a
//! damaged one.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use antipode_families::{Class, Orderly, Pool, Searched, Searcher, Symmetries, Tally, Visitor};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_sealed::remove_abandoned;
use rayon::prelude::*;

use crate::batch::Batch;
use crate::boxes::{self, BoxReader};
use crate::claim::{AtWork, claim};
use crate::document::SealError;
use crate::error::Error;
use crate::part::Part;
use crate::plan::{Plan, span};
use crate::stopwatch::Stopwatch;
use crate::turns::in_turns;

/// Searches the shards of `part` that have no valid result yet.
///
/// # Errors
/// If a class does not fit in memory nor on the disk, a file cannot be read or written, or `progress` asks to stop.
/// Shards that are finished are kept.
pub fn search(
    batch: &Batch,
    plan: &Plan,
    part: Part,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let watch = Stopwatch::start(batch, "search");
    let _at_work = AtWork::in_folder(&batch.folder);
    batch.keep_little();
    // What a killed process left there may be all that the disk has room for.
    remove_abandoned(&batch.scratch);
    let settings = &batch.settings;
    let wanted: Vec<usize> = (0..plan.shards.len()).filter(|&shard| part.has(shard)).collect();
    let mut pending = Vec::new();
    let known = Known::new(batch);
    for &shard in &wanted {
        match batch.shard(plan, shard)? {
            Ok(tallies) => {
                known.add(tallies);
                // What a killed process left of them.
                batch.forget_searches(shard)?;
            }
            Err(SealError::Missing(_)) => pending.push(shard),
            Err(error) => {
                progress.note(&format!("shard {} is done again: {error}", shard + 1));
                pending.push(shard);
            }
        }
    }
    if pending.is_empty() {
        progress.note("up to date");
        return Ok(());
    }
    let ready = wanted.len() - pending.len();
    if ready > 0 {
        // The progress that is shown from here on is that of the others.
        progress.note(&format!("going on after {ready} of {}", counted(wanted.len(), "shard")));
    }
    if settings.boards {
        plan.boxes.par_iter().try_for_each(|(&pieces, _)| check_box(batch, plan, pieces))?;
    }
    let family = settings.widest();
    let symmetries = Symmetries::of(family);
    family.check_shapes(batch.memory)?;
    let orderly = Orderly::new(family, &symmetries).within(batch.budget().memory);

    let boards = pending.iter().map(|&shard| plan.shards[shard].boards).sum();
    progress.expect(boards);
    // Of several processes each would overwrite the times of the others.
    let is_timed = part == Part::WHOLE;
    let states = AtomicU64::new(0);
    let done = AtomicUsize::new(0);
    let searched = each_unclaimed(batch, &symmetries, pending, progress, |shard, searcher| {
        // Another process may have done it meanwhile.
        if let Ok(tallies) = batch.shard(plan, shard)? {
            known.add(tallies);
            progress.advance(plan.shards[shard].boards);
            return Ok(());
        }
        let tallies = known.begin(batch);
        let tallies = tally_shard(batch, plan, &orderly, shard, searcher, tallies, progress)?;
        batch.keep_shard(plan, shard, &tallies)?;
        batch.forget_searches(shard)?;
        let stored = batch.stored(&tallies);
        known.add(tallies);
        states.fetch_add(stored, Ordering::Relaxed);
        done.fetch_add(1, Ordering::Relaxed);
        if is_timed {
            watch.count(stored);
            watch.look()?;
        }
        Ok(())
    });
    let summary = format!(
        "{} of {}, {:.1} million states, {:.1} s",
        done.into_inner(),
        counted(plan.shards.len(), "shard"),
        states.into_inner() as f64 / 1e6,
        watch.elapsed().as_secs_f64(),
    );
    let timed = if is_timed { watch.stop() } else { Ok(()) };
    // Where nothing can be written, the file that a search cannot do without is told.
    searched?;
    timed?;
    progress.note(&summary);
    Ok(())
}

/// What the shards that are done add up to, by families: what is less than that need not be found in others. If one
/// of them is lost, or found anew by a process that knows others, nothing is missing, see [`Tally::beside`].
struct Known(Mutex<Vec<Arc<Tally>>>);

impl Known {
    fn new(batch: &Batch) -> Self {
        Known(Mutex::new(batch.empty_tallies().into_iter().map(Arc::new).collect()))
    }

    /// Adds what a shard found.
    fn add(&self, tallies: Vec<Tally>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (known, tally) in known.iter_mut().zip(tallies) {
            Arc::make_mut(known).merge(tally);
        }
    }

    /// Tallies for a shard that is to be done.
    fn begin(&self, batch: &Batch) -> Vec<Tally> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let beside = |(tally, known): (Tally, &Arc<Tally>)| tally.beside(Arc::clone(known));
        batch.empty_tallies().into_iter().zip(&*known).map(beside).collect()
    }
}

/// How often shards are looked at that other processes search.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Works `shards` off, first those that no other process has claimed. The others are waited for, and
/// done if their process ends without having done them.
fn each_unclaimed(
    batch: &Batch,
    symmetries: &Symmetries,
    mut shards: Vec<usize>,
    progress: &dyn Progress,
    work: impl Fn(usize, &mut Searcher<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let mut told = false;
    loop {
        let claimed = Mutex::new(Vec::new());
        each_shard(batch, symmetries, &shards, |shard, searcher| {
            match claim(&batch.folder, shard)? {
                Some(_claim) => work(shard, searcher)?,
                None => claimed.lock().unwrap_or_else(PoisonError::into_inner).push(shard),
            }
            Ok(())
        })?;
        shards = claimed.into_inner().unwrap_or_else(PoisonError::into_inner);
        if shards.is_empty() {
            return Ok(());
        }
        shards.sort_unstable();
        if !told {
            progress.note(&format!(
                "waiting for {} of another process",
                counted(shards.len(), "shard")
            ));
            told = true;
        }
        thread::sleep(LOOK_EVERY);
        if progress.stop() {
            return Err(Error::Stopped);
        }
    }
}

/// Lets the threads work `shards` off in turns, each with a searcher of its own.
fn each_shard(
    batch: &Batch,
    symmetries: &Symmetries,
    shards: &[usize],
    work: impl Fn(usize, &mut Searcher<'_>) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let threads = rayon::current_num_threads();
    let (budget, pool) = (batch.budget(), Pool::new(batch.search_memory()));
    let searcher = || {
        let searcher = Searcher::new(&batch.settings.families, symmetries, budget.clone());
        if threads > 1 { searcher.sharing(&pool) } else { searcher }
    };
    in_turns(threads, shards, searcher, |searcher, &shard| work(shard, searcher)).map(drop)
}

/// Refuses a box that is damaged or of another batch.
fn check_box(batch: &Batch, plan: &Plan, pieces: u32) -> Result<(), Error> {
    let path = boxes::path(&batch.folder, pieces);
    let reader = match BoxReader::open(&path) {
        Err(error) if error.is_missing() => {
            return Err(SealError::Missing(path).into());
        }
        reader => reader?,
    };
    let contents = plan.boxes.get(&pieces).copied().unwrap_or_default();
    if !reader.holds(&batch.config, pieces, contents.boards) {
        return Err(Error::ForeignBox(path));
    }
    Ok(())
}

/// Searches one shard and adds it to `tallies`, those of the families.
fn tally_shard(
    batch: &Batch,
    plan: &Plan,
    orderly: &Orderly<'_>,
    shard: usize,
    searcher: &mut Searcher<'_>,
    tallies: Vec<Tally>,
    progress: &dyn Progress,
) -> Result<Vec<Tally>, Error> {
    searcher.save_in(batch.searches(shard));
    let mut searching = Searching { searcher, tallies, progress };
    let span = span(batch.settings.widest(), &plan.shards, shard).ok_or_else(Error::unfit)?;
    orderly.visit(&span, &mut searching)?;
    Ok(searching.tallies)
}

struct Searching<'a, 'b> {
    searcher: &'a mut Searcher<'b>,
    tallies: Vec<Tally>,
    progress: &'a dyn Progress,
}

impl Visitor for Searching<'_, '_> {
    type Error = Error;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Error> {
        if self.progress.stop() {
            return Err(Error::Stopped);
        }
        let count = boards.len() as u64;
        self.searcher.search(class, boards, &mut self.tallies, self.progress)?;
        self.progress.advance(count);
        Ok(())
    }

    fn singles<K: Searched>(
        &mut self,
        class: &Class,
        mut boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<bool, Error> {
        if self.progress.stop() {
            return Err(Error::Stopped);
        }
        let Self { searcher, tallies, progress } = self;
        let searched = searcher.search_singles(class, K::words(&mut boards), tallies, *progress)?;
        if let Some(count) = searched {
            progress.advance(count);
        }
        Ok(searched.is_some())
    }

    fn holds(&mut self, bytes: usize) {
        self.searcher.holds(bytes);
    }
}
