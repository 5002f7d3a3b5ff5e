//! The family *simple*: every place of the goal piece is a goal.
//!
//! Every place is a variant of the question, whatever the goal piece: each lane starts from all
//! boards with a piece at one place. What does not fit a word goes in several passes.

use std::iter;

use antipode_blocks::{Board, each};
use antipode_frontier::joined::{Lanes, Spread, Word};
use antipode_frontier::{Full, Used};

use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::farthest::{Farthest, Start};
use crate::search::groups::{Groups, KindSet};
use crate::search::ledger::{Group, Ledger};
use crate::search::questions::Questions;
use crate::search::spreads::{Spreads, in_width};

impl<K: Key, U: Used> ClassGraph<'_, K, U> {
    /// Asks for every place in all components. Fails if there is not the memory to tell the groups of one apart.
    pub(crate) fn any_places(
        &self,
        questions: &Questions<'_>,
        groups: &mut Groups,
        spreads: &mut Spreads,
        farthest: &mut Vec<Farthest<Start>>,
        ledger: &mut Ledger,
    ) -> Result<(), Full> {
        let grid = &self.family.grid;
        let places = grid.size() as usize;
        for (component, of_graph) in self.graph.components().iter().enumerate() {
            spreads.make_room(of_graph.vertices.len() * self.followed);
            groups.find(self.boards, self.graph, component, KindSet::MAX);
            groups.keep_little();
            let width = spreads.width(places, grid.frame(), groups.bytes())?;
            in_width!(spreads, width, |spread| {
                self.any_place(component, questions, groups, spread, farthest, ledger);
            });
        }
        Ok(())
    }

    /// Asks for every place in one component.
    fn any_place<W: Word>(
        &self,
        component: usize,
        questions: &Questions<'_>,
        groups: &Groups,
        spread: &mut Spread<W>,
        farthest: &mut Vec<Farthest<Start>>,
        ledger: &mut Ledger,
    ) {
        farthest.clear();
        farthest.resize(groups.len(), Farthest::default());
        let least = self.wanted.first;
        self.each_place_start(component, groups, spread, |moves, group, start| {
            farthest[group].meet_some(moves, start, moves >= least);
        });
        for (number, (kind, _, states)) in groups.iter().enumerate() {
            let farthest = &farthest[number];
            // Groups in which the goal piece stays where it is hold no puzzle.
            if farthest.moves == 0 {
                continue;
            }
            let group = Group { number: 0, states, moves: farthest.moves, starts: farthest.starts };
            let own = self.own[component];
            ledger.book(
                self,
                questions,
                own,
                None,
                kind,
                0,
                iter::once(group),
                |_, turn, twins| {
                    let pair = |(vertex, anchor, place): Start| {
                        let start = self.board(self.graph.state(vertex), kind, anchor.into(), turn);
                        let goal =
                            self.symmetries.cells(turn, self.boards.cells(kind, place.into()));
                        let target = Board::standard(self.family.grid, (goal, Vec::new()));
                        let pair = (start.to_string(), target.to_string());
                        if !twins {
                            return pair;
                        }
                        pair.min((start.transpose().to_string(), target.transpose().to_string()))
                    };
                    let mut smallest = None;
                    let meet = |start| {
                        smallest = smallest.take().into_iter().chain([pair(start)]).min();
                    };
                    farthest.each(meet, |visit| {
                        self.each_place_start(component, groups, spread, |moves, group, start| {
                            if group == number {
                                visit(moves, start);
                            }
                        });
                    });
                    let (start, target) = smallest.unwrap_or_default();
                    (start, Some(target))
                },
            );
        }
    }

    /// Searches one component from all places, and hands `visit` every start that is not at its place: its distance,
    /// its group and itself.
    fn each_place_start<W: Word>(
        &self,
        component: usize,
        groups: &Groups,
        spread: &mut Spread<W>,
        mut visit: impl FnMut(u32, usize, Start),
    ) {
        let vertices = self.graph.components()[component].vertices.clone();
        let frame = self.family.grid.frame();
        let places: Vec<u32> = each(self.family.grid.cells()).collect();
        for places in places.chunks(W::capacity(frame)) {
            let lanes = Lanes::new(frame, places.len());
            spread.cut(lanes);
            let sources = vertices.clone().flat_map(|vertex| {
                let anchors = self.boards.all_anchors(self.graph.state(vertex));
                (0..)
                    .zip(places)
                    .map(move |(lane, place)| (vertex, lane, anchors as u32 & 1 << place))
            });
            spread.search(self.graph, component, sources, |moves, vertex, new| {
                if moves == 0 {
                    return;
                }
                let key = self.graph.state(vertex);
                for (lane, &place) in places.iter().enumerate() {
                    for anchor in each(lanes.lane(new, lane).into()) {
                        let kind = self.boards.kind_at(key, anchor);
                        let group = groups.of(vertex, kind, anchor);
                        visit(moves, group, (vertex, anchor as u8, place as u8));
                    }
                }
            });
        }
    }
}
