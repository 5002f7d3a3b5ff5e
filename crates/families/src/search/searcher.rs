//! The search of whole classes: one graph a class and metric, and all questions of the families at once.
//!
//! A class is searched without a goal piece, and once for all its images under the symmetries of the
//! outline. Its boards are joined once, component by component, and of the components that are
//! images of each other under the symmetries of the class only one. What does not fit in the memory of
//! one searcher takes more of that of all who share it. What does not fit there has a smaller graph that takes
//! longer to search, and if even that is too large, it goes to the engine on disk, one class with a goal
//! piece after the other.

use std::path::{Path, PathBuf};

use antipode_blocks::{Grid, Metric};
use antipode_frontier::joined::{Joined, Joins, Room};
use antipode_frontier::{Full, Progress, Record, Space, SweepError, Used};
use fxhash::FxHashMap;

use crate::actions::boards::{Actions, Boards};
use crate::class::Class;
use crate::family::{Family, Task};
use crate::holes::wave::Wave;
use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::compound;
use crate::search::corner::Findings;
use crate::search::farthest::{Farthest, Start};
use crate::search::graphs::{BOARD_BYTES, Graphs, KEPT_BOARDS, Kept, beside, followed};
use crate::search::groups::Groups;
use crate::search::images::{Images, KindImages, is_first};
use crate::search::ledger::{Ledger, turned};
use crate::search::outsized::{Budget, Outsized};
use crate::search::pool::{Pool, Share};
use crate::search::questions::Questions;
use crate::search::spreads::Spreads;
use crate::search::visit::{Visit, visit};
use crate::searched::{Searched, Words};
use crate::shape::Shape;
use crate::symmetry::{Symmetries, SymmetrySet};
use crate::tally::Tally;

/// Searches classes one after the other and keeps its memory between them.
#[derive(Debug)]
pub struct Searcher<'a> {
    pub(super) symmetries: &'a Symmetries,
    pub(super) inquiries: Vec<Inquiry<'a>>,
    /// The metrics of the families, each once.
    metrics: Vec<Metric>,
    /// How many bytes a board of the last large class took in each, with tables of the narrowest words.
    board_bytes: FxHashMap<Metric, usize>,
    budget: Budget,
    /// The folder where searches on disk are saved, if they are.
    saves: Option<PathBuf>,
    pub(super) share: Share<'a>,
    /// Whether the graph of the class is to have all that makes searches fast.
    lists: bool,
    /// What was searched last by its holes.
    pub(super) by_holes: Option<ByHoles>,
    /// That the class did not fit where it was searched before.
    outgrown: Option<Full>,
    pub(super) memory: Memory,
}

/// The memory that a searcher keeps from one class to the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    narrow: Graphs<u64>,
    wide: Graphs<u128>,
    tables: Tables,
    pub(super) wave: Wave,
    /// What the largest of the classes was expected to take or, if that is more, took.
    pub(super) largest: usize,
}

/// What is asked of all classes, and who answers it for those that do not fit in memory.
#[derive(Debug)]
pub(super) struct Inquiry<'a> {
    pub(super) questions: Questions<'a>,
    outsized: Option<Outsized<'a>>,
}

/// What single cells make of one class, and for which of the inquiries it is searched.
#[derive(Debug)]
pub(super) struct ByHoles {
    pub(super) class: Class,
    pub(super) done: Vec<bool>,
}

impl ByHoles {
    /// Whether a class is one of those, and was searched for the inquiry of that number.
    fn has_done(&self, number: usize, class: &Class) -> bool {
        let singles = class.others.strip_prefix(self.class.others.as_slice());
        self.done[number]
            && class.goal == self.class.goal
            && singles.is_some_and(|it| !it.is_empty() && it[0].size() == 1)
    }
}

/// A class to be searched in one metric.
struct Job<'a> {
    metric: Metric,
    /// The class, which has no goal piece, and the shapes of its pieces, each once.
    class: &'a Class,
    shapes: &'a [Shape],
    /// Where what is found is added, by the numbers of the families.
    tallies: &'a mut [Tally],
    progress: &'a dyn Progress,
}

/// A job to be done by the actions of its metric.
struct Searching<'a, 'f, 'j, K> {
    searcher: &'a mut Searcher<'f>,
    graphs: &'a mut Graphs<K>,
    job: &'a mut Job<'j>,
    boards: &'a mut dyn ExactSizeIterator<Item = K>,
}

impl<K: Searched> Visit<K> for Searching<'_, '_, '_, K> {
    type Output = Result<bool, SweepError>;

    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        let graph = <<A as Space>::Used as Kept>::graph(self.graphs);
        self.searcher.search_by(&actions, graph, self.job, self.boards)
    }
}

