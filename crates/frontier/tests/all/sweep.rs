//! Frontier search finds what a plain search finds, whatever its settings.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use antipode_frontier::{
    Layers, Progress, Record, Silent, Space, State, Sweep, SweepError, SweepSettings, Used,
};
use antipode_sealed::FileError;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::support::Tiles;

const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

/// Room for everything; so little that the large layers are on disk; so little that runs have to
/// be merged before their layer is complete.
const BUDGETS: [usize; 3] = [1 << 30, 1 << 16, 0];

fn scratch() -> TempDir {
    tempfile::tempdir().expect("the tests may write temporary files")
}

fn settings(partitions: usize, budget: usize, scratch: &Path) -> SweepSettings {
    SweepSettings { partitions, budget, scratch: scratch.to_owned() }
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

fn finish<P>(sweep: &mut Sweep<P::State, P::Used>, space: &P)
where
    P: Space<State: Record, Used: Record> + Sync,
{
    while sweep.advance(space, &Silent).unwrap() > 0 {}
}

/// The sorted states of the last layer.
fn last_layer<S: State + Record, U: Used + Record>(sweep: &Sweep<S, U>) -> Vec<S> {
    let push = |mut list: Vec<S>, state| {
        list.push(state);
        list
    };
    let mut states = sweep.fold(Vec::new, push, |one, other| [one, other].concat()).unwrap();
    states.sort_unstable();
    states
}

fn layers_of<P: Space>(space: &P, sources: &[P::State]) -> Vec<u64> {
    let mut table = Layers::<P::State, P::Used, ()>::default();
    for &source in sources {
        table.add_source(source).unwrap();
    }
    while table.advance(space).unwrap() > 0 {}
    (0..table.depth()).map(|distance| table.layer(distance).len() as u64).collect()
}

#[test]
fn counts_depend_on_no_setting() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    for budget in BUDGETS {
        for partitions in [1, 5, 64] {
            for threads in [1, 2] {
                let case = format!("{partitions} partitions, {budget} bytes, {threads} threads");
                let settings = settings(partitions, budget, scratch.path());
                let sweep = on_threads(threads, || {
                    let mut sweep = Sweep::new([space.start()], &settings).unwrap();
                    finish(&mut sweep, &space);
                    sweep
                });
                assert_eq!(sweep.layers(), EIGHT_PUZZLE, "{case}");
                let farthest = last_layer(&sweep);
                assert_eq!(farthest.len(), 2, "{case}");
                assert_eq!(farthest[0] & 0xF_FFFF_FFFF, 0x1_2305_8746, "{case}");
                assert_eq!(farthest[1] & 0xF_FFFF_FFFF, 0x1_0345_2768, "{case}");
                assert_eq!(sweep.peak_scratch() > 0, budget < BUDGETS[0], "{case}");
            }
        }
    }
}

#[test]
fn scratch_is_removed() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    let mut sweep = Sweep::new([space.start()], &settings(4, BUDGETS[1], scratch.path())).unwrap();
    finish(&mut sweep, &space);
    assert!(sweep.peak_scratch() > 0);
    drop(sweep);
    assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn wide_and_tall_grids_agree_with_the_table() {
    let scratch = scratch();
    for (width, height) in [(2, 4), (4, 2), (5, 1), (2, 3)] {
        let space = Tiles::new(width, height);
        let expected = layers_of(&space, &[space.start()]);
        for budget in BUDGETS {
            let settings = settings(8, budget, scratch.path());
            let mut sweep = Sweep::new([space.start()], &settings).unwrap();
            finish(&mut sweep, &space);
            assert_eq!(sweep.layers(), expected, "{width}x{height}");
        }
    }
}

#[test]
fn a_finished_search_stays_finished() {
    let space = Tiles::new(2, 3);
    let scratch = scratch();
    let mut sweep = Sweep::new([space.start()], &settings(4, 0, scratch.path())).unwrap();
    finish(&mut sweep, &space);
    let (layers, last) = (sweep.layers().to_vec(), last_layer(&sweep));
    assert_eq!(sweep.advance(&space, &Silent).unwrap(), 0);
    assert_eq!(sweep.layers(), layers);
    assert_eq!(last_layer(&sweep), last);
}

/// Tiles that know their distances, and check that the used operators of a state are all those,
/// and only those, that lead a layer back.
struct Witness {
    tiles: Tiles,
    distances: HashMap<u64, usize>,
    expanded: AtomicU64,
}

impl Space for Witness {
    type State = u64;
    type Used = u8;
    const REVERSIBLE: bool = true;

