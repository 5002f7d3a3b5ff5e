//! Searches that meet, and paths through searches that forget.

use std::hash::{Hash, Hasher};

use antipode_frontier::{
    Layers, Progress, Record, Silent, Space, Sweep, SweepError, SweepSettings, Trail, TrailError,
};

use crate::support::Tiles;

/// Stops whatever asks.
struct Stop;

impl Progress for Stop {
    fn stop(&self) -> bool {
        true
    }
}

/// In memory; on disk, with several passes.
const BUDGETS: [usize; 2] = [1 << 30, 0];

fn settings(budget: usize, scratch: &std::path::Path) -> SweepSettings {
    SweepSettings { partitions: 4, budget, scratch: scratch.to_owned() }
}

/// Everything that can be reached, by distance.
fn whole(space: &Tiles) -> Layers<u64, u8, ()> {
    let mut table = Layers::default();
    table.add_source(space.start()).unwrap();
    while table.advance(space).unwrap() > 0 {}
    table
}

#[test]
fn searches_from_both_ends_meet_on_a_shortest_path() {
    let space = Tiles::new(3, 3);
    let table = whole(&space);
    let scratch = tempfile::tempdir().unwrap();
    for budget in BUDGETS {
        for index in [1, 5, 1_000, 90_000, 181_439] {
            let settings = settings(budget, scratch.path());
            let goal = table.state(index);
            let mut ends = [
                Sweep::<u64, u8>::new([space.start()], &settings).unwrap(),
                Sweep::<u64, u8>::new([goal], &settings).unwrap(),
            ];
            let mut turn = 0;
            let meeting = loop {
                let [one, other] = &ends;
                let (one, other) = if turn % 2 == 0 { (other, one) } else { (one, other) };
                if let Some(meeting) = one.meet(other, |state| state).unwrap() {
                    break meeting.depth + one.layers().len() - 1;
                }
                ends[turn % 2].advance(&space, &Silent).unwrap();
                turn += 1;
            };
            assert_eq!(meeting, table.distance(index), "{budget} bytes");
        }
    }
}

/// Which of sixteen lamps are lit. Lit and dark swapped make the image, which has the same hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Lit(u16);

impl Lit {
    fn image(self) -> Self {
        Lit(!self.0)
    }
}

impl Hash for Lit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.min(!self.0).hash(state);
    }
}

impl Record for Lit {
    const BYTES: usize = 2;

    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    fn read(bytes: &[u8]) -> Self {
        Lit(u16::read(bytes))
    }
}

/// Each press switches a lamp and those beside it.
struct Lamps;

impl Space for Lamps {
    type State = Lit;
    type Used = ();
    const REVERSIBLE: bool = true;

    fn expand(&self, lit: Lit, (): (), mut emit: impl FnMut(Lit, ())) {
        (0..16).for_each(|lamp| emit(Lit(lit.0 ^ (7_u32 << lamp >> 1) as u16), ()));
    }
}

#[test]
fn a_search_meets_its_own_image_as_soon_as_they_touch() {
    let scratch = tempfile::tempdir().unwrap();
    for (partitions, budget) in [(1, BUDGETS[0]), (4, BUDGETS[0]), (1, BUDGETS[1]), (4, BUDGETS[1])]
    {
        let settings = SweepSettings { partitions, ..settings(budget, scratch.path()) };
        let mut sweep = Sweep::new([Lit(0)], &settings).unwrap();
        let saved = tempfile::tempdir().unwrap();
        let mut met = Vec::new();
        loop {
            let meeting = sweep.meet_image(Lit::image).unwrap();
            assert_eq!(meeting, sweep.meet(&sweep, Lit::image).unwrap());
            met.push(meeting.map(|meeting| meeting.depth));
            sweep.save(saved.path(), "lamps").unwrap();
            let resumed = Sweep::<Lit, ()>::resume(saved.path(), "lamps", &settings).unwrap();
            assert_eq!(resumed.meet_image(Lit::image).unwrap(), meeting);
            if sweep.advance(&Lamps, &Silent).unwrap() == 0 {
                break;
            }
        }
        // All are lit after six presses, so the search and its image touch from the third on.
        assert_eq!(met[..5], [None, None, None, Some(3), Some(4)], "{budget} bytes");
    }
}

#[test]
fn the_path_is_shortest_whatever_is_kept() {
    let space = Tiles::new(3, 3);
    let table = whole(&space);
    let scratch = tempfile::tempdir().unwrap();
    for (budget, every) in [(BUDGETS[0], 1), (BUDGETS[0], 7), (BUDGETS[1], 10), (BUDGETS[1], 99)] {
        let kept = tempfile::tempdir().unwrap();
        let trail = Trail::new(kept.path(), "tiles", every);
        let settings = settings(budget, scratch.path());
        let mut sweep = Sweep::<u64, u8>::new([space.start()], &settings).unwrap();
        trail.keep(&sweep).unwrap();
        while sweep.advance(&space, &Silent).unwrap() > 0 {
            trail.keep(&sweep).unwrap();
        }
        for index in [0, 1, 77, 50_000, 181_439] {
            let (state, depth) = (table.state(index), table.distance(index));
            let path = trail.path(&space, state, depth, 1 << 26, &Silent).unwrap();
            assert_eq!((path[0], path[depth], path.len()), (space.start(), state, depth + 1));
            for pair in path.windows(2) {
                let mut joined = false;
                space.expand(pair[0], 0, |neighbour, _| joined |= neighbour == pair[1]);
                assert!(joined, "{pair:x?}");
            }
        }
        let far = table.state(181_439);
        let error = trail.path(&space, far, 30, 1 << 26, &Silent).unwrap_err();
        assert!(matches!(error, TrailError::Lost { .. }), "{error}");
        let error = trail.path(&space, far, 31, 100, &Silent).unwrap_err();
        assert!(matches!(error, TrailError::Memory { .. }), "{error}");
        let foreign = Trail::new(kept.path(), "other tiles", every);
        let error = foreign.path(&space, far, 31, 1 << 26, &Silent).unwrap_err();
        assert!(matches!(error, TrailError::Layer(SweepError::Foreign { .. })), "{error}");
        let error = trail.path(&space, far, 31, 1 << 26, &Stop).unwrap_err();
        assert!(matches!(error, TrailError::Layer(SweepError::Stopped { .. })), "{error}");
    }
}
