//! The groups of a component: its boards with one piece told apart as the goal piece.
//!
//! Told apart, a piece may be any of those that a closed path can bring to its place, so a component has
//! a group for each orbit of pieces, of as many boards as it has itself times the pieces of the
//! orbit.

use antipode_blocks::{Cells, each};
use antipode_frontier::Used;
use antipode_frontier::joined::{Joined, Orbits};

use crate::actions::boards::Boards;
use crate::key::Key;
use crate::search::graphs::KEPT_BOARDS;

/// A set of kinds: the bits of their numbers.
pub(crate) type KindSet = u16;

/// The groups of one component. Their memory is kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// For each group, the kind of its goal piece and the anchors that it has in the first board.
    list: Vec<(usize, u32)>,
    /// If some kind has several, the number of the first of each kind and how many it has,
    of_kinds: Vec<(usize, usize)>,
    /// and which piece is of which: for each token of the orbits.
    of_tokens: Vec<usize>,
    orbits: Orbits,
    several: bool,
    /// The anchors in the first board of the pieces that the orbits follow.
    followed: u32,
    /// The number of boards.
    states: u64,
}

impl Groups {
    /// Finds the groups of the component of that number, whose goal pieces are of the kinds `asked`: of
    /// all others those of a kind count as one.
    pub(crate) fn find<K: Key, U: Used>(
        &mut self,
        boards: &Boards<K>,
        graph: &Joined<K, U>,
        component: usize,
        asked: KindSet,
    ) {
        let Self { list, of_kinds, of_tokens, orbits, several, followed, states } = self;
        let vertices = graph.components()[component].vertices.clone();
        *states = u64::from(vertices.end - vertices.start);
        let first = graph.state(vertices.start);
        let anchors = |kind| boards.anchors(first, kind) as u32;
        list.clear();
        list.extend((0..boards.kinds()).map(|kind| (kind, anchors(kind))));
        let alike =
            || list.iter().filter(|(kind, set)| asked >> kind & 1 == 1 && set.count_ones() > 1);
        let (kinds, tokens) = (alike().count(), alike().fold(0, |set, alike| set | alike.1));
        *followed = tokens;
        *several = kinds > 0 && {
            orbits.find(graph, component, tokens, kinds);
            orbits.count() > kinds
        };
        if *several {
            list.clear();
            of_kinds.clear();
            of_tokens.clear();
            of_tokens.resize(tokens.count_ones() as usize, 0);
            for kind in 0..boards.kinds() {
                let first = list.len();
                let mut rest = anchors(kind);
                while rest != 0 {
                    let one = match rest & tokens {
                        0 => rest,
                        _ => orbits.orbit(vertices.start, rest.trailing_zeros()),
                    };
                    for place in each(Cells::from(one & tokens)) {
                        of_tokens[usize::from(orbits.token_at(vertices.start, place))] = list.len();
                    }
                    list.push((kind, one));
                    rest &= !one;
                }
                of_kinds.push((first, list.len() - first));
            }
        }
    }

    /// The bytes that are kept.
    pub(crate) fn bytes(&self) -> usize {
        self.orbits.bytes()
    }

    /// Keeps no more of a large component than what tells its groups apart.
    pub(crate) fn keep_little(&mut self) {
        if !self.several && self.states > KEPT_BOARDS as u64 {
            self.orbits = Orbits::default();
        }
    }

    /// All numbers of [pieces](Self::piece) are less than that.
    pub(crate) fn pieces(&self) -> usize {
        self.followed.count_ones() as usize + self.list.len()
    }

    /// A number for the piece at an anchor, which is of a group: the same for all boards if that is the only one of
    /// its group, else for those to which the same piece of the first board comes by the shortest ways that the
    /// orbits follow.
    pub(crate) fn piece<K: Key, U: Used>(
        &mut self,
        graph: &Joined<K, U>,
        vertex: u32,
        group: usize,
        anchor: u32,
    ) -> usize {
        if self.list[group].1 & self.followed == 0 {
            return self.followed.count_ones() as usize + group;
        }
        self.orbits.follow_to(graph, vertex);
        self.orbits.token_at(vertex, anchor).into()
    }

    /// The kind of the goal piece of each group, the anchors that the pieces of its orbit have in the
    /// first board, and the number of boards.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u32, u64)> + Clone {
        let states = |anchors: u32| self.states * u64::from(anchors.count_ones());
        self.list.iter().map(move |&(kind, anchors)| (kind, anchors, states(anchors)))
    }

    /// Whether there is one of each kind, numbered as the kinds are.
    pub(crate) fn are_kinds(&self) -> bool {
        !self.several
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The group of a board with the piece at an anchor, which is of that kind, told apart.
    #[inline]
    pub(crate) fn of(&self, vertex: u32, kind: usize, anchor: u32) -> usize {
        if !self.several {
            return kind;
        }
        match self.of_kinds[kind] {
            (first, 1) => first,
            _ => self.of_tokens[usize::from(self.orbits.token_at(vertex, anchor))],
        }
    }
}
