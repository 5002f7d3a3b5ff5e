//! How a batch is cut into shards.
//!
//! A shard is a run of consecutive classes without a goal piece, one of each set of images, so that
//! whoever searches it can make its boards alone. The justsolved boards, which are told by their
//! goal pieces, are cut for themselves into the frames of their boxes. The cuts depend on the
//! config only. A generator first runs through the whole family and leaves marks every so many
//! boards; runs of about equal numbers of boards are then put together from the stretches between
//! marks. The time that a class takes is about proportional to the number of its boards.

use std::collections::BTreeMap;

use antipode_families::{
    Class, Family, Generator, Orderly, Searched, Shape, Sizes, Span, Symmetries, Visitor,
};
use antipode_frontier::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::justsolved::Justsolved;

/// The shards of a batch, and what the generators counted on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// How many packings the generator made to find the boards.
    pub packings_seen: u64,
    /// Justsolved boards and their classes, by number of pieces.
    pub boxes: BTreeMap<u32, Contents>,
    /// Justsolved boards by the sizes of their pieces.
    justsolved: BTreeMap<Sizes, u64>,
    /// Those of each family, if there are several. All of them are among the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    justsolved_of: Vec<BTreeMap<Sizes, u64>>,
    /// The classes with their goal piece, in order: the frames of the boxes.
    pub frames: Vec<Run>,
    /// The classes without a goal piece, in order: the shards of the search.
    pub shards: Vec<Run>,
}

/// What a box of boards holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The number of classes.
    pub classes: u64,
    /// The number of justsolved boards.
    pub boards: u64,
}

/// A run of classes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The first class.
    pub first: String,
    /// The number of boards.
    pub boards: u64,
}

/// The most runs, enough to keep a cluster busy and few enough to look at.
const MOST_RUNS: u64 = 2048;

impl Plan {
    /// Runs through the boards of `family`, the widest of `families`, whose symmetries are given, and
    /// cuts them into shards. What a thread holds takes at most about `memory` bytes.
    pub fn new(
        families: &[Family],
        family: &Family,
        symmetries: &Symmetries,
        generator: &Generator<'_>,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let survey = |families, visit: &dyn Fn(&mut Survey<'_>) -> Result<(), Error>| {
            let mut survey = Survey::new(family, families, progress);
            visit(&mut survey)?;
            Ok(survey)
        };
        let span = Span::default();
        // Of one family there is nothing to tell apart.
        let told = if families.len() > 1 { families } else { &[] };
        // Small shapes come last and take longest, so the threads begin with them.
        let survey_from = |firsts: &[Shape], families, visit: VisitFirst<'_>| {
            let surveys = runs(firsts).into_par_iter().rev().with_max_len(1).map(|firsts| {
                let each = |survey: &mut Survey<'_>| {
                    firsts.iter().try_for_each(|&first| visit(first, survey))
                };
                survey(families, &each)
            });
            let mut surveys = surveys.collect::<Result<Vec<_>, Error>>()?;
            surveys.reverse();
            Ok::<_, Error>(surveys)
        };
        let justsolved = match generator {
            _ if !family.task.has_corner() => Vec::new(),
            Generator::Packing(packing) => survey_from(packing.goals(), told, &|goal, survey| {
                packing.visit_goal(goal, &span, survey)
            })?,
            Generator::Fillboard(_) => {
                vec![survey(told, &|survey| generator.visit(&span, survey))?]
            }
        };
        let orderly = Orderly::new(family, symmetries).within(memory);
        let all = survey_from(orderly.firsts(), &[], &|first, survey| {
            orderly.visit_first(first, &span, survey)
        })?;
        let seen = |surveys: &[Survey<'_>]| surveys.iter().map(|survey| survey.seen).sum();
        let mut plan = Plan {
            packings_seen: seen(if family.task.has_corner() { &justsolved } else { &all }),
            boxes: BTreeMap::new(),
            justsolved: BTreeMap::new(),
            justsolved_of: Vec::new(),
            frames: Vec::new(),
            shards: cut(all.into_iter().map(|survey| survey.marks).collect()),
        };
        for (sizes, contents) in justsolved.iter().flat_map(|survey| &survey.contents) {
            let sum = plan.boxes.entry(sizes.pieces() as u32).or_default();
            sum.classes += contents.classes;
            sum.boards += contents.boards;
            *plan.justsolved.entry(sizes.clone()).or_default() += contents.boards;
        }
        let mut of_families = Justsolved::new(told);
        let marks = justsolved.into_iter().map(|survey| {
            of_families.add(survey.justsolved);
            survey.marks
        });
        plan.frames = cut(marks.collect());
        plan.justsolved_of = of_families.counts;
        Ok(plan)
    }

    /// The justsolved boards of the family of that number, by the sizes of their pieces.
    pub fn justsolved(&self, family: usize) -> &BTreeMap<Sizes, u64> {
        self.justsolved_of.get(family).unwrap_or(&self.justsolved)
    }

    /// The number of justsolved boards; where a family knows none, of boards, one of each set of
    /// images.
    pub fn boards(&self) -> u64 {
        let counted = if self.frames.is_empty() { &self.shards } else { &self.frames };
        counted.iter().map(|run| run.boards).sum()
    }
}

