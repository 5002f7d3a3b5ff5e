//! What a search of many classes adds up to.
//!
//! Tallies of disjoint sets of classes merge into the tally of their union, in any order and
//! any grouping, with the same result; that is what makes shards and threads invisible.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::class::{Class, Sizes};
use crate::shape::Shape;
use antipode_blocks::Board;

/// A farthest start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its distance to the nearest goal.
    pub moves: u32,
    /// The board: the smallest of the tied starts and, on square grids, of their transposes.
    pub start: String,
    /// Where it ends, if the family leaves that open: the goal piece alone on its place or, where
    /// no piece is told apart, the whole board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How many starts are tied, transposed ones included.
    pub ties: u64,
    /// The number of boards in its group.
    pub group_states: u64,
}

impl Puzzle {
    /// The order of tables: hardest first, then by start.
    fn rank(&self) -> (Reverse<u32>, &str, Option<&String>) {
        (Reverse(self.moves), &self.start, self.target.as_ref())
    }
}

/// Of what a table of puzzles lists one at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Distinct {
    /// A group and its transpose.
    Group,
    /// A class and its transpose.
    Class,
    /// A shape of the goal piece and its transpose.
    GoalShape,
}

impl Distinct {
    /// Every choice, by the name it has in configs.
    pub const NAMES: [(&'static str, Self); 3] =
        [("group", Self::Group), ("class", Self::Class), ("goal_shape", Self::GoalShape)];
}

/// Counts of one size class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeClass {
    /// Justsolved boards.
    pub boards: u64,
    /// Groups that hold one.
    pub groups: u64,
    /// Boards in those groups.
    pub states: u64,
    /// The greatest difficulty; 0 if no start is solvable.
    pub hardest: u32,
}

impl SizeClass {
    fn add(&mut self, more: &SizeClass) {
        self.boards += more.boards;
        self.groups += more.groups;
        self.states += more.states;
        self.hardest = self.hardest.max(more.hardest);
    }
}

/// Counts of some classes of equal sizes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    classes: u64,
    searched: u64,
    largest: u64,
    found: SizeClass,
}

impl Counts {
    /// Adds `images` classes alike, a class and perhaps its transpose, of which `found` tells one.
    pub fn add(&mut self, images: u64, found: SizeClass) {
        self.classes += images;
        self.searched += found.states;
        self.largest = self.largest.max(found.states);
        let SizeClass { boards, groups, states, hardest } = found;
        let [boards, groups, states] = [boards, groups, states].map(|count| images * count);
        self.found.add(&SizeClass { boards, groups, states, hardest });
    }
}

/// The results of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The number of classes with a justsolved board.
    pub classes: u64,
    /// The number of boards that the search stored.
    pub searched_states: u64,
    /// The greatest number of boards stored for one class.
    pub largest_class: u64,
    /// Counts by the sizes of the pieces.
    pub size_classes: BTreeMap<Sizes, SizeClass>,
    /// The hardest puzzle by number of pieces. Its ties are all starts of that many pieces.
    pub hardest: BTreeMap<u32, Puzzle>,
    /// The hardest puzzles, distinct, in order. Their ties are those within the group.
    pub puzzles: Vec<Puzzle>,
    distinct: Distinct,
    top: usize,
    /// What others found in other classes.
    #[serde(skip)]
    beside: Option<Arc<Tally>>,
}

impl Tally {
    /// An empty tally that will keep the `top` hardest distinct puzzles.
    pub fn new(top: usize, distinct: Distinct) -> Self {
        Tally {
            classes: 0,
            searched_states: 0,
            largest_class: 0,
            size_classes: BTreeMap::new(),
            hardest: BTreeMap::new(),
            puzzles: Vec::new(),
            distinct,
            top,
            beside: None,
        }
    }

    /// The same tally, to be merged with what others found in other classes: what is less than that is not
    /// [wanted](Self::wanted) here. What is as much is, so the others may in turn leave out what is less than what is
    /// found here: each finds all that the whole needs of its classes.
    #[must_use]
    pub fn beside(self, others: Arc<Tally>) -> Self {
        Tally { beside: Some(others), ..self }
    }

    /// Adds the counts of classes of equal sizes.
    pub fn count(&mut self, sizes: Sizes, counts: &Counts) {
        if counts.classes == 0 {
            return;
        }
        self.classes += counts.classes;
        self.searched_states += counts.searched;
        self.largest_class = self.largest_class.max(counts.largest);
        self.size_classes.entry(sizes).or_default().add(&counts.found);
    }

    /// How many moves a start must take for this tally to change, and that of others that it is to be merged with.
    pub fn wanted(&self, class: &Class) -> Wanted {
        let listed = self.least_listed();
        let pieces = class.pieces() as u32;
        let hardest = self.hardest.get(&pieces).map_or(1, |puzzle| puzzle.moves);
        let size_class = self.size_classes.get(&Sizes::of(class));
        let wanted = Wanted {
            number: size_class.map_or(1, |counts| counts.hardest + 1),
            first: hardest.min(listed),
            more: if self.distinct == Distinct::Group { listed } else { u32::MAX },
        };
        self.beside.as_ref().map_or(wanted, |others| wanted.beside(others.wanted(class)))
    }