    fn expand(&self, state: u64, used: u8, emit: impl FnMut(u64, u8)) {
        let distance = self.distances[&state];
        let mut back = 0;
        self.tiles.expand(state, 0, |neighbour, reverse| {
            if self.distances[&neighbour] < distance {
                back |= 1 << (reverse.trailing_zeros() ^ 1);
            }
        });
        assert_eq!(used, back, "state {state:x} at distance {distance}");
        self.expanded.fetch_add(1, Relaxed);
        self.tiles.expand(state, used, emit);
    }
}

#[test]
fn used_operators_are_united_over_duplicates() {
    let tiles = Tiles::new(3, 3);
    let mut table = Layers::<u64, u8, ()>::default();
    table.add_source(tiles.start()).unwrap();
    while table.advance(&tiles).unwrap() > 0 {}
    let distances = (0..table.len()).map(|index| (table.state(index), table.distance(index)));
    let witness = Witness { distances: distances.collect(), tiles, expanded: AtomicU64::new(0) };
    let scratch = scratch();
    for budget in BUDGETS {
        let settings = settings(8, budget, scratch.path());
        let mut sweep = Sweep::new([witness.tiles.start()], &settings).unwrap();
        finish(&mut sweep, &witness);
        assert_eq!(witness.expanded.swap(0, Relaxed), 181_440);
    }
}

#[test]
fn goes_on_from_a_checkpoint_of_any_layer() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    // Every layer is made by a search that was just resumed, with other settings each time.
    let cases = [(1, BUDGETS[1]), (16, BUDGETS[0]), (64, BUDGETS[1]), (4, BUDGETS[1])];
    let mut all = cases
        .iter()
        .cycle()
        .map(|&(partitions, budget)| settings(partitions, budget, scratch.path()));
    let mut sweep = Sweep::<u64, u8>::new([space.start()], &all.next().unwrap()).unwrap();
    loop {
        sweep.save(scratch.path(), "8-puzzle").unwrap();
        sweep = Sweep::resume(scratch.path(), "8-puzzle", &all.next().unwrap()).unwrap();
        if sweep.advance(&space, &Silent).unwrap() == 0 {
            break;
        }
    }
    assert_eq!(sweep.layers(), EIGHT_PUZZLE);
    // A finished search can be saved as well.
    sweep.save(scratch.path(), "8-puzzle").unwrap();
    let sweep = Sweep::<u64, u8>::resume(scratch.path(), "8-puzzle", &all.next().unwrap()).unwrap();
    assert_eq!(sweep.layers(), EIGHT_PUZZLE);
    assert_eq!(last_layer(&sweep).len(), 2);
}

#[test]
fn damaged_checkpoints_are_refused() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    let settings = settings(4, BUDGETS[0], scratch.path());
    let mut sweep = Sweep::new([space.start()], &settings).unwrap();
    for _ in 0..10 {
        sweep.advance(&space, &Silent).unwrap();
    }
    sweep.save(scratch.path(), "8-puzzle").unwrap();
    let file = scratch.path().join("sweep.checkpoint");
    let good = fs::read(&file).unwrap();
    let resume = || Sweep::<u64, u8>::resume(scratch.path(), "8-puzzle", &settings);

    let mut damages: Vec<Vec<u8>> = (0..good.len())
        .step_by(97)
        .map(|at| {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            bytes
        })
        .collect();
    damages.extend([0, 3, 50, good.len() - 1].map(|length| good[..length].to_vec()));
    damages.push([&good[..], &[0]].concat());
    for bytes in damages {
        fs::write(&file, bytes).unwrap();
        match resume() {
            Err(SweepError::File(FileError::Damaged { path, .. })) => assert_eq!(path, file),
            other => panic!("{other:?}"),
        }
    }

    fs::write(&file, &good).unwrap();
    assert_eq!(resume().unwrap().layers(), &EIGHT_PUZZLE[..11]);
    let other = Sweep::<u64, u8>::resume(scratch.path(), "15-puzzle", &settings);
    assert!(matches!(other, Err(SweepError::Foreign { found, .. }) if found == "8-puzzle"));
    let other = Sweep::<u64, u16>::resume(scratch.path(), "8-puzzle", &settings);
    assert!(matches!(other, Err(SweepError::File(FileError::Damaged { .. }))));
    fs::remove_file(&file).unwrap();
    let missing = resume().unwrap_err();
    assert!(matches!(&missing, SweepError::File(error) if error.is_missing()), "{missing}");
}

#[test]
fn a_scratch_directory_that_cannot_be_made_is_an_error() {
    let scratch = scratch();
    let file = scratch.path().join("occupied");
    fs::write(&file, "").unwrap();
    let error = Sweep::<u64, u8>::new([0], &settings(1, 0, &file)).unwrap_err();
    assert!(matches!(&error, SweepError::File(FileError::Io { path, .. }) if *path == file));
    assert_eq!(
        error.to_string(),
        format!("cannot create a scratch directory in {}", file.display())
    );
}

