//! The engine by structure: what it is made of, and what comes out, by two ways.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use antipode_frontier::{Progress, Silent};
use antipode_panex::formula::{S, S_bar, T, T_bar, U};
use antipode_panex::structure::{
    Certificate, Class, Classes, Levels, Network, Recurrence, Shape, StructureError, Table,
    UNREACHED,
};
use antipode_panex::{Settings, Task, solve};
use tempfile::TempDir;

/// Costs by class, by how the newest pair lies in the end, and by what is swapped.
type Rows = Vec<[Vec<u32>; 2]>;

/// One step without windows, batches or symmetry: label by label, cheapest first. With `faulty`,
/// the bit of the newest pair is set on the way and never cleared.
fn plain_step(classes: &Classes, table: &Table, faulty: bool) -> Rows {
    let newest = 1 << table.pairs();
    let row = vec![UNREACHED; 2 * newest];
    let mut rows = vec![[row.clone(), row]; classes.all().len()];
    for start in Shape::ALL {
        let network = Network::of_step(classes, start);
        let mut outgoing = vec![vec![]; network.nodes.len()];
        for (to, edges) in network.incoming.iter().enumerate() {
            edges.iter().for_each(|edge| outgoing[edge.from].push((to, edge.class)));
        }
        let mut costs = vec![vec![UNREACHED; 2 * newest]; network.nodes.len()];
        costs[0][0] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, 0, 0))]);
        while let Some(Reverse((cost, node, swaps))) = queue.pop() {
            if cost > costs[node][swaps] {
                continue;
            }
            for &(to, class) in &outgoing[node] {
                for (more, moves) in table.row(class).iter().enumerate() {
                    let mut after = (swaps ^ more) & if faulty { !0 } else { newest - 1 };
                    if network.nodes[to].is_swapped() {
                        after |= newest;
                    }
                    if cost + moves < costs[to][after] {
                        costs[to][after] = cost + moves;
                        queue.push(Reverse((cost + moves, to, after)));
                    }
                }
            }
        }
        for (node, costs) in network.nodes.iter().zip(costs).filter(|(node, _)| node.is_canonical())
        {
            let class = Class { start, end: node.shape, word: node.word.clone() };
            let row = &mut rows[classes.find(&class).unwrap()][usize::from(node.is_swapped())];
            row.iter_mut().zip(costs).for_each(|(old, cost)| *old = cost.min(*old));
        }
    }
    rows
}

/// How many costs there are in the rows of a start.
fn entries(classes: &Classes, rows: &Rows, start: Shape) -> usize {
    rows[classes.from(start)].iter().flatten().flatten().filter(|&&cost| cost < UNREACHED).count()
}

/// Whether the rows of every class and its image are the same.
fn is_symmetric(classes: &Classes, rows: &Rows) -> bool {
    classes
        .all()
        .iter()
        .zip(rows)
        .all(|(class, row)| rows[classes.find(&class.mirrored()).unwrap()] == *row)
}

#[test]
fn sizes_of_the_networks() {
    let Recurrence { classes, last, .. } = Recurrence::new();
    assert_eq!(classes.all().len(), 330);
    let longest = classes.all().iter().map(|class| class.word.events().len()).max();
    assert_eq!(longest, Some(12));
    for start in Shape::ALL {
        let network = Network::of_step(&classes, start);
        let ends = network.nodes[1..].iter().filter(|node| node.is_canonical()).count();
        let sizes = (classes.from(start).len(), network.nodes.len() - ends, ends, network.edges());
        let home = start == Shape::Home;
        // Counted once for each way to park, edges are twice as many: 3,922 and 13,072.
        assert_eq!(sizes, if home { (26, 161, 52, 1_961) } else { (76, 541, 152, 6_536) });
    }
    assert_eq!((last.nodes.len(), last.edges()), (30, 278));
}

#[test]
fn steps_are_those_label_by_label() {
    let recurrence = Recurrence::new();
    let classes = &recurrence.classes;
    let mut table = Table::first(classes);
    for pairs in 3..=7 {
        let plain = plain_step(classes, &table, false);
        table = recurrence.step(&table, &Silent).unwrap();
        for (class, [kept, swapped]) in plain.iter().enumerate() {
            let half = kept.len() / 2;
            assert_eq!(*table.row(class), [&kept[..half], &swapped[half..]].concat());
        }
        assert!(is_symmetric(classes, &plain), "level {pairs}");
        for start in Shape::ALL {
            let expected = (1 << pairs) * if start == Shape::Home { 26 } else { 76 };
            assert_eq!(entries(classes, &plain, start), expected);
            assert_eq!(table.entries(classes, start), expected);
        }
    }
}

