//! Making a graph and searching it for four questions at once. Eight like tokens on a square of 16 cells:
//! 12,870 positions, which the cache holds. One moves along any free path, which makes cliques; or any of
//! them move together by one cell, which makes a clique for each set, or else relays.
//!
//! On a square of 25 cells they have 1,081,575 positions, far more than the cache holds: making that graph
//! is what looking members up together is for, and searching it, for two questions, what several threads are for.
#![allow(missing_docs)]

use antipode_frontier::joined::{Clique, Joined, Joins, Lanes, Leg, Member, Spread};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

struct Square<const SIDE: u32>;

impl<const SIDE: u32> Square<SIDE> {
    const CELLS: u32 = SIDE * SIDE;
    const ALL: u32 = (1 << Self::CELLS) - 1;
    /// The first cells of the rows, and their last ones.
    const FIRST: u32 = Self::ALL / ((1 << SIDE) - 1);
    const LAST: u32 = Self::FIRST << (SIDE - 1);

    fn beside(set: u32) -> u32 {
        let along = (set & !Self::LAST) << 1 | (set & !Self::FIRST) >> 1;
        along | set << SIDE & Self::ALL | set >> SIDE
    }
}

impl<const SIDE: u32> Joins for Square<SIDE> {
    type State = u32;
    type Used = u32;

    fn cliques(
        &self,
        state: u32,
        used: u32,
        room: &mut Vec<Member<u32, u32>>,
        mut emit: impl FnMut(Clique<'_, u32, u32>),
    ) {
        for cell in (0..Self::CELLS).filter(|cell| state & !used & 1 << cell != 0) {
            let rest = state & !(1 << cell);
            let mut reached = 1 << cell;
            loop {
                let wider = reached | Self::beside(reached) & !rest;
                if wider == reached {
                    break;
                }
                reached = wider;
            }
            let places =
                (0..Self::CELLS).filter(|&place| place != cell && reached >> place & 1 == 1);
            room.clear();
            room.extend(places.map(|place| Member {
                state: rest | 1 << place,
                shift: place,
                used: 1 << place,
            }));
            if !room.is_empty() {
                emit(Clique { moved: 1, shift: cell, others: room, once: false });
            }
        }
    }
}

/// The cells from which nothing goes on along the rows and along the columns, and how far the next is.
const AXES: [(u32, u32); 2] = [(0x8888, 1), (0xf000, 4)];

/// Every set of tokens that can move is listed.
struct Listed;

impl Joins for Listed {
    type State = u32;
    type Used = ();

    fn cliques(
        &self,
        state: u32,
        (): (),
        _: &mut Vec<Member<u32, ()>>,
        mut emit: impl FnMut(Clique<'_, u32, ()>),
    ) {
        for (last, unit) in AXES {
            // Positions are found from the one where the set is less far on.
            let mut set = state & !last;
            while set != 0 {
                let rest = state & !set;
                if set << unit & rest == 0 {
                    let others = [Member { state: rest | set << unit, shift: unit, used: () }];
                    emit(Clique { moved: set, shift: 0, others: &others, once: true });
                }
                set = (set - 1) & state & !last;
            }
        }
    }
}

/// A set moves as its tokens do one after the other.
struct Relayed;

impl Joins for Relayed {
    type State = u32;
    type Used = ();

    fn cliques(
        &self,
        _: u32,
        (): (),
        _: &mut Vec<Member<u32, ()>>,
        _: impl FnMut(Clique<'_, u32, ()>),
    ) {
    }

    fn legs(&self, state: u32, mut emit: impl FnMut(Leg<u32>)) {
        for (relay, (last, shift)) in (0..).zip(AXES) {
            for lower in (0..16).filter(|cell| !last >> cell & 1 == 1) {
                let (one, two) = (1 << lower, 1 << lower << shift);
                if (state & one == 0) != (state & two == 0) {
                    let (other, up) = (state ^ one ^ two, state & one != 0);
                    let rank = if shift == 1 { lower % 4 } else { lower / 4 };
                    emit(Leg { relay, rank, moved: one, shift, other, up });
                }
            }
        }
    }
}

fn joined(criterion: &mut Criterion) {
    bench(criterion, "one token along a path", &Square::<4>, 16);
    bench(criterion, "some tokens by a cell, listed", &Listed, 16);
    bench(criterion, "some tokens by a cell, by relays", &Relayed, 16);
    bench(criterion, "one token along a path, on 25 cells", &Square::<5>, 25);
}

fn make<J: Joins<State = u32>>(graph: &mut Joined<u32, J::Used>, rule: &J, cells: u32) -> usize {
    graph.clear(graph.len());
    for state in (0..1_u32 << cells).filter(|state| state.count_ones() == 8) {
        graph.explore(rule, state).unwrap();
    }
    graph.index().unwrap();
    graph.len()
}

fn bench<J: Joins<State = u32>>(criterion: &mut Criterion, name: &str, rule: &J, cells: u32) {
    let mut graph = Joined::default();
    let positions = make(&mut graph, rule, cells);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(positions as u64));
    let is_large = cells > 16;
    group.sample_size(if is_large { 10 } else { 100 });
    group.bench_function("make", |bencher| bencher.iter(|| make(&mut graph, rule, cells)));

    let corners: &[u32] = if is_large { &[0, 24] } else { &[0, 3, 12, 15] };
    let mut sources = Vec::new();
    for vertex in 0..graph.len() as u32 {
        for (lane, corner) in corners.iter().enumerate() {
            sources.push((vertex, lane, graph.state(vertex) & 1 << corner));
        }
    }
    let mut spread = Spread::<u64>::new(Lanes::new(cells, corners.len()));
    let searches = [("search", 1), ("search by two threads", 2)];
    for (name, threads) in searches.into_iter().take(if is_large { 2 } else { 1 }) {
        spread.employ(threads, 0);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut last = 0;
                spread.search(&graph, 0, sources.iter().copied(), |distance, _, _| last = distance);
                last
            });
        });
    }
    group.finish();
}

criterion_group!(benches, joined);
criterion_main!(benches);
