//! The survey of a batch: a generator runs through all its boards, counts them, and leaves marks
//! between which the work can be cut.
//!
//! On large grids that takes an hour, and single parts of it take minutes. So it is done in slices: a part is
//! left wherever it is after some seconds, and taken up again at the class that comes next.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use antipode_families::{
    Class, Entry, Family, Generator, Orderly, Searched, Shape, Sizes, Span, Symmetries, Visitor,
};
use antipode_frontier::Progress;

use crate::batch::Batch;
use crate::document::known;
use crate::error::Error;
use crate::found::{Contents, Found, Run, Surveys};
use crate::justsolved::Justsolved;
use crate::stopwatch::Stopwatch;
use crate::table::cell::Cell;
use crate::turns::in_turns;

/// Surveys the boards of a batch, or what is left of them. `generator` makes the justsolved ones.
pub fn survey(
    batch: &Batch,
    symmetries: &Symmetries,
    generator: &Generator<'_>,
    watch: &Stopwatch<'_>,
    progress: &dyn Progress,
) -> Result<Surveys, Error> {
    let (family, families) = (batch.settings.widest(), &batch.settings.families);
    // Of one family there is nothing to tell apart.
    let told = if families.len() > 1 { families.as_slice() } else { &[] };
    let generator_name = batch.settings.generator.write();
    let surveys = known(batch.surveys(), progress)?
        .filter(|surveys| surveys.generator == generator_name)
        .unwrap_or_else(|| Surveys { generator: generator_name, ..Surveys::default() });
    let known = surveys.boards();
    if known > 0 {
        progress.note(&format!("going on where it was stopped: {known} boards are counted"));
    }
    let started = Instant::now();
    let state = Mutex::new((surveys, started));
    let surveyor = Surveyor { batch, family, watch, progress, state };
    let done = surveyor.justsolved(told, generator).and_then(|()| surveyor.all(symmetries));
    let (surveys, _) = surveyor.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    // A stop may come later, too, while boards are written.
    let is_worth_it = match done {
        Ok(()) => started.elapsed() > KEEP_EVERY,
        Err(Error::Stopped) => true,
        Err(_) => false,
    };
    if is_worth_it {
        batch.keep_surveys(&surveys)?;
    }
    // Only now is it known how many they are.
    progress.expect(surveys.boards() - known);
    done.map(|()| surveys)
}

/// How long a slice takes, and how often what is found is written. Going on means to make the lists again
/// that lead to a class.
const SLICE: Duration = Duration::from_secs(20);
const KEEP_EVERY: Duration = Duration::from_secs(10);

/// One of the surveys.
type Which = fn(&mut Surveys) -> &mut Found;

struct Surveyor<'a> {
    batch: &'a Batch,
    family: &'a Family,
    watch: &'a Stopwatch<'a>,
    progress: &'a dyn Progress,
    /// What is finished, and when it was last written.
    state: Mutex<(Surveys, Instant)>,
}

