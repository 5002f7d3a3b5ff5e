//! All classes that single cells make of one, searched together.
//!
//! A class without single cells, and those that it becomes with one of them, with two, and so on, have
//! the positions of their larger pieces in common, and what is between these is holes or single cells. So
//! they are searched by their holes (see `holes`), all at once: which boards are joined is found lump
//! by lump, and how far starts are from home by a search with a bit for each board, goal piece by
//! goal piece.

use std::collections::BTreeMap;

use antipode_blocks::{Grid, Reach, each};
use antipode_frontier::{Progress, SweepError};

use crate::actions::boards::Boards;
use crate::class::Class;
use crate::family::Task;
use crate::generate::singles::BINOMIALS;
use crate::holes::lumps::{Lump, LumpSizes, Lumps, Numbered};
use crate::holes::positions::{Positions, Told, numbered};
use crate::holes::sets::{each_set, each_size, words};
use crate::holes::wave::Wave;
use crate::key::Key;
use crate::search::class_graph::{board_of, smallest_text};
use crate::search::farthest::Farthest;
use crate::search::graphs::BOARD_BYTES;
use crate::search::images::KindImages;
use crate::search::ledger::{Asked, Ledger};
use crate::search::questions::{Ends, Questions};
use crate::shape::Shape;
use crate::symmetry::Symmetries;
use crate::tally::{Puzzle, SizeClass, Tally};

/// The classes that single cells make of one that has none.
pub(crate) struct Singles<'a, K> {
    symmetries: &'a Symmetries,
    reach: Reach,
    /// The class without single cells, and its boards, of which there is one at least.
    class: &'a Class,
    keys: &'a [K],
    larger: Boards<K>,
    /// The kinds of the pieces of the others: single cells are the last.
    shapes: Vec<Shape>,
    boards: Boards<u128>,
    /// What is asked of each of them, as single cells are their own images.
    asked: Ledger,
    /// By the number of holes, whether the family wants the class, and what is known of it if something was found.
    wanted: Vec<bool>,
    levels: Vec<Option<Level>>,
}

/// One of the classes.
struct Level {
    class: Class,
    ledger: Ledger,
    /// How many moves a start must take to be wanted as a board.
    first: u32,
}

/// A class of so many boards is large: its graph takes hundreds of megabytes.
const LARGE: u64 = 1 << 22;

/// A board of such a graph takes as long as so many sets of holes at least,
const SETS_A_BOARD: u64 = 8;

/// and a position, beside its sets, as long as so many boards.
const POSITION_BOARDS: u64 = 40;

/// About what a position takes with its steps,
const POSITION_BYTES: u64 = 320;

/// and what each of its lumps takes.
const LUMP_BYTES: u64 = 14;

/// The memory is told by one position in so many, but by no more than
const SAMPLED: usize = 64;

/// so many of them.
const MOST_SAMPLED: usize = 256;

/// The most lumps: they are numbered by words of 32 bits, and their number is known from a sample.
const MOST_LUMPS: u64 = 1 << 30;

/// What is found of one goal piece and one variant of the question in one class.
#[derive(Debug, Default)]
struct Found {
    found: SizeClass,
    /// How many starts are left to be found.
    left: u64,
    /// The farthest starts of components in which some are wanted: positions and sets of holes.
    farthest: BTreeMap<u32, Farthest<(u32, u32)>>,
}

/// What is asked of the positions with one piece told apart, in one variant.
struct Asking<'a> {
    told: &'a Told<'a>,
    lumps: &'a Lumps,
    kind: usize,
    variant: usize,
    ends: Ends,
}

/// What is found with one goal piece and in one variant, and tables to find it, which are kept from one to the next.
#[derive(Debug, Default)]
struct Finding {
    /// By the number of holes.
    found: Vec<Found>,
    /// Which components have boards to search from,
    reached: Vec<bool>,
    /// and which of these have starts as well.
    open: Vec<bool>,
    sizes: LumpSizes,
    exits: Vec<u32>,
    chambers: Numbered,
}

