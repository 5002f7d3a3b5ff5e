//! The family *compound*: any board is a start, and any other a goal.
//!
//! The hardest compound puzzle of a group joins the ends of its diameter, which is found exactly
//! by bounding eccentricities. No piece is told apart.

use std::iter;

use antipode_frontier::joined::{Component, Joined};
use antipode_frontier::{Eccentricities, Graph, Used};

use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::ledger::{Group, Ledger};
use crate::search::questions::Questions;

/// About how many bytes the diameter of a component of that size takes beside its graph.
pub(crate) fn bytes_of(vertices: usize, edges: usize) -> usize {
    Graph::bytes_of(vertices, edges) + vertices * Eccentricities::VERTEX_BYTES
}

/// About how many bytes the diameters of the components of `graph` take beside it, one after the other.
pub(crate) fn bytes_beside<K: Key, U: Used>(graph: &Joined<K, U>) -> usize {
    let bytes = |(number, component): (usize, &Component)| {
        let (vertices, mut edges) = (component.vertices.len(), 0);
        graph.each_edge(number, |_, _| edges += 1);
        bytes_of(vertices, edges)
    };
    (0..).zip(graph.components()).map(bytes).max().unwrap_or(0)
}

impl<K: Key, U: Used> ClassGraph<'_, K, U> {
    /// Finds the diameters of all groups.
    pub(crate) fn any_boards(&self, questions: &Questions<'_>, ledger: &mut Ledger) {
        let components = self.graph.components();
        let states = |number: usize| components[number].vertices.len();
        let mut numbers: Vec<usize> = (0..components.len()).collect();
        // Large groups first: they tell soonest which diameters are of no use.
        numbers.sort_by_key(|&number| std::cmp::Reverse(states(number)));
        let mut hardest = 0;
        for number in numbers {
            let own = self.own[number];
            let mut group = Group { number: 0, states: states(number) as u64, moves: 0, starts: 0 };
            let wanted = self.wanted;
            let least = match hardest {
                0 => wanted.least(),
                hardest => wanted.more.min(hardest),
            };
            let mut ends = None;
            let graph;
            // A path visits no board twice.
            if states(number) > least as usize {
                graph = Graph::from_each(states(number), |edge| self.graph.each_edge(number, edge));
                let mut bounds = Eccentricities::new(&graph);
                let moves = bounds.bound(least);
                if moves >= least {
                    hardest = hardest.max(moves);
                    group.moves = moves;
                    if moves >= wanted.first {
                        let periphery = bounds.periphery(moves);
                        group.starts = periphery.len() as u64;
                        ends = Some((&graph, periphery));
                    }
                }
            }
            ledger.book(self, questions, own, None, 0, 0, iter::once(group), |_, turn, twins| {
                let Some((graph, ends)) = &ends else { return Default::default() };
                let (start, target) =
                    self.smallest_ends(number, graph, ends, group.moves, turn, twins);
                (start, Some(target))
            });
        }
    }

    /// The smallest of all pairs of boards that far apart, or of their transposes, all seen under a
    /// symmetry.
    fn smallest_ends(
        &self,
        component: usize,
        graph: &Graph,
        ends: &[u32],
        moves: u32,
        turn: usize,
        twins: bool,
    ) -> (String, String) {
        let first = self.graph.components()[component].vertices.start;
        let text = |vertex: u32, transposed: bool| {
            let key = self.graph.state(first + vertex);
            let anchor = self.boards.anchors(key, 0).trailing_zeros();
            let board = self.board(key, 0, anchor, turn);
            (if transposed { board.transpose() } else { board }).untold().to_string()
        };
        let ways = if twins { &[false, true][..] } else { &[false] };
        let starts = ends.iter().flat_map(|&end| ways.iter().map(move |&way| (end, way)));
        let mut starts: Vec<_> = starts.map(|(end, way)| (text(end, way), end, way)).collect();
        starts.sort_unstable();
        let first = starts[0].0.clone();
        let alike = starts.iter().take_while(|start| start.0 == first);
        let target = alike.filter_map(|&(_, end, way)| {
            let distances = graph.distances([end]);
            let far = ends.iter().filter(|&&other| distances[other as usize] == moves);
            far.map(|&other| text(other, way)).min()
        });
        let target = target.min().expect("an end of the diameter has another");
        (first, target)
    }
}
