//! The search of whole classes: one graph a class and metric, and all questions of the families at once.
//!
//! A class is searched without a goal piece, and once for all its images under the symmetries of the
//! outline. Its boards are joined once, component by component, and of the components that are
//! images of each other under the symmetries of the class only one. What does not fit in the memory of
//! one searcher takes more of that of all who share it. What does not fit there has a smaller graph that takes
//! longer to search, and if even that is too large, it goes to the engine on disk, one class with a goal
//! piece after the other.

use antipode_blocks::{Grid, Metric};
use antipode_frontier::joined::{Joined, Joins, Room};
use antipode_frontier::{Full, Progress, Record, Space, SweepError, Used};
use fxhash::FxHashMap;

use crate::actions::boards::{Actions, Boards};
use crate::actions::visit::{Visit, visit};
use crate::class::Class;
use crate::family::{Family, Task};
use crate::holes::wave::Wave;
use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::compound;
use crate::search::corner::Findings;
use crate::search::farthest::{Farthest, Start};
use crate::search::graphs::{BOARD_BYTES, Graphs, KEPT_BOARDS, Kept, beside};
use crate::search::groups::Groups;
use crate::search::images::{Images, KindImages, is_first};
use crate::search::ledger::{Ledger, turned};
use crate::search::outsized::{Budget, Outsized};
use crate::search::pool::{Pool, Share};
use crate::search::questions::{Ends, Questions};
use crate::search::singles::Singles;
use crate::search::spreads::Spreads;
use crate::searched::{Searched, Words};
use crate::shape::Shape;
use crate::symmetry::{Symmetries, SymmetrySet};
use crate::tally::Tally;

/// Searches classes one after the other and keeps its memory between them.
#[derive(Debug)]
pub struct Searcher<'a> {
    symmetries: &'a Symmetries,
    inquiries: Vec<Inquiry<'a>>,
    /// The metrics of the families, each once.
    metrics: Vec<Metric>,
    /// How many bytes a board of the last large class took in each, with tables of the narrowest words.
    board_bytes: FxHashMap<Metric, usize>,
    budget: Budget,
    share: Share<'a>,
    /// Whether the graph of the class is to have all that makes searches fast.
    lists: bool,
    /// The class whose single cells were searched last by their holes, and for which of the inquiries.
    by_holes: Option<(Class, Vec<bool>)>,
    /// That the class did not fit where it was searched before.
    outgrown: Option<Full>,
    memory: Memory,
}

/// Classes that are searched together.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// For each the number of its pieces, and about how many boards it has.
    pub classes: Vec<(usize, f64)>,
    /// About how many sets of holes there are to go through, those of other classes among them.
    pub sets: f64,
    /// About how many bytes their search takes.
    pub bytes: f64,
}

/// The memory that a searcher keeps from one class to the next.
#[derive(Debug, Default)]
struct Memory {
    narrow: Graphs<u64>,
    wide: Graphs<u128>,
    tables: Tables,
    wave: Wave,
    /// What the largest of the classes was expected to take.
    largest: usize,
}

/// What is asked of all classes, and who answers it for those that do not fit in memory.
#[derive(Debug)]
struct Inquiry<'a> {
    questions: Questions<'a>,
    outsized: Option<Outsized<'a>>,
}

/// A class to be searched by the actions of some metric.
struct Searching<'a, 'f, K> {
    searcher: &'a mut Searcher<'f>,
    graphs: &'a mut Graphs<K>,
    metric: Metric,
    class: &'a Class,
    shapes: &'a [Shape],
    boards: &'a mut dyn ExactSizeIterator<Item = K>,
    tallies: &'a mut [Tally],
    progress: &'a dyn Progress,
}

