//! The lattice against plain relaxation, on graphs of one-way edges.

use antipode_frontier::{Full, Lattice, Priced};

/// Numbers below `size`; from each, three edges of costs 0 to 2, mostly 0 and 1.
struct Ways {
    size: u32,
    seed: u32,
}

impl Ways {
    fn edges(&self, from: u32) -> [(u32, u32); 3] {
        [1, 2, 3].map(|way: u32| {
            let mixed = (from * 3 + way).wrapping_add(self.seed).wrapping_mul(2_654_435_761) >> 7;
            (mixed % self.size, [0, 1, 1, 2][(mixed / self.size) as usize % 4])
        })
    }
}

impl Priced for Ways {
    type State = u32;

    fn expand(&self, state: u32, mut emit: impl FnMut(u32, u32)) {
        for (next, cost) in self.edges(state) {
            emit(next, cost);
        }
    }
}

#[test]
fn every_state_is_settled_once_at_its_least_cost() {
    for seed in 0..50 {
        let space = Ways { size: 200, seed };
        let mut costs = vec![u32::MAX; 200];
        costs[0] = 0;
        for _ in 0..200 {
            for from in 0..200 {
                for (to, cost) in space.edges(from) {
                    let way = costs[from as usize].saturating_add(cost);
                    costs[to as usize] = costs[to as usize].min(way);
                }
            }
        }
        let mut lattice = Lattice::with_limit(1000);
        lattice.add_source(0).unwrap();
        let mut settled = [false; 200];
        let mut last = 0;
        while let Some(index) = lattice.settle(&space).unwrap() {
            let state = lattice.state(index) as usize;
            assert!(!settled[state], "state {state} of {seed}");
            settled[state] = true;
            assert_eq!(lattice.cost(index), costs[state]);
            assert!(last <= lattice.cost(index));
            last = lattice.cost(index);

            let path = lattice.path(index);
            let step = |pair: &[u32]| {
                let edges = space.edges(pair[0]).into_iter().filter(|&(to, _)| to == pair[1]);
                edges.map(|(_, cost)| cost).min().expect("a path goes along edges")
            };
            assert_eq!(path.windows(2).map(step).sum::<u32>(), costs[state]);
            assert_eq!((path[0], path[path.len() - 1] as usize), (0, state));
        }
        assert!((0..200).all(|state| settled[state] == (costs[state] < u32::MAX)));
        assert_eq!(lattice.len(), settled.iter().filter(|&&settled| settled).count());
    }
}

#[test]
fn a_lattice_stops_at_its_limit() {
    let mut lattice = Lattice::with_limit(10);
    lattice.add_source(0).unwrap();
    let space = Ways { size: 200, seed: 0 };
    let error = loop {
        match lattice.settle(&space) {
            Ok(index) => assert!(index.is_some()),
            Err(error) => break error,
        }
    };
    assert_eq!(error, Full::States { limit: 10 });
    assert_eq!(lattice.len(), 10);
}
