//! Pictures of positions and of solutions.

use std::path::PathBuf;

use antipode_gallery::{Drawing, Piece, Strip, strip_svg, svg};
use antipode_tiles::{Position, Size, Solution};
use anyhow::Result;
use clap::Args;

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
    /// The file to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Draws a position.
pub fn draw(args: &DrawArgs) -> Result<()> {
    let position = super::position(&args.position, args.size)?;
    let goal = super::goal(args.goal.as_deref(), position.size())?;
    crate::put(&svg(&drawing(&position, &goal)), args.output.as_deref())
}

/// How many positions of a solution stand beside each other.
const COLUMNS: usize = 8;

/// All positions of a solution, each with the move that led to it.
pub fn strip(solution: &Solution, goal: &Position) -> String {
    let moves = solution.moves.len();
    let captions = ["start".to_owned()].into_iter().chain(solution.moves.iter().cloned());
    let drawings = solution.positions.iter().map(|position| drawing(position, goal));
    strip_svg(&Strip {
        title: format!("{} in {moves} moves", solution.positions[0]),
        description: format!("A shortest solution: {solution}"),
        columns: COLUMNS,
        drawings: captions.zip(drawings).collect(),
    })
}

/// The tiles of each row of the goal have a colour.
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
            let home = goal.tiles().position(|other| other == tile);
            let row = home.map_or(0, |home| size.place(home).1);
            Piece::new(tile.to_string(), [(x as u8, y as u8)]).coloured(row as u8)
        })
        .collect();
    drawing
}
