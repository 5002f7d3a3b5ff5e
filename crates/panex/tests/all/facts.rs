//! Exact counts, and every solution replayed.

use std::path::PathBuf;

use antipode_frontier::{Layers, Silent, Space, Sweep, SweepSettings};
use antipode_panex::{Board, Loose, Move, Position, Settings, Solution, Stacks, Task, solve};
use tempfile::TempDir;

fn settings(scratch: &TempDir) -> Settings {
    Settings {
        moves: true,
        symmetry: true,
        memory: 1 << 28,
        scratch: scratch.path().to_owned(),
        keeping: None,
    }
}

/// Solves and replays.
fn solved(from: &str, to: &str, settings: &Settings) -> (u64, Vec<Move>) {
    let (from, to): (Position, Position) = (from.parse().unwrap(), to.parse().unwrap());
    let solution = solve(&from, &to, settings, &Silent).unwrap();
    let length = checked(&from, &to, &solution);
    (length, solution.moves.unwrap())
}

fn checked(from: &Position, to: &Position, solution: &Solution) -> u64 {
    let mut board = Board::from(from);
    let played = board.play(solution.moves.iter().flatten().copied()).unwrap();
    assert_eq!(board, Board::from(to));
    assert_eq!(solution.length, Some(played));
    played
}

fn task(task: Task, height: u8, settings: &Settings) -> u64 {
    let (from, to) = task.ends(height).unwrap();
    checked(&from, &to, &solve(&from, &to, settings, &Silent).unwrap())
}

const EXCHANGES: [u64; 8] = [3, 13, 42, 128, 343, 881, 2189, 5359];