    /// Offers the farthest starts of groups of a class of so many pieces, the hardest ones of the class
    /// among them. In a class that is its own transpose, a group and its transpose show the same start,
    /// and are one puzzle with the ties of both.
    pub fn offer(&mut self, pieces: u32, groups: Vec<Puzzle>) {
        let Some(best) = groups.iter().map(|puzzle| puzzle.moves).max() else { return };
        let hardest = groups.iter().filter(|puzzle| puzzle.moves == best);
        let ties = hardest.clone().map(|puzzle| puzzle.ties).sum();
        let Some(first) = hardest.clone().min_by(|a, b| a.rank().cmp(&b.rank())) else { return };
        self.offer_hardest(pieces, Puzzle { ties, ..first.clone() });
        match self.distinct {
            Distinct::Group => groups.into_iter().for_each(|puzzle| self.offer_listed(puzzle)),
            Distinct::Class | Distinct::GoalShape => {
                let same = hardest.filter(|puzzle| puzzle.start == first.start);
                let ties = same.map(|puzzle| puzzle.ties).sum();
                self.offer_listed(Puzzle { ties, ..first.clone() });
            }
        }
    }

    /// Adds all that `other` found, in classes that this tally has not seen.
    pub fn merge(&mut self, other: Tally) {
        self.classes += other.classes;
        self.searched_states += other.searched_states;
        self.largest_class = self.largest_class.max(other.largest_class);
        for (sizes, counts) in other.size_classes {
            self.size_classes.entry(sizes).or_default().add(&counts);
        }
        for (pieces, puzzle) in other.hardest {
            self.offer_hardest(pieces, puzzle);
        }
        for puzzle in other.puzzles {
            self.offer_listed(puzzle);
        }
    }

    /// Justsolved boards, groups and their boards, in all.
    pub fn totals(&self) -> SizeClass {
        let mut totals = SizeClass::default();
        self.size_classes.values().for_each(|counts| totals.add(counts));
        totals
    }

    fn offer_hardest(&mut self, pieces: u32, puzzle: Puzzle) {
        match self.hardest.entry(pieces) {
            Entry::Vacant(entry) => {
                entry.insert(puzzle);
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get();
                let ties = match puzzle.moves.cmp(&known.moves) {
                    Ordering::Less => known.ties,
                    Ordering::Equal => known.ties + puzzle.ties,
                    Ordering::Greater => puzzle.ties,
                };
                let first = if puzzle.rank() < known.rank() { puzzle } else { known.clone() };
                entry.insert(Puzzle { ties, ..first });
            }
        }
    }

    fn offer_listed(&mut self, mut puzzle: Puzzle) {
        if puzzle.moves < self.least_listed() {
            return;
        }
        let alike = match self.distinct {
            // One start, one number of moves.
            Distinct::Group | Distinct::Class => {
                let wanted = (Reverse(puzzle.moves), &puzzle.start);
                let order = |other: &Puzzle| (Reverse(other.moves), &other.start).cmp(&wanted);
                self.puzzles.binary_search_by(order).ok()
            }
            Distinct::GoalShape => {
                let shape = goal_shape(&puzzle.start);
                self.puzzles.iter().position(|other| goal_shape(&other.start) == shape)
            }
        };
        if let Some(place) = alike {
            let known = self.puzzles.remove(place);
            if known.start == puzzle.start {
                puzzle.ties += known.ties;
            } else if known.rank() < puzzle.rank() {
                puzzle = known;
            }
        }
        let place = self.puzzles.partition_point(|other| other.rank() < puzzle.rank());
        self.puzzles.insert(place, puzzle);
        self.puzzles.truncate(self.top);
    }

    /// How many moves a puzzle must take to be listed.
    fn least_listed(&self) -> u32 {
        match self.puzzles.last() {
            _ if self.top == 0 => u32::MAX,
            Some(last) if self.puzzles.len() == self.top => last.moves,
            _ => 1,
        }
    }
}

/// The least numbers of moves at which a start of some class is of use to a tally.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Its difficulty alone, for the size class.
    pub number: u32,
    /// The farthest starts of the class, as boards.
    pub first: u32,
    /// The farthest starts of further groups, never fewer.
    pub more: u32,
}

impl Wanted {
    /// The least number of moves that is of any use if nothing of the class is known yet.
    pub(crate) fn least(self) -> u32 {
        self.number.min(self.first)
    }

    /// What is of use to one tally or another.
    pub(crate) fn either(self, other: Self) -> Self {
        Wanted {
            number: self.number.min(other.number),
            first: self.first.min(other.first),
            more: self.more.min(other.more),
        }
    }

    /// What is of use to one tally and no less than what others have.
    fn beside(self, others: Self) -> Self {
        Wanted {
            number: self.number.max(others.number - 1),
            first: self.first.max(others.first),
            more: self.more.max(others.more),
        }
    }
}

/// The shape of the goal piece of a start or, if it comes first on a grid that is symmetric, its transpose; none if there
/// is no goal piece.
pub fn goal_shape(start: &str) -> Option<Shape> {
    let board = Board::parse(start).ok()?;
    let shape = Shape::of(&board.grid, board.goal()?);
    Some(if board.grid.is_symmetric() { shape.min(shape.transpose(&board.grid)) } else { shape })
}
