//! How a batch is cut into shards.
//!
//! A shard is a run of consecutive classes, so that whoever searches it can make its boards
//! alone. The cut depends on the config only. The generator first runs through the whole family
//! and leaves marks every so many boards; shards of about equal numbers of boards are then put
//! together from the stretches between marks.

use std::collections::BTreeMap;
use std::convert::Infallible;

use antipode_families::{Class, Family, Generator, Searched, Span, Visitor};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The shards of a batch, and what the generator counted on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// How many packings the generator made to find the justsolved boards.
    pub packings_seen: u64,
    /// Justsolved boards and their classes, by number of pieces.
    pub boxes: BTreeMap<u32, Contents>,
    /// In the order of classes.
    pub shards: Vec<Shard>,
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
pub struct Shard {
    /// The first class.
    pub first: String,
    /// The number of justsolved boards.
    pub boards: u64,
}

/// The most shards, enough to keep a cluster busy and few enough to look at.
const MOST_SHARDS: u64 = 2048;

impl Plan {
    /// Runs through the boards of `family` and cuts them into shards.
    pub fn new(family: &Family, generator: &Generator<'_>) -> Self {
        let survey = |goal| {
            let mut survey = Survey::new(family);
            let Ok(()) = match (generator, goal) {
                (Generator::Packing(packing), Some(goal)) => {
                    packing.visit_goal(goal, &Span::default(), &mut survey)
                }
                _ => generator.visit(&Span::default(), &mut survey),
            };
            survey
        };
        let surveys: Vec<Survey> = match generator {
            Generator::Packing(packing) => {
                packing.goals().par_iter().map(|&goal| survey(Some(goal))).collect()
            }
            Generator::Fillboard(_) => vec![survey(None)],
        };
        let packings_seen = surveys.iter().map(|survey| survey.seen).sum();
        let mut boxes = BTreeMap::<u32, Contents>::new();
        for (&pieces, contents) in surveys.iter().flat_map(|survey| &survey.boxes) {
            let sum = boxes.entry(pieces).or_default();
            sum.classes += contents.classes;
            sum.boards += contents.boards;
        }
        let marks = surveys.into_iter().flat_map(|survey| survey.marks);
        let boards = boxes.values().map(|contents| contents.boards).sum();
        Plan { packings_seen, boxes, shards: cut(marks, boards) }
    }

    /// The number of justsolved boards.
    pub fn boards(&self) -> u64 {
        self.boxes.values().map(|contents| contents.boards).sum()
    }

    /// The classes of a shard; none if the plan is not one for `family`.
    pub fn span(&self, family: &Family, shard: usize) -> Option<Span> {
        let class = |shard: &Shard| Class::parse(&family.grid, &shard.first);
        let from = Some(class(self.shards.get(shard)?)?);
        let to = match self.shards.get(shard + 1) {
            Some(next) => Some(class(next)?),
            None => None,
        };
        Some(Span { from, to })
    }
}

/// Joins stretches into shards, about sixteen times as many boards in each as there are shards.
fn cut(marks: impl Iterator<Item = Mark>, boards: u64) -> Vec<Shard> {
    let count = (boards.isqrt() / 16).clamp(1, MOST_SHARDS);
    let mut shards: Vec<Shard> = Vec::new();
    let mut before = 0;
    for mark in marks {
        // A shard starts wherever a multiple of the even share was passed.
        if before * count / boards.max(1) >= shards.len() as u64 {
            shards.push(Shard { first: mark.first.to_string(), boards: 0 });
        }
        if let Some(shard) = shards.last_mut() {
            shard.boards += mark.boards;
        }
        before += mark.boards;
    }
    shards
}

/// A stretch of classes, with the number of their boards.
struct Mark {
    first: Class,
    boards: u64,
}

struct Survey {
    seen: u64,
    boxes: BTreeMap<u32, Contents>,
    marks: Vec<Mark>,
    grain: u64,
}

impl Survey {
    fn new(family: &Family) -> Self {
        // Grids of n cells have about 3.3^n justsolved boards (4x4, 4x5); 2.6^n / 2000 a stretch
        // leaves a few thousand to tens of thousands of stretches on any grid.
        let bits = (7 * family.grid.size() / 5).saturating_sub(11).max(6);
        Survey { seen: 0, boxes: BTreeMap::new(), marks: Vec::new(), grain: 1 << bits }
    }
}

impl Visitor for Survey {
    type Error = Infallible;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Infallible> {
        let boards = boards.len() as u64;
        let contents = self.boxes.entry(class.pieces() as u32).or_default();
        contents.classes += 1;
        contents.boards += boards;
        // A stretch ends with its goal piece's shape, as a generator may take those apart.
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
