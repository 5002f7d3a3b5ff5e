//! The families *simple^3* and *simple^2*: the goal piece goes to a corner.
//!
//! All variants of the question are asked at once, each from the boards with a goal piece that is
//! home and can move: of any shape, as its anchor tells it from all others. The boards with the
//! goal piece home that are shut in are no goals of their own: what reaches them has reached one of
//! the others before, and a group of nothing else holds no puzzle.
//!
//! Most components have no start at all for most of their goal pieces, and the last start is mostly
//! found well before the last board. So the starts are counted first, group by group, as no goal is reached
//! from another group, and nothing is searched for a goal piece that has none, nor after all were found. Nor for one
//! whose starts are all too near to change a table, as is known of most in large batches, see `near.rs`.

use antipode_blocks::{Cells, each};
use antipode_frontier::joined::{Lanes, Spread, Word};
use antipode_frontier::{Full, Used};

use crate::family::Task;
use crate::key::Key;
use crate::search::class_graph::{ClassGraph, smallest_text};
use crate::search::farthest::{Farthest, Start};
use crate::search::graphs::KEPT_BOARDS;
use crate::search::groups::{Groups, KindSet};
use crate::search::ledger::{Group, Ledger};
use crate::search::near::{Near, Question};
use crate::search::questions::{Ends, Questions};
use crate::search::spreads::{Spreads, in_width};
use crate::symmetry::SymmetrySet;

/// What is found in one component. Only its memory is kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// For each vertex of the component the anchors of pieces that are home and can move, and room to find
    /// that out.
    at_home: Vec<u32>,
    room: Vec<u32>,
    /// The kinds of those pieces.
    kinds: KindSet,
    /// The variants that are asked.
    variants: VariantSet,
    /// For each group those of them that have starts to be found, and those of all groups, rising.
    open: Vec<VariantSet>,
    lanes: Vec<usize>,
    /// For each kind the anchors of its pieces, of all boards, and those of the starts that are to be counted,
    anchors: Vec<u32>,
    asked: Vec<u32>,
    /// and for each kind and anchor at home, how many boards have a piece there that can move.
    movable: Vec<[u32; MOST_ANCHORS]>,
    /// For each group and each of the anchors to be counted, the boards with a piece there.
    standing: Vec<[Standing; MOST_ANCHORS]>,
    /// For each kind and variant, how many boards have a piece home that can move.
    boards: Vec<u64>,
    /// For each variant and each group, whether it has a board with the goal piece home,
    reached: Vec<bool>,
    /// how many starts are to be found, 0 if there is no board to search from and [`UNKNOWN`] if they are not
    /// counted,
    left: Vec<u64>,
    /// and its farthest starts.
    farthest: Vec<Farthest<Start>>,
    near: Near,
}

/// Boards of a component: how many there are, and the last of them.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    boards: u32,
    last: u32,
}

const MOST_ANCHORS: usize = Lanes::MOST_PLACES as usize;

const UNKNOWN: u64 = u64::MAX;

/// A set of variants: the bits of their numbers.
type VariantSet = SymmetrySet;

/// The variants of a set.
fn each_variant(set: VariantSet) -> impl Iterator<Item = usize> {
    each(set.into()).map(|variant| variant as usize)
}

impl Findings {
    /// Forgets what was found.
    fn clear(&mut self, kinds: usize, variants: usize) {
        self.at_home.clear();
        self.kinds = 0;
        self.boards.clear();
        self.boards.resize(kinds * variants, 0);
        for anchors in [&mut self.anchors, &mut self.asked] {
            anchors.clear();
            anchors.resize(kinds, 0);
        }
        self.movable.clear();
        self.movable.resize(kinds, [0; MOST_ANCHORS]);
    }

    /// Makes room for what is found of the groups.
    fn expect(&mut self, variants: usize, groups: usize) {
        self.open.clear();
        self.open.resize(groups, 0);
        self.reached.clear();
        self.reached.resize(variants * groups, false);
        self.left.clear();
        self.left.resize(variants * groups, 0);
        self.standing.clear();
        self.standing.resize(groups, [Standing::default(); MOST_ANCHORS]);
        self.farthest.iter_mut().take(variants * groups).for_each(Farthest::clear);
        if self.farthest.len() < variants * groups {
            self.farthest.resize(variants * groups, Farthest::default());
        }
    }

    /// Tells which variants have starts to be found.
    fn open(&mut self, groups: &Groups) {
        for variant in each_variant(self.variants) {
            let left = &self.left[variant * groups.len()..];
            for (open, &left) in self.open.iter_mut().zip(left) {
                *open |= VariantSet::from(left > 0) << variant;
            }
        }
        self.lanes.clear();
        self.lanes.extend(each_variant(self.open.iter().fold(0, |all, some| all | some)));
    }
}