/// The tables of searches.
#[derive(Debug, Default)]
struct Tables {
    groups: Groups,
    spreads: Spreads,
    farthest: Vec<Farthest<Start>>,
    findings: Findings,
}

impl<'a> Searcher<'a> {
    /// A searcher for the classes that `families` have in common, whose symmetries are given, that
    /// keeps within `budget`. The families differ in nothing but their tasks, rules and metrics, and
    /// no two of them are equal.
    pub fn new(families: &'a [Family], symmetries: &'a Symmetries, budget: Budget) -> Self {
        let mut metrics: Vec<Metric> = Vec::new();
        for family in families {
            if !metrics.contains(&family.metric) {
                metrics.push(family.metric);
            }
        }
        let inquiry = |questions| Inquiry { questions, outsized: None };
        Searcher {
            symmetries,
            inquiries: Questions::of(families, symmetries).into_iter().map(inquiry).collect(),
            board_bytes: FxHashMap::default(),
            metrics,
            share: Share::new(None, budget.memory),
            lists: true,
            by_holes: None,
            outgrown: None,
            memory: Memory::default(),
            budget,
            saves: None,
        }
    }

    /// The same searcher with its budget as a part of the memory of a pool, which it shares with others: for
    /// a class that does not fit there it takes more.
    #[must_use]
    pub fn sharing(mut self, pool: &'a Pool) -> Self {
        self.share = Share::new(Some(pool), self.budget.memory);
        self
    }

    /// Has it save its searches on disk in `folder` from now on, and go on with those that were saved there. The files
    /// may go when what they were searched for is kept elsewhere.
    pub fn save_in(&mut self, folder: PathBuf) {
        self.saves = Some(folder);
    }

    /// The grid.
    pub(crate) fn grid(&self) -> &Grid {
        self.symmetries.grid()
    }

