//! What the survey of a batch found, all of it or so far.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use antipode_families::Sizes;
use serde::{Deserialize, Serialize};

/// How many there are of some kind of boards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The number of classes.
    pub classes: u64,
    /// The number of boards.
    pub boards: u64,
}

impl AddAssign for Contents {
    fn add_assign(&mut self, more: Self) {
        self.classes += more.classes;
        self.boards += more.boards;
    }
}

/// A run of classes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The first class.
    pub first: String,
    /// The number of boards.
    pub boards: u64,
}

/// What a survey found so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// How many packings the generator made.
    pub packings_seen: u64,
    /// Boards and classes by the sizes of the pieces.
    pub contents: BTreeMap<Sizes, Contents>,
    /// The boards of each family, if they are told apart.
    pub of_families: Vec<BTreeMap<Sizes, u64>>,
    /// The stretches between marks, by the number of the part.
    pub marks: BTreeMap<usize, Vec<Run>>,
    /// The class that a part which was begun goes on with.
    pub next: BTreeMap<usize, String>,
}

/// The two surveys of a batch: of the justsolved boards, and of all, one of each set of images.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surveys {
    /// Which generator made the justsolved boards: each has parts and counts of its own.
    pub generator: String,
    /// What is known of the justsolved boards.
    pub justsolved: Found,
    /// What is known of all boards.
    pub all: Found,
}

impl Found {
    /// Whether a part has come to its end.
    pub fn is_done(&self, part: usize) -> bool {
        self.marks.contains_key(&part) && !self.next.contains_key(&part)
    }

    fn boards(&self) -> u64 {
        self.contents.values().map(|contents| contents.boards).sum()
    }
}

impl Surveys {
    /// The number of boards that were counted.
    pub fn boards(&self) -> u64 {
        self.justsolved.boards() + self.all.boards()
    }
}
