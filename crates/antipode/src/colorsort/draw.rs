//! Pictures of positions and solutions.

use std::io::Write;
use std::path::{Path, PathBuf};

use antipode_colorsort::Position;
use antipode_gallery::{Drawing, Piece, Strip, strip_svg, svg};
use anyhow::{Result, ensure};
use clap::Args;

use super::PositionArgs;
use super::solve::Solved;
use crate::files;

/// What `draw` takes.
#[derive(Debug, Args)]
pub struct DrawArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The file to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How many positions of a solution are drawn side by side.
const COLUMNS: usize = 6;

/// Draws a position.
pub fn draw(args: &DrawArgs) -> Result<()> {
    let picture = svg(&drawing(&args.position.read()?)?);
    match &args.output {
        Some(path) => files::replace(path, |file| Ok(file.write_all(picture.as_bytes())?)),
        None => crate::print(&picture),
    }
}

/// Draws all positions of a solution, each with the move that leads to it.
pub fn strip(path: &Path, solved: &Solved) -> Result<()> {
    ensure!(!solved.positions.is_empty(), "there is no solution to be drawn");
    let moves = solved.solution.as_deref().unwrap_or_default().split_whitespace();
    let captions = std::iter::once("start").chain(moves).map(str::to_owned);
    let drawings = solved.positions.iter().map(drawing).collect::<Result<Vec<_>>>()?;
    let strip = Strip {
        title: format!("{}, {} moves", solved.positions[0], drawings.len() - 1),
        description: format!("Moves: {}", solved.solution.as_deref().unwrap_or_default()),
        columns: COLUMNS,
        drawings: captions.zip(drawings).collect(),
    };
    files::replace(path, |file| Ok(file.write_all(strip_svg(&strip).as_bytes())?))
}

/// Containers side by side, objects in the colours of their symbols.
fn drawing(position: &Position) -> Result<Drawing> {
    let containers = position.containers();
    let height = containers.iter().map(|container| container.capacity).max().unwrap_or(0) as u8;
    let width = u8::try_from(containers.len());
    ensure!(width.is_ok(), "a picture has room for 255 containers");
    let mut drawing = Drawing::new(width.unwrap_or(u8::MAX), height, position.to_string());
    drawing.description = "Containers side by side, written from bottom to top.".into();
    for (column, container) in (0_u8..).zip(containers) {
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
