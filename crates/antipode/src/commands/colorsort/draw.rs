//! Pictures of positions and solutions.

use std::path::Path;

use antipode_colorsort::{Position, Rule};
use antipode_gallery::{Drawing, Piece, Puzzle, Strip, counted};
use antipode_web::kinds::colorsort;
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::args::PositionArgs;
use super::solved::Solved;
use crate::output;
use crate::picture::{self, Picture, PictureFile};

/// What `draw` takes.
#[derive(Debug, Args)]
pub struct DrawArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The file to write: FILE.svg or FILE.png. SVG on standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = picture::still())]
    output: Option<PictureFile>,
}

/// How many positions of a solution are drawn side by side.
const COLUMNS: usize = 6;

/// Draws a position.
pub fn draw(args: &DrawArgs) -> Result<()> {
    args.position.apart_from(args.output.as_ref().map(|file| file.path.as_path()))?;
    Picture::Alone(drawing(&args.position.read()?)?).put(args.output.as_ref())
}

/// Draws all positions of a solution, each with the move that leads to it.
pub fn strip(file: &PictureFile, solved: &Solved) -> Result<()> {
    ensure!(!solved.positions.is_empty(), "there is no solution to be drawn");
    let moves = solved.solution.as_deref().unwrap_or_default().split_whitespace();
    let captions = std::iter::once("start").chain(moves).map(str::to_owned);
    let drawings = solved.positions.iter().map(drawing).collect::<Result<Vec<_>>>()?;
    let strip = Strip {
        title: format!("{}, {}", solved.positions[0], counted(drawings.len() - 1, "move")),
        description: format!("Moves: {}", solved.solution.as_deref().unwrap_or_default()),
        columns: COLUMNS,
        drawings: captions.zip(drawings).collect(),
    };
    Picture::Strip(strip).put(Some(file))
}

/// Writes a page to play a solution.
pub fn play(path: &Path, solved: &Solved, rule: Rule) -> Result<()> {
    let start = solved.positions.first().context("there is no solution to be played")?;
    let moves = counted(solved.positions.len() - 1, "move");
    let title = format!("{}, {moves}", counted(start.symbols().len(), "colour"));
    let puzzle = Puzzle {
        best: solved.moves.filter(|_| solved.proved),
        solution: solved.solution.clone().unwrap_or_default(),
        ..colorsort::played(start, rule, &title)
    };
    let taken = match rule {
        Rule::One => "as many objects of the top colour as fit",
        Rule::Two => "one object",
    };
    let about = format!("Bring each colour into a container of its own. A move takes {taken}.");
    output::play(path, puzzle, about)
}

/// Containers side by side, objects in the colours of their symbols.
fn drawing(position: &Position) -> Result<Drawing> {
    let containers = position.containers();
    let height = containers.iter().map(|container| container.capacity).max().unwrap_or(0) as u8;
    let width = u8::try_from(containers.len());
    ensure!(width.is_ok(), "a picture has room for 255 containers");
    let mut drawing = Drawing::new(width.unwrap_or(u8::MAX), height, position.to_string());
    drawing.description = "Containers side by side, written from bottom to top.".into();
    for (container, column) in containers.iter().zip(0_u8..) {
        let top = height - container.capacity as u8;
        drawing.walls.extend((0..top).map(|row| (column, row)));
        if column > 0 {
            drawing.barriers.extend((top..height).map(|row| ((column - 1, row), (column, row))));
        }
        for (level, &colour) in (1_u8..).zip(&container.objects) {
            let symbol = position.symbols()[usize::from(colour)];
            let piece = Piece::new(symbol.to_string(), [(column, height - level)]);
            drawing.pieces.push(piece.coloured(colour));
        }
    }
    Ok(drawing)
}
