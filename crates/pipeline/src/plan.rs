//! How a batch is cut into shards.
//!
//! A shard is a run of consecutive classes without a goal piece, one of each set of images, so that
//! whoever searches it can make its boards alone. The justsolved boards, which are told by their
//! goal pieces, are cut for themselves into the frames of their boxes. The cuts depend on the
//! config only: runs of about equal numbers of boards are put together from the stretches between
//! the marks of the survey, none of which is between classes that differ by single cells only, as these are
//! searched together. The time that a class takes is about proportional to the number of its boards.

use std::collections::BTreeMap;

use antipode_families::{Class, Family, Sizes, Span};
use serde::{Deserialize, Serialize};

use crate::found::{Contents, Run, Surveys};

/// The shards of a batch, and what the generators counted on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Which generator made the justsolved boards.
    pub generator: String,
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

/// About the least boards of a run: fewer are searched in the time that it takes to keep what comes of them.
const LEAST_BOARDS: u64 = 40_000;

/// The most runs, enough to keep a cluster busy and few enough to look at.
const MOST_RUNS: u64 = 2048;

impl Plan {
    /// Cuts the boards of a batch into shards, as they were surveyed. Of several families, the justsolved
    /// boards of each have been told apart.
    pub fn new(surveys: Surveys) -> Self {
        let Surveys { generator, justsolved, all } = surveys;
        let surveyed = if justsolved.marks.is_empty() { &all } else { &justsolved };
        let mut plan = Plan {
            generator,
            packings_seen: surveyed.packings_seen,
            boxes: BTreeMap::new(),
            justsolved: BTreeMap::new(),
            justsolved_of: justsolved.of_families,
            frames: cut(justsolved.marks),
            shards: cut(all.marks),
        };
        for (sizes, contents) in justsolved.contents {
            *plan.boxes.entry(sizes.pieces() as u32).or_default() += contents;
            plan.justsolved.insert(sizes, contents.boards);
        }
        plan
    }

    /// The justsolved boards of the family of that number, by the sizes of their pieces.
    pub fn justsolved(&self, family: usize) -> &BTreeMap<Sizes, u64> {
        self.justsolved_of.get(family).unwrap_or(&self.justsolved)
    }

    /// The number of justsolved boards.
    pub fn boards(&self) -> u64 {
        self.frames.iter().map(|run| run.boards).sum()
    }

    /// The number of boards that are searched, one of each set of images.
    pub fn searched(&self) -> u64 {
        self.shards.iter().map(|run| run.boards).sum()
    }
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

/// Joins stretches into runs, about a thousand times as many boards in each as there are runs.
fn cut(marks: BTreeMap<usize, Vec<Run>>) -> Vec<Run> {
    let boards: u64 = marks.values().flatten().map(|mark| mark.boards).sum();
    let count = (boards.isqrt() / 32).min(boards / LEAST_BOARDS).clamp(1, MOST_RUNS);
    let mut runs: Vec<Run> = Vec::new();
    let mut before = 0;
    for mark in marks.into_values().flatten() {
        // A run starts wherever a multiple of the even share was passed.
        let is_full = before * count / boards.max(1) >= runs.len() as u64;
        before += mark.boards;
        match runs.last_mut() {
            Some(run) if !is_full => run.boards += mark.boards,
            _ => runs.push(mark),
        }
    }
    runs
}
