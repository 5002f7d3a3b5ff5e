//! Explicit graphs, against plain methods on small ones.

use antipode_frontier::{
    Begun, Eccentricities, Effort, Figures, Full, Graph, Layers, ShortestPaths, Silent, TreePath,
    UNREACHED, Walks, hitting_time,
};
use proptest::prelude::*;

use crate::support::Tiles;

/// A connected graph: each vertex but the first hangs on an earlier one, then edges are added.
fn connected(most: usize) -> impl Strategy<Value = Graph> {
    (2..=most).prop_flat_map(|size| {
        let trunk: Vec<_> = (1..size as u32).map(|vertex| (0..vertex, Just(vertex))).collect();
        let more = prop::collection::vec((0..size as u32, 0..size as u32), 0..size);
        (trunk, more)
            .prop_map(move |(trunk, more)| Graph::from_edges(size, trunk.into_iter().chain(more)))
    })
}

fn edges(graph: &Graph) -> Vec<(u32, u32)> {
    (0..graph.len() as u32)
        .flat_map(|one| graph.neighbours(one).iter().map(move |&two| (one, two)))
        .filter(|(one, two)| one < two)
        .collect()
}

/// The lengths of the paths from `start` to `goal` in all spanning trees.
fn tree_paths(graph: &Graph, start: u32, goal: u32) -> Vec<u32> {
    let edges = edges(graph);
    let mut lengths = Vec::new();
    for choice in 0_u32..1 << edges.len() {
        if choice.count_ones() as usize == graph.len() - 1 {
            let chosen = (0..edges.len()).filter(|edge| choice >> edge & 1 == 1);
            let tree = Graph::from_edges(graph.len(), chosen.map(|edge| edges[edge]));
            let distances = tree.distances([goal]);
            if distances.iter().all(|&distance| distance != UNREACHED) {
                lengths.push(distances[start as usize]);
            }
        }
    }
    lengths
}

/// Counts paths of `left` steps to `goal` by trying them all.
fn paths_of(graph: &Graph, from: u32, goal: u32, left: u32) -> u128 {
    match left {
        0 => u128::from(from == goal),
        _ => graph.neighbours(from).iter().map(|&to| paths_of(graph, to, goal, left - 1)).sum(),
    }
}

fn cycle(size: u32) -> Graph {
    Graph::from_edges(size as usize, (0..size).map(|vertex| (vertex, (vertex + 1) % size)))
}

/// Vertices in a square, joined to those beside them, above and below.
fn square(side: u32) -> Graph {
    let vertices = 0..side * side;
    let along = vertices.clone().filter(|at| at % side > 0).map(|at| (at - 1, at));
    let down = vertices.clone().skip(side as usize).map(|at| (at - side, at));
    Graph::from_edges(vertices.len(), along.chain(down))
}

proptest! {
    #[test]
    fn the_diameter_is_that_of_all_pairs(graph in connected(40), wanted in 0_u32..12) {
        let eccentricity = |vertex| graph.distances([vertex]).into_iter().max().unwrap();
        let all: Vec<u32> = (0..graph.len() as u32).map(eccentricity).collect();
        let expected = *all.iter().max().unwrap();
        let mut bounds = Eccentricities::new(&graph);
        let bound = bounds.bound(wanted);
        prop_assert!(bound == expected || bound < wanted && expected < wanted);
        prop_assert_eq!(bounds.diameter(), expected);
        let periphery: Vec<u32> =
            (0..graph.len() as u32).filter(|&vertex| all[vertex as usize] == expected).collect();
        prop_assert_eq!(bounds.periphery(expected), periphery);
    }

    #[test]
    fn shortest_paths_are_counted(graph in connected(9)) {
        let (start, goal) = (0, graph.len() as u32 - 1);
        let paths = ShortestPaths::new(&graph, start, [goal]).unwrap();
        let (from, to) = (graph.distances([start]), graph.distances([goal]));
        prop_assert_eq!(paths.length, to[start as usize]);
        prop_assert_eq!(paths.number, Some(paths_of(&graph, start, goal, paths.length)));
        let on = from.iter().zip(&to).filter(|(from, to)| *from + *to == paths.length).count();
        prop_assert_eq!(paths.vertices, on);
    }

    #[test]
    fn the_mean_path_is_that_of_all_spanning_trees(graph in connected(7)) {
        let (start, goal) = (0, graph.len() as u32 - 1);
        let lengths = tree_paths(&graph, start, goal);
        let mean = f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64;
        let exact = tree_path(&graph, start, goal, 1e8).unwrap();
        prop_assert!((exact.mean - mean).abs() < 1e-9, "{} is not {mean}", exact.mean);
    }

    #[test]
    fn hitting_times_satisfy_their_equations(graph in connected(40)) {
        let goal = |vertex| vertex % 7 == 3 || vertex == 0;
        let time = |vertex| walk(&graph, vertex, goal, 1e6).unwrap();
        let times: Vec<f64> = (0..graph.len() as u32).map(time).collect();
        for vertex in 0..graph.len() as u32 {
            let around = graph.neighbours(vertex);
            let mean = around.iter().map(|&other| times[other as usize]).sum::<f64>()
                / around.len() as f64;
            let expected = if goal(vertex) { 0.0 } else { 1.0 + mean };
            prop_assert!((times[vertex as usize] - expected).abs() < 1e-9 * (1.0 + expected));
        }
    }
}