    /// The metrics, each once.
    pub(crate) fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// The questions in a metric.
    pub(crate) fn questions_of(&self, metric: Metric) -> impl Iterator<Item = &Questions<'a>> {
        let all = self.inquiries.iter().map(|inquiry| &inquiry.questions);
        all.filter(move |questions| questions.family().metric == metric)
    }

    /// Tells how many bytes of the budget others hold from now on.
    pub fn holds(&mut self, bytes: usize) {
        self.share.holds(bytes);
    }

    /// Searches `class`, one without a goal piece that comes first among its images and has these
    /// boards, and adds to the tally of each family what it finds in all classes with a goal piece
    /// that the images stand for.
    ///
    /// # Errors
    /// If the class does not fit in memory in the families *simple* and *compound*, and if it is to be searched on
    /// disk and that cannot be written or is stopped. In memory a search is not stopped.
    pub fn search<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let shapes = &class.different_shapes();
        for number in 0..self.metrics.len() {
            let metric = self.metrics[number];
            let mut job = Job { metric, class, shapes, tallies, progress };
            let board_bytes = self.board_bytes.get(&metric).copied().unwrap_or(BOARD_BYTES);
            let needed = board_bytes * boards.len();
            let expected = needed + needed / 8 + self.table_bytes(metric, class) * boards.len();
            let Self { share, memory, .. } = self;
            share.begin(needed, expected, || *memory = Memory::default());
            // What is kept of other classes need not be what this one takes.
            if memory.largest + expected > share.bytes() {
                *memory = Memory::default();
            }
            memory.largest = memory.largest.max(expected);
            self.lists = true;
            while !self.search_here(&mut job, K::words(&mut boards.clone()))? {
                let is_numbered = !matches!(self.outgrown, Some(Full::Numbers { .. }));
                let more = is_numbered && (self.share.widen() || std::mem::take(&mut self.lists));
                if !more {
                    self.share.go_to_disk();
                }
            }
            self.share.end();
        }
        Ok(())
    }

    /// How many bytes more than the fewest the tables of a class should take for each board, so that all is asked in
    /// one pass.
    fn table_bytes(&self, metric: Metric, class: &Class) -> usize {
        let alike = self.symmetries.stabiliser(class).count_ones() as usize;
        let lanes =
            self.questions_of(metric).map(|questions| questions.count().div_ceil(alike)).max();
        Spreads::more_bytes(lanes.unwrap_or(1), self.grid().frame())
    }

    /// Does a job, unless it does not fit in the memory that there is for it now: then returns false.
    fn search_here(&mut self, job: &mut Job<'_>, boards: Words<'_>) -> Result<bool, SweepError> {
        // A graph may be as large as the memory, and each width of keys has its own.
        match boards {
            Words::Narrow(boards) => {
                if boards.len() > KEPT_BOARDS {
                    self.memory.wide = Graphs::default();
                }
                self.search_with(|it| &mut it.memory.narrow, job, boards)
            }
            Words::Wide(boards) => {
                if boards.len() > KEPT_BOARDS {
                    self.memory.narrow = Graphs::default();
                }
                self.search_with(|it| &mut it.memory.wide, job, boards)
            }
        }
    }

    /// As [`search_here`](Self::search_here), with the memory of the graphs of one width of keys.
    fn search_with<K: Searched>(
        &mut self,
        graphs: fn(&mut Self) -> &mut Graphs<K>,
        job: &mut Job<'_>,
        boards: &mut dyn ExactSizeIterator<Item = K>,
    ) -> Result<bool, SweepError> {
        // Each metric has a graph of its own, so a large one goes where another is to follow.
        let keeps = self.metrics.len() == 1 || boards.len() <= KEPT_BOARDS;
        let mut lent = std::mem::take(graphs(self));
        let (metric, space) = (job.metric, Boards::of_kinds(self.grid(), job.shapes));
        let search = Searching { searcher: self, graphs: &mut lent, job, boards };
        let searched = visit(metric, space, search);
        // What does not fit, or had more than its part of the memory, goes in any case.
        if !matches!(searched, Ok(true)) || !self.share.is_apart() {
            self.memory.tables = Tables::default();
        } else if keeps {
            *graphs(self) = lent;
        }
        searched
    }

    /// As [`search_here`](Self::search_here), with the graph of the metric.
    fn search_by<K: Searched, U: Used>(
        &mut self,
        space: &(impl Actions<State = K> + Joins<State = K, Used = U>),
        graph: &mut Joined<K, U>,
        job: &mut Job<'_>,
        boards: &mut dyn ExactSizeIterator<Item = K>,
    ) -> Result<bool, SweepError> {
        let Self {
            symmetries,
            inquiries,
            board_bytes,
            memory: Memory { tables, largest, .. },
            budget,
            saves,
            share,
            lists,
            by_holes,
            outgrown,
            ..
        } = self;
        let &mut Job { metric, class, shapes, .. } = job;
        let of_kinds = KindImages::all(symmetries, class, shapes);
        let is_left = |(number, inquiry): &(usize, &mut Inquiry<'_>)| {
            let is_done = by_holes.as_ref().is_some_and(|it| it.has_done(*number, class));
            !is_done && inquiry.questions.family().metric == metric
        };
        let asking: Vec<(&mut Inquiry<'_>, Ledger)> = (0..)
            .zip(inquiries)
            .filter(is_left)
            .map(|(_, inquiry)| {
                let questions = &mut inquiry.questions;
                let ledger = Ledger::new(symmetries, questions, class, shapes, &of_kinds);
                (inquiry, ledger)
            })
            .filter(|(_, ledger)| !ledger.asked().is_empty())
            .collect();
        if asking.is_empty() {
            return Ok(true);
        }
        let memory = share.bytes();
        if share.is_on_disk() {
            let has_corner = |inquiry: &Inquiry<'_>| inquiry.questions.family().task.has_corner();
            if let Some(full) = outgrown.take()
                && !asking.iter().all(|asking| has_corner(asking.0))
            {
                return Err(full.into());
            }
            let budget = &Budget { memory, ..budget.clone() };
            for (inquiry, ledger) in asking {
                inquiry.one_by_one(symmetries, budget, saves.as_deref(), job, ledger)?;
            }
            return Ok(true);
        }
        let size = boards.len() as u64;
        let image = |of_kinds| Images::new(symmetries, of_kinds, space.boards(), shapes);
        let images: Vec<Images<K>> = of_kinds.iter().map(image).collect();
        graph.keep_within(Room { bytes: memory, beside: beside(class), lists: *lists });
        let own = match join(graph, space, &images, boards) {
            Ok(own) => own,
            Err(full) => {
                *outgrown = Some(full);
                return Ok(false);
            }
        };
        let bytes = graph.bytes();
        *largest = (*largest).max(bytes);
        let is_told = |inquiry: &Inquiry<'_>| inquiry.questions.family().task.tells_goal();
        let is_compound = !asking.iter().all(|asking| is_told(asking.0));
        let left = memory.saturating_sub(bytes);
        let diameters = if is_compound { compound::bytes_beside(graph) } else { 0 };
        if graph.len() > KEPT_BOARDS {
            board_bytes.insert(metric, (bytes + diameters).div_ceil(size as usize));
        }
        if is_compound && diameters > left {
            *outgrown = Some(Full::Room { states: graph.len() });
            return Ok(false);
        }
        // The others whose memory it has may be waiting for that.
        tables.spreads.fit(graph.len(), left, share.parts());
        let mut answered = Vec::new();
        for (inquiry, mut ledger) in asking {
            let questions = &mut inquiry.questions;
            let family = questions.family();
            let class_graph = ClassGraph {
                family,
                symmetries,
                boards: space.boards(),
                keep_movable: &|component, anchors, room| {
                    space.keep_movable(graph, component, anchors, room);
                },
                graph,
                own: &own,
                images: &images,
                ends: &questions.all_ends(shapes),
                wanted: questions.wanted(class, job.tallies),
                followed: followed(class),
            };
            if !family.task.has_corner() {
                // All boards are starts, with any piece of a kind as the goal piece.
                for (kind, &shape) in shapes.iter().enumerate() {
                    let pieces = class.count(shape) as u64;
                    let told = if family.task.tells_goal() { pieces } else { 1 };
                    ledger.book_boards(kind, told * size);
                }
            }
            if let Err(full) = tables.ask(&class_graph, questions, &mut ledger) {
                *outgrown = Some(full);
                return Ok(false);
            }
            answered.push((inquiry, ledger));
        }
        for (inquiry, ledger) in answered {
            job.progress.stored(ledger.close(&inquiry.questions, class, job.tallies));
        }
        Ok(true)
    }
}

