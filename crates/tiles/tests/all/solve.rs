//! Solutions: by the tree, by IDA* and by the heuristic search.

use std::fs;

use antipode_frontier::Silent;
use antipode_tiles::heuristic::{self, Limits};
use antipode_tiles::{
    FileError, Frame, Metric, Patterns, Position, Random, ReplayError, Size, Tree, ida, parse,
    replay,
};

fn position(text: &str) -> Position {
    parse(text, None).unwrap()
}

fn solved(size: &str) -> Position {
    Position::solved(size.parse::<Size>().unwrap())
}

#[test]
fn the_tree_solves_every_start_of_every_depth_in_as_many_moves() {
    for metric in [Metric::Single, Metric::Multi] {
        let tree = Tree::build(solved("2x3"), metric).unwrap();
        let mut lengths = vec![0; tree.depths().len()];
        let mut tiles: Vec<usize> = (0..6).collect();
        let mut unreachable = 0;
        permutations(&mut tiles, 0, &mut |tiles| {
            let start = Position::new(tree.goal().size(), tiles).unwrap();
            match tree.solve(&start) {
                Some(solution) => {
                    lengths[solution.moves.len()] += 1;
                    replay(&start, &tree.goal(), metric, &solution.moves).unwrap();
                }
                None => unreachable += 1,
            }
        });
        assert_eq!(lengths, tree.depths());
        assert_eq!(unreachable, 360);
    }
}

fn permutations(items: &mut [usize], from: usize, visit: &mut impl FnMut(&[usize])) {
    if from == items.len() {
        return visit(items);
    }
    for other in from..items.len() {
        items.swap(from, other);
        permutations(items, from + 1, visit);
        items.swap(from, other);
    }
}

#[test]
fn the_farthest_positions_of_the_8_puzzle_take_31_moves() {
    let tree = Tree::build(solved("3x3"), Metric::Single).unwrap();
    for start in ["647850321", "867254301"].map(position) {
        let solution = tree.solve(&start).unwrap();
        assert_eq!(solution.moves.len(), 31);
        replay(&start, &tree.goal(), Metric::Single, &solution.moves).unwrap();
    }
}

#[test]
fn a_tree_of_any_goal_solves_what_it_can_reach() {
    for goal in Random::new(solved("3x3"), 3).take(3) {
        let tree = Tree::build(goal, Metric::Single).unwrap();
        for start in Random::new(goal, 4).take(20) {
            let solution = tree.solve(&start).unwrap();
            replay(&start, &goal, Metric::Single, &solution.moves).unwrap();
        }
        // Two tiles exchanged: the other parity.
        let mut tiles: Vec<_> = goal.tiles().collect();
        let (one, two) =
            (tiles.iter().position(|&tile| tile == 1), tiles.iter().position(|&tile| tile == 2));
        tiles.swap(one.unwrap(), two.unwrap());
        let start = Position::new(goal.size(), &tiles).unwrap();
        assert!(!Frame::new(goal).is_reachable(&start));
        assert_eq!(tree.solve(&start), None);
    }
}

#[test]
fn a_tree_survives_its_file_and_every_damaged_byte_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("2x3.tree");
    let tree = Tree::build(position("1 2 3/0 4 5"), Metric::Multi).unwrap();
    tree.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mapped = Tree::open(&path).unwrap();
    assert_eq!((mapped.goal(), mapped.metric()), (tree.goal(), tree.metric()));
    for start in Random::new(tree.goal(), 5).take(50) {
        assert_eq!(mapped.solve(&start), tree.solve(&start));
    }
    // Every byte by turns, and every length; never written in place, as mapped files demand.
    let refused = |bytes: &[u8]| {
        let other = folder.path().join("other.tree");
        let _ = fs::remove_file(&other);
        fs::write(&other, bytes).unwrap();
        matches!(Tree::open(&other), Err(FileError::Damaged { .. }))
    };
    assert!(!refused(&bytes));
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 1 << (index % 8);
        assert!(refused(&damaged), "byte {index}");
    }
    for length in [0, 3, 39, 44, bytes.len() / 2, bytes.len() - 1] {
        assert!(refused(&bytes[..length]), "length {length}");
    }
    let missing = Tree::open(&folder.path().join("none.tree"));
    assert!(matches!(missing, Err(FileError::Io { .. })));
}

#[test]
fn the_tree_of_the_8_puzzle_is_at_most_a_megabyte_and_a_half() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("3x3.tree");
    Tree::build(solved("3x3"), Metric::Single).unwrap().save(&path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), 1_451_520 + 44);
}

#[test]
fn ida_finds_what_the_tree_finds() {
    for text in ["2x2", "3x2", "2x4", "3x3", "5x2"] {
        let size: Size = text.parse().unwrap();
        for goal in
            [Position::solved(size)].into_iter().chain(Random::new(solved(text), 11).take(3))
        {
            let tree = Tree::build(goal, Metric::Single).unwrap();
            let patterns = Patterns::build(goal, &Silent).unwrap();
            assert!(patterns.serve(&goal));
            for start in Random::new(goal, 12).take(10) {
                let found = ida::solve(&start, &goal, &patterns, &Silent).unwrap();
                let solution = found.solution.unwrap();
                replay(&start, &goal, Metric::Single, &solution.moves).unwrap();
                assert_eq!(solution.moves.len(), tree.solve(&start).unwrap().moves.len());
            }
        }
    }
}