impl<K: Searched> Visit<K> for Searching<'_, '_, K> {
    type Output = Result<bool, SweepError>;

    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        let Searching { searcher, graphs, metric, class, shapes, boards, tallies, progress } = self;
        let graph = <<A as Space>::Used as Kept>::graph(graphs);
        searcher.search_by(&actions, graph, metric, class, shapes, boards, tallies, progress)
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
        }
    }

    /// The same searcher with its budget as a part of the memory of a pool, which it shares with others: for
    /// a class that does not fit there it takes more.
    #[must_use]
    pub fn sharing(mut self, pool: &'a Pool) -> Self {
        self.share = Share::new(Some(pool), self.budget.memory);
        self
    }

    /// The grid.
    pub(crate) fn grid(&self) -> &Grid {
        self.symmetries.grid()
    }

    /// The metrics, each once.
    pub(crate) fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Tells how many bytes of the budget others hold from now on.
    pub fn holds(&mut self, bytes: usize) {
        self.share.holds(bytes);
    }

    /// Searches `class`, one without a goal piece that comes first among its images and has these
    /// boards, and adds to the tally of each family what it finds in all classes with a goal piece
    /// that the images stand for.
    pub fn search<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        for number in 0..self.metrics.len() {
            let metric = self.metrics[number];
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
            while !self.search_here(
                metric,
                class,
                K::words(&mut boards.clone()),
                tallies,
                progress,
            )? {
                if !self.share.widen() && !std::mem::take(&mut self.lists) {
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
        let of_metric = self.inquiries.iter().map(|inquiry| &inquiry.questions);
        let of_metric = of_metric.filter(|questions| questions.family().metric == metric);
        let lanes = of_metric.map(|questions| questions.count().div_ceil(alike)).max();
        Spreads::more_bytes(lanes.unwrap_or(1), self.grid().frame())
    }

    /// Searches all classes that single cells make of `class`, which has none and these boards, together, as far as
    /// that is done by their holes. Returns the number of their boards, or none if something is left to be
    /// searched in them: then they are to be searched one by one.
    pub fn search_singles<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<Option<u64>, SweepError> {
        let keys: Vec<K> = boards.collect();
        let Self { symmetries, inquiries, share, memory, by_holes, .. } = self;
        *by_holes = Some((class.clone(), vec![false; inquiries.len()]));
        let mut count = Some(0);
        for (number, Inquiry { questions, .. }) in inquiries.iter_mut().enumerate() {
            let most = share.most();
            let singles = Singles::new(symmetries, questions, class, &keys)
                .and_then(|singles| Some((singles.bytes_within(most, 1.0)? as usize, singles)));
            let Some((bytes, singles)) = singles else {
                count = None;
                continue;
            };
            share.begin(bytes, bytes, || *memory = Memory::default());
            if memory.largest.saturating_add(bytes) > share.bytes() {
                *memory = Memory::default();
            }
            if bytes <= share.bytes() {
                memory.largest = memory.largest.max(bytes);
                count = count.map(|_| singles.classes().map(|(_, boards)| boards).sum());
                singles.search(questions, &mut memory.wave, tallies, progress)?;
                if let Some((_, done)) = by_holes {
                    done[number] = true;
                }
            } else {
                count = None;
            }
            if !share.is_apart() {
                *memory = Memory::default();
            }
            share.end();
        }
        Ok(count)
    }

    /// What classes [`search_singles`](Self::search_singles) would search all of, if that is so in so many bytes of
    /// memory. Each of the boards stands for so many.
    pub fn together<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K>,
        stand_for: f64,
        memory: usize,
    ) -> Option<Together> {
        let keys: Vec<K> = boards.collect();
        let Self { symmetries, inquiries, .. } = self;
        let mut all: Option<Together> = None;
        for Inquiry { questions, .. } in inquiries {
            let singles = Singles::new(symmetries, questions, class, &keys)?;
            let bytes = singles.bytes_within(memory, stand_for)?;
            let sets = stand_for * singles.sets() as f64;
            match &mut all {
                Some(all) => {
                    all.sets += sets;
                    all.bytes = all.bytes.max(bytes);
                }
                None => {
                    let of_all = |(pieces, boards)| (pieces, stand_for * boards as f64);
                    let classes = singles.classes().map(of_all).collect();
                    all = Some(Together { classes, sets, bytes });
                }
            }
        }
        all
    }

    /// Whether a class is one that was searched by its holes for the inquiry of that number.
    fn is_done_by_holes(&self, class: &Class, number: usize) -> bool {
        self.by_holes.as_ref().is_some_and(|(core, done)| {
            let singles = class.others.strip_prefix(core.others.as_slice());
            done[number]
                && class.goal == core.goal
                && singles.is_some_and(|it| !it.is_empty() && it[0].size() == 1)
        })
    }

    /// Searches a class in one metric, unless it does not fit in the memory that there is for it now: then
    /// returns false.
    fn search_here(
        &mut self,
        metric: Metric,
        class: &Class,
        boards: Words<'_>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<bool, SweepError> {
        // A graph may be as large as the memory, and each width of keys has its own.
        match boards {
            Words::Narrow(boards) => {
                if boards.len() > KEPT_BOARDS {
                    self.memory.wide = Graphs::default();
                }
                let graphs: fn(&mut Self) -> &mut _ = |it| &mut it.memory.narrow;
                self.search_with(graphs, metric, class, boards, tallies, progress)
            }
            Words::Wide(boards) => {
                if boards.len() > KEPT_BOARDS {
                    self.memory.narrow = Graphs::default();
                }
                let graphs: fn(&mut Self) -> &mut _ = |it| &mut it.memory.wide;
                self.search_with(graphs, metric, class, boards, tallies, progress)
            }
        }
    }

    /// As [`search_here`](Self::search_here), with the memory of the graphs of one width of keys.
    fn search_with<K: Searched>(
        &mut self,
        graphs: fn(&mut Self) -> &mut Graphs<K>,
        metric: Metric,
        class: &Class,
        boards: &mut dyn ExactSizeIterator<Item = K>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<bool, SweepError> {
        // Each metric has a graph of its own, so a large one goes where another is to follow.
        let keeps = self.metrics.len() == 1 || boards.len() <= KEPT_BOARDS;
        let mut lent = std::mem::take(graphs(self));
        let searched = self.search_in(metric, &mut lent, class, boards, tallies, progress);
        // What does not fit, or had more than its part of the memory, goes in any case.
        if !matches!(searched, Ok(true)) || !self.share.is_apart() {
            self.memory.tables = Tables::default();
        } else if keeps {
            *graphs(self) = lent;
        }
        searched
    }

    fn search_in<K: Searched>(
        &mut self,
        metric: Metric,
        graphs: &mut Graphs<K>,
        class: &Class,
        boards: &mut dyn ExactSizeIterator<Item = K>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<bool, SweepError> {
        let shapes = &class.different_shapes();
        let space = Boards::of_kinds(self.symmetries.grid(), shapes);
        let search =
            Searching { searcher: self, graphs, metric, class, shapes, boards, tallies, progress };
        visit(metric, space, search)
    }

    #[expect(clippy::too_many_arguments, reason = "one call, of which all is needed")]
    fn search_by<K: Searched, U: Used>(
        &mut self,
        space: &(impl Actions<State = K> + Joins<State = K, Used = U>),
        graph: &mut Joined<K, U>,
        metric: Metric,
        class: &Class,
        shapes: &[Shape],
        boards: &mut dyn ExactSizeIterator<Item = K>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<bool, SweepError> {
        let done: Vec<bool> =
            (0..self.inquiries.len()).map(|it| self.is_done_by_holes(class, it)).collect();
        let Self {
            symmetries,
            inquiries,
            board_bytes,
            memory: Memory { tables, .. },
            budget,
            share,
            lists,
            outgrown,
            ..
        } = self;
        let memory = share.bytes();
        let of_kinds = KindImages::all(symmetries, class, shapes);
        let image = |of_kinds| Images::new(symmetries, of_kinds, space.boards(), shapes);
        let images: Vec<Images<K>> = of_kinds.iter().map(image).collect();
        let asking: Vec<(&mut Inquiry<'_>, Ledger)> = inquiries
            .iter_mut()
            .zip(done)
            .filter(|(inquiry, done)| !done && inquiry.questions.family().metric == metric)
            .map(|(inquiry, _)| {
                let questions = &mut inquiry.questions;
                let ledger = Ledger::new(symmetries, questions, class, shapes, &of_kinds);
                (inquiry, ledger)
            })
            .filter(|(_, ledger)| !ledger.asked().is_empty())
            .collect();
        if asking.is_empty() {
            return Ok(true);
        }
        if share.is_on_disk() {
            let has_corner = |inquiry: &Inquiry<'_>| inquiry.questions.family().task.has_corner();
            if let Some(full) = outgrown.take()
                && !asking.iter().all(|asking| has_corner(asking.0))
            {
                return Err(full.into());
            }
            let budget = &Budget { memory, ..budget.clone() };
            for (inquiry, ledger) in asking {
                inquiry.one_by_one(symmetries, budget, class, shapes, ledger, tallies, progress)?;
            }
            return Ok(true);
        }
        let size = boards.len() as u64;
        graph.keep_within(Room { bytes: memory, beside: beside(class), lists: *lists });
        let own = match join(graph, space, &images, boards) {
            Ok(own) => own,
            Err(full) => {
                *outgrown = Some(full);
                return Ok(false);
            }
        };
        if graph.len() > KEPT_BOARDS {
            let is_told = |inquiry: &Inquiry<'_>| inquiry.questions.family().task.tells_goal();
            let is_compound = !asking.iter().all(|asking| is_told(asking.0));
            let more = if is_compound { compound::bytes_beside(graph) } else { 0 };
            board_bytes.insert(metric, (graph.bytes() + more).div_ceil(size as usize));
            if is_compound && graph.bytes() + more > memory {
                *outgrown = Some(Full::States { limit: graph.len() });
                return Ok(false);
            }
        }
        // The others whose memory it has may be waiting for that.
        let more = memory.saturating_sub(graph.bytes());
        tables.spreads.fit(graph.len(), more, share.parts());
        for (inquiry, mut ledger) in asking {
            let questions = &mut inquiry.questions;
            let family = questions.family();
            let ends: Vec<Vec<Ends>> = (0..questions.count())
                .map(|variant| {
                    let of_shape = |&shape| questions.ends(shape)[variant].unwrap_or(Ends::NONE);
                    shapes.iter().map(of_shape).collect()
                })
                .collect();
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
                ends: &ends,
                wanted: questions.wanted(class, tallies),
            };
            if !family.task.has_corner() {
                // All boards are starts, with any piece of a kind as the goal piece.
                for (kind, &shape) in shapes.iter().enumerate() {
                    let pieces = class.shapes().filter(|&other| other == shape).count() as u64;
                    let told = if family.task.tells_goal() { pieces } else { 1 };
                    ledger.book_boards(kind, told * size);
                }
            }
            tables.ask(&class_graph, questions, &mut ledger);
            progress.stored(ledger.close(questions, class, tallies));
        }
        Ok(true)
    }
}

impl Inquiry<'_> {
    /// Searches the classes with a goal piece that a class stands for with the engine on disk.
    #[expect(clippy::too_many_arguments, reason = "one call, of which all is needed")]
    fn one_by_one(
        &mut self,
        symmetries: &Symmetries,
        budget: &Budget,
        class: &Class,
        shapes: &[Shape],
        mut ledger: Ledger,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let Self { questions, outsized } = self;
        let family = questions.family();
        let outsized = outsized.get_or_insert_with(|| Outsized::new(family, budget));
        let wanted = questions.wanted(class, tallies);
        for asked in ledger.asked_mut() {
            let turn = questions.turn(asked.variant);
            let turned = turned(family, symmetries, turn, class, shapes[asked.kind]);
            let stands_for = (asked.images, asked.twins);
            if let Some(found) = outsized.search(&turned, stands_for, wanted, budget, progress)? {
                (asked.found, asked.puzzles) = found;
            }
        }
        ledger.close(questions, class, tallies);
        Ok(())
    }
}

impl Tables {
    /// Asks all variants of a question.
    fn ask<K: Key, U: Used>(
        &mut self,
        graph: &ClassGraph<'_, K, U>,
        questions: &Questions<'_>,
        ledger: &mut Ledger,
    ) {
        let Tables { groups, spreads, farthest, findings } = self;
        match graph.family.task {
            Task::Compound => graph.any_boards(questions, ledger),
            Task::Simple => graph.any_places(questions, groups, spreads, farthest, ledger),
            Task::Simple3 | Task::Simple2 => {
                graph.corners(questions, groups, spreads, findings, ledger);
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
