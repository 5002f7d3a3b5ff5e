//! What it saves to search classes that differ by single cells together, by their holes: whole grids once so, and
//! once class by class.

#[path = "../../families/tests/all/support.rs"]
mod support;

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::Family;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use support::{How, plenty, search};

/// Searches the classes of a family, and returns how many boards their groups have.
fn states(family: &Family, apart: bool) -> u64 {
    let how = How { apart, ..How::default() };
    search(std::slice::from_ref(family), 1, how, plenty())[0].totals().states
}

fn singles(criterion: &mut Criterion) {
    let grid = Grid::new(3, 5).unwrap();
    for (name, metric) in [("step", Metric::Step), ("slide", Metric::Slide), ("move", Metric::Move)]
    {
        let family = Family { metric, ..Family::whole(grid, Rule::Strict) };
        let count = states(&family, false);
        assert_eq!(count, states(&family, true));
        let mut group = criterion.benchmark_group(format!("3x5, {name}"));
        group.sample_size(10).throughput(Throughput::Elements(count));
        for (name, apart) in [("together", false), ("class by class", true)] {
            group.bench_function(name, |bencher| bencher.iter(|| states(&family, apart)));
        }
        group.finish();
    }
}

criterion_group!(benches, singles);
criterion_main!(benches);