impl Surveyor<'_> {
    fn justsolved(&self, families: &[Family], generator: &Generator<'_>) -> Result<(), Error> {
        let which: Which = |surveys| &mut surveys.justsolved;
        match generator {
            _ if !self.family.task.has_corner() => Ok(()),
            Generator::Packing(packing) => {
                self.parts(which, families, &runs(packing.goals()), |goals, span, slice| {
                    goals.iter().try_for_each(|&goal| packing.visit_goal(goal, span, slice))
                })
            }
            // It has made them all before.
            Generator::Fillboard(_) => {
                self.parts(which, families, &[()], |(), span, slice| generator.visit(span, slice))
            }
        }
    }

    fn all(&self, symmetries: &Symmetries) -> Result<(), Error> {
        let orderly = Orderly::new(self.family, symmetries).within(self.batch.budget().memory);
        let which: Which = |surveys| &mut surveys.all;
        self.parts(which, &[], &runs(orderly.firsts()), |firsts, span, slice| {
            firsts.iter().try_for_each(|&first| orderly.visit_first(first, span, slice))
        })
    }

    /// Does what is left of the parts of a survey, and tells the boards of `families` apart.
    fn parts<T: Sync>(
        &self,
        which: Which,
        families: &[Family],
        parts: &[T],
        visit: impl Fn(&T, &Span, &mut Slice<'_>) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let is_done = |&part: &usize| which(&mut self.state().0).is_done(part);
        let pending = (0..parts.len()).filter(|part| !is_done(part));
        // Small shapes come last and take longest, so the threads begin with them.
        let pending: Vec<usize> = pending.rev().collect();
        let work = |&mut (): &mut (), &part: &usize| {
            while !is_done(&part) {
                if self.progress.stop() {
                    return Err(Error::Stopped);
                }
                let mut slice = self.slice(which, families, part)?;
                let span = Span { from: slice.from.clone(), to: None };
                match visit(&parts[part], &span, &mut slice) {
                    Err(Error::Stopped) if slice.next.is_some() => {}
                    visited => visited?,
                }
                self.add(which, part, slice)?;
            }
            Ok(())
        };
        in_turns(rayon::current_num_threads(), &pending, || (), work).map(drop)
    }

    /// A slice of a part, from where it was left.
    fn slice<'s>(
        &'s self,
        which: Which,
        families: &'s [Family],
        part: usize,
    ) -> Result<Slice<'s>, Error> {
        let class = |text: &str| {
            let class = Class::parse(&self.family.grid, text);
            class.ok_or_else(|| Error::Bug(format!("the survey knows no class {text}")))
        };
        let mut state = self.state();
        let found = which(&mut state.0);
        let from = found.next.get(&part).map(|next| class(next)).transpose()?;
        let marks = found.marks.get(&part).and_then(|marks| marks.last()).cloned();
        let first = marks.as_ref().map(|mark| class(&mark.first)).transpose()?;
        // Grids of n cells have about 3.3^n justsolved boards (4x4, 4x5); 2.6^n / 2000 a stretch
        // leaves a few thousand to tens of thousands of stretches on any grid.
        let bits = (7 * self.family.grid.size() / 5).saturating_sub(11).max(6);
        Ok(Slice {
            family: self.family,
            progress: self.progress,
            from,
            next: None,
            is_known: false,
            entered: 0,
            begun: Instant::now(),
            packings_seen: 0,
            contents: BTreeMap::new(),
            justsolved: Justsolved::new(families),
            marks: marks.into_iter().collect(),
            first: first.map(|class| class.goal),
            grain: 1 << bits,
            untold: 0,
        })
    }

    fn add(&self, which: Which, part: usize, slice: Slice<'_>) -> Result<(), Error> {
        self.progress.advance(slice.untold);
        let mut state = self.state();
        let (surveys, kept) = &mut *state;
        slice.add_to(which(surveys), part);
        if kept.elapsed() > KEEP_EVERY {
            self.batch.keep_surveys(surveys)?;
            self.watch.look()?;
            *kept = Instant::now();
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, (Surveys, Instant)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first shapes of classes, a few at a time. Most are large, come first and have few classes each;
/// only the last are worth a part of their own.
fn runs(firsts: &[Shape]) -> Vec<&[Shape]> {
    let (large, small) = firsts.split_at(firsts.len().saturating_sub(4096));
    large.chunks(256).chain(small.chunks(1)).collect()
}

/// The class with which a run may begin that is to begin with this one: with fewer single cells, but for one, if
/// none of those between is of the family. None if some are: what differs by single cells only is searched
/// together, and never cut.
fn run_from(family: &Family, class: &Class) -> Option<Class> {
    let is_single = |shape: &&Shape| shape.size() == 1;
    let mut first = class.clone();
    loop {
        let mut last = first.others.iter().rev().take_while(is_single);
        if last.nth(1).is_none() {
            return Some(first);
        }
        first.others.pop();
        if family.contains(&first) {
            return None;
        }
    }
}

/// What is found of a part in one go.
struct Slice<'a> {
    family: &'a Family,
    progress: &'a dyn Progress,
    /// The class that it begins with; the first one of the part if there is none.
    from: Option<Class>,
    /// The class that the part goes on with, once the slice is over.
    next: Option<Class>,
    /// Whether the class at hand was entered by the slice before, too.
    is_known: bool,
    /// How many classes were entered that were not, and since when.
    entered: u64,
    begun: Instant,
    packings_seen: u64,
    contents: BTreeMap<Sizes, Contents>,
    justsolved: Justsolved<'a>,
    marks: Vec<Run>,
    /// The shape that the classes of the last stretch begin with.
    first: Option<Shape>,
    /// How many boards a stretch has.
    grain: u64,
    /// How many boards have not been told of.
    untold: u64,
}

impl Slice<'_> {
    /// Adds it to what was found of the parts, up to its end or to the class that it goes on with.
    fn add_to(self, found: &mut Found, part: usize) {
        match self.next {
            Some(next) => found.next.insert(part, next.to_string()),
            None => found.next.remove(&part),
        };
        found.packings_seen += self.packings_seen;
        for (sizes, contents) in self.contents {
            *found.contents.entry(sizes).or_default() += contents;
        }
        let counts = self.justsolved.counts;
        found.of_families.resize_with(counts.len(), BTreeMap::new);
        for (sums, more) in found.of_families.iter_mut().zip(counts) {
            more.into_iter().for_each(|(sizes, boards)| *sums.entry(sizes).or_default() += boards);
        }
        // The slice went on with the last stretch.
        let marks = found.marks.entry(part).or_default();
        marks.pop();
        marks.extend(self.marks);
    }

    fn is_over(&self) -> bool {
        // Looking at the clock takes as long as a small class.
        let is_late = self.entered.is_multiple_of(256) && self.begun.elapsed() > SLICE;
        is_late || self.progress.stop()
    }
}

