//! How much there is to do in the search of a class, told from a few of its boards.
//!
//! Time and memory go with the cliques and legs that boards are in, more than with the boards themselves:
//! a crowded board is in one or two, an open one in many more, above all where bodies of any pieces can
//! turn corners.

use antipode_frontier::joined::{Joined, Joins, TOKEN};
use antipode_frontier::{Record, Space};

use crate::actions::boards::{Actions, Boards};
use crate::class::Class;
use crate::generate::orderly::Orderly;
use crate::search::compound;
use crate::search::graphs::{Kept, beside};
use crate::search::searcher::Searcher;
use crate::search::visit::{Visit, visit};
use crate::searched::{Searched, Words};

/// What the search of a class takes, about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Work {
    /// The time, in the unit that one board takes in one of its cliques.
    pub time: f64,
    /// The bytes of memory.
    pub bytes: f64,
    /// Whether its graphs can be numbered.
    is_numbered: bool,
}

impl Work {
    /// Whether it is done in so many bytes of memory.
    pub fn fits(&self, memory: usize) -> bool {
        self.is_numbered && self.bytes <= memory as f64
    }
}

/// So many boards are looked at, at the most.
const LOOKED_AT: usize = 32;

/// What is done once for a board takes as long as so many cliques.
const BOARD_TIME: f64 = 4.0;

impl Searcher<'_> {
    /// What the search of `class` takes, which has `count` boards, and these among them.
    pub fn work(&self, class: &Class, boards: Words<'_>, count: f64) -> Work {
        match boards {
            Words::Narrow(boards) => self.work_of(class, boards, count),
            Words::Wide(boards) => self.work_of(class, boards, count),
        }
    }

    /// As [`work`](Self::work), with the word known.
    fn work_of<K: Searched>(
        &self,
        class: &Class,
        boards: &mut dyn ExactSizeIterator<Item = K>,
        count: f64,
    ) -> Work {
        let space = Boards::of_kinds(self.grid(), &class.different_shapes());
        let step = boards.len().div_ceil(LOOKED_AT).max(1);
        let boards: Vec<K> = boards.step_by(step).collect();
        let beside = beside(class);
        let of_metric = |&metric| {
            let is_compound = self.questions_of(metric).any(|it| !it.family().task.tells_goal());
            visit(metric, space.clone(), Looking { boards: &boards, count, beside, is_compound })
        };
        let none = Work { time: 0.0, bytes: 0.0, is_numbered: true };
        let work = self.metrics().iter().map(of_metric).fold(none, |all, more| Work {
            time: all.time + more.time,
            bytes: all.bytes.max(more.bytes),
            is_numbered: all.is_numbered && more.is_numbered,
        });
        let listed = if Orderly::lists(class) { Orderly::LISTED_BYTES as f64 * count } else { 0.0 };
        Work { bytes: work.bytes + listed, ..work }
    }
}

/// Some boards of a class of `count`, to be looked at in one metric.
struct Looking<'a, K> {
    boards: &'a [K],
    count: f64,
    beside: usize,
    /// Whether diameters are asked for, each of which takes a graph of pairs beside this one.
    is_compound: bool,
}

impl<K: Searched> Visit<K> for Looking<'_, K> {
    type Output = Work;

    fn visit<A>(self, actions: A) -> Work
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        let mut room = Vec::new();
        let (mut members, mut sets, mut legs, mut pairs) = (0.0, 0.0, 0.0, 0.0);
        for &key in self.boards {
            actions.cliques(key, <A as Space>::Used::default(), &mut room, |clique| {
                let all = (clique.others.len() + 1) as f64;
                let share = if clique.once { 1.0 } else { 1.0 / all };
                members += share * all;
                pairs += share * all * (all - 1.0) / 2.0;
                if clique.moved != TOKEN {
                    sets += share;
                }
            });
            actions.legs(key, |_| legs += 0.5);
        }
        // An action takes a leg at least.
        pairs += legs;
        let share = self.count / self.boards.len().max(1) as f64;
        let [members, sets, legs, pairs] = [members, sets, legs, pairs].map(|it: f64| it * share);
        let graph =
            Joined::<K, <A as Space>::Used>::bytes_of(self.count, sets, members, legs, self.beside);
        let diameters = match self.is_compound {
            true => compound::bytes_of(self.count as usize, pairs as usize) as f64,
            false => 0.0,
        };
        Work {
            time: BOARD_TIME * self.count + members + 2.0 * legs,
            bytes: graph + diameters,
            is_numbered: Joined::<K, <A as Space>::Used>::is_numbered(self.count, members, legs),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use antipode_blocks::{Cells, Grid, Metric, Reach, Rule};
    use antipode_frontier::joined::Room;

    use super::*;
    use crate::actions::moves::Moves;
    use crate::actions::supers::Supers;
    use crate::family::{Family, Task};
    use crate::search::outsized::Budget;
    use crate::shape::Shape;
    use crate::symmetry::Symmetries;

    /// The bytes of the graph of all boards, and of what finds its diameters.
    fn graph_bytes<A: Actions<State = u64> + Joins<State = u64, Used = <A as Space>::Used>>(
        class: &Class,
        space: &A,
        boards: &[u64],
    ) -> [f64; 2] {
        let mut graph = Joined::default();
        graph.keep_within(Room { bytes: usize::MAX, beside: beside(class), lists: false });
        for &board in boards {
            graph.explore(space, board).unwrap();
        }
        graph.index().unwrap();
        [graph.bytes(), compound::bytes_beside(&graph)].map(|bytes| bytes as f64)
    }

    #[test]
    fn the_memory_of_a_class_is_told_from_some_of_its_boards() {
        let grid = Grid::new(2, 6).unwrap();
        let single = Shape::of(&grid, 1);
        let class = Class { goal: single, others: vec![single; 5] };
        let sets = (0..1 << grid.size()).filter(|set: &Cells| set.count_ones() == 6);
        let boards: Vec<u64> = sets.collect();
        let space = Boards::<u64>::of_kinds(&grid, &[single]);
        let moves = graph_bytes(&class, &Moves(space.clone()), &boards);
        let supers = graph_bytes(&class, &Supers::new(space, Reach::Path), &boards);
        assert!(supers[0] > 3.0 * moves[0], "{supers:?} bytes, {moves:?} bytes");
        let metrics = [(Metric::Move, moves), (Metric::SuperMove, supers)];
        let of_tasks = |(metric, [graph, diameters]): (Metric, [f64; 2])| {
            [(metric, Task::Simple3, graph), (metric, Task::Compound, graph + diameters)]
        };
        for (metric, task, graph) in metrics.into_iter().flat_map(of_tasks) {
            let families = [Family { metric, task, ..Family::whole(grid, Rule::Strict) }];
            let symmetries = Symmetries::of(&families[0]);
            let budget = Budget { memory: usize::MAX, scratch: PathBuf::new() };
            let searcher = Searcher::new(&families, &symmetries, budget);
            let count = boards.len() as f64;
            let work = searcher.work(&class, Words::Narrow(&mut boards.iter().copied()), count);
            let told = work.bytes;
            assert!(
                (0.7..1.4).contains(&(told / graph)),
                "{metric:?} {task:?}: {told} of {graph} bytes"
            );
            assert!(work.fits(1 << 30) && !work.fits(1 << 10));
        }
    }
}
