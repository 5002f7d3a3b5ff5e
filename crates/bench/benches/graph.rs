//! What tells how hard a puzzle is takes the longest: random walks on eight graphs, one graph after the other and
//! all together, where they go in step; and how long a walk takes on one, by elimination.
#![allow(missing_docs)]

use antipode_frontier::{Graph, TreePath, Walks, hitting_time};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const SIDE: u32 = 20;

/// A square of vertices, each beside those to its left and right, above and below.
fn square() -> Graph {
    let cells = 0..SIDE * SIDE;
    let along = cells.clone().filter(|cell| cell % SIDE > 0).map(|cell| (cell - 1, cell));
    let down = cells.skip(SIDE as usize).map(|cell| (cell - SIDE, cell));
    Graph::from_edges((SIDE * SIDE) as usize, along.chain(down))
}

fn walks(criterion: &mut Criterion) {
    let graph = square();
    let begin = || -> Vec<Option<Walks>> {
        let walks = |_| Walks::new(&graph, 0, SIDE * SIDE - 1, 100, 1e9);
        (0..8).map(walks).collect()
    };
    let apart = |all: Vec<Option<Walks>>| -> Vec<Option<TreePath>> {
        all.into_iter().map(|walks| walks?.estimate(1)).collect()
    };
    let mut group = criterion.benchmark_group("walks");
    group.bench_function("one after the other", |bencher| {
        bencher.iter_batched(begin, apart, BatchSize::LargeInput);
    });
    group.bench_function("together", |bencher| {
        bencher.iter_batched(begin, |all| Walks::estimates(all, 1), BatchSize::LargeInput);
    });
    group.finish();
}

fn hitting(criterion: &mut Criterion) {
    let graph = square();
    let time = || hitting_time(&graph, 0, |vertex| vertex == SIDE * SIDE - 1, 1e7, usize::MAX);
    criterion.bench_function("hitting time", |bencher| bencher.iter(time));
}

criterion_group!(benches, walks, hitting);
criterion_main!(benches);
