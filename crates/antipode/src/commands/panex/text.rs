//! Positions and moves as text.

use antipode_panex::{Move, Position, Solution, Track};
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
    let cell = |word: &str| {
        let (letter, layer) = match word.split_once('@') {
            Some((letter, layer)) => (letter, Some(layer.parse().ok()?)),
            None => (word, None),
        };
        let mut tracks = Track::ALL.into_iter();
        Some((tracks.find(|track| track.letter().to_string() == letter)?, layer))
    };
    let read = |word: &str| {
        let (from, to) = word.split_once('>')?;
        Some(Move { from: cell(from)?, to: cell(to)? })
    };
    text.split_whitespace().map(read).collect()
}