/// Instances of Korf (1985), tiles in row order with the goal 0, 1, 2, .., and their optima.
const KORF: [(&str, usize); 12] = [
    ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ("14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15", 59),
    ("5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6", 56),
    ("4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0", 56),
    ("14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13", 52),
    ("2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0", 52),
    ("12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7", 50),
    ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 46),
    ("13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1", 59),
    ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 45),
    ("1 3 2 5 10 9 15 6 8 14 13 11 12 4 7 0", 42),
];

#[test]
fn the_15_puzzle_has_its_known_optima() {
    let goal = position("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15");
    let patterns = Patterns::build(goal, &Silent).unwrap();
    // The same databases serve the goal with the blank in another corner.
    assert!(patterns.serve(&solved("4x4")));
    assert!(!patterns.serve(&position("1 0 2 3/4 5 6 7/8 9 10 11/12 13 14 15")));
    for (start, optimum) in KORF {
        let start = position(start);
        let found = ida::solve(&start, &goal, &patterns, &Silent).unwrap();
        let solution = found.solution.unwrap();
        replay(&start, &goal, Metric::Single, &solution.moves).unwrap();
        assert_eq!(solution.moves.len(), optimum, "{start}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x4.patterns");
    patterns.save(&path).unwrap();
    assert!(Patterns::open(&path).unwrap().serve(&goal));
}

#[test]
fn a_position_of_the_other_parity_is_told_without_a_search() {
    // Loyd's: 14 and 15 exchanged.
    let start = position("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
    assert!(!Frame::new(solved("4x4")).is_reachable(&start));
    let limits = Limits { depth: 80, branches: 1000 };
    let found = heuristic::search(&start, &solved("4x4"), limits, &Silent);
    assert_eq!((found.solution, found.branches, found.exhausted), (None, 0, true));
}

#[test]
fn the_heuristic_search_within_its_limits() {
    let goal = solved("3x3");
    let tree = Tree::build(goal, Metric::Single).unwrap();
    for start in Random::new(goal, 21).take(20) {
        let optimum = tree.solve(&start).unwrap().moves.len();
        let search =
            |depth, branches| heuristic::search(&start, &goal, Limits { depth, branches }, &Silent);
        // Without a limit on branches it ends with a shortest solution, and knows it.
        let found = search(31, u64::MAX);
        let solution = found.solution.unwrap();
        assert_eq!((solution.moves.len(), found.exhausted), (optimum, true));
        replay(&start, &goal, Metric::Single, &solution.moves).unwrap();
        // Within a depth of less than that there is none.
        let found = search(optimum - 1, u64::MAX);
        assert_eq!((found.solution, found.exhausted), (None, true));
        // With few branches what it finds is a solution, but a shorter one may exist.
        let found = search(80, 500);
        assert!(found.branches <= 500);
        assert!(!found.exhausted);
        if let Some(solution) = found.solution {
            assert!(solution.moves.len() >= optimum);
            replay(&start, &goal, Metric::Single, &solution.moves).unwrap();
        }
    }
}

#[test]
fn the_replay_refuses_what_the_rules_do() {
    let goal = solved("3x3");
    let moves = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let refuses = |start: &str, metric, text: &str| {
        let refused = replay(&position(start), &goal, metric, &moves(text)).unwrap_err();
        match refused {
            ReplayError::Illegal { reason, .. } => reason,
            ReplayError::Elsewhere { .. } => "elsewhere",
        }
    };
    let start = "1 2 3/4 5 6/0 7 8";
    assert_eq!(replay(&position(start), &goal, Metric::Single, &moves("7l 8l")), Ok(()));
    assert_eq!(replay(&position(start), &goal, Metric::Multi, &moves("8l")), Ok(()));
    assert_eq!(refuses(start, Metric::Single, "8l"), "it slides more than one tile");
    assert_eq!(refuses(start, Metric::Single, "7l"), "elsewhere");
    let other_side = "the blank is not on that side of the tile";
    assert_eq!(refuses(start, Metric::Multi, "8r"), other_side);
    assert_eq!(refuses(start, Metric::Multi, "6l"), other_side);
    assert_eq!(refuses(start, Metric::Multi, "5u"), other_side);
    assert_eq!(refuses(start, Metric::Multi, "9l"), "there is no such tile");
    assert_eq!(refuses(start, Metric::Multi, "0l"), "there is no such tile");
    assert_eq!(refuses(start, Metric::Multi, "7x"), "it names no tile");
    assert_eq!(refuses(start, Metric::Multi, "7"), "it names no direction");
    assert_eq!(refuses(start, Metric::Multi, "7ll"), "it names no direction");
}
