//! A solution as a page to play.

use std::collections::BTreeMap;
use std::path::Path;

use antipode_gallery::{Look, Puzzle, Rules};
use antipode_panex::{Board, Colour, Position, Solution, Tile, Track};
use antipode_web::Linked;
use anyhow::{Context, Result};

use super::solve::text;
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
        let moved = after.tiles().find(|&(cell, tile)| before.tile(cell) != Some(tile));
        let ((track, layer), tile) = moved.context("a move that takes no tile")?;
        actions.push(format!("{}@{},{layer}", id(tile), track as u8));
        before = after;
    }
    let height = from.height();
    let sides = [(Track::Left, Track::Centre), (Track::Centre, Track::Right)];
    let rules = Rules::Slide {
        pieces: from.tiles().map(|(_, tile)| (id(tile), look(tile))).collect::<BTreeMap<_, _>>(),
        barriers: (1..=height)
            .flat_map(|layer| sides.map(|(one, other)| [one as u8, layer, other as u8, layer]))
            .collect(),
        goals: vec![rows(to)],
    };
    let title = format!("Panex of height {height}, {} moves", moves.len());
    let puzzle = Puzzle {
        best: solution.length,
        solution: actions.join(" "),
        names: Some(text(solution)),
        link: Linked::Panex { start: *from, goal: *to }.write().ok(),
        ..Puzzle::new(title, "move", rows(from), rules)
    };
    output::play(path, puzzle, format!("From {from} to {to}. {RULES}"))
}

/// The rows of a position from the top, a column a track.
fn rows(position: &Position) -> String {
    let cell = |track, layer| position.tile((track, layer)).map_or('.', id);
    let row = |layer| Track::ALL.map(|track| cell(track, layer)).iter().collect::<String>();
    (0..=position.height()).map(row).collect::<Vec<_>>().join("/")
}

/// A character for each tile.
fn id(tile: Tile) -> char {
    let first = if tile.colour == Colour::Blue { b'a' } else { b'A' };
    char::from(first + tile.size - 1)
}

fn look(tile: Tile) -> Look {
    Look {
        label: Some(tile.to_string()),
        colour: Some(u8::from(tile.colour == Colour::Orange)),
        depth: Some(tile.size),
        // No two are alike.
        mark: id(tile).into(),
        ..Look::default()
    }
}
