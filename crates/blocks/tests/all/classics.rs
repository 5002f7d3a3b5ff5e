//! Every classic of `configs/puzzles` against its known figures.
//!
//! Sources stand in the files; those of `silly.knuth` and of the hardest Rush Hour board are the
//! documentation of SLIDING and Fogleman's database.

use std::fs;

use antipode_blocks::Metric;
use antipode_blocks::Puzzle;
use antipode_blocks::format::{Format, text};
use antipode_blocks::replay::replay;
use antipode_blocks::solve::{Limits, Question, solve};
use antipode_frontier::Silent;

fn limits() -> Limits {
    Limits { memory: 1 << 30, scratch: std::env::temp_dir() }
}

fn classic(file: &str) -> Puzzle {
    let path = format!("{}/../../configs/puzzles/{file}", env!("CARGO_MANIFEST_DIR"));
    let content = fs::read_to_string(path).unwrap();
    let puzzle = Format::recognise(&content).read(&content, None).unwrap();
    assert_eq!(text::read(&text::write(&puzzle).unwrap()).unwrap().field, puzzle.field);
    puzzle
}

/// The least number of moves, replayed.
fn length(puzzle: &Puzzle, metric: Metric) -> usize {
    let answer = solve(puzzle, metric, Question::Shortest, &limits(), &Silent).unwrap();
    let solution = answer.solution.unwrap();
    let boards = replay(puzzle, metric, &solution.start, &solution.moves).unwrap();
    assert_eq!(boards.last(), Some(&solution.goal));
    solution.moves.len()
}

fn group(puzzle: &Puzzle) -> u64 {
    let answer = solve(puzzle, Metric::Move, Question::Farthest, &limits(), &Silent).unwrap();
    let solution = answer.solution.unwrap();
    replay(puzzle, Metric::Move, &solution.start, &solution.moves).unwrap();
    answer.states
}

/// In all six metrics. Known from elsewhere are the first three of Klotski and Simplicity, all of the
/// silly example, and the moves of the others; the rest is ours.
#[test]
fn lengths_in_every_metric() {
    for (file, lengths) in [
        ("klotski.txt", [116, 90, 81, 72, 58, 55]),
        ("simplicity.txt", [31, 23, 18, 26, 21, 17]),
        ("silly.knuth", [20, 10, 4, 10, 4, 2]),
        ("pennant.txt", [83, 62, 59, 53, 38, 38]),
        ("mas.txt", [36, 26, 23, 27, 20, 18]),
    ] {
        let puzzle = classic(file);
        assert_eq!(Metric::NAMES.map(|(_, metric)| length(&puzzle, metric)), lengths, "{file}");
    }
}

#[test]
fn moves() {
    for (file, moves) in [
        ("hughes.txt", 21),
        ("moving-day.txt", 17),
        ("motor-cars.txt", 17),
        ("eight.txt", 31),
        ("rush-hour-1.txt", 8),
        ("rush-hour-3.txt", 14),
        ("rush-hour-40.txt", 51),
        ("rush-hour-hardest.rush", 60),
    ] {
        assert_eq!(length(&classic(file), Metric::Move), moves, "{file}");
    }
}

#[test]
fn groups() {
    for (file, boards) in [
        ("klotski.txt", 25_955),
        ("simplicity.txt", 161),
        ("pennant.txt", 1_398),
        ("mas.txt", 110_804),
        ("eight.txt", 181_440),
        ("rush-hour-40.txt", 4_780),
        ("rush-hour-hardest.rush", 2_332),
    ] {
        assert_eq!(group(&classic(file)), boards, "{file}");
    }
}