impl<'a, K: Key> Singles<'a, K> {
    /// The classes that single cells make of `class`, whose boards are given, as far as the family that asks
    /// wants them; none if its question is not answered here.
    pub(crate) fn new(
        symmetries: &'a Symmetries,
        questions: &mut Questions<'_>,
        class: &'a Class,
        keys: &'a [K],
    ) -> Option<Self> {
        let family = questions.family();
        if family.metric.is_super() || family.task != Task::Simple3 {
            return None;
        }
        let reach = family.metric.reach();
        let grid = symmetries.grid();
        let mut shapes = class.different_shapes();
        let larger = Boards::of_kinds(grid, &shapes);
        shapes.push(Shape::MONOMINO);
        let boards = Boards::of_kinds(grid, &shapes);
        let images = KindImages::all(symmetries, class, &shapes);
        let free = grid.size() - class.area();
        // There is a single cell, and a hole, at least.
        let is_wanted = |holes: u32| {
            (1..free).contains(&holes) && family.contains(&with_singles(class, free - holes))
        };
        let wanted: Vec<_> = (0..=free).map(is_wanted).collect();
        // Any class of the family will do.
        let holes = (0..=free).find(|&holes| wanted[holes as usize])?;
        let one = with_singles(class, free - holes);
        let asked = Ledger::new(symmetries, questions, &one, &shapes, &images);
        let levels = (0..=free).map(|_| None).collect();
        Some(Singles {
            symmetries,
            reach,
            class,
            keys,
            larger,
            shapes,
            boards,
            asked,
            wanted,
            levels,
        })
    }

