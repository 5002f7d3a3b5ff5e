//! The families *simple^3* and *simple^2*: the goal piece goes to a corner.
//!
//! All variants of the question are asked at once, each from the boards with a goal piece that is
//! home and can move: of any shape, as its anchor tells it from all others. The boards with the
//! goal piece home that are shut in are no goals of their own: what reaches them has reached one of
//! the others before, and a group of nothing else holds no puzzle.

use antipode_blocks::{Cells, each};
use antipode_frontier::Used;
use antipode_frontier::joined::{Lanes, Spread, Word};

use crate::family::Task;
use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::farthest::Farthest;
use crate::search::groups::Groups;
use crate::search::ledger::{Group, Ledger};
use crate::search::questions::{Ends, Questions};

impl<K: Key, U: Used> ClassGraph<'_, K, U> {
    /// Asks all variants of one component.
    pub(crate) fn corner<W: Word>(
        &self,
        component: usize,
        questions: &Questions<'_>,
        spread: &mut Spread<W>,
        farthest: &mut Vec<Farthest>,
        ledger: &mut Ledger,
    ) {
        let kinds = self.boards.kinds();
        let homes = self.ends.iter().flatten().fold(0, |set, ends| set | ends.home());
        // The movable pieces at anchors that are home for some kind and some variant.
        let mut movable = Vec::new();
        self.graph.each_moved(component, |vertex, moved| {
            for anchor in each(Cells::from(moved & homes)) {
                let kind = self.boards.kind_at(self.graph.state(vertex), anchor);
                if self.ends.iter().any(|ends| ends[kind].home == anchor) {
                    movable.push((vertex, anchor, kind));
                }
            }
        });
        if movable.is_empty() {
            return;
        }
        // Of the variants that the symmetries of the component make of each other one is enough.
        let own = self.own(component);
        let images = || self.images[1..].iter().filter(|it| own >> it.symmetry & 1 == 1);
        let first =
            |&variant: &usize| images().all(|it| questions.image(it.symmetry, variant) >= variant);
        let variants: Vec<usize> = (0..questions.count()).filter(first).collect();
        let groups = Groups::new(self.boards, self.graph, component);
        let start = self.graph.components()[component].vertices.start;
        let places = self.family.grid.frame();
        let anywhere = self.family.task == Task::Simple2;
        let least = self.wanted.first;
        let most = W::capacity(places);
        for variants in variants.chunks(most) {
            let lanes = Lanes::new(places, variants.len());
            spread.cut(lanes);
            // The bits that may tell of a start.
            let starts = (0..).zip(variants).fold(W::default(), |word, (lane, &variant)| {
                let anchors = match anywhere {
                    true => self.family.grid.cells() as u32,
                    false => self.ends[variant].iter().fold(0, |set, ends| set | ends.start()),
                };
                word.or(W::in_lane(lanes, lane, anchors))
            });
            let mut boards = vec![0; variants.len() * kinds];
            let needed = variants.len() * groups.len();
            farthest.iter_mut().take(needed).for_each(Farthest::clear);
            if farthest.len() < needed {
                farthest.resize(needed, Farthest::default());
            }
            let sources = movable.iter().flat_map(|&(vertex, anchor, kind)| {
                let asked = (0..).zip(variants);
                let home = asked.filter(move |it| self.ends[*it.1][kind].home == anchor);
                home.map(move |(lane, _)| (vertex, lane, 1 << anchor))
            });
            spread.search(self.graph, component, sources, |moves, vertex, new| {
                let some = if moves == 0 { new } else { new.and(starts) };
                if some == W::default() {
                    return;
                }
                let key = self.graph.state(vertex);
                for (lane, &variant) in variants.iter().enumerate() {
                    for anchor in each(lanes.lane(some, lane).into()) {
                        let kind = self.boards.kind_at(key, anchor);
                        let Ends { start, home, .. } = self.ends[variant][kind];
                        if moves == 0 {
                            boards[lane * kinds + kind] += 1;
                        } else if start == anchor || anywhere && home != anchor {
                            let group = groups.of(vertex, kind, anchor);
                            farthest[lane * groups.len() + group].meet(
                                moves,
                                (vertex, anchor as u8, 0),
                                moves >= least,
                            );
                        }
                    }
                }
            });
            let reached = spread.reached(start);
            for (lane, &variant) in variants.iter().enumerate() {
                let reached = lanes.lane(reached, lane);
                let farthest = &farthest[lane * groups.len()..];
                for kind in 0..kinds {
                    let mut found = Vec::new();
                    let mut numbers = Vec::new();
                    for (number, (of_kind, anchors, states)) in groups.iter().enumerate() {
                        if of_kind == kind && reached & anchors != 0 {
                            let Farthest { moves, starts, .. } = farthest[number];
                            found.push(Group { states, moves, starts });
                            numbers.push(number);
                        }
                    }
                    let boards = boards[lane * kinds + kind];
                    if boards == 0 {
                        continue;
                    }
                    let asked = Some(variant);
                    ledger.book(
                        self,
                        questions,
                        own,
                        asked,
                        kind,
                        boards,
                        &found,
                        |group, turn, twins| {
                            let starts = &farthest[numbers[group]].boards;
                            let text = |&(vertex, anchor, _): &(u32, u8, u8)| {
                                let key = self.graph.state(vertex);
                                let board = self.board(key, kind, anchor.into(), turn);
                                let text = board.to_string();
                                if twins { text.min(board.transpose().to_string()) } else { text }
                            };
                            (starts.iter().map(text).min().unwrap_or_default(), None)
                        },
                    );
                }
            }
        }
    }
}