/// Adds a vertex with these neighbours.
fn keep(graph: &mut Graph, neighbours: &mut Vec<u32>) -> Result<(), Full> {
    graph.push(neighbours);
    Ok(())
}

/// As [`TreePath::exact`], however much memory it takes.
fn tree_path(graph: &Graph, start: u32, goal: u32, work: f64) -> Option<TreePath> {
    TreePath::exact(graph, start, goal, work, usize::MAX).unwrap()
}

/// As [`hitting_time`], however much memory it takes.
fn walk(graph: &Graph, start: u32, goal: impl Fn(u32) -> bool, work: f64) -> Option<f64> {
    hitting_time(graph, start, goal, work, usize::MAX).unwrap()
}

#[test]
fn the_graph_of_the_eight_puzzle() {
    let tiles = Tiles::new(3, 3);
    let mut table = Layers::<u64, u8, ()>::default();
    table.add_source(tiles.start()).unwrap();
    let mut graph = Graph::default();
    while table.advance_joined(&tiles, |_, it| keep(&mut graph, it), &Silent).unwrap() > Some(0) {}
    // The blank's degrees are 2, 3 and 4 at corners, sides and the centre: 24 / 9 on average.
    assert_eq!((graph.len(), graph.edges()), (181_440, 181_440 * 24 / 9 / 2));
    let distances = graph.distances([0]);
    assert!((0..table.len()).all(|number| distances[number] as usize == table.distance(number)));
    let small = Tiles::new(3, 2);
    table.clear(0);
    table.add_source(small.start()).unwrap();
    let mut graph = Graph::default();
    while table.advance_joined(&small, |_, it| keep(&mut graph, it), &Silent).unwrap() > Some(0) {}
    let mut bounds = Eccentricities::new(&graph);
    assert_eq!(bounds.diameter(), 21);
    assert_eq!(graph.distances([bounds.periphery(21)[0]]).into_iter().max(), Some(21));
}

#[test]
fn estimates_come_near_the_exact_mean() {
    let grid = (0..16_u32).flat_map(|cell| [(cell, cell + 1), (cell, cell + 4)]);
    let inside = |&(one, two): &(u32, u32)| two < 16 && (two != one + 1 || two % 4 > 0);
    let grid = Graph::from_edges(16, grid.filter(inside));
    let complete = Graph::from_edges(7, (0..49).map(|pair| (pair / 7, pair % 7)));
    for (graph, goal) in [(grid, 15), (complete, 6), (cycle(30), 11)] {
        let exact = tree_path(&graph, 0, goal, 1e8).unwrap();
        let estimate =
            Walks::new(&graph, 0, goal, 20_000, 1e9).and_then(|it| it.estimate(1)).unwrap();
        assert!(
            (estimate.mean - exact.mean).abs() < 1.5 * estimate.error,
            "{estimate:?} {exact:?}"
        );
        assert!(estimate.error < 0.02 * exact.mean, "{estimate:?}");
    }
}

#[test]
fn known_means() {
    // On a cycle the path goes one way round unless the tree lacks an edge of that way.
    let exact = tree_path(&cycle(10), 0, 3, 1e4).unwrap();
    assert!((exact.mean - (3.0 * 0.7 + 7.0 * 0.3)).abs() < 1e-12);
    assert_eq!(tree_path(&cycle(10), 4, 4, 1e4).unwrap().mean, 0.0);
    assert_eq!(tree_path(&cycle(10), 0, 3, 1.2e3), None, "a limit is kept");
    // A walk on a cycle takes d (n - d) steps to distance d.
    let time = walk(&cycle(1_000), 500, |vertex| vertex == 0, 0.0).unwrap();
    assert!((time - 250_000.0).abs() < 1e-6, "{time}");
    // On a complete graph it goes straight to the goal with one chance in n - 1. No vertex of 300
    // is ever eliminated there.
    let complete = Graph::from_edges(300, (0..300 * 300).map(|pair| (pair / 300, pair % 300)));
    let time = walk(&complete, 17, |vertex| vertex == 0, 1e7).unwrap();
    assert!((time - 299.0).abs() < 1e-6, "{time}");
    assert_eq!(walk(&complete, 17, |vertex| vertex == 0, 0.0), None);
    // The same seed, the same walks.
    let graph = cycle(50);
    let estimate =
        |seed, most| Walks::new(&graph, 0, 20, 100, most).and_then(|it| it.estimate(seed));
    assert_eq!(estimate(1, 1e6), estimate(1, 1e6));
    assert_ne!(estimate(1, 1e6), estimate(2, 1e6));
    assert_eq!(estimate(1, 1e3), None);
}

