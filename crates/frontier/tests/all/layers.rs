//! The in-memory engine on small graphs whose layers are known.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use antipode_frontier::{Full, Graph, Layers, Parents, Progress, Silent, Space};

use crate::support::Tiles;

/// States of the 8-puzzle by distance, blank in the corner.
const EIGHT_PUZZLE: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn layers_of_the_eight_puzzle() {
    let tiles = Tiles::new(3, 3);
    let mut layers = Layers::<u64, u8, ()>::default();
    // Twice, as the second search reuses the memory of the first.
    for _ in 0..2 {
        layers.clear(0);
        layers.add_source(tiles.start()).unwrap();
        while layers.advance(&tiles).unwrap() > 0 {}
        let widths: Vec<_> =
            (0..layers.depth()).map(|distance| layers.layer(distance).len()).collect();
        assert_eq!(widths, EIGHT_PUZZLE);
    }
    for distance in 0..layers.depth() {
        assert!(layers.layer(distance).all(|number| layers.distance(number) == distance));
    }
    let last = layers.state(layers.len() - 1);
    assert_eq!(layers.find(last), Some(layers.len() - 1));
    assert_eq!(layers.find(0), None);
}

#[test]
fn a_search_stops_at_its_target_with_a_path() {
    let tiles = Tiles::new(3, 3);
    let mut whole = Layers::<u64, u8, ()>::default();
    whole.add_source(tiles.start()).unwrap();
    assert_eq!(whole.advance_to(&tiles, |_| false).unwrap(), None);
    assert_eq!(whole.len(), 181_440);

    let target = whole.state(whole.layer(20).start);
    let mut layers = Layers::<u64, u8, Parents>::default();
    layers.add_source(tiles.start()).unwrap();
    let found = layers.advance_to(&tiles, |state| state == target).unwrap().unwrap();
    assert_eq!(layers.depth(), 21, "no layer is searched beyond the target's");
    let path = layers.path(found);
    assert_eq!((path[0], path[20], path.len()), (tiles.start(), target, 21));
    for step in path.windows(2) {
        let mut joined = false;
        tiles.expand(step[0], 0, |state, _| joined |= state == step[1]);
        assert!(joined, "states on a path are neighbours");
    }
}

/// Numbers on a line with gaps at multiples of ten.
struct Line;

impl Space for Line {
    type State = u32;
    type Used = ();
    const REVERSIBLE: bool = true;

    fn expand(&self, state: u32, (): (), mut emit: impl FnMut(u32, ())) {
        for next in [state.wrapping_sub(1), state + 1] {
            if next % 10 != 0 && next < 30 {
                emit(next, ());
            }
        }
    }
}

#[test]
fn neighbours_are_handed_over_with_the_search() {
    let mut layers = Layers::<u32, (), ()>::default();
    let mut joined = Layers::<u32, (), ()>::default();
    let mut graph = Graph::default();
    for layers in [&mut layers, &mut joined] {
        layers.add_source(14).unwrap();
    }
    let mut join = |_: &Layers<_, _, _>, around: &mut Vec<u32>| {
        graph.push(around);
        Ok(())
    };
    while layers.advance(&Line).unwrap() > 0 {
        joined.advance_joined(&Line, &mut join, &Silent).unwrap();
    }
    let end = joined.advance_joined(&Line, &mut join, &Silent).unwrap();
    assert_eq!((end, joined.depth(), joined.len()), (Some(0), layers.depth(), graph.len()));
    for vertex in 0..graph.len() {
        let state = layers.state(vertex);
        assert_eq!(joined.state(vertex), state);
        let around = graph.neighbours(vertex as u32).iter();
        let mut around: Vec<u32> = around.map(|&next| layers.state(next as usize)).collect();
        around.sort_unstable();
        let expected = [state - 1, state + 1].into_iter().filter(|next| next % 10 != 0);
        assert_eq!(around, expected.collect::<Vec<_>>());
    }
    let full = Err(Full::Room { states: 9 });
    assert_eq!(joined.advance_joined(&Line, |_, _| full.map(drop), &Silent), full);
    assert_eq!(joined.advance_joined(&Line, |_, _| Ok(()), &Meter::until(0)).unwrap(), None);
}

#[test]
fn saturation_costs_no_distance() {
    let mut layers = Layers::<u32, (), ()>::default();
    layers.add_source(15).unwrap();
    assert_eq!(layers.saturate(&Line).unwrap(), 8);
    assert_eq!((layers.depth(), layers.layer(0).len()), (1, 9));
    assert_eq!(layers.advance(&Line).unwrap(), 0);
}

#[test]
fn the_limit_is_kept() {
    let tiles = Tiles::new(3, 3);
    let mut layers = Layers::<u64, u8, ()>::with_limit(1000);
    layers.add_source(tiles.start()).unwrap();
    let outcome = loop {
        match layers.advance(&tiles) {
            Ok(_) => {}
            Err(full) => break full,
        }
    };
    assert_eq!(outcome, Full::States { limit: 1000 });
    assert_eq!(layers.len(), 1000);
}

/// Counts what is stored, and stops once that is so much.
struct Meter {
    stored: AtomicU64,
    most: u64,
}

impl Meter {
    fn until(most: u64) -> Self {
        Meter { stored: AtomicU64::new(0), most }
    }
}

impl Progress for Meter {
    fn stored(&self, states: u64) {
        self.stored.fetch_add(states, Relaxed);
    }

    fn stop(&self) -> bool {
        self.stored.load(Relaxed) >= self.most
    }
}

/// Pairs of numbers.
struct Pairs;

impl Space for Pairs {
    type State = u64;
    type Used = ();
    const REVERSIBLE: bool = true;

    fn expand(&self, state: u64, (): (), mut emit: impl FnMut(u64, ())) {
        emit(state ^ 1, ());
    }
}

#[test]
fn a_search_is_stopped_within_a_layer() {
    let mut table = Layers::<u64, (), ()>::default();
    for number in 0..300_000 {
        table.add_source(2 * number).unwrap();
    }
    let meter = Meter::until(3);
    assert_eq!(table.advance_told(&Pairs, &meter).unwrap(), None);
    assert!((300_003..500_000).contains(&table.len()), "{}", table.len());
    assert_eq!(meter.stored.into_inner(), table.len() as u64 - 300_000);
}