#[test]
fn exchanges() {
    let scratch = TempDir::new().unwrap();
    for symmetry in [true, false] {
        let settings = Settings { symmetry, ..settings(&scratch) };
        for height in 1..=4 + u8::from(symmetry) {
            let length = task(Task::Exchange, height, &settings);
            assert_eq!(length, EXCHANGES[usize::from(height) - 1], "symmetry {symmetry}");
        }
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn exchanges_of_higher_towers() {
    let scratch = TempDir::new().unwrap();
    for height in 6..=7 {
        let length = task(Task::Exchange, height, &settings(&scratch));
        assert_eq!(length, EXCHANGES[usize::from(height) - 1]);
    }
}

#[test]
fn transfers_and_sinks() {
    let scratch = TempDir::new().unwrap();
    let settings = settings(&scratch);
    for (height, row) in
        [(2, [3, 2, 3, 2]), (3, [9, 9, 8, 8]), (4, [24, 23, 22, 22]), (5, [58, 58, 57, 57])]
    {
        let tasks = [
            Task::Transfer { barred: false },
            Task::Transfer { barred: true },
            Task::Sink { barred: false },
            Task::Sink { barred: true },
        ];
        assert_eq!(tasks.map(|one| task(one, height, &settings)), row, "height {height}");
    }
    for barred in [false, true] {
        assert_eq!(task(Task::Transfer { barred }, 1, &settings), 1);
        assert_eq!(Task::Sink { barred }.ends(1), None);
        assert_eq!(Task::Sink { barred }.ends(13), None, "higher than any position");
    }
}

/// Every position that can be reached, by the whole rule.
fn whole(height: u8) -> Layers<[u64; 4], (), ()> {
    let space = Loose::new(height);
    let mut table = Layers::default();
    table.add_source(space.pack(&Task::Exchange.ends(height).unwrap().0)).unwrap();
    while table.advance(&space).unwrap() > 0 {}
    table
}

#[test]
fn settling_lengthens_no_path() {
    for (height, states, eccentricity) in [(1, 12, 3), (2, 216, 13), (3, 4_872, 45)] {
        let table = whole(height);
        let (loose, stacks) = (Loose::new(height), Stacks::new(height, false));
        let mut settled = Vec::new();
        let mut held = Vec::new();
        for index in 0..table.len() {
            let (position, distance) = (loose.unpack(table.state(index)), table.distance(index));
            if position.is_settled() {
                settled.push(distance);
            }
            if stacks.holds(&position) {
                held.push((stacks.pack(&position), distance));
            }
        }
        assert_eq!((settled.len(), settled.iter().max()), (states, Some(&eccentricity)));
        if height == 2 {
            let layer = |distance| settled.iter().filter(|&&other| other == distance).count();
            let layers = [1, 4, 10, 13, 14, 24, 22, 28, 14, 14, 22, 24, 17, 9];
            assert_eq!(std::array::from_fn(layer), layers);
        }
        let mut packed = Layers::<_, u8, ()>::default();
        packed.add_source(stacks.pack(&loose.unpack(table.state(0)))).unwrap();
        while packed.advance(&stacks).unwrap() > 0 {}
        assert_eq!(packed.len(), held.len());
        for (state, distance) in held {
            assert_eq!(packed.distance(packed.find(state).unwrap()), distance);
        }
    }
}

#[test]
fn moves_of_packed_positions_are_those_of_plain_ones() {
    for height in 2..=3 {
        let (loose, stacks) = (Loose::new(height), Stacks::new(height, false));
        let start = Task::Exchange.ends(height).unwrap().0;
        let mut packed = Layers::<_, u8, ()>::default();
        packed.add_source(stacks.pack(&start)).unwrap();
        while packed.advance(&stacks).unwrap() > 0 {}
        for index in 0..packed.len() {
            let state = packed.state(index);
            let position = stacks.unpack(state);
            assert_eq!(stacks.pack(&position), state);
            let mut some = Vec::new();
            stacks.expand(state, 0, |neighbour, _| some.push(stacks.unpack(neighbour)));
            let mut all = Vec::new();
            loose.expand(loose.pack(&position), (), |neighbour, ()| {
                let neighbour = loose.unpack(neighbour);
                if stacks.holds(&neighbour) {
                    all.push(neighbour);
                }
            });
            some.sort_unstable();
            all.sort_unstable();
            assert_eq!(some, all, "{position}");
        }
    }
}

#[test]
fn layers_depend_on_no_setting() {
    let height = 4;
    let start = Task::Exchange.ends(height).unwrap().0;
    let scratch = TempDir::new().unwrap();
    let mut layers = Vec::new();
    for folded in [false, true] {
        let space = Stacks::new(height, folded);
        for budget in [1 << 28, 0] {
            for threads in [1, 2] {
                let settings =
                    SweepSettings { partitions: 4, budget, scratch: scratch.path().to_owned() };
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                layers.push(pool.install(|| {
                    let mut sweep = Sweep::new([space.pack(&start)], &settings).unwrap();
                    let mut positions = Vec::new();
                    loop {
                        let orbits = |sum, state| sum + space.orbit(state);
                        positions.push(sweep.fold(|| 0, orbits, |one, other| one + other).unwrap());
                        if sweep.advance(&space, &Silent).unwrap() == 0 {
                            break positions;
                        }
                    }
                }));
            }
        }
    }
    assert!(layers.iter().all(|other| *other == layers[0]));
}

#[test]
fn ends_need_not_be_settled() {
    let scratch = TempDir::new().unwrap();
    let settings = settings(&scratch);
    let loose = Loose::new(2);
    let all = whole(2);
    for start in (0..all.len()).step_by(all.len() / 5) {
        let mut table = Layers::<_, (), ()>::default();
        table.add_source(all.state(start)).unwrap();
        while table.advance(&loose).unwrap() > 0 {}
        for goal in (0..table.len()).step_by(table.len() / 7) {
            let ends = [all.state(start), table.state(goal)].map(|state| loose.unpack(state));
            let solution = solve(&ends[0], &ends[1], &settings, &Silent).unwrap();
            let length = checked(&ends[0], &ends[1], &solution);
            assert_eq!(length, table.distance(goal) as u64, "{} to {}", ends[0], ends[1]);
        }
    }
    let text = |moves: Vec<Move>| moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(text(solved("b1@0//o1", "b1//o1", &settings).1), "L@0>L@1");
    assert_eq!(text(solved("b2b1//o2o1", "b2/b1@0/o2o1", &settings).1), "L>C@0");
    assert_eq!(text(solved("b2b1//o2o1", "b2/b1/o2o1", &settings).1), "L>C");
}

#[test]
fn a_search_goes_on_where_it_was_saved() {
    use antipode_panex::{Keeping, SolveError, Watch};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// Stops when it was asked so many times. The way back is not saved, so that each has more patience than those
    /// before.
    struct Impatient(AtomicU64);
    impl antipode_frontier::Progress for Impatient {
        fn stop(&self) -> bool {
            self.0.fetch_sub(1, Relaxed) == 1
        }
    }
    impl Watch for Impatient {}

    let scratch = TempDir::new().unwrap();
    let (start, goal) = Task::Exchange.ends(3).unwrap();
    for symmetry in [true, false] {
        let kept = TempDir::new().unwrap();
        let directory: PathBuf = kept.path().to_owned();
        let keeping = Some(Keeping { directory, every: Duration::from_secs(1000) });
        let settings = Settings { symmetry, keeping, ..settings(&scratch) };
        let mut stops = 0;
        let solution = loop {
            match solve(&start, &goal, &settings, &Impatient(AtomicU64::new(3 + stops / 2))) {
                Err(SolveError::Stopped { .. }) => stops += 1,
                solution => break solution.unwrap(),
            }
        };
        assert!(stops >= 10, "{stops}");
        assert_eq!(checked(&start, &goal, &solution), 42);
    }
}