impl Visitor for Slice<'_> {
    type Error = Error;

    fn enters(&mut self, class: &Class, _: usize) -> Entry {
        // On the way to the first class of the slice.
        self.is_known = self.from.as_ref().is_some_and(|from| class < from);
        if !self.is_known && self.next.is_none() {
            self.entered += 1;
            // Nothing of this class has been counted, and all before it has.
            if self.entered > 1 && self.is_over() {
                self.next = Some(class.clone());
            }
        }
        Entry::Whole
    }

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Error> {
        if self.next.is_none() {
            self.justsolved.count(class, boards.clone());
        }
        self.counted(class, boards.len() as u64)
    }

    fn counts(&self) -> bool {
        self.justsolved.is_empty()
    }

    fn counted(&mut self, class: &Class, boards: u64) -> Result<(), Error> {
        if self.next.is_some() {
            return Err(Error::Stopped);
        }
        *self.contents.entry(Sizes::of(class)).or_default() += Contents { classes: 1, boards };
        self.untold += boards;
        // A stretch ends with the first shape of its classes, as those may be taken apart.
        let is_new = self.first != Some(class.goal);
        let may_end = is_new || self.marks.last().is_none_or(|mark| mark.boards >= self.grain);
        let begun = if may_end { run_from(self.family, class) } else { None };
        match self.marks.last_mut() {
            Some(mark) if begun.is_none() && !is_new => mark.boards += boards,
            _ => {
                // Not each time, as all threads count in the same place.
                self.progress.advance(mem::take(&mut self.untold));
                self.first = Some(class.goal);
                let first = begun.as_ref().unwrap_or(class).to_string();
                self.marks.push(Run { first, boards });
            }
        }
        Ok(())
    }

    fn seen(&mut self, packings: u64) {
        if !self.is_known && self.next.is_none() {
            self.packings_seen += packings;
        }
    }
}
