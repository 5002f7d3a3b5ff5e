//! Frontier search against the table of all layers, in memory and on disk; and what its tables
//! replace, sorting. One iteration stores 2,137,202 states, or sorts the neighbours of the last
//! layer of these.
#![allow(missing_docs)]

#[path = "../../frontier/tests/all/support.rs"]
mod support;

use std::hint::black_box;
use std::time::Duration;

use antipode_frontier::{Layers, Silent, Space, Sweep, SweepSettings};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use support::Tiles;

const LAYERS: usize = 24;

fn layers(space: &Tiles) -> Layers<u64, u8, ()> {
    let mut table = Layers::default();
    table.add_source(space.start()).unwrap();
    while table.depth() < LAYERS {
        table.advance(space).unwrap();
    }
    table
}

fn search(criterion: &mut Criterion) {
    let space = Tiles::new(3, 4);
    let states = layers(&space).len();
    let mut group = criterion.benchmark_group("tiles 3x4");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(states as u64));
    group.bench_function("layers", |bencher| bencher.iter(|| layers(&space).len()));

    let scratch = tempfile::tempdir().unwrap();
    for (partitions, budget) in
        [(1, 1 << 30), (16, 1 << 30), (256, 1 << 30), (4096, 1 << 30), (16, 1 << 22)]
    {
        let settings = SweepSettings { partitions, budget, scratch: scratch.path().to_owned() };
        let name = format!("{partitions} partitions, {} MiB", budget >> 20);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut sweep = Sweep::new([space.start()], &settings).unwrap();
                while sweep.layers().len() < LAYERS {
                    sweep.advance(&space, &Silent).unwrap();
                }
                assert_eq!(sweep.layers().iter().sum::<u64>(), states as u64);
            });
        });
    }
    group.finish();
}

fn sort(criterion: &mut Criterion) {
    let space = Tiles::new(3, 4);
    let table = layers(&space);
    let mut buckets = vec![Vec::new(); 256];
    for index in table.layer(LAYERS - 1) {
        space.expand(table.state(index), 0, |state, used| {
            buckets[state as usize % 251].push((state, used));
        });
    }
    let neighbours: usize = buckets.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("sort");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(neighbours as u64));
    group.bench_function("buckets", |bencher| {
        let sort = |mut buckets: Vec<Vec<(u64, u8)>>| {
            for bucket in &mut buckets {
                bucket.sort_unstable_by_key(|&(state, _)| state);
            }
            black_box(buckets)
        };
        bencher.iter_batched(|| buckets.clone(), sort, BatchSize::LargeInput);
    });
    group.finish();
}

criterion_group!(benches, search, sort);
criterion_main!(benches);
