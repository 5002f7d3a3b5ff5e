//! The search for the exchange of towers of height 6, with everything it is made of: 4,078,382
//! states on all threads. X(8) takes about 350 times as long.
#![allow(missing_docs)]

use std::time::Duration;

use antipode_frontier::Silent;
use antipode_panex::{Settings, Task, solve};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const STATES: u64 = 4_078_382;

fn exchange(criterion: &mut Criterion) {
    let (start, goal) = Task::Exchange.ends(6).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let settings = Settings {
        moves: false,
        symmetry: true,
        memory: 1 << 30,
        scratch: scratch.path().to_owned(),
        keeping: None,
    };
    let mut group = criterion.benchmark_group("panex");
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(STATES));
    group.bench_function("exchange 6", |bencher| {
        bencher.iter(|| {
            let solution = solve(&start, &goal, &settings, &Silent).unwrap();
            assert_eq!((solution.length, solution.states()), (Some(881), STATES));
        });
    });
    group.finish();
}

criterion_group!(benches, exchange);
criterion_main!(benches);
