//! The search of whole classes: one graph a class, and all questions of the family at once.
//!
//! A class is searched without a goal piece, and once for all its images under the symmetries of the
//! outline. Its boards are joined once, component by component, and of the components that are
//! images of each other under the symmetries of the class only one. What does not fit in memory
//! goes to the engine on disk, one class with a goal piece after the other.

use antipode_frontier::joined::{Joined, Joins, Lanes, Spread, Word};
use antipode_frontier::{Full, Progress, Record, Space, SweepError, Used};

use crate::actions::boards::{Actions, Boards};
use crate::actions::visit::{Visit, visit};
use crate::class::{Class, Sizes};
use crate::family::{Family, Task};
use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::farthest::Farthest;
use crate::search::graphs::{BESIDE, Graphs, Kept};
use crate::search::images::Images;
use crate::search::ledger::{Ledger, turned};
use crate::search::outsized::{Budget, Outsized};
use crate::search::questions::{Ends, Questions};
use crate::searched::{Searched, Words};
use crate::shape::Shape;
use crate::symmetry::Symmetries;
use crate::tally::{Counts, Tally};

/// Searches classes one after the other and keeps its memory between them.
#[derive(Debug)]
pub struct Searcher<'a> {
    family: &'a Family,
    symmetries: &'a Symmetries,
    questions: Questions<'a>,
    budget: Budget,
    narrow: Graphs<u64>,
    wide: Graphs<u128>,
    tables: Tables,
    outsized: Option<Outsized<'a>>,
}

/// A class to be searched by the actions of some metric.
struct Searching<'a, 'f, K> {
    searcher: &'a mut Searcher<'f>,
    graphs: &'a mut Graphs<K>,
    class: &'a Class,
    shapes: &'a [Shape],
    boards: &'a mut dyn ExactSizeIterator<Item = K>,
    tally: &'a mut Tally,
    progress: &'a dyn Progress,
}

impl<K: Searched> Visit<K> for Searching<'_, '_, K> {
    type Output = Result<(), SweepError>;

    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        let Searching { searcher, graphs, class, shapes, boards, tally, progress } = self;
        let graph = <<A as Space>::Used as Kept>::graph(graphs);
        searcher.search_by(&actions, graph, class, shapes, boards, tally, progress)
    }
}

/// The tables of searches.
#[derive(Debug)]
struct Tables {
    one: Spread<u64>,
    two: Spread<[u64; 2]>,
    farthest: Vec<Farthest>,
}

impl<'a> Searcher<'a> {
    /// The bytes that a large class takes for each of its boards, about.
    pub const BOARD_BYTES: usize = 60 + BESIDE;

    /// A searcher for classes of `family`, whose symmetries are given, that keeps within `budget`.
    pub fn new(family: &'a Family, symmetries: &'a Symmetries, budget: Budget) -> Self {
        let lanes = Lanes::new(family.grid.frame(), 1);
        Searcher {
            family,
            symmetries,
            questions: Questions::new(family, symmetries),
            narrow: Graphs::with_memory(budget.memory),
            wide: Graphs::with_memory(budget.memory),
            tables: Tables {
                one: Spread::new(lanes),
                two: Spread::new(lanes),
                farthest: Vec::new(),
            },
            outsized: None,
            budget,
        }
    }

    /// Searches `class`, one without a goal piece that comes first among its images and has these
    /// boards, and adds to `tally` what it finds in all classes with a goal piece that the images
    /// stand for.
    pub fn search<K: Searched>(
        &mut self,
        class: &Class,
        mut boards: impl ExactSizeIterator<Item = K>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        match K::words(&mut boards) {
            Words::Narrow(boards) => {
                let mut graphs = std::mem::take(&mut self.narrow);
                let searched = self.search_by_metric(&mut graphs, class, boards, tally, progress);
                self.narrow = graphs;
                searched
            }
            Words::Wide(boards) => {
                let mut graphs = std::mem::take(&mut self.wide);
                let searched = self.search_by_metric(&mut graphs, class, boards, tally, progress);
                self.wide = graphs;
                searched
            }
        }
    }

    fn search_by_metric<K: Searched>(
        &mut self,
        graphs: &mut Graphs<K>,
        class: &Class,
        boards: &mut dyn ExactSizeIterator<Item = K>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let mut shapes: Vec<Shape> = class.shapes().collect();
        shapes.dedup();
        let space = Boards::of_kinds(&self.family.grid, &shapes);
        let metric = self.family.metric;
        let search =
            Searching { searcher: self, graphs, class, shapes: &shapes, boards, tally, progress };
        visit(metric, space, search)
    }

