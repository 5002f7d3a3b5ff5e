//! The families *simple^3* and *simple^2*: the goal piece goes to a corner.
//!
//! All variants of the question are asked at once, each from the boards with a goal piece that is
//! home and can move: of any shape, as its anchor tells it from all others. The boards with the
//! goal piece home that are shut in are no goals of their own: what reaches them has reached one of
//! the others before, and a group of nothing else holds no puzzle.
//!
//! Most components have no start at all for most of their goal pieces, and the last start is mostly
//! found well before the last board. So the starts are counted first, and nothing is searched for
//! a goal piece that has none, nor after all were found.

use antipode_blocks::{Cells, each};
use antipode_frontier::Used;
use antipode_frontier::joined::{Lanes, Spread, Word};

use crate::family::Task;
use crate::key::{Key, MOST_KINDS};
use crate::search::class_graph::ClassGraph;
use crate::search::farthest::Farthest;
use crate::search::groups::Groups;
use crate::search::ledger::{Group, Ledger};
use crate::search::questions::{Ends, Questions};
use crate::search::spreads::{Spreads, Width};

/// What is found in one component. Only its memory is kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// The boards with a piece home that can move, and its anchor and kind.
    movable: Vec<(u32, u8, u8)>,
    /// For each kind and anchor, how many boards have a piece there that may be a start.
    starts: Vec<[u64; MOST_ANCHORS]>,
    /// The variants that are asked.
    variants: Vec<usize>,
    /// For each variant and each kind, the boards with a goal piece home.
    boards: Vec<u64>,
    /// For each variant and each kind, how many starts are to be found: 0 if there is no board to search
    /// from, [`UNKNOWN`] if they are not counted.
    left: Vec<u64>,
    /// Those of the variants, by their places among them, that have starts to be found.
    lanes: Vec<usize>,
    /// For each variant and each group, whether it has a board with the goal piece home.
    reached: Vec<bool>,
    /// For each variant and each group, its farthest starts.
    farthest: Vec<Farthest>,
}

const MOST_ANCHORS: usize = Lanes::MOST_PLACES as usize;

const UNKNOWN: u64 = u64::MAX;

impl Findings {
    /// Forgets what was found.
    fn clear(&mut self, kinds: usize) {
        self.movable.clear();
        self.starts.clear();
        self.starts.resize(kinds, [0; MOST_ANCHORS]);
        self.variants.clear();
    }

    /// Makes room for what is found of the variants.
    fn expect(&mut self, kinds: usize, groups: usize) {
        let variants = self.variants.len();
        self.boards.clear();
        self.boards.resize(variants * kinds, 0);
        self.left.clear();
        self.left.resize(variants * kinds, 0);
        self.reached.clear();
        self.reached.resize(variants * groups, false);
        self.farthest.iter_mut().take(variants * groups).for_each(Farthest::clear);
        if self.farthest.len() < variants * groups {
            self.farthest.resize(variants * groups, Farthest::default());
        }
    }
}

/// For each kind, where it is home or at a start in some variant.
struct Corners {
    homes: [u32; MOST_KINDS],
    starts: [u32; MOST_KINDS],
}

impl Corners {
    fn new(ends: &[Vec<Ends>]) -> Self {
        let mut corners = Corners { homes: [0; MOST_KINDS], starts: [0; MOST_KINDS] };
        for (kind, ends) in ends.iter().flat_map(|ends| ends.iter().enumerate()) {
            corners.homes[kind] |= ends.home();
            corners.starts[kind] |= ends.start();
        }
        corners
    }
}