    fn grid(&self) -> &'a Grid {
        self.symmetries.grid()
    }

    /// How many cells the larger pieces leave free.
    fn free(&self) -> u32 {
        self.wanted.len() as u32 - 1
    }

    /// The numbers of pieces and of boards of each class.
    pub(crate) fn classes(&self) -> impl Iterator<Item = (usize, u64)> {
        let ways = &BINOMIALS[self.free() as usize];
        let pieces = |holes: usize| self.class.pieces() + self.free() as usize - holes;
        let boards = |holes: usize| self.keys.len() as u64 * u64::from(ways[holes]);
        let wanted = (0..).zip(&self.wanted).filter(|it| *it.1);
        wanted.map(move |(holes, _)| (pieces(holes), boards(holes)))
    }

    /// The number of sets of holes of all positions.
    pub(crate) fn sets(&self) -> u64 {
        (self.keys.len() as u64) << self.free()
    }

    /// About how many bytes their search takes if they are searched together in so many, rather than class by class.
    /// Each position stands for so many.
    pub(crate) fn bytes_within(&self, memory: usize, positions: f64) -> Option<f64> {
        let is_better = self.are_many() || self.are_large(memory, positions);
        let bytes = is_better.then(|| positions * self.bytes() as f64);
        bytes.filter(|&bytes| bytes <= memory as f64)
    }

    /// Whether it is worth while to search them together: a search goes through all sets of holes, and takes half as
    /// long for each as where boards are searched class by class, or less where their graph is far larger than caches.
    fn are_many(&self) -> bool {
        let wanted: u64 = self.classes().map(|(_, boards)| boards).sum();
        let of_large = self.sets() / SETS_A_BOARD + POSITION_BOARDS * self.keys.len() as u64;
        2 * wanted >= self.sets() || self.largest() >= LARGE && wanted >= of_large
    }

    /// How many boards the largest class has that is wanted.
    fn largest(&self) -> u64 {
        self.classes().map(|(_, boards)| boards).max().unwrap_or(0)
    }

    /// Whether the graph of one of them might not fit in so many bytes, where each position stands for so many.
    fn are_large(&self, memory: usize, positions: f64) -> bool {
        positions * self.largest() as f64 * BOARD_BYTES as f64 > memory as f64
    }

    /// About how many bytes the search takes, the most that there are if it numbers too many lumps.
    fn bytes(&self) -> usize {
        let kinds = 0..self.larger.kinds();
        let alike = kinds.map(|kind| self.larger.anchors(self.keys[0], kind).count_ones()).max();
        let alike = u64::from(alike.unwrap_or(0));
        let free = self.free();
        let [wave, wave_of_single] = [free, free - 1].map(|free| Wave::bytes(free) as u64);
        let bytes = |positions, lumps| positions * POSITION_BYTES + lumps * LUMP_BYTES;
        // With no piece told apart, and with one of the goal pieces that take most.
        let (mut sampled, mut most_lumps, mut of_all) = (0, 0, 0);
        let step = self.keys.len().div_ceil(MOST_SAMPLED).max(SAMPLED);
        for &key in self.keys.iter().step_by(step) {
            let free = self.larger.free(key);
            let lumps = Lumps::of(self.grid(), free);
            let left = each(free).map(|goal| Lumps::of(self.grid(), free & !(1 << goal)));
            let (singles, of_singles) = (u64::from(free.count_ones()), left.sum::<u64>());
            let of_single = bytes(singles, of_singles) + singles * wave_of_single;
            let of_larger = bytes(alike, alike * lumps) + alike * wave;
            of_all += bytes(1, lumps) + of_single.max(of_larger);
            most_lumps += of_singles.max(alike * lumps);
            sampled += 1;
        }
        let of_keys = |sum: u64| sum as f64 / f64::from(sampled) * self.keys.len() as f64;
        if of_keys(most_lumps) > MOST_LUMPS as f64 {
            return usize::MAX;
        }
        of_keys(of_all) as usize
    }

    /// Searches all of them, and adds what is found to the tallies.
    pub(crate) fn search(
        mut self,
        questions: &mut Questions<'_>,
        wave: &mut Wave,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let positions = Positions::new(&self.larger, self.keys);
        let of_all = Lumps::new(self.grid(), &positions);
        let mut finding = Finding::default();
        for kind in 0..self.shapes.len() {
            let asked = self.asked.asked().iter().filter(|asked| asked.kind == kind);
            let variants: Vec<usize> = asked.map(|asked| asked.variant).collect();
            if variants.is_empty() {
                continue;
            }
            let ends = questions.ends(self.shapes[kind]).to_vec();
            let told = self.told(&positions, kind);
            let of_told;
            let lumps = match told.is_all() {
                true => &of_all,
                false => {
                    of_told = Lumps::new(self.grid(), &told.positions);
                    &of_told
                }
            };
            wave.enter(&told.positions);
            for variant in variants {
                let ends = ends[variant].unwrap_or(Ends::NONE);
                let asking = Asking { told: &told, lumps, kind, variant, ends };
                self.ask(&asking, questions, &mut finding, wave, tallies, progress)?;
            }
        }
        for level in self.levels.into_iter().flatten() {
            progress.stored(level.ledger.close(questions, &level.class, tallies));
        }
        Ok(())
    }

    /// The positions with the goal piece told apart, which is of a kind.
    fn told<'p>(&self, positions: &'p Positions, kind: usize) -> Told<'p> {
        if kind + 1 == self.shapes.len() {
            return positions.told_single(self.grid());
        }
        let anchors = self.keys.iter().map(|&key| self.larger.anchors(key, kind) as u32);
        let several = anchors.clone().next().is_some_and(|anchors| anchors.count_ones() > 1);
        match several {
            true => positions.told_each(&anchors.collect::<Vec<_>>()),
            false => positions.told(anchors.map(|anchor| anchor.trailing_zeros() as u8).collect()),
        }
    }

    /// Finds what there is to find, and books it.
    fn ask(
        &mut self,
        asking: &Asking<'_>,
        questions: &Questions<'_>,
        finding: &mut Finding,
        wave: &mut Wave,
        tallies: &[Tally],
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        asking.count(&self.wanted, finding);
        for (holes, found) in finding.found.iter().enumerate() {
            if found.found.boards > 0 && self.levels[holes].is_none() {
                let singles = self.free() - holes as u32;
                let class = with_singles(self.class, singles);
                let first = questions.wanted(&class, tallies).first;
                self.levels[holes] = Some(Level { class, ledger: self.asked.clone(), first });
            }
        }
        if finding.found.iter().any(|found| found.left > 0) {
            self.find_starts(asking, finding, wave, progress)?;
        }
        self.book(asking, questions, &finding.found);
        Ok(())
    }

    /// Finds the farthest starts of the components that are open.
    fn find_starts(
        &self,
        asking: &Asking<'_>,
        finding: &mut Finding,
        wave: &mut Wave,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let Asking { told, lumps, ends, .. } = asking;
        let positions = &*told.positions;
        let is_wanted = |holes: usize, moves: u32| {
            self.levels[holes].as_ref().is_some_and(|level| moves >= level.first)
        };
        wave.begin(positions);
        asking.each_source(finding, |position, sets| wave.add(position, sets));
        let Finding { found, chambers, .. } = finding;
        let mut left: u64 = found.iter().map(|found| found.left).sum();
        let mut moves = 0;
        while left > 0 && !wave.is_done() {
            if progress.stop() {
                return Err(SweepError::Stopped { layer: moves as usize });
            }
            moves += 1;
            wave.advance(self.grid(), positions, self.reach, |position, new| {
                if u32::from(told.goal[position as usize]) != ends.start {
                    return;
                }
                let mut wanted = false;
                each_size(new, |holes, starts| {
                    let Found { found, left: of_size, .. } = &mut found[holes];
                    found.hardest = moves;
                    *of_size -= u64::from(starts);
                    left -= u64::from(starts);
                    wanted |= is_wanted(holes, moves);
                });
                if !wanted {
                    return;
                }
                lumps.number(position, positions.free(position), chambers);
                for holes in each_set(new) {
                    let size = holes.count_ones() as usize;
                    if is_wanted(size, moves) {
                        let component = lumps.component(chambers, holes);
                        let farthest = found[size].farthest.entry(component).or_default();
                        farthest.meet(moves, (position, holes), true);
                    }
                }
            });
        }
        debug_assert!(left == 0, "{left} starts were counted and not found");
        Ok(())
    }

    /// Books what was found.
    fn book(&mut self, asking: &Asking<'_>, questions: &Questions<'_>, found: &[Found]) {
        let &Asking { told, lumps, kind, variant, .. } = asking;
        let Singles { symmetries, keys, shapes, boards, levels, .. } = self;
        let single = shapes.len() - 1;
        let turn = questions.turn(variant);
        for (level, found) in levels.iter_mut().zip(found) {
            let asked = level.iter_mut().flat_map(|level| level.ledger.asked_mut());
            let is_asked = |asked: &&mut Asked| (asked.variant, asked.kind) == (variant, kind);
            for asked in asked.filter(is_asked) {
                let text = |&(position, holes): &(u32, u32)| {
                    let free = told.positions.free(position);
                    let mut singles = free & !numbered(holes, free);
                    let goal = u32::from(told.goal[position as usize]);
                    if kind == single {
                        singles |= 1 << goal;
                    }
                    let key = keys[told.origins[position as usize] as usize].wide();
                    let add = |key, cell| key | boards.part(single, cell);
                    let key = each(singles).fold(key, add);
                    let board = board_of(symmetries, boards, key, kind, goal, turn);
                    smallest_text(&board, asked.twins)
                };
                let puzzles = found.farthest.iter().map(|(&component, farthest)| Puzzle {
                    moves: farthest.moves,
                    start: farthest.boards.iter().map(text).min().unwrap_or_default(),
                    target: None,
                    ties: farthest.starts * asked.images,
                    group_states: lumps.boards(component),
                });
                asked.puzzles = puzzles.collect();
                asked.found = found.found;
            }
        }
    }
}