    #[expect(clippy::too_many_arguments, reason = "one call, of which all is needed")]
    fn search_by<K: Searched, U: Used>(
        &mut self,
        space: &(impl Actions<State = K> + Joins<State = K, Used = U>),
        graph: &mut Joined<K, U>,
        class: &Class,
        shapes: &[Shape],
        boards: &mut dyn ExactSizeIterator<Item = K>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let Self { family, symmetries, .. } = *self;
        let stabiliser = symmetries.stabiliser(class);
        let images: Vec<Images<K>> = (0..symmetries.count())
            .filter(|&symmetry| stabiliser >> symmetry & 1 == 1)
            .map(|symmetry| Images::new(symmetries, symmetry, space.boards(), shapes))
            .collect();
        let questions = &mut self.questions;
        let mut ledger = Ledger::new(family, symmetries, questions, class, shapes, &images);
        if ledger.asked().is_empty() {
            return Ok(());
        }
        let ends: Vec<Vec<Ends>> = (0..questions.count())
            .map(|variant| {
                let of_shape = |&shape| questions.ends(shape)[variant].unwrap_or(Ends::NONE);
                shapes.iter().map(of_shape).collect()
            })
            .collect();
        let size = boards.len() as u64;
        match join(graph, space, &images, boards) {
            Ok(()) => {
                let class_graph = ClassGraph {
                    family,
                    symmetries,
                    boards: space.boards(),
                    graph,
                    images: &images,
                    ends: &ends,
                    wanted: tally.wanted(class),
                };
                if !family.task.has_corner() {
                    // All boards are starts, with any piece of a kind as the goal piece.
                    for (kind, &shape) in shapes.iter().enumerate() {
                        let pieces = class.shapes().filter(|&other| other == shape).count() as u64;
                        let told = if family.task.tells_goal() { pieces } else { 1 };
                        ledger.book_boards(kind, told * size);
                    }
                }
                self.ask(&class_graph, &mut ledger);
                progress.stored(ledger.close(class, tally));
                Ok(())
            }
            Err(full) if !family.task.has_corner() => Err(full.into()),
            Err(_) => {
                // The other engine is given all of the memory.
                *graph = Joined::with_memory(self.budget.memory, BESIDE);
                self.one_by_one(class, shapes, &ledger, tally, progress)
            }
        }
    }

    /// Searches the classes with a goal piece that a class stands for with the engine on disk.
    fn one_by_one(
        &mut self,
        class: &Class,
        shapes: &[Shape],
        ledger: &Ledger,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let Self { family, symmetries, budget, questions, outsized, .. } = self;
        let outsized = outsized.get_or_insert_with(|| Outsized::new(family, budget));
        let mut counts = Counts::default();
        for asked in ledger.asked() {
            let turn = questions.turn(asked.variant);
            let turned = turned(family, symmetries, turn, class, shapes[asked.kind]);
            let stands_for = (asked.images, asked.twins);
            outsized.search(&turned, stands_for, &mut counts, tally, progress)?;
        }
        tally.count(Sizes::of(class), &counts);
        Ok(())
    }

    /// Asks all questions of the family.
    fn ask<K: Key, U: Used>(&mut self, graph: &ClassGraph<'_, K, U>, ledger: &mut Ledger) {
        if graph.family.task == Task::Compound {
            return graph.any_boards(&self.questions, ledger);
        }
        let Tables { one, two, farthest } = &mut self.tables;
        let questions = &self.questions;
        let fits = questions.count() <= u64::capacity(graph.family.grid.frame());
        let components = 0..graph.graph.components().len();
        match graph.family.task {
            Task::Simple => {
                for component in components {
                    graph.any_place(component, questions, two, farthest, ledger);
                }
            }
            _ if fits => {
                for component in components {
                    graph.corner(component, questions, one, farthest, ledger);
                }
            }
            _ => {
                for component in components {
                    graph.corner(component, questions, two, farthest, ledger);
                }
            }
        }
    }
}

/// Joins the boards of a class, one component of each set of images.
fn join<K: Key, U: Used>(
    graph: &mut Joined<K, U>,
    space: &(impl Actions<State = K> + Joins<State = K, Used = U>),
    images: &[Images<K>],
    boards: &mut dyn ExactSizeIterator<Item = K>,
) -> Result<(), Full> {
    graph.clear(boards.len());
    for key in boards {
        let mut known = images[1..].iter().map(|image| image.of(space.boards(), key));
        if graph.find(key).is_none() && known.all(|image| graph.find(image).is_none()) {
            graph.explore(space, key)?;
        }
    }
    graph.index();
    Ok(())
}
