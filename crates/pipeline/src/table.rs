//! The tables of a batch.

use antipode_blocks::Puzzle;
use antipode_blocks::format::{self, FormatError};

/// The puzzle that a batch's table tells by its columns `family`, `start` and `goal`.
pub fn of_table(family: &str, start: &str, goal: &str) -> Result<Puzzle, FormatError> {
    match family {
        "compound" => format::text::read_boards(start, goal),
        _ => format::text::read_board(start, Some(goal)),
    }
}