#[test]
fn walks_on_several_graphs_are_those_on_each() {
    let graphs = [cycle(50), cycle(7), cycle(30), cycle(1), cycle(90)];
    // Some take too long, and some are over before they begin.
    let walks = || {
        let of = |graph: &Graph, more: u64| {
            let goal = graph.len() as u32 / 3;
            Walks::new(graph, 0, goal, 20 + 30 * more, 2e4)
        };
        let all = graphs.iter().flat_map(|graph| [0, 1, 5].map(|more| of(graph, more)));
        all.chain([None]).collect::<Vec<_>>()
    };
    for seed in [0, 1, 5] {
        let apart: Vec<_> = walks().into_iter().map(|walks| walks?.estimate(seed)).collect();
        assert_eq!(Walks::estimates(walks(), seed), apart);
        assert!(apart.iter().any(Option::is_none));
        assert!(apart.iter().flatten().any(|path| path.mean == 0.0));
        assert!(apart.iter().flatten().any(|path| path.mean > 9.0));
    }
    assert_eq!(Walks::estimates(Vec::new(), 1), []);
}

#[test]
fn figures_of_a_small_puzzle() {
    // From one corner of the 2x3 grid to the other two: a path of four, and a cycle beside it.
    //   0 - 1 - 2
    //   |   |   |
    //   3 - 4 - 5 - 6     goals 5 and 6
    let edges = [(0, 1), (1, 2), (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (5, 6)];
    let graph = Graph::from_edges(7, edges);
    let effort = Effort { steps: 1e6, seed: 1, memory: usize::MAX };
    let figures = |start, goal: fn(u32) -> bool| {
        Figures::finish(Begun::new(graph.clone(), start, goal, &effort).unwrap(), 1).pop()
    };
    let solved = figures(5, |vertex| vertex >= 5).unwrap();
    assert_eq!((solved.shortest.length, solved.random_walk), (0, Some(0.0)));
    assert_eq!(figures(0, |_| false), None);
    let figures = figures(0, |vertex| vertex >= 5).unwrap();
    assert_eq!((figures.shortest.length, figures.shortest.number), (3, Some(3)));
    assert_eq!((figures.shortest.vertices, figures.states, figures.goals), (6, 7, 2));
    assert_eq!((figures.branching, figures.dead_ends), (16.0 / 7.0, 0));
    // The graph without vertex 6, which the merging takes away.
    let lengths = tree_paths(&graph, 0, 5);
    let mean = f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64;
    let (bb, error) = figures.bb().unwrap();
    assert!((bb - (5.0 - mean)).abs() < 1e-9 && error == 0.0, "{bb} {mean} {lengths:?}");
}

#[test]
fn merged_vertices_become_one() {
    let (graph, numbers) = cycle(6).contract(|vertex| vertex == 0 || vertex == 2);
    assert_eq!(numbers, [4, 0, 4, 1, 2, 3]);
    // Vertex 1 lies between the two: its two edges are one now.
    assert_eq!(graph, Graph::from_edges(5, [(0, 4), (1, 4), (1, 2), (2, 3), (3, 4)]));
}

#[test]
fn figures_that_do_not_fit_are_refused_and_others_do_not_depend_on_memory() {
    // The first is told by all its paths, the others by random walks, after an elimination that fills in.
    for (graph, steps) in [(cycle(100), 1e8), (square(20), 1e5), (square(50), 1e5)] {
        let middle = graph.len() as u32 / 2;
        let figures = |memory| {
            let effort = Effort { steps, seed: 1, memory };
            let begun = Begun::new(graph.clone(), 0, |vertex| vertex == middle, &effort);
            begun.map(|begun| Figures::finish(begun, 1).pop())
        };
        let told: Vec<_> = (10..30).map(|power| figures(1 << power)).collect();
        let refused = told.partition_point(Result::is_err);
        assert!((1..told.len()).contains(&refused), "{told:?}");
        assert!(told[..refused].iter().all(|it| *it == Err(Full::Room { states: graph.len() })));
        assert!(told[refused..].iter().all(|it| *it == figures(usize::MAX)));
    }
}
