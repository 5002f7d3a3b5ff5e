//! The second stage: search every class, shard by shard.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use antipode_families::{Class, Diameter, Generator, Searched, Tally, Visitor};
use antipode_frontier::{Progress, SweepError};
use anyhow::{Context, Result, bail};

use crate::batch::{Batch, Interrupted};
use crate::boxes::{self, BoxReader};
use crate::files::{self, SealError};
use crate::plan::Plan;
use crate::report::Report;

/// One part of several that share the shards of a batch evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 0.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// All shards.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// Whether a shard belongs to this part.
    pub fn has(self, shard: usize) -> bool {
        shard % self.of == self.index
    }
}

/// Where the boards of a shard come from.
pub enum Source<'a> {
    /// From files.
    Boxes(Vec<BoxReader>),
    /// Made anew.
    Generator(Generator<'a>),
}

/// Searches the shards of `part` that have no valid result yet.
pub fn search(batch: &Batch<'_>, plan: &Plan, part: Part) -> Result<()> {
    let settings = &batch.settings;
    let mut pending = Vec::new();
    for shard in (0..plan.shards.len()).filter(|&shard| part.has(shard)) {
        match read_shard(batch, shard) {
            Ok(_) => {}
            Err(SealError::Missing(_)) => pending.push(shard),
            Err(error) => {
                batch.note("search", &format!("shard {} is done again: {error}", shard + 1));
                pending.push(shard);
            }
        }
    }
    if pending.is_empty() {
        batch.note("search", "up to date");
        return Ok(());
    }
    let source = if settings.boards {
        let open = |&pieces| open_box(batch, plan, pieces);
        Source::Boxes(plan.boxes.keys().map(open).collect::<Result<_>>()?)
    } else {
        Source::Generator(Generator::new(&settings.family, settings.generator))
    };

    let boards = pending.iter().map(|&shard| plan.shards[shard].boards).sum();
    let report = batch.report("search", boards);
    let searched = each_shard(batch, &pending, |shard, diameter| {
        let tally = tally_shard(batch, plan, &source, shard, diameter, &report)?;
        files::seal(&batch.shard_file(shard), "shard", &batch.config, &tally)
    });
    let summary = format!(
        "{} of {} shards, {:.1} million states, {:.1} s",
        pending.len(),
        plan.shards.len(),
        report.states() as f64 / 1e6,
        report.elapsed().as_secs_f64(),
    );
    // Of several processes each would overwrite the times of the others.
    if part == Part::WHOLE {
        batch.took("search", report.elapsed(), Some(report.states()))?;
    }
    searched?;
    report.finish(&summary);
    Ok(())
}

/// Lets the threads work `shards` off, in order, each with a searcher of its own. At the first
/// error the others stop at their next shard.
pub fn each_shard(
    batch: &Batch<'_>,
    shards: &[usize],
    work: impl Fn(usize, &mut Diameter<'_>) -> Result<()> + Sync,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    rayon::broadcast(|_| {
        let mut diameter = Diameter::new(&batch.settings.family, batch.budget());
        while let Some(&shard) = shards.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = work(shard, &mut diameter) {
                next.store(shards.len(), Ordering::Relaxed);
                if let Ok(mut failure) = failure.lock() {
                    failure.get_or_insert(error);
                }
            }
        }
    });
    match failure.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(()),
    }
}

/// The result of a shard, if it is there and whole.
pub fn read_shard(batch: &Batch<'_>, shard: usize) -> Result<Tally, SealError> {
    files::unseal(&batch.shard_file(shard), "shard", &batch.config)
}

fn open_box(batch: &Batch<'_>, plan: &Plan, pieces: u32) -> Result<BoxReader> {
    let path = boxes::path(&batch.folder, pieces);
    let reader = BoxReader::open(&path).context("run `antipode enumerate` with --fresh")?;
    let header = reader.header();
    let contents = plan.boxes.get(&pieces).copied().unwrap_or_default();
    let expected = (&batch.config, pieces, contents.boards);
    if (&header.config, header.pieces, header.boards) != expected {
        bail!("the box {} belongs to another batch; enumerate with --fresh", path.display());
    }
    Ok(reader)
}

/// Searches one shard and returns what it adds up to.
pub fn tally_shard(
    batch: &Batch<'_>,
    plan: &Plan,
    source: &Source<'_>,
    shard: usize,
    diameter: &mut Diameter<'_>,
    report: &Report<'_>,
) -> Result<Tally> {
    let settings = &batch.settings;
    let tally = Tally::new(settings.top, settings.distinct);
    let mut searching = Searching { diameter, tally, report };
    match source {
        Source::Boxes(boxes) => boxes
            .iter()
            .try_for_each(|reader| reader.visit(&settings.family, shard, &mut searching))?,
        Source::Generator(generator) => {
            let span = plan.span(&settings.family, shard);
            generator.visit(&span.context("the plan does not fit the config")?, &mut searching)?;
        }
    }
    Ok(searching.tally)
}

struct Searching<'a, 'b> {
    diameter: &'a mut Diameter<'b>,
    tally: Tally,
    report: &'a Report<'a>,
}

impl Visitor for Searching<'_, '_> {
    type Error = anyhow::Error;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<()> {
        if self.report.stop() {
            bail!(Interrupted::Kept);
        }
        let count = boards.len() as u64;
        match self.diameter.search(class, boards, &mut self.tally, self.report) {
            Err(SweepError::Stopped { .. }) => bail!(Interrupted::Kept),
            searched => searched?,
        }
        self.report.advance(count);
        Ok(())
    }
}
