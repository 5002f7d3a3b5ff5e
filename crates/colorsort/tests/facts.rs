//! Lengths known from elsewhere.

use antipode_colorsort::{Position, Reading, Rule, solve};
use antipode_frontier::Silent;

fn lengths(text: &str, empty: usize) -> [Option<usize>; 2] {
    let position = Position::parse(text, &Reading { empty, ..Reading::default() }).unwrap();
    let length = |rule| solve(&position, rule, 1 << 30, &Silent).unwrap().moves.map(|m| m.len());
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
