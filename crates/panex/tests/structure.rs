//! The engine by structure: what it is made of, and what comes out, by two ways.
#![allow(missing_docs)]

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use antipode_frontier::Silent;
use antipode_panex::structure::{Class, Classes, Network, Shape, Table, UNREACHED, step};

/// The table of `pairs` pairs by the recurrence.
fn table(pairs: u8, classes: &Classes) -> Table {
    (2..pairs).fold(Table::first(classes), |table, _| step(classes, &table, &Silent).unwrap())
}

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
    let classes = Classes::new();
    assert_eq!(classes.all().len(), 330);
    let longest = classes.all().iter().map(|class| class.word.events().len()).max();
    assert_eq!(longest, Some(12));
    for start in Shape::ALL {
        let network = Network::of_step(&classes, start);
        let ends = network.nodes[1..].iter().filter(|node| node.is_canonical()).count();
        let sizes = (classes.from(start).len(), network.nodes.len() - ends, ends, network.edges());
        let home = start == Shape::Home;
        assert_eq!(sizes, if home { (26, 161, 52, 1_961) } else { (76, 541, 152, 6_536) });
    }
    let end = Network::of_end(&classes);
    assert_eq!((end.nodes.len(), end.edges()), (30, 278));
}

#[test]
fn steps_are_those_label_by_label() {
    let classes = Classes::new();
    let mut table = Table::first(&classes);
    for pairs in 3..=7 {
        let plain = plain_step(&classes, &table, false);
        table = step(&classes, &table, &Silent).unwrap();
        for (class, [kept, swapped]) in plain.iter().enumerate() {
            let half = kept.len() / 2;
            assert_eq!(*table.row(class), [&kept[..half], &swapped[half..]].concat());
        }
        assert!(is_symmetric(&classes, &plain), "level {pairs}");
        for start in Shape::ALL {
            let expected = (1 << pairs) * if start == Shape::Home { 26 } else { 76 };
            assert_eq!(entries(&classes, &plain, start), expected);
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
    let classes = Classes::new();
    let tables = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| table(8, &classes))
    });
    assert!(tables[0] == tables[1] && tables[0] == tables[2]);
}
