//! Making a graph of cliques and searching it for four questions at once. Eight like tokens on a
//! square of 16 cells, which move along any free path: 12,870 positions.
#![allow(missing_docs)]

use antipode_frontier::joined::{Clique, Joined, Joins, Lanes, Member, Spread};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

struct Square;

fn beside(set: u32) -> u32 {
    (set & !0x8888) << 1 | (set & !0x1111) >> 1 | set << 4 & 0xffff | set >> 4
}

impl Joins for Square {
    type State = u32;
    type Used = u32;

    fn cliques(
        &self,
        state: u32,
        used: u32,
        room: &mut Vec<Member<u32, u32>>,
        mut emit: impl FnMut(Clique<'_, u32, u32>),
    ) {
        for cell in (0..16).filter(|cell| state & !used & 1 << cell != 0) {
            let rest = state & !(1 << cell);
            let mut reached = 1 << cell;
            loop {
                let wider = reached | beside(reached) & !rest;
                if wider == reached {
                    break;
                }
                reached = wider;
            }
            let places = (0..16).filter(|&place| place != cell && reached >> place & 1 == 1);
            room.clear();
            room.extend(places.map(|place| Member {
                state: rest | 1 << place,
                shift: place,
                used: 1 << place,
            }));
            if !room.is_empty() {
                emit(Clique { moved: 1, shift: cell, others: room });
            }
        }
    }
}

fn joined(criterion: &mut Criterion) {
    let mut graph = Joined::default();
    let make = |graph: &mut Joined<u32, u32>| {
        graph.clear(12_870);
        graph.explore(&Square, 0x00ff).unwrap();
        graph.index().unwrap();
        graph.members()
    };
    let members = make(&mut graph);
    let mut group = criterion.benchmark_group("tokens on a square");
    group.throughput(Throughput::Elements(members as u64));
    group.bench_function("make", |bencher| bencher.iter(|| make(&mut graph)));

    let mut sources = Vec::new();
    for (vertex, (lane, corner)) in
        (0..graph.len() as u32).flat_map(|it| (0..).zip([0, 3, 12, 15]).map(move |at| (it, at)))
    {
        sources.push((vertex, lane, graph.state(vertex) & 1 << corner));
    }
    let mut spread = Spread::<u64>::new(Lanes::new(16, 4));
    group.bench_function("search", |bencher| {
        bencher.iter(|| {
            let mut last = 0;
            spread.search(&graph, 0, sources.iter().copied(), |distance, _, _| last = distance);
            last
        });
    });
    group.finish();
}

criterion_group!(benches, joined);
criterion_main!(benches);