/// A component to be searched, and what is known of it before.
#[derive(Clone, Copy)]
struct Asking<'a> {
    component: usize,
    corners: &'a [Corners],
    groups: &'a Groups,
}

/// The places of one kind where goal pieces end in some variant.
struct Corners {
    homes: u32,
    /// For each anchor the variants in which it is home.
    home_in: [VariantSet; MOST_ANCHORS],
}

impl Corners {
    fn new(ends: &[Vec<Ends>], kind: usize) -> Self {
        let mut corners = Corners { homes: 0, home_in: [0; MOST_ANCHORS] };
        for (variant, ends) in ends.iter().enumerate() {
            let ends = ends[kind];
            corners.homes |= ends.home();
            for anchor in each(ends.home().into()) {
                corners.home_in[anchor as usize] |= 1 << variant;
            }
        }
        corners
    }
}

impl<K: Key, U: Used> ClassGraph<'_, K, U> {
    /// Asks all variants of all components. Fails if there is not the memory to tell the groups of one apart.
    pub(crate) fn corners(
        &self,
        questions: &Questions<'_>,
        groups: &mut Groups,
        spreads: &mut Spreads,
        findings: &mut Findings,
        ledger: &mut Ledger,
    ) -> Result<(), Full> {
        let kinds = 0..self.boards.kinds();
        let corners: Vec<Corners> = kinds.map(|kind| Corners::new(self.ends, kind)).collect();
        for (component, of_graph) in self.graph.components().iter().enumerate() {
            // First the places whose pieces can move are found, then the groups.
            spreads.make_room(of_graph.vertices.len() * self.followed.max(size_of::<u32>()));
            self.find_stands(component, &corners, findings);
            if findings.kinds != 0 {
                self.corner(component, &corners, questions, groups, spreads, findings, ledger)?;
            }
        }
        Ok(())
    }

    /// Asks all variants of one component, in which it is known where goal pieces can be.
    #[expect(clippy::too_many_arguments, reason = "one call, of which all is needed")]
    fn corner(
        &self,
        component: usize,
        corners: &[Corners],
        questions: &Questions<'_>,
        groups: &mut Groups,
        spreads: &mut Spreads,
        findings: &mut Findings,
        ledger: &mut Ledger,
    ) -> Result<(), Full> {
        let variants = questions.count();
        // Of the variants that the symmetries of the component make of each other one is enough.
        let own = self.own[component];
        let images = || self.images[1..].iter().filter(|it| own >> it.symmetry & 1 == 1);
        let first =
            |&variant: &usize| images().all(|it| questions.image(it.symmetry, variant) >= variant);
        findings.variants = (0..variants).filter(first).fold(0, |set, variant| set | 1 << variant);
        groups.find(self.boards, self.graph, component, findings.kinds);
        findings.expect(variants, groups.len());
        self.find_boards(component, corners, groups, findings);
        self.leave_near(component, groups, findings);
        groups.keep_little();
        findings.open(groups);
        let frame = self.family.grid.frame();
        let width = spreads.width(findings.lanes.len(), frame, groups.bytes())?;
        let asking = Asking { component, corners, groups };
        in_width!(spreads, width, |spread| {
            self.find_starts(asking, spread, findings);
            self.book(asking, questions, spread, findings, ledger);
        });
        Ok(())
    }

    /// Finds the farthest starts of the variants that have some.
    fn find_starts<W: Word>(
        &self,
        asking: Asking<'_>,
        spread: &mut Spread<W>,
        findings: &mut Findings,
    ) {
        let least = self.wanted.first;
        let mut farthest = std::mem::take(&mut findings.farthest);
        self.each_corner_start(asking, spread, findings, |moves, number, start| {
            farthest[number].meet_some(moves, start, moves >= least);
        });
        findings.farthest = farthest;
    }

    /// Books what was found in one component.
    fn book<W: Word>(
        &self,
        asking: Asking<'_>,
        questions: &Questions<'_>,
        spread: &mut Spread<W>,
        findings: &Findings,
        ledger: &mut Ledger,
    ) {
        let Asking { component, groups, .. } = asking;
        let variants = questions.count();
        for variant in each_variant(findings.variants) {
            let first = variant * groups.len();
            for kind in 0..self.boards.kinds() {
                let boards = findings.boards[kind * variants + variant];
                if boards == 0 {
                    continue;
                }
                let asked = (0..).zip(groups.iter()).filter(|&(number, (of_kind, _, _))| {
                    of_kind == kind && findings.reached[first + number]
                });
                let found = asked.map(|(number, (_, _, states))| {
                    let &Farthest { moves, starts, .. } = &findings.farthest[first + number];
                    Group { number, states, moves, starts }
                });
                let text = |group: usize, turn, twins| {
                    let mut smallest = None;
                    let meet = |(vertex, anchor, _): Start| {
                        let key = self.graph.state(vertex);
                        let text =
                            smallest_text(&self.board(key, kind, anchor.into(), turn), twins);
                        smallest = smallest.take().into_iter().chain([text]).min();
                    };
                    findings.farthest[first + group].each(meet, |visit| {
                        self.each_corner_start(asking, spread, findings, |moves, number, start| {
                            if number == first + group {
                                visit(moves, start);
                            }
                        });
                    });
                    (smallest.unwrap_or_default(), None)
                };
                let own = self.own[component];
                ledger.book(self, questions, own, Some(variant), kind, boards, found, text);
            }
        }
    }

    /// Finds where goal pieces can be in a component.
    fn find_stands(&self, component: usize, corners: &[Corners], findings: &mut Findings) {
        findings.clear(corners.len(), self.ends.len());
        let Findings { at_home, room, kinds, anchors, movable, .. } = findings;
        for vertex in self.graph.components()[component].vertices.clone() {
            let mut home = 0;
            let of_kinds = self.boards.anchors_by_kind(self.graph.state(vertex));
            for (kind, of_kind) in of_kinds.enumerate() {
                anchors[kind] |= of_kind as u32;
                home |= of_kind as u32 & corners[kind].homes;
            }
            at_home.push(home);
        }
        (self.keep_movable)(component, at_home, room);
        if room.len() > KEPT_BOARDS {
            *room = Vec::new();
        }
        for (_, kind, anchor) in self.stands(component, at_home) {
            *kinds |= 1 << kind;
            movable[kind][anchor as usize] += 1;
        }
    }

    /// The boards with a piece home that can move, and its kind and anchor.
    fn stands(&self, component: usize, at_home: &[u32]) -> impl Iterator<Item = (u32, usize, u32)> {
        let vertices = self.graph.components()[component].vertices.clone();
        vertices.zip(at_home).filter(|it| *it.1 != 0).flat_map(move |(vertex, &home)| {
            let key = self.graph.state(vertex);
            each(home.into()).map(move |anchor| (vertex, self.boards.kind_at(key, anchor), anchor))
        })
    }

    /// Counts the boards to search from, and the starts that are to be found from them.
    fn find_boards(
        &self,
        component: usize,
        corners: &[Corners],
        groups: &Groups,
        findings: &mut Findings,
    ) {
        let count = self.ends.len();
        let Findings {
            at_home,
            variants,
            anchors,
            asked,
            movable,
            standing,
            boards,
            reached,
            left,
            ..
        } = findings;
        for (kind, (corners, movable)) in corners.iter().zip(&*movable).enumerate() {
            for anchor in each(corners.homes.into()).map(|anchor| anchor as usize) {
                for variant in each_variant(corners.home_in[anchor] & *variants) {
                    boards[kind * count + variant] += u64::from(movable[anchor]);
                    if groups.are_kinds() {
                        reached[variant * groups.len() + kind] |= movable[anchor] > 0;
                    }
                }
            }
        }
        if !groups.are_kinds() {
            for (vertex, kind, anchor) in self.stands(component, at_home) {
                let group = groups.of(vertex, kind, anchor);
                for variant in each_variant(corners[kind].home_in[anchor as usize] & *variants) {
                    reached[variant * groups.len() + group] = true;
                }
            }
        }
        if self.family.task != Task::Simple2 {
            for variant in each_variant(*variants) {
                for (kind, ends) in self.ends[variant].iter().enumerate() {
                    if boards[kind * count + variant] > 0 {
                        asked[kind] |= ends.start() & anchors[kind];
                    }
                }
            }
            self.count_starts(component, asked, groups, standing);
        }
        for variant in each_variant(*variants) {
            let ends = &self.ends[variant];
            for (group, (kind, _, _)) in groups.iter().enumerate() {
                let number = variant * groups.len() + group;
                if !reached[number] {
                    continue;
                }
                left[number] = match self.family.task {
                    Task::Simple2 => UNKNOWN,
                    _ => standing[group]
                        .get(ends[kind].start as usize)
                        .map_or(0, |it| it.boards.into()),
                };
            }
        }
    }

    /// Leaves out the starts that are too near to be wanted.
    fn leave_near(&self, component: usize, groups: &mut Groups, findings: &mut Findings) {
        let least = self.wanted.least();
        // No start is at distance 0.
        if least < 2 {
            return;
        }
        let Findings { at_home, variants, standing, left, near, .. } = findings;
        let end = self.graph.components()[component].vertices.end;
        near.questions.clear();
        for variant in each_variant(*variants) {
            for (group, (kind, pieces, _)) in groups.iter().enumerate() {
                let number = variant * groups.len() + group;
                if left[number] > 0 {
                    let Ends { start, home, .. } = self.ends[variant][kind];
                    // Where no anchor is the start, any board may be one.
                    let standing = standing[group].get(start as usize);
                    let last = standing.map_or(end - 1, |it| it.last);
                    let pieces = pieces.count_ones();
                    near.questions.push(Question { number, group, home, pieces, last });
                }
            }
        }
        let stands = self.stands(component, at_home);
        near.take(self.graph, component, groups, stands, least, |number| left[number] = 0);
    }

    /// Counts the boards with a piece at one of the anchors `asked` for its kind, by its group: no other's goal is
    /// reached from there.
    fn count_starts(
        &self,
        component: usize,
        asked: &[u32],
        groups: &Groups,
        standing: &mut [[Standing; MOST_ANCHORS]],
    ) {
        if asked.iter().all(|&anchors| anchors == 0) {
            return;
        }
        for vertex in self.graph.components()[component].vertices.clone() {
            let of_kinds = self.boards.anchors_by_kind(self.graph.state(vertex));
            for (kind, anchors) in of_kinds.enumerate() {
                for anchor in each(anchors & Cells::from(asked[kind])) {
                    let standing = &mut standing[groups.of(vertex, kind, anchor)][anchor as usize];
                    standing.boards += 1;
                    standing.last = vertex;
                }
            }
        }
    }

    /// Searches one component in the variants that have starts, and hands each of these to `visit`: its distance, its
    /// group and variant as they are numbered in [`Findings`], and itself.
    fn each_corner_start<W: Word>(
        &self,
        Asking { component, corners, groups }: Asking<'_>,
        spread: &mut Spread<W>,
        findings: &Findings,
        mut visit: impl FnMut(u32, usize, Start),
    ) {
        let Findings { at_home, open, lanes: all, left: all_left, .. } = findings;
        let places = self.family.grid.frame();
        let anywhere = self.family.task == Task::Simple2;
        for asked in all.chunks(W::capacity(places)) {
            let lanes = Lanes::new(places, asked.len());
            // How many starts are left to be found, and the bits that may tell of one.
            let mut left: u64 = 0;
            let mut wanted = W::default();
            for (lane, &variant) in asked.iter().enumerate() {
                for (group, (kind, _, _)) in groups.iter().enumerate() {
                    let starts = all_left[variant * groups.len() + group];
                    let anchors = match anywhere {
                        true => self.family.grid.cells() as u32,
                        false => self.ends[variant][kind].start(),
                    };
                    if starts > 0 {
                        left = left.saturating_add(starts);
                        wanted = wanted.or(W::in_lane(lanes, lane, anchors));
                    }
                }
            }
            let pass = asked.iter().fold(0, |set: VariantSet, variant| set | 1 << variant);
            let sources = self.stands(component, at_home).flat_map(|(vertex, kind, anchor)| {
                let home = corners[kind].home_in[anchor as usize];
                let home = each_variant(home & open[groups.of(vertex, kind, anchor)] & pass);
                home.map(move |variant| {
                    let lane = (pass & ((1 << variant) - 1)).count_ones() as usize;
                    (vertex, lane, 1 << anchor)
                })
            });
            spread.cut(lanes);
            spread.begin(self.graph, component, sources);
            let mut moves = 0;
            while left > 0 && !spread.is_done() {
                moves += 1;
                spread.advance(self.graph, wanted, |vertex, new| {
                    let key = self.graph.state(vertex);
                    for (lane, &variant) in asked.iter().enumerate() {
                        for anchor in each(lanes.lane(new, lane).into()) {
                            let kind = self.boards.kind_at(key, anchor);
                            let Ends { start, home, .. } = self.ends[variant][kind];
                            if start == anchor || anywhere && home != anchor {
                                left -= 1;
                                let group = groups.of(vertex, kind, anchor);
                                let start = (vertex, anchor as u8, 0);
                                visit(moves, variant * groups.len() + group, start);
                            }
                        }
                    }
                });
            }
            debug_assert!(left == 0 || anywhere, "{left} starts were counted and not found");
        }
    }
}
