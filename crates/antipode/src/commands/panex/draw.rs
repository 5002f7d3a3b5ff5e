//! `antipode panex draw`: positions as pictures.

use antipode_gallery::{Drawing, Piece};
use antipode_panex::{Colour, Position, Track};
use anyhow::Result;
use clap::Args;

use super::text::position;
use crate::picture::{self, Picture, PictureFile};

/// What `draw` takes.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The position.
    position: String,
    /// The file to write: FILE.svg or FILE.png. SVG on standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = picture::still())]
    output: Option<PictureFile>,
    /// The title; the position itself if not given.
    #[arg(long)]
    title: Option<String>,
}

/// Draws a position.
pub fn draw(args: &DrawArgs) -> Result<()> {
    let position = position(&args.position)?;
    let title = args.title.clone().unwrap_or_else(|| position.to_string());
    // A title that was asked for is written above the board.
    let heading = args.title.clone().unwrap_or_default();
    Picture::Alone(Drawing { heading, ..drawing(&position, title) }).put(args.output.as_ref())
}

/// A position as a drawing: three columns with walls between them, but for the top row.
pub fn drawing(position: &Position, title: impl Into<String>) -> Drawing {
    let height = position.height();
    let mut drawing = Drawing::new(5, height + 1, title);
    drawing.description = format!("A position of the Panex puzzle with towers {height} high.");
    drawing.walls = (1..=height).flat_map(|layer| [(1, layer), (3, layer)]).collect();
    let column = |track: Track| 2 * track as u8;
    let piece = |((track, layer), tile): (_, antipode_panex::Tile)| {
        let colour = u8::from(tile.colour == Colour::Orange);
        Piece::new(tile.to_string(), [(column(track), layer)]).coloured(colour)
    };
    drawing.pieces = position.tiles().map(piece).collect();
    drawing
}
