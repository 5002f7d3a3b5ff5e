//! Pictures of positions and of solutions.

use std::path::Path;

use antipode_gallery::{Drawing, Piece, Puzzle, Strip, counted};
use antipode_tiles::{Metric, Position, Size, Solution};
use antipode_web::kinds::tiles;
use anyhow::Result;
use clap::Args;

use super::args as words;
use crate::output;
use crate::picture::{self, Picture, PictureFile};

/// What `draw` takes.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The position.
    position: String,
    /// The board, width first, where the position does not tell.
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// The goal, whose rows give the tiles their colours; the tiles in order if not given.
    #[arg(long, value_name = "POSITION")]
    goal: Option<String>,
    /// The file to write: FILE.svg or FILE.png. SVG on standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = picture::still())]
    output: Option<PictureFile>,
}

/// Draws a position.
pub fn draw(args: &DrawArgs) -> Result<()> {
    let position = words::position(&args.position, args.size)?;
    let goal = words::goal(args.goal.as_deref(), position.size())?;
    Picture::Alone(drawing(&position, &goal)).put(args.output.as_ref())
}

/// How many positions of a solution stand beside each other.
const COLUMNS: usize = 8;

/// All positions of a solution, each with the move that led to it.
pub fn strip(solution: &Solution, goal: &Position) -> Picture {
    let moves = counted(solution.moves.len(), "move");
    let captions = ["start".to_owned()].into_iter().chain(solution.moves.iter().cloned());
    let drawings = solution.positions.iter().map(|position| drawing(position, goal));
    Picture::Strip(Strip {
        title: format!("{} in {moves}", solution.positions[0]),
        description: format!("A shortest solution: {solution}"),
        columns: COLUMNS,
        drawings: captions.zip(drawings).collect(),
    })
}

/// Writes a page to play a shortest solution.
pub fn play(path: &Path, solution: &Solution, goal: &Position, metric: Metric) -> Result<()> {
    let start = &solution.positions[0];
    let rule = match metric {
        Metric::Single => "A move takes one tile to the blank beside it.",
        Metric::Multi => "A move takes a tile, and all between it and the blank, along.",
    };
    let actions: Vec<_> = solution.moves.iter().map(|name| tiles::action(name)).collect();
    let title = format!("{} tiles, {}", goal.size(), counted(actions.len(), "move"));
    let puzzle = Puzzle {
        best: Some(actions.len() as u64),
        solution: actions.join(" "),
        names: Some(solution.to_string()),
        ..tiles::played(start, goal, metric, &title)
    };
    output::play(path, puzzle, format!("From {start} to {goal}. {rule}"))
}

fn drawing(position: &Position, goal: &Position) -> Drawing {
    let size = position.size();
    let mut drawing = Drawing::new(size.width() as u8, size.height() as u8, position.to_string());
    drawing.description = "A position of sliding tiles, each in the colour of its goal row.".into();
    drawing.pieces = position
        .tiles()
        .enumerate()
        .filter(|&(_, tile)| tile != 0)
        .map(|(cell, tile)| {
            let (x, y) = size.place(cell);
            Piece::new(tile.to_string(), [(x as u8, y as u8)])
                .coloured(goal.row(tile).unwrap_or(0) as u8)
        })
        .collect();
    drawing
}
