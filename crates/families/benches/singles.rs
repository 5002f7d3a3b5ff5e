//! What it saves to search classes that differ by single cells together, by their holes: whole grids once so, and
//! once class by class.

use std::path::Path;

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{
    Budget, Class, Distinct, Family, Orderly, Searched, Searcher, Span, Symmetries, Tally, Visitor,
};
use antipode_frontier::{Silent, SweepError};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

struct Searching<'a> {
    searcher: Searcher<'a>,
    tallies: [Tally; 1],
    together: bool,
}

impl Visitor for Searching<'_> {
    type Error = SweepError;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), SweepError> {
        self.searcher.search(class, boards, &mut self.tallies, &Silent)
    }

    fn singles<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<bool, SweepError> {
        let Self { searcher, tallies, together } = self;
        Ok(*together && searcher.search_singles(class, boards, tallies, &Silent)?.is_some())
    }
}

/// Searches the classes of a family, and returns how many boards their groups have.
fn search(family: &Family, symmetries: &Symmetries, together: bool) -> u64 {
    let budget = Budget { memory: 1 << 30, scratch: Path::new(".").into() };
    let searcher = Searcher::new(std::slice::from_ref(family), symmetries, budget);
    let mut searching = Searching { searcher, tallies: [Tally::new(1, Distinct::Group)], together };
    Orderly::new(family, symmetries).visit(&Span::default(), &mut searching).unwrap();
    let [tally] = searching.tallies;
    tally.totals().states
}

fn singles(criterion: &mut Criterion) {
    let grid = Grid::new(3, 5).unwrap();
    for (name, metric) in [("step", Metric::Step), ("slide", Metric::Slide), ("move", Metric::Move)]
    {
        let family = Family { metric, ..Family::whole(grid, Rule::Strict) };
        let symmetries = Symmetries::of(&family);
        let states = search(&family, &symmetries, true);
        assert_eq!(states, search(&family, &symmetries, false));
        let mut group = criterion.benchmark_group(format!("3x5, {name}"));
        group.sample_size(10).throughput(Throughput::Elements(states));
        for (name, together) in [("together", true), ("class by class", false)] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| search(&family, &symmetries, together));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, singles);
criterion_main!(benches);
