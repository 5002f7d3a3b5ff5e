//! What the generic engine costs: the same search once through [`Layers`] and once as a loop
//! written by hand around the same rule of moves, on a group that fits the cache and on one
//! that does not.

use std::hash::BuildHasher;
use std::hint::black_box;

use antipode_blocks::Board;
use antipode_families::{Boards, Class, Moves};
use antipode_frontier::{Layers, Silent, Space, Sweep, SweepSettings};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fxhash::FxBuildHasher;

const GROUPS: [(&str, &str); 2] =
    [("klotski", "BAAC/BAAC/DEEF/DGHF/I..J"), ("dominoes", "ABBC/DEEC/DFGG/HHI./J...")];

const LARGE: &str = "A.B./.CBD/EEFF/.GH./..HI";

fn key(board: &Board) -> u64 {
    let mut found = None;
    let class = Class::of(board);
    let layout = antipode_families::Layout::new::<u64>(&board.grid);
    let kinds: Vec<_> = class.kinds().collect();
    for &(letter, cells) in &board.pieces {
        let shape = antipode_families::Shape::of(&board.grid, cells);
        let others = kinds[1..].iter().position(|&kind| kind == shape);
        let code = if letter == 'A' { 1 } else { others.unwrap() + 2 };
        *found.get_or_insert(0) |= layout.unit::<u64>(code) << cells.trailing_zeros();
    }
    found.unwrap()
}

fn by_engine(space: &Moves<u64>, start: u64) -> usize {
    let mut layers = Layers::<u64, u32, ()>::default();
    layers.add_source(start).unwrap();
    while layers.advance(space).unwrap() > 0 {}
    layers.len()
}

fn by_hand(space: &Moves<u64>, start: u64) -> usize {
    let place = |state: u64, mask: usize| FxBuildHasher.hash_one(state) as usize & mask;
    let mut states = vec![(start, 0_u32)];
    let mut mask = 63;
    let mut slots = vec![0_u32; mask + 1];
    slots[place(start, mask)] = 1;
    let mut next = 0;
    while next < states.len() {
        let (state, used) = states[next];
        next += 1;
        space.expand(state, used, |state, used| {
            let mut slot = place(state, mask);
            while slots[slot] != 0 {
                let known = &mut states[slots[slot] as usize - 1];
                if known.0 == state {
                    known.1 |= used;
                    return;
                }
                slot = (slot + 1) & mask;
            }
            states.push((state, used));
            slots[slot] = states.len() as u32;
            if 2 * states.len() > mask {
                mask = 4 * mask + 3;
                slots = vec![0; mask + 1];
                for (number, &(state, _)) in (1..).zip(&states) {
                    let mut slot = place(state, mask);
                    while slots[slot] != 0 {
                        slot = (slot + 1) & mask;
                    }
                    slots[slot] = number;
                }
            }
        });
    }
    states.len()
}

fn engine(criterion: &mut Criterion) {
    for (name, text) in GROUPS {
        let board = Board::parse_start(text).unwrap();
        let space = Moves(Boards::<u64>::new(&board.grid, &Class::of(&board)));
        let start = key(&board);
        let states = by_engine(&space, start);
        assert_eq!(states, by_hand(&space, start));
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).throughput(Throughput::Elements(states as u64));
        group.bench_function("engine", |bencher| {
            bencher.iter(|| by_engine(black_box(&space), start));
        });
        group.bench_function("by hand", |bencher| {
            bencher.iter(|| by_hand(black_box(&space), start));
        });
        group.finish();
    }
}

/// Both engines on a group of 15 million boards, the frontier engine in memory and on disk.
fn engines(criterion: &mut Criterion) {
    let board = Board::parse_start(LARGE).unwrap();
    let space = Moves(Boards::<u64>::new(&board.grid, &Class::of(&board)));
    let start = key(&board);
    let states = by_engine(&space, start);
    let by_sweep = |budget| {
        let scratch = tempfile::tempdir().unwrap();
        let settings = SweepSettings::new(budget, scratch.path());
        let mut sweep = Sweep::<u64, u32>::new([start], &settings).unwrap();
        while sweep.advance(&space, &Silent).unwrap() > 0 {}
        let found = sweep.layers().iter().sum::<u64>();
        assert_eq!(found, states as u64);
        (found, sweep.peak_scratch())
    };
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10).throughput(Throughput::Elements(states as u64));
    group.bench_function("table", |bencher| bencher.iter(|| by_engine(black_box(&space), start)));
    group.bench_function("frontier", |bencher| bencher.iter(|| by_sweep(1 << 30)));
    group.bench_function("frontier on disk", |bencher| bencher.iter(|| by_sweep(1 << 22)));
    group.finish();
}

criterion_group!(benches, engine, engines);
criterion_main!(benches);
