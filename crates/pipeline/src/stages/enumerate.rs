//! The first stage: count all boards, cut them into shards, and keep the justsolved ones if asked.

use std::collections::BTreeMap;
use std::io;

use antipode_families::{Class, Crowded, Family, Generator, Searched, Span, Symmetries, Visitor};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_sealed::{FileError, make_folder, remove_abandoned};
use rayon::prelude::*;

use crate::batch::Batch;
use crate::boxes::{self, BoxReader, BoxWriter, Frame, Header};
use crate::claim::AtWork;
use crate::document::{SealError, known};
use crate::error::Error;
use crate::plan::{Plan, span};
use crate::stages::survey::survey;
use crate::stopwatch::Stopwatch;
use crate::table::cell::Cell;

/// How many frames a thread makes before what it made is written,
const FRAMES_A_THREAD: usize = 32;

/// as far as they fit into this part of the memory before they are packed.
const PART_OF_FRAMES: usize = 4;

/// Makes the plan and the boxes of a batch, unless they are there.
///
/// # Errors
/// If the family does not fit in memory, a file cannot be written, or `progress` asks to stop.
pub fn enumerate(batch: &Batch, progress: &dyn Progress) -> Result<Plan, Error> {
    let watch = Stopwatch::start(batch, "enumerate");
    let _at_work = AtWork::in_folder(&batch.folder);
    let settings = &batch.settings;
    batch.keep_little();
    remove_abandoned(&batch.folder.join("boards"));
    let family = settings.widest();
    let is_whole = |plan: &Plan| !settings.boards || boxes_stand(batch, plan);
    let known = match known(batch.plan(), progress)? {
        Some(plan) if plan.generator != settings.generator.write() => {
            progress.note("making the boards again, by the other generator");
            None
        }
        Some(plan) if is_whole(&plan) => {
            progress.note("up to date");
            return Ok(plan);
        }
        Some(plan) => {
            progress.note("making the boards again, as not all boxes are there and whole");
            Some(plan)
        }
        None => None,
    };
    family.check_shapes(batch.memory)?;
    let generator = Generator::new(family, settings.generator, batch.budget().memory)?;
    // The folder may not have been there before.
    make_folder(&batch.folder)?;
    let _at_work = AtWork::in_folder(&batch.folder);
    let plan = match known {
        Some(plan) => plan,
        None => {
            let surveyed = survey(batch, &Symmetries::of(family), &generator, &watch, progress);
            Plan::new(watch.unless_done(surveyed)?)
        }
    };
    // Somebody else may have chosen the same folder meanwhile.
    let refuse_foreign = || match batch.plan() {
        Err(error @ SealError::Foreign { .. }) => Err(Error::from(error)),
        _ => Ok(()),
    };
    if settings.boards {
        refuse_foreign()?;
        progress.expect(plan.boards());
        watch.unless_done(write_boxes(batch, &plan, &generator, progress))?;
    }
    refuse_foreign()?;
    batch.keep_plan(&plan)?;
    let board = if family.task.has_corner() { "justsolved board" } else { "board" };
    progress.note(&format!(
        "{}, {}, {:.1} s",
        counted(batch.counted(&plan).1, board),
        counted(plan.shards.len(), "shard"),
        watch.elapsed().as_secs_f64(),
    ));
    watch.stop()?;
    Ok(plan)
}

fn boxes_stand(batch: &Batch, plan: &Plan) -> bool {
    plan.boxes.iter().all(|(&pieces, contents)| {
        let reader = BoxReader::open(&boxes::path(&batch.folder, pieces));
        reader.is_ok_and(|reader| reader.holds(&batch.config, pieces, contents.boards))
    })
}

/// Writes all boxes, frames in parallel, in order.
fn write_boxes(
    batch: &Batch,
    plan: &Plan,
    generator: &Generator<'_>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let family = batch.settings.widest();
    let mut writers = BTreeMap::new();
    for (&pieces, contents) in &plan.boxes {
        let header = Header {
            grid: family.grid.to_string(),
            rule: family.rule.write(),
            kind: if family.metric.is_super() { "super" } else { "single" }.to_owned(),
            pieces,
            classes: contents.classes,
            boards: contents.boards,
            config: batch.config.clone(),
        };
        let path = boxes::path(&batch.folder, pieces);
        writers.insert(pieces, BoxWriter::create(&path, &header)?);
    }
    let frames: Vec<usize> = (0..plan.frames.len()).collect();
    let mut left = &frames[..];
    while !left.is_empty() {
        // What is made is held until it is written: one frame, or no more than a part of the memory.
        let mut held = 0;
        let fits = |frame: &&usize| {
            held += plan.frames[**frame].boards * u64::from(family.pieces.most());
            held <= (batch.memory / PART_OF_FRAMES) as u64
        };
        let most = FRAMES_A_THREAD * rayon::current_num_threads();
        let count = left.iter().take(most).take_while(fits).count().max(1);
        let (some, after) = left.split_at(count);
        left = after;
        let packed = some.par_iter().map(|&frame| {
            if progress.stop() {
                return Err(Error::Stopped);
            }
            let span = span(family, &plan.frames, frame).ok_or_else(Error::unfit)?;
            let packed = pack(batch, generator, &span)?;
            progress.advance(plan.frames[frame].boards);
            Ok((frame, packed))
        });
        for (frame, packed) in packed.collect::<Result<Vec<_>, Error>>()? {
            for (pieces, bytes) in packed {
                let writer = writers.get_mut(&pieces).ok_or_else(Error::unfit)?;
                writer.add(frame, &bytes)?;
            }
        }
    }
    // Each waits for the disk.
    Ok(writers.into_par_iter().try_for_each(|(_, writer)| writer.finish())?)
}

/// The boards of a run of classes, packed, by number of pieces.
fn pack(
    batch: &Batch,
    generator: &Generator<'_>,
    span: &Span,
) -> Result<BTreeMap<u32, Vec<u8>>, Error> {
    let mut framing = Framing { family: batch.settings.widest(), frames: BTreeMap::new() };
    generator.visit(span, &mut framing)?;
    let pack = |(pieces, frame): (u32, Frame)| Ok((pieces, frame.pack()?));
    let packed: io::Result<_> = framing.frames.into_iter().map(pack).collect();
    Ok(packed.map_err(FileError::io("pack", &batch.folder))?)
}

struct Framing<'a> {
    family: &'a Family,
    frames: BTreeMap<u32, Frame>,
}

impl Visitor for Framing<'_> {
    type Error = Crowded;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Self::Error> {
        let frame = self.frames.entry(class.pieces() as u32).or_default();
        frame.add(&self.family.grid, class, boards);
        Ok(())
    }
}
