//! Positions and moves as text.

use antipode_panex::{Move, Position, Solution};
use anyhow::{Context, Result};

/// A position from the command line.
pub fn position(text: &str) -> Result<Position> {
    text.parse().with_context(|| format!("{text:?} is no position"))
}

/// The moves of a solution, separated by spaces.
pub fn moves(solution: &Solution) -> String {
    let moves = solution.moves.iter().flatten().map(Move::to_string);
    moves.collect::<Vec<_>>().join(" ")
}

/// Moves that are written so; none if something else is among them.
pub fn read_moves(text: &str) -> Option<Vec<Move>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}
