//! Lengths known from elsewhere.

use antipode_colorsort::{
    Deal, Method, Position, Reading, Rule, Solution, is_solved, replay, solve,
};
use antipode_frontier::Silent;

fn lengths(text: &str, empty: usize) -> [Option<usize>; 2] {
    let position = Position::parse(text, &Reading { empty, ..Reading::default() }).unwrap();
    let length = |rule| {
        solve(&position, rule, Method::Shortest, 1 << 30, &Silent).unwrap().moves.map(|m| m.len())
    };
    [Rule::One, Rule::Two].map(length)
}

#[test]
fn puzzles_have_the_published_lengths() {
    assert_eq!(lengths("ABCAD;DBADB;BCBCD;CCADA", 2), [Some(17), Some(18)]);
    assert_eq!(lengths("FOFO;OFOF", 1), [Some(7), Some(10)]);
    assert_eq!(lengths("FORF;OORF;RFOR", 2), [Some(10), Some(10)]);
    assert_eq!(lengths("0110;0110", 1), [None, None]);
    // Where the near-optimal method gives 14.
    assert_eq!(lengths("AAABAAB;ABABBBB", 1)[1], Some(13));
}

#[test]
fn the_reference_method_is_near_optimal() {
    let position = Position::parse("AAABAAB;ABABBBB;", &Reading::default()).unwrap();
    let solution = solve(&position, Rule::Two, Method::Reference, 1 << 30, &Silent).unwrap();
    assert_eq!(solution.moves.unwrap().len(), 14);
    assert!(!solution.proved);
}

#[test]
fn large_deals_are_solved() {
    let deal = Deal { colours: 14, capacity: 6, empty: 2 };
    for (seed, one, two) in [(2, Some(74), Some(128)), (4, None, None)] {
        let position = deal.shuffled(seed).next().unwrap().to_string();
        assert_eq!(lengths(&position, 0), [one, two], "{position}");
    }
}

/// Solves all deals: how many there are, how many have no solution, and of the others the sum
/// of the lengths and the greatest, by both rules.
fn all_deals(colours: usize, capacity: usize, empty: usize) -> (u64, [(u64, u64, usize); 2]) {
    let deal = Deal { colours, capacity, empty };
    let classes = deal.classes(1 << 20, &Silent).unwrap();
    let figures = [Rule::One, Rule::Two].map(|rule| {
        let (mut without, mut sum, mut greatest) = (0, 0, 0);
        for (objects, deals) in &classes {
            match solve(&deal.position(objects), rule, Method::Shortest, 1 << 30, &Silent)
                .unwrap()
                .moves
            {
                None => without += deals,
                Some(moves) => {
                    sum += deals * moves.len() as u64;
                    greatest = greatest.max(moves.len());
                }
            }
        }
        (without, sum, greatest)
    });
    assert_eq!(classes.iter().map(|(_, deals)| deals).sum::<u64>(), deal.count().unwrap());
    (deal.count().unwrap(), figures)
}

#[test]
fn all_deals_have_the_published_lengths() {
    let mean = |sum: u64, deals: u64| (sum as f64 / deals as f64 * 1e6).round() / 1e6;

    let (deals, [one, two]) = all_deals(2, 4, 1);
    assert_eq!((deals, one.0, two.0, one.2, two.2), (70, 2, 2, 7, 10));
    assert_eq!((mean(one.1, 68), mean(two.1, 68)), (4.382353, 6.352941));

    let (deals, [one, two]) = all_deals(3, 4, 1);
    assert_eq!((deals, one.0, two.0, one.2, two.2), (34_650, 8_136, 8_136, 12, 18));
    assert_eq!((mean(one.1, 26_514), mean(two.1, 26_514)), (7.643358, 10.933695));
}

#[test]
fn any_solution_solves_and_exhausts() {
    for (colours, capacity, empty) in [(2, 4, 1), (3, 3, 1), (3, 4, 1)] {
        let deal = Deal { colours, capacity, empty };
        for position in deal.shuffled(7).take(200) {
            for rule in [Rule::One, Rule::Two] {
                let [shortest, any] = [Method::Shortest, Method::Any]
                    .map(|method| solve(&position, rule, method, 1 << 30, &Silent).unwrap());
                let length = |solution: &Solution| solution.moves.as_ref().map(Vec::len);
                assert_eq!(length(&shortest).is_some(), length(&any).is_some(), "{position}");
                assert!(length(&shortest) <= length(&any), "{position}");
                let written = any.moves.iter().flatten().map(ToString::to_string);
                let written = written.collect::<Vec<_>>().join(" ");
                let positions = replay(&position.explicit(), rule, &written).unwrap();
                assert!(positions.is_empty() || is_solved(&positions[positions.len() - 1]));
            }
        }
    }
}
