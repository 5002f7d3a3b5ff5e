//! The searches against plain breadth-first search, which knows no bound and no block.

use std::collections::HashSet;

use antipode_colorsort::{Deal, Method, Position, Reading, Rule, is_solved, replay, solve};
use antipode_frontier::Silent;

const RULES: [Rule; 2] = [Rule::One, Rule::Two];

/// The length of a shortest solution, by trying every move from every position seen. Positions
/// are containers with their capacities, in any order.
fn shortest(start: &Position, rule: Rule) -> Option<usize> {
    type Containers = Vec<(usize, Vec<u8>)>;
    let solved = |containers: &Containers| {
        let filled: Vec<_> = containers.iter().filter(|(_, objects)| !objects.is_empty()).collect();
        filled.len() == start.colours()
            && filled.iter().all(|(_, objects)| objects.iter().all(|o| *o == objects[0]))
    };
    let containers = start.containers().iter();
    let mut first: Containers = containers.map(|c| (c.capacity, c.objects.clone())).collect();
    first.sort();
    let mut seen = HashSet::from([first.clone()]);
    let mut layer = vec![first];
    for distance in 0.. {
        if layer.is_empty() {
            return None;
        }
        if layer.iter().any(solved) {
            return Some(distance);
        }
        let mut next_layer = Vec::new();
        for position in layer {
            for from in 0..position.len() {
                for to in (0..position.len()).filter(|&to| to != from) {
                    let mut next = position.clone();
                    let mut moved = 0;
                    while let Some(&object) = next[from].1.last()
                        && next[to].1.len() < next[to].0
                        && next[to].1.last().is_none_or(|&top| top == object)
                        && (moved == 0
                            || rule == Rule::One && position[from].1.last() == Some(&object))
                    {
                        next[from].1.pop();
                        next[to].1.push(object);
                        moved += 1;
                    }
                    next.sort();
                    if moved > 0 && seen.insert(next.clone()) {
                        next_layer.push(next);
                    }
                }
            }
        }
        layer = next_layer;
    }
    None
}

/// Solves by both rules, replays, and compares with plain search.
fn check(position: &Position) {
    for rule in RULES {
        let solution = solve(position, rule, Method::Shortest, 1 << 30, &Silent).unwrap();
        let expected = shortest(position, rule);
        assert_eq!(solution.moves.as_ref().map(Vec::len), expected, "{position}, {rule:?}");
        if let Some(moves) = solution.moves {
            let written: Vec<_> = moves.iter().map(ToString::to_string).collect();
            let start = position.explicit();
            let positions = replay(&start, rule, &written.join(" ")).unwrap();
            assert_eq!(positions.len(), moves.len());
            assert!(is_solved(positions.last().unwrap_or(&start)), "{position}, {rule:?}");
        }
    }
}

fn check_deals(seeds: usize, deals: &[(usize, usize, usize)]) {
    for &(colours, capacity, empty) in deals {
        let deal = Deal { colours, capacity, empty };
        deal.shuffled(1).take(seeds).for_each(|position| check(&position));
    }
}

#[test]
fn deals_by_chance_are_solved_as_by_plain_search() {
    check_deals(100, &[(2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (2, 6, 1)]);
    check_deals(20, &[(4, 2, 1), (4, 3, 1), (3, 4, 1), (2, 5, 2), (3, 4, 2)]);
}

/// Numbers of contents once were cut to a byte however many there are: deals came out
/// unsolvable that are not.
#[test]
fn more_contents_than_a_byte_can_number_are_told_apart() {
    check_deals(3, &[(2, 20, 1)]);
}

#[test]
#[ignore = "long: a quarter of a minute"]
fn thousands_of_deals_are_solved_as_by_plain_search() {
    check_deals(1000, &[(2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 3, 1), (3, 3, 2), (2, 6, 1)]);
    check_deals(
        1000,
        &[(4, 2, 1), (4, 2, 2), (4, 3, 1), (3, 4, 1), (2, 5, 2), (2, 7, 1), (3, 5, 1)],
    );
    check_deals(200, &[(3, 4, 2), (4, 3, 2), (5, 2, 2), (4, 4, 1), (5, 3, 1), (2, 4, 3)]);
}

/// Deals with containers cut, so that they are partly filled, and others made larger.
#[test]
fn partly_filled_and_unequal_containers_are_solved_as_by_plain_search() {
    for seed in 0..60 {
        let (colours, objects) = [(2, 3), (3, 2), (3, 3)][seed as usize % 3];
        let deal = Deal { colours, capacity: objects, empty: 0 };
        let dealt = deal.shuffled(seed).next().unwrap().to_string();
        let objects: Vec<char> = dealt.chars().filter(char::is_ascii_alphabetic).collect();
        // Cut at places that depend on the seed, into one container more than colours.
        let length = objects.len();
        let mut cuts: Vec<usize> =
            (1..=colours).map(|cut| (cut * 7 + seed as usize * 5) % (length + 1)).collect();
        cuts.extend([0, length]);
        cuts.sort_unstable();
        let containers: Vec<&[char]> = cuts.windows(2).map(|w| &objects[w[0]..w[1]]).collect();
        for spread in [0, 1, 2] {
            let longest = containers.iter().map(|c| c.len()).max().unwrap();
            let written: Vec<String> = containers
                .iter()
                .enumerate()
                .map(|(index, held)| {
                    let text: String = held.iter().collect();
                    // All alike; or some larger; or as small as they can be.
                    let capacity = match spread {
                        0 => longest.max(length / colours),
                        1 => longest.max(length / colours) + index % 2,
                        _ => (held.len() + index % 3).max(1),
                    };
                    format!("{text}:{capacity}")
                })
                .collect();
            let text = written.join(";") + if spread == 2 { ";:4" } else { "" };
            check(&Position::parse(&text, &Reading::default()).unwrap());
        }
    }
}