/// The known fault of a program that did this before.
#[test]
fn a_swap_that_is_never_taken_back_is_seen() {
    let classes = Classes::new();
    let table = Table::first(&classes);
    let faulty = plain_step(&classes, &table, true);
    assert_eq!(entries(&classes, &faulty, Shape::Home), 312);
    let right = plain_step(&classes, &table, false);
    assert_eq!(entries(&classes, &right, Shape::Home), 208);
    assert_eq!(entries(&classes, &right, Shape::Left), 608);
    assert!(faulty != right);
}

#[test]
fn tables_depend_on_no_number_of_threads() {
    let tables = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut levels = Levels::new(None);
            levels.climb(9, &Silent).unwrap();
            levels.table().clone()
        })
    });
    assert!(tables[0] == tables[1] && tables[0] == tables[2]);
}

/// All named tasks up to a height.
fn check_tasks(height: u8) {
    let mut levels = Levels::new(None);
    for n in 3..=height {
        levels.climb(n, &Silent).unwrap();
        let least = |task| levels.least(task, &Silent).unwrap();
        let [transfer, barred_transfer] = [false, true].map(|barred| Task::Transfer { barred });
        let [sink, barred_sink] = [false, true].map(|barred| Task::Sink { barred });
        let found = [transfer, barred_transfer, sink, barred_sink].map(least);
        assert_eq!(found, [T(n), T_bar(n), S(n), S_bar(n)], "height {n}");
        let exchange = [42, 128].get(usize::from(n) - 3).copied();
        assert_eq!(Some(least(Task::Exchange)), exchange.or(U(n)), "height {n}");
    }
}

#[test]
fn tasks_take_as_many_moves_as_they_should() {
    check_tasks(9);
}

#[test]
#[ignore = "takes minutes"]
fn tasks_of_high_towers_take_as_many_moves_as_they_should() {
    check_tasks(15);
}

/// Both engines, up to a height.
fn check_search(heights: RangeInclusive<u8>) {
    let scratch = TempDir::new().unwrap();
    let settings = Settings {
        moves: false,
        symmetry: true,
        memory: 1 << 30,
        scratch: scratch.path().to_owned(),
        keeping: None,
    };
    let mut levels = Levels::new(None);
    for n in heights {
        levels.climb(n, &Silent).unwrap();
        let (start, goal) = Task::Exchange.ends(n).unwrap();
        let searched = solve(&start, &goal, &settings, &Silent).unwrap().length;
        assert_eq!(Some(levels.least(Task::Exchange, &Silent).unwrap()), searched, "height {n}");
    }
}

#[test]
fn both_engines_agree() {
    check_search(3..=6);
}

#[test]
#[ignore = "takes minutes"]
fn both_engines_agree_on_higher_towers() {
    check_search(7..=8);
}

#[test]
#[ignore = "takes minutes"]
fn lower_bounds_are_certified() {
    let mut levels = Levels::new(None);
    for n in 3..=12 {
        levels.climb(n, &Silent).unwrap();
        let (recurrence, table) = (levels.recurrence(), levels.table());
        let found = Certificate::find(recurrence, table, Task::Exchange, &Silent).unwrap();
        let proved = found.check(&recurrence.classes, table, &Silent).unwrap();
        assert_eq!(proved, Some(levels.least(Task::Exchange, &Silent).unwrap()), "height {n}");
    }
}

#[test]
fn levels_are_kept_and_a_damaged_one_is_refused() {
    /// Stops at one question and goes on at the next.
    struct Impatient(AtomicU64, u64);
    impl Progress for Impatient {
        fn stop(&self) -> bool {
            self.0.fetch_add(1, Relaxed) == self.1
        }
    }
    let folder = TempDir::new().unwrap();
    let mut whole = Levels::new(None);
    whole.climb(7, &Silent).unwrap();
    let mut stops = 0;
    let table = loop {
        let mut levels = Levels::new(Some(folder.path()));
        let impatient = Impatient(AtomicU64::new(0), 1_000 << (2 * stops));
        match levels.climb(7, &impatient) {
            Err(StructureError::Stopped { .. }) => stops += 1,
            climbed => {
                climbed.unwrap();
                break levels.table().clone();
            }
        }
        assert!(stops < 20);
    };
    assert!(stops > 0 && table == *whole.table());
    let path = folder.path().join("level-05");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = Levels::new(Some(folder.path())).climb(7, &Silent).unwrap_err().to_string();
    assert!(error.contains("level-05") && error.contains("checksum"), "{error}");
    std::fs::rename(folder.path().join("level-06"), &path).unwrap();
    let error = Levels::new(Some(folder.path())).climb(7, &Silent).unwrap_err().to_string();
    assert!(error.contains("it is not level 5"), "{error}");
}