impl<K: Key, U: Used> ClassGraph<'_, K, U> {
    /// Asks all variants of all components.
    pub(crate) fn corners(
        &self,
        questions: &Questions<'_>,
        spreads: &mut Spreads,
        findings: &mut Findings,
        ledger: &mut Ledger,
    ) {
        let corners = Corners::new(self.ends);
        for component in 0..self.graph.components().len() {
            self.find_stands(component, &corners, findings);
            if !findings.movable.is_empty() {
                self.corner(component, questions, spreads, findings, ledger);
            }
        }
    }

    /// Asks all variants of one component, in which it is known where goal pieces can be.
    fn corner(
        &self,
        component: usize,
        questions: &Questions<'_>,
        spreads: &mut Spreads,
        findings: &mut Findings,
        ledger: &mut Ledger,
    ) {
        let kinds = self.boards.kinds();
        // Of the variants that the symmetries of the component make of each other one is enough.
        let own = self.own(component);
        let images = || self.images[1..].iter().filter(|it| own >> it.symmetry & 1 == 1);
        let first =
            |&variant: &usize| images().all(|it| questions.image(it.symmetry, variant) >= variant);
        findings.variants.extend((0..questions.count()).filter(first));
        let groups = Groups::new(self.boards, self.graph, component);
        findings.expect(kinds, groups.len());
        self.find_boards(&groups, findings);
        let some = |&lane: &usize| findings.left[lane * kinds..][..kinds].iter().any(|&it| it > 0);
        findings.lanes.clear();
        findings.lanes.extend((0..findings.variants.len()).filter(some));
        match spreads.width(findings.lanes.len(), self.family.grid.frame()) {
            Width::Half => self.find_starts(component, &groups, &mut spreads.half, findings),
            Width::One => self.find_starts(component, &groups, &mut spreads.one, findings),
            Width::Two => self.find_starts(component, &groups, &mut spreads.two, findings),
        }
        for (lane, &variant) in findings.variants.iter().enumerate() {
            let reached = &findings.reached[lane * groups.len()..];
            let farthest = &findings.farthest[lane * groups.len()..];
            for kind in 0..kinds {
                let boards = findings.boards[lane * kinds + kind];
                if boards == 0 {
                    continue;
                }
                let asked = (0..)
                    .zip(groups.iter())
                    .filter(|&(number, (of_kind, _, _))| of_kind == kind && reached[number]);
                let found = asked.map(|(number, (_, _, states))| {
                    let Farthest { moves, starts, .. } = farthest[number];
                    Group { number, states, moves, starts }
                });
                let text = |group: usize, turn, twins| {
                    let starts = &farthest[group].boards;
                    let text = |&(vertex, anchor, _): &(u32, u8, u8)| {
                        let key = self.graph.state(vertex);
                        let board = self.board(key, kind, anchor.into(), turn);
                        let text = board.to_string();
                        if twins { text.min(board.transpose().to_string()) } else { text }
                    };
                    (starts.iter().map(text).min().unwrap_or_default(), None)
                };
                ledger.book(self, questions, own, Some(variant), kind, boards, found, text);
            }
        }
    }

    /// Finds where goal pieces can be in a component.
    fn find_stands(&self, component: usize, corners: &Corners, findings: &mut Findings) {
        let kinds = self.boards.kinds();
        findings.clear(kinds);
        let Findings { movable, starts, .. } = findings;
        for vertex in self.graph.components()[component].vertices.clone() {
            let key = self.graph.state(vertex);
            let mut moved = None;
            for (kind, counts) in starts.iter_mut().enumerate() {
                let anchors = self.boards.anchors(key, kind) as u32;
                for anchor in each(Cells::from(anchors & corners.starts[kind])) {
                    counts[anchor as usize] += 1;
                }
                let home = anchors & corners.homes[kind];
                if home != 0 {
                    let moved = home & *moved.get_or_insert_with(|| self.graph.moved(vertex));
                    let moved = each(moved.into()).map(|anchor| (vertex, anchor as u8, kind as u8));
                    movable.extend(moved);
                }
            }
        }
    }

    /// Counts the boards to search from, and the starts that are to be found from them.
    fn find_boards(&self, groups: &Groups, findings: &mut Findings) {
        let Findings { movable, starts, variants, boards, left, reached, .. } = findings;
        for &(vertex, anchor, kind) in &*movable {
            let (anchor, kind) = (u32::from(anchor), usize::from(kind));
            let group = groups.of(vertex, kind, anchor);
            for (lane, &variant) in variants.iter().enumerate() {
                let Ends { start, home, .. } = self.ends[variant][kind];
                if home != anchor {
                    continue;
                }
                let number = lane * self.boards.kinds() + kind;
                boards[number] += 1;
                reached[lane * groups.len() + group] = true;
                left[number] = match self.family.task {
                    Task::Simple2 => UNKNOWN,
                    _ => starts[kind].get(start as usize).copied().unwrap_or(0),
                };
            }
        }
    }

    /// Finds the farthest starts of the variants that have some.
    fn find_starts<W: Word>(
        &self,
        component: usize,
        groups: &Groups,
        spread: &mut Spread<W>,
        findings: &mut Findings,
    ) {
        let Findings { movable, variants, lanes: all, left: all_left, farthest, .. } = findings;
        let (variants, all_left) = (&*variants, &*all_left);
        let kinds = self.boards.kinds();
        let places = self.family.grid.frame();
        let anywhere = self.family.task == Task::Simple2;
        let least = self.wanted.first;
        for asked in all.chunks(W::capacity(places)) {
            let lanes = Lanes::new(places, asked.len());
            // How many starts are left to be found, and the bits that may tell of one.
            let mut left: u64 = 0;
            let mut wanted = W::default();
            for (lane, &number) in asked.iter().enumerate() {
                for (kind, ends) in self.ends[variants[number]].iter().enumerate() {
                    let starts = all_left[number * kinds + kind];
                    let anchors = match anywhere {
                        true => self.family.grid.cells() as u32,
                        false => ends.start(),
                    };
                    if starts > 0 {
                        left = left.saturating_add(starts);
                        wanted = wanted.or(W::in_lane(lanes, lane, anchors));
                    }
                }
            }
            let sources = movable.iter().flat_map(|&(vertex, anchor, kind)| {
                let (anchor, kind) = (u32::from(anchor), usize::from(kind));
                let home = move |number: usize| {
                    self.ends[variants[number]][kind].home == anchor
                        && all_left[number * kinds + kind] > 0
                };
                let home = (0..).zip(asked).filter(move |(_, number)| home(**number));
                home.map(move |(lane, _)| (vertex, lane, 1 << anchor))
            });
            spread.cut(lanes);
            spread.begin(self.graph, component, sources);
            let mut moves = 0;
            while left > 0 && !spread.is_done() {
                moves += 1;
                spread.advance(self.graph, wanted, |vertex, new| {
                    let key = self.graph.state(vertex);
                    for (lane, &number) in asked.iter().enumerate() {
                        for anchor in each(lanes.lane(new, lane).into()) {
                            let kind = self.boards.kind_at(key, anchor);
                            let Ends { start, home, .. } = self.ends[variants[number]][kind];
                            if start == anchor || anywhere && home != anchor {
                                left -= 1;
                                farthest[number * groups.len() + groups.of(vertex, kind, anchor)]
                                    .meet(moves, (vertex, anchor as u8, 0), moves >= least);
                            }
                        }
                    }
                });
            }
        }
    }
}