impl Asking<'_> {
    /// The steps by which the goal piece leaves home in a position: the cells that it enters, by their numbers.
    fn exits(&self, position: u32) -> impl Iterator<Item = u32> {
        let home = self.ends.home;
        let steps = self.told.positions.steps(position).iter();
        steps.filter(move |step| u32::from(step.from) == home).map(|step| step.shift.enters)
    }

    /// Counts the boards to search from, their groups, and the starts that are to be found from them, by the
    /// number of holes if that is wanted, and which components have both.
    fn count(&self, wanted: &[bool], finding: &mut Finding) {
        let Asking { told, lumps, ends, .. } = self;
        let Finding { found, reached, open, sizes, exits, .. } = finding;
        found.clear();
        found.resize_with(wanted.len(), Found::default);
        for components in [&mut *reached, open] {
            components.clear();
            components.resize(lumps.len(), false);
        }
        for &position in told.at(ends.home) {
            let free = told.positions.free(position);
            exits.clear();
            exits.extend(self.exits(position).map(|exit| numbered(exit, free) as u32));
            let leaving = lumps.leaving(position, exits, sizes);
            for Lump { component, holes, boards } in leaving.filter(|lump| wanted[lump.holes]) {
                let SizeClass { boards: all, groups, states, .. } = &mut found[holes].found;
                *all += boards;
                if boards > 0 && !std::mem::replace(&mut reached[component as usize], true) {
                    *groups += 1;
                    *states += lumps.boards(component);
                }
            }
        }
        for &position in told.at(ends.start) {
            for Lump { component, holes, boards } in lumps.all(position, sizes) {
                if reached[component as usize] {
                    open[component as usize] = true;
                    found[holes].left += boards;
                }
            }
        }
    }

    /// Hands the sets of holes of each position from which to search to `visit`.
    fn each_source(&self, finding: &mut Finding, mut visit: impl FnMut(u32, &[u64])) {
        let Asking { told, lumps, ends, .. } = self;
        let Finding { open, sizes, chambers, .. } = finding;
        let positions = &*told.positions;
        let mut row = vec![0; words(positions.size())];
        for &position in told.at(ends.home) {
            let is_open = |lump: Lump| open[lump.component as usize];
            if !lumps.all(position, sizes).any(is_open) {
                continue;
            }
            lumps.number(position, positions.free(position), chambers);
            row.fill(0);
            for holes in 0..1_u32 << positions.size() {
                if self.exits(position).any(|exit| exit & !holes == 0)
                    && open[lumps.component(chambers, holes) as usize]
                {
                    row[holes as usize / 64] |= 1_u64 << (holes % 64);
                }
            }
            visit(position, &row);
        }
    }
}

/// A class with so many single cells more.
fn with_singles(class: &Class, singles: u32) -> Class {
    let mut class = class.clone();
    class.others.extend((0..singles).map(|_| Shape::MONOMINO));
    class
}