#[cfg(unix)]
#[test]
fn a_scratch_directory_that_vanishes_does_no_harm() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    let directory = scratch.path().join("scratch");
    fs::create_dir(&directory).unwrap();
    let mut sweep = Sweep::new([space.start()], &settings(4, BUDGETS[1], &directory)).unwrap();
    fs::remove_dir_all(&directory).unwrap();
    while sweep.advance(&space, &Silent).unwrap() > 0 {}
    assert_eq!(sweep.layers(), &EIGHT_PUZZLE[..]);
}

/// Stops a search at the second time that it asks.
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn stop(&self) -> bool {
        self.0.fetch_add(1, Relaxed) > 0
    }
}

#[test]
fn a_search_is_stopped_within_a_partition() {
    let scratch = scratch();
    let settings = settings(1, BUDGETS[0], scratch.path());
    let expanded = AtomicU64::new(0);
    let space = Counted(&expanded);
    let mut sweep = Sweep::new(0..300_000_u64, &settings).unwrap();
    let error = sweep.advance(&space, &Impatient(AtomicU64::new(0))).unwrap_err();
    assert!(matches!(error, SweepError::Stopped { layer: 1 }), "{error}");
    assert!(expanded.into_inner() < 200_000);
}

/// Pairs of numbers; counts how many of them are expanded.
struct Counted<'a>(&'a AtomicU64);

impl Space for Counted<'_> {
    type State = u64;
    type Used = ();
    const REVERSIBLE: bool = true;

    fn expand(&self, state: u64, (): (), mut emit: impl FnMut(u64, ())) {
        self.0.fetch_add(1, Relaxed);
        emit(state ^ 1, ());
    }
}

/// Counts what is stored, and stops a search that stores too much.
struct Meter {
    stored: AtomicU64,
    most: u64,
}

impl Progress for Meter {
    fn stored(&self, states: u64) {
        self.stored.fetch_add(states, Relaxed);
    }

    fn stop(&self) -> bool {
        self.stored.load(Relaxed) >= self.most
    }
}

#[test]
fn stops_when_asked_and_goes_on_from_the_checkpoint() {
    let space = Tiles::new(3, 3);
    let scratch = scratch();
    let settings = settings(4, BUDGETS[0], scratch.path());
    let mut sweep = Sweep::new([space.start()], &settings).unwrap();
    let meter = Meter { stored: AtomicU64::new(0), most: 1000 };
    let layer = loop {
        sweep.save(scratch.path(), "").unwrap();
        match sweep.advance(&space, &meter) {
            Ok(_) => continue,
            Err(SweepError::Stopped { layer }) => break layer,
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(meter.stored.into_inner(), EIGHT_PUZZLE[1..layer].iter().sum::<u64>());
    assert!(matches!(sweep.advance(&space, &Silent), Err(SweepError::Torn)));
    assert!(matches!(sweep.save(scratch.path(), ""), Err(SweepError::Torn)));
    assert!(matches!(sweep.fold(|| (), |(), _| (), |(), ()| ()), Err(SweepError::Torn)));
    let mut sweep = Sweep::resume(scratch.path(), "", &settings).unwrap();
    finish(&mut sweep, &space);
    assert_eq!(sweep.layers(), EIGHT_PUZZLE);
}

/// An undirected graph given as cliques: a state is a node, an operator one of the cliques it is
/// in. A clique is handed over whole, and need not be again from any of its members: the used
/// operators of sliding blocks in the metric move.
#[derive(Debug)]
struct Cliques {
    members: Vec<Vec<u32>>,
    of: Vec<Vec<usize>>,
}

impl Cliques {
    /// A graph of `nodes`, each clique given by members that are taken modulo that number.
    fn new(nodes: usize, mut members: Vec<Vec<u32>>) -> Self {
        let mut of = vec![Vec::new(); nodes];
        for (clique, members) in members.iter_mut().enumerate() {
            for node in &mut *members {
                *node %= nodes as u32;
            }
            members.sort_unstable();
            members.dedup();
            for &node in &*members {
                of[node as usize].push(clique);
            }
        }
        Cliques { members, of }
    }

    /// Breadth-first search with nothing to it.
    fn distances(&self, sources: &[u32], reachable: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.of.len()];
        let mut queue = sources.to_vec();
        for &source in sources {
            distances[source as usize] = Some(0);
        }
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for &clique in self.of[node as usize].iter().filter(|&&clique| reachable(clique)) {
                for &other in &self.members[clique] {
                    if distances[other as usize].is_none() {
                        distances[other as usize] = distances[node as usize].map(|far| far + 1);
                        queue.push(other);
                    }
                }
            }
        }
        distances
    }
}

