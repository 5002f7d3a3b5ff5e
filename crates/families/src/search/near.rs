//! Questions that need not be searched for: all starts are too near.
//!
//! A table changes only by a start that is as far from home as what it lists already. How far the starts of a group
//! are at most is known from the search that made the graph, which went out from the first board of the component
//! and knows how far all others are from there at most. From any start there is a way by that first board: back to it,
//! which makes the goal piece one of the pieces of the orbit there, and on to the first board that has this piece
//! home. So no start is farther than the farthest start is from the first board and, of all pieces of the orbit, the
//! one that comes home last from there.
//!
//! Such a way is half as long again as a shortest one, as a rule, but the hardest puzzles are several times as hard as
//! most: as much of 5x5 with ten pieces and five holes is searched in about two thirds of the time.

use antipode_frontier::Used;
use antipode_frontier::joined::Joined;

use crate::key::Key;
use crate::search::groups::Groups;

/// The question how far the starts of a group are from home.
#[derive(Debug)]
pub(crate) struct Question {
    /// Which one it is to whom asks.
    pub(crate) number: usize,
    pub(crate) group: usize,
    /// The anchor at home.
    pub(crate) home: u32,
    /// How many pieces of the orbit have not come home yet.
    pub(crate) pieces: u32,
    /// The last of the starts.
    pub(crate) last: u32,
}

/// The questions of one component. Their memory is kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Near {
    /// Those that are open.
    pub(crate) questions: Vec<Question>,
    /// For each piece the anchors at which it has come home.
    homes: Vec<u32>,
}

impl Near {
    /// Takes the questions whose starts are all nearer than `least`, and hands their numbers to `is_near`. The boards
    /// with a piece home that can move are given in order, with the kind of that piece and its anchor.
    pub(crate) fn take<K: Key, U: Used>(
        &mut self,
        graph: &Joined<K, U>,
        component: usize,
        groups: &mut Groups,
        stands: impl Iterator<Item = (u32, usize, u32)>,
        least: u32,
        mut is_near: impl FnMut(usize),
    ) {
        let Self { questions, homes } = self;
        let layers = graph.layers(component);
        let distance = |vertex| layers.partition_point(|&first| first <= vertex) as u32 - 1;
        homes.clear();
        homes.resize(groups.pieces(), 0);
        let mut way = 0;
        questions.retain(|it| distance(it.last) < least);
        for (vertex, kind, anchor) in stands {
            if layers.get(way as usize + 1).is_some_and(|&next| next <= vertex) {
                way = distance(vertex);
                questions.retain(|it| distance(it.last) + way < least);
            }
            if questions.is_empty() {
                break;
            }
            let group = groups.of(vertex, kind, anchor);
            let is_asked = |it: &Question| it.group == group && it.home == anchor;
            if !questions.iter().any(is_asked) {
                continue;
            }
            let homes = &mut homes[groups.piece(graph, vertex, group, anchor)];
            if *homes >> anchor & 1 == 0 {
                *homes |= 1 << anchor;
                questions.retain_mut(|it| {
                    it.pieces -= u32::from(is_asked(it));
                    if it.pieces == 0 {
                        is_near(it.number);
                    }
                    it.pieces > 0
                });
            }
        }
    }
}