/// Visits the classes that begin with a shape.
type VisitFirst<'a> = &'a (dyn Fn(Shape, &mut Survey<'_>) -> Result<(), Error> + Sync);

/// The first shapes of classes, a few at a time. Most are large, come first and have few classes each;
/// only the last are worth a survey of their own.
fn runs(firsts: &[Shape]) -> Vec<&[Shape]> {
    let (large, small) = firsts.split_at(firsts.len().saturating_sub(4096));
    large.chunks(256).chain(small.chunks(1)).collect()
}

/// The classes of a run, by its number; none if `runs` are not of `family`.
pub fn span(family: &Family, runs: &[Run], number: usize) -> Option<Span> {
    let class = |run: &Run| Class::parse(&family.grid, &run.first);
    let from = Some(class(runs.get(number)?)?);
    let to = match runs.get(number + 1) {
        Some(next) => Some(class(next)?),
        None => None,
    };
    Some(Span { from, to })
}

/// Joins stretches into runs, about sixteen times as many boards in each as there are runs.
fn cut(marks: Vec<Vec<Mark>>) -> Vec<Run> {
    let boards: u64 = marks.iter().flatten().map(|mark| mark.boards).sum();
    let count = (boards.isqrt() / 16).clamp(1, MOST_RUNS);
    let mut runs: Vec<Run> = Vec::new();
    let mut before = 0;
    for mark in marks.into_iter().flatten() {
        // A run starts wherever a multiple of the even share was passed.
        if before * count / boards.max(1) >= runs.len() as u64 {
            runs.push(Run { first: mark.first.to_string(), boards: 0 });
        }
        if let Some(run) = runs.last_mut() {
            run.boards += mark.boards;
        }
        before += mark.boards;
    }
    runs
}

/// A stretch of classes, with the number of their boards.
struct Mark {
    first: Class,
    boards: u64,
}

struct Survey<'a> {
    progress: &'a dyn Progress,
    seen: u64,
    contents: BTreeMap<Sizes, Contents>,
    justsolved: Justsolved<'a>,
    marks: Vec<Mark>,
    grain: u64,
}

impl<'a> Survey<'a> {
    fn new(family: &Family, families: &'a [Family], progress: &'a dyn Progress) -> Self {
        // Grids of n cells have about 3.3^n justsolved boards (4x4, 4x5); 2.6^n / 2000 a stretch
        // leaves a few thousand to tens of thousands of stretches on any grid.
        let bits = (7 * family.grid.size() / 5).saturating_sub(11).max(6);
        let (contents, marks) = (BTreeMap::new(), Vec::new());
        let justsolved = Justsolved::new(families);
        Survey { progress, seen: 0, contents, justsolved, marks, grain: 1 << bits }
    }
}

impl Visitor for Survey<'_> {
    type Error = Error;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Error> {
        self.justsolved.count(class, boards.clone());
        self.counted(class, boards.len() as u64)
    }

    fn counts(&self) -> bool {
        self.justsolved.is_empty()
    }

    fn counted(&mut self, class: &Class, boards: u64) -> Result<(), Error> {
        if self.progress.stop() {
            return Err(Error::Stopped);
        }
        let contents = self.contents.entry(Sizes::of(class)).or_default();
        contents.classes += 1;
        contents.boards += boards;
        // A stretch ends with the first shape of its classes, as those may be taken apart.
        match self.marks.last_mut() {
            Some(mark) if mark.boards < self.grain && mark.first.goal == class.goal => {
                mark.boards += boards;
            }
            _ => self.marks.push(Mark { first: class.clone(), boards }),
        }
        Ok(())
    }

    fn seen(&mut self, packings: u64) {
        self.seen += packings;
    }
}
