//! A solution as a page to play.

use std::path::Path;

use antipode_gallery::{Puzzle, counted};
use antipode_panex::{Board, Position, Solution};
use antipode_web::kinds::panex;
use anyhow::{Context, Result};

use super::text;
use crate::output;

/// What the rules come to.
const RULES: &str = "A move takes one tile any distance along free tracks, tile 1 no deeper than \
                     layer 1, tile 2 than layer 2, and so on.";

/// Writes the page of a solution.
pub fn write(path: &Path, from: &Position, to: &Position, solution: &Solution) -> Result<()> {
    let moves = solution.moves.as_ref().context("there is no solution to be played")?;
    let mut board = Board::from(from);
    let mut before = *from;
    let mut actions = Vec::new();
    for &next in moves {
        board.play([next])?;
        let after = board.position().context("the towers are too high")?;
        actions.push(panex::action(&before, &after));
        before = after;
    }
    let title = format!("Panex of height {}, {}", from.height(), counted(moves.len(), "move"));
    let puzzle = Puzzle {
        best: solution.length,
        solution: actions.join(" "),
        names: Some(text::moves(solution)),
        ..panex::played(from, to, &title)
    };
    output::play(path, puzzle, format!("From {from} to {to}. {RULES}"))
}