/// The cliques that `holds` accepts, of a graph with at most 64 cliques.
struct Part<'a, F> {
    cliques: &'a Cliques,
    holds: F,
}

impl<F: Fn(usize) -> bool> Space for Part<'_, F> {
    type State = u32;
    type Used = u64;
    const REVERSIBLE: bool = true;

    fn expand(&self, node: u32, used: u64, mut emit: impl FnMut(u32, u64)) {
        for &clique in &self.cliques.of[node as usize] {
            if (self.holds)(clique) && used >> clique & 1 == 0 {
                self.cliques.members[clique].iter().for_each(|&member| emit(member, 1 << clique));
            }
        }
    }
}

fn graphs() -> impl Strategy<Value = (Cliques, Vec<u32>)> {
    let clique = prop::collection::vec(any::<u32>(), 2..40);
    (2..600usize, prop::collection::vec(clique, 1..=64), prop::collection::vec(any::<u32>(), 1..8))
        .prop_map(|(nodes, members, sources)| {
            let sources = sources.iter().map(|source| source % nodes as u32).collect();
            (Cliques::new(nodes, members), sources)
        })
}

/// How many nodes there are at each distance.
fn tally(distances: &[Option<usize>]) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.iter().flatten() {
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

fn sorted(mut nodes: Vec<u32>) -> Vec<u32> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

proptest! {
    #[test]
    fn random_graphs_agree_with_a_plain_search(
        (cliques, sources) in graphs(),
        partitions in 1..4usize,
        // With no budget a table spills beyond 38 states.
        budget in prop::sample::select(&[0, 1 << 30]),
        threads in 1..3usize,
    ) {
        let distances = cliques.distances(&sources, |_| true);
        let space = Part { cliques: &cliques, holds: |_| true };
        let scratch = scratch();
        let settings = settings(partitions, budget, scratch.path());
        let sweep = on_threads(threads, || {
            let mut sweep = Sweep::new(sources, &settings).unwrap();
            finish(&mut sweep, &space);
            sweep
        });
        prop_assert_eq!(sweep.layers(), tally(&distances));
        let far = sweep.layers().len() - 1;
        let nodes = 0..distances.len() as u32;
        let farthest: Vec<_> = nodes.filter(|&node| distances[node as usize] == Some(far)).collect();
        prop_assert_eq!(last_layer(&sweep), farthest);
    }

    #[test]
    fn free_moves_join_layer_0(
        (cliques, sources) in graphs(),
        partitions in 1..4usize,
        budget in prop::sample::select(&[0, 1 << 30]),
    ) {
        let is_free = |clique| clique % 3 == 0;
        let reached = cliques.distances(&sources, is_free);
        let nodes = 0..reached.len() as u32;
        let free: Vec<_> = nodes.filter(|&node| reached[node as usize].is_some()).collect();
        let distances = cliques.distances(&free, |_| true);

        let scratch = scratch();
        let settings = settings(partitions, budget, scratch.path());
        let mut sweep = Sweep::new(sources.iter().copied(), &settings).unwrap();
        let added = sweep.saturate(&Part { cliques: &cliques, holds: is_free }, &Silent).unwrap();
        prop_assert_eq!(added, (free.len() - sorted(sources).len()) as u64);
        prop_assert_eq!(last_layer(&sweep), free);
        finish(&mut sweep, &Part { cliques: &cliques, holds: |_| true });
        prop_assert_eq!(sweep.layers(), tally(&distances));
    }
}

#[test]
fn what_a_killed_search_left_is_removed() {
    let scratch = tempfile::tempdir().unwrap();
    let settings = SweepSettings::new(1 << 20, scratch.path());
    let running = Sweep::<u64, u32>::new([1], &settings).unwrap();
    // A killed process cannot remove its directory, but its lock goes.
    let left = scratch.path().join("scratch-0123456789abcdef");
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("lock"), "").unwrap();
    std::fs::write(left.join("runs"), "states").unwrap();
    let next = Sweep::<u64, u32>::new([1], &settings).unwrap();
    assert!(!left.exists());
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 2, "both searches keep theirs");
    drop((running, next));
    assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
}

#[test]
fn a_disk_too_small_is_told_before_it_is_filled() {
    let scratch = tempfile::tempdir().unwrap();
    antipode_frontier::check_space(scratch.path(), 1).unwrap();
    let error = antipode_frontier::check_space(scratch.path(), u64::MAX).unwrap_err();
    assert!(error.to_string().ends_with("is expected to take 18446744073709551615"), "{error}");
}
