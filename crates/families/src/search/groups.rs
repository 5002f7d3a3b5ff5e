//! The groups of a component: its boards with one piece told apart as the goal piece.
//!
//! Told apart, a piece may be any of those that a closed path can bring to its place, so a component has
//! a group for each orbit of pieces, of as many boards as it has itself times the pieces of the
//! orbit.

use antipode_frontier::Used;
use antipode_frontier::joined::{Joined, Orbits};

use crate::actions::boards::Boards;
use crate::key::Key;

/// The groups of one component.
#[derive(Debug)]
pub(crate) struct Groups {
    /// For each group, the kind of its goal piece and the anchors that it has in the first board.
    list: Vec<(usize, u32)>,
    /// Which piece is of which group, if some kind has several.
    orbits: Option<Orbits>,
    /// The number of boards.
    states: u64,
}

impl Groups {
    /// The groups of the component of that number.
    pub(crate) fn new<K: Key, U: Used>(
        boards: &Boards<K>,
        graph: &Joined<K, U>,
        component: usize,
    ) -> Self {
        let vertices = graph.components()[component].vertices.clone();
        let first = graph.state(vertices.start);
        let anchors = |kind| boards.anchors(first, kind) as u32;
        let mut list: Vec<_> = (0..boards.kinds()).map(|kind| (kind, anchors(kind))).collect();
        let several = || list.iter().filter(|(_, anchors)| anchors.count_ones() > 1);
        let kinds = several().count();
        let mut orbits = None;
        if kinds > 0 {
            let tokens = several().fold(0, |set, (_, anchors)| set | anchors);
            let found = Orbits::new(graph, component, tokens, kinds);
            if found.count() > kinds {
                list = list
                    .into_iter()
                    .flat_map(|(kind, mut rest)| {
                        let mut parts = Vec::new();
                        while rest != 0 {
                            let one = match rest & tokens {
                                0 => rest,
                                _ => found.orbit(vertices.start, rest.trailing_zeros()),
                            };
                            parts.push((kind, one));
                            rest &= !one;
                        }
                        parts
                    })
                    .collect();
                orbits = Some(found);
            }
        }
        Groups { list, orbits, states: u64::from(vertices.end - vertices.start) }
    }

    /// The kind of the goal piece of each group, the anchors that the pieces of its orbit have in the
    /// first board, and the number of boards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u32, u64)> + Clone {
        let states = |anchors: u32| self.states * u64::from(anchors.count_ones());
        self.list.iter().map(move |&(kind, anchors)| (kind, anchors, states(anchors)))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The group of a board with the piece at an anchor, which is of that kind, told apart.
    #[inline]
    pub(crate) fn of(&self, vertex: u32, kind: usize, anchor: u32) -> usize {
        let Some(orbits) = &self.orbits else { return kind };
        let mut alike = (0..).zip(&self.list).filter(|(_, group)| group.0 == kind);
        let first = alike.next().map_or(0, |(number, _)| number);
        if alike.next().is_none() {
            return first;
        }
        let orbit = orbits.orbit(vertex, anchor);
        self.list.iter().position(|&group| group == (kind, orbit)).unwrap_or(first)
    }
}
