//! Every classic of `configs/puzzles` against its known figures, in all six metrics.

use std::fs;

use antipode_blocks::Metric;
use antipode_blocks::puzzle::solve::{Question, solve};
use antipode_blocks::puzzle::{Puzzle, format};
use antipode_frontier::Silent;

const MEMORY: usize = 1 << 30;

fn classic(name: &str) -> Puzzle {
    let file = format!("{}/../../configs/puzzles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let puzzle = format::text::read(&text).unwrap();
    assert_eq!(format::text::read(&format::text::write(&puzzle)), Ok(puzzle.clone()));
    puzzle
}

fn lengths(puzzle: &Puzzle) -> [usize; 6] {
    Metric::NAMES.map(|(_, metric)| {
        let answer = solve(puzzle, metric, Question::Shortest, MEMORY, &Silent).unwrap();
        answer.solution.unwrap().moves.len()
    })
}

fn group(puzzle: &Puzzle) -> u64 {
    solve(puzzle, Metric::Step, Question::Farthest, MEMORY, &Silent).unwrap().states
}

#[test]
fn known_figures() {
    // Step, slide and move, and the number of boards: Wikipedia ("Klotski"), Stephens for
    // Simplicity; all six of the silly example: Knuth's SLIDING; moves and boards of the others:
    // Hettinger's and Ryndzionek's models.
    let klotski = classic("klotski");
    assert_eq!(lengths(&klotski), [116, 90, 81, 72, 58, 55]);
    assert_eq!(group(&klotski), 25_955);
    let simplicity = classic("simplicity");
    assert_eq!(lengths(&simplicity), [31, 23, 18, 26, 21, 17]);
    assert_eq!(group(&simplicity), 161);
    assert_eq!(lengths(&classic("silly")), [20, 10, 4, 10, 4, 2]);
    let pennant = classic("pennant");
    assert_eq!(lengths(&pennant), [83, 62, 59, 53, 38, 38]);
    assert_eq!(group(&pennant), 1_398);
    let mas = classic("mas");
    assert_eq!(lengths(&mas), [36, 26, 23, 27, 20, 18]);
    assert_eq!(group(&mas), 110_804);
}