impl Inquiry<'_> {
    /// Searches the classes with a goal piece that a class stands for with the engine on disk.
    fn one_by_one(
        &mut self,
        symmetries: &Symmetries,
        budget: &Budget,
        saves: Option<&Path>,
        job: &mut Job<'_>,
        mut ledger: Ledger,
    ) -> Result<(), SweepError> {
        let Job { class, shapes, tallies, progress, .. } = job;
        let Self { questions, outsized } = self;
        let family = questions.family();
        let outsized = outsized.get_or_insert_with(|| Outsized::new(family, budget));
        let wanted = questions.wanted(class, tallies);
        for asked in ledger.asked_mut() {
            let turn = questions.turn(asked.variant);
            let turned = turned(family, symmetries, turn, class, shapes[asked.kind]);
            let stands_for = (asked.images, asked.twins);
            let found = outsized.search(&turned, stands_for, wanted, budget, saves, *progress)?;
            if let Some(found) = found {
                (asked.found, asked.puzzles) = found;
            }
        }
        ledger.close(questions, class, tallies);
        Ok(())
    }
}

impl Tables {
    /// Asks all variants of a question. Fails if the class does not fit in memory after all.
    fn ask<K: Key, U: Used>(
        &mut self,
        graph: &ClassGraph<'_, K, U>,
        questions: &Questions<'_>,
        ledger: &mut Ledger,
    ) -> Result<(), Full> {
        let Tables { groups, spreads, farthest, findings } = self;
        match graph.family.task {
            Task::Compound => {
                graph.any_boards(questions, ledger);
                Ok(())
            }
            Task::Simple => graph.any_places(questions, groups, spreads, farthest, ledger),
            Task::Simple3 | Task::Simple2 => {
                graph.corners(questions, groups, spreads, findings, ledger)
            }
        }
    }
}

/// How many boards are looked up together, so that the processor waits for all of them at a time: a class of
/// 2x12 with ten pieces takes a sixth less, small classes as long as before.
const TOGETHER: usize = 64;

/// Joins the boards of a class, one component of each set of images. Returns the symmetries that map each
/// component to itself.
fn join<K: Key, U: Used>(
    graph: &mut Joined<K, U>,
    space: &(impl Actions<State = K> + Joins<State = K, Used = U>),
    images: &[Images<K>],
    boards: &mut dyn ExactSizeIterator<Item = K>,
) -> Result<Vec<SymmetrySet>, Full> {
    graph.clear(boards.len());
    let mut own = Vec::new();
    let mut some = Vec::with_capacity(TOGETHER);
    loop {
        some.clear();
        some.extend(boards.take(TOGETHER));
        if some.is_empty() {
            break;
        }
        graph.fetch(&some);
        for &key in &some {
            let known = |graph: &Joined<K, U>, image: &Images<K>| {
                graph.find(image.of(space.boards(), key)).is_some()
            };
            // Each component, or an image of it, has a board that comes first among its images. The images of
            // others need not be looked up.
            if graph.find(key).is_none()
                && is_first(images, space.boards(), key)
                && !images[1..].iter().any(|image| known(graph, image))
                && graph.explore(space, key)?
            {
                // The images of a component that are other components are not in the graph.
                let images = images[1..].iter().filter(|image| known(graph, image));
                own.push(images.fold(1, |set, image| set | 1 << image.symmetry));
            }
        }
    }
    if graph.len() > KEPT_BOARDS {
        graph.seal();
    }
    graph.index()?;
    Ok(own)
}
