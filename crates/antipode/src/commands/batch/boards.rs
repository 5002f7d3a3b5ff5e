//! Prints the boards of a box.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use antipode_blocks::Grid;
use antipode_families::{Class, Searched, Visitor};
use antipode_pipeline::inspect::{BoxReader, box_path};
use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};

use crate::args::{SOME, number};
use crate::commands::columns::BOARDS;
use crate::output;

/// What `antipode boards` takes.
#[derive(Debug, Args)]
pub struct BoardsArgs {
    /// The folder of the batch.
    folder: PathBuf,
    /// The number of pieces.
    #[arg(long, value_name = "N", value_parser = number::<u32>(SOME))]
    pieces: u32,
    /// How a board is written.
    #[arg(long, value_enum, default_value_t = BoardFormat::Text)]
    format: BoardFormat,
}

/// How boards are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BoardFormat {
    /// Rows of letters, a blank line between boards.
    Text,
    /// Pieces, holes, goal shape and board, rows separated by `/`.
    Csv,
    /// Numbers in row order, a board a line: 0 a hole, 1 the goal piece.
    Array,
}

/// Prints the boards.
pub fn boards(args: &BoardsArgs) -> Result<()> {
    let mut output = BufWriter::new(output::standard());
    print(&args.folder, args.pieces, args.format, &mut output)?;
    Ok(output.flush()?)
}

/// Writes the boards of `pieces` pieces that the batch in `folder` kept.
fn print(folder: &Path, pieces: u32, format: BoardFormat, output: &mut impl Write) -> Result<()> {
    ensure!(!folder.is_file(), "{} is a file, not the folder of a batch", folder.display());
    ensure!(!matches!(folder.try_exists(), Ok(false)), "there is no folder {}", folder.display());
    let path = box_path(folder, pieces);
    // What cannot be looked at is told by who opens it.
    if matches!(path.try_exists(), Ok(false)) {
        let kept = kept(folder);
        if kept.is_empty() {
            bail!(
                "{} holds no boards: `antipode enumerate` makes them, of a config that does not say \
                 `boards = false`",
                folder.display()
            );
        }
        bail!("{} is missing; {} has boxes for --pieces {kept}", path.display(), folder.display());
    }
    let reader = BoxReader::open(&path)?;
    let found = reader.header().pieces;
    if found != pieces {
        bail!(
            "{} holds boards of {found} pieces; `antipode enumerate` makes it again",
            path.display()
        );
    }
    let grid: Grid = reader.header().grid.parse()?;
    if format == BoardFormat::Array && grid.has_walls() {
        bail!("an array of numbers cannot tell a wall from a hole; choose another --format");
    }
    if format == BoardFormat::Csv {
        writeln!(output, "{}", BOARDS.heading())?;
    }
    let mut printing = Printing { grid, format, output };
    for run in reader.runs() {
        reader.visit(&grid, run, &mut printing)?;
    }
    Ok(())
}

/// The numbers of pieces for which there is a box, as text.
fn kept(folder: &Path) -> String {
    let most = Grid::MOST_CELLS;
    let kept = (1..most).filter(|&pieces| box_path(folder, pieces).exists());
    kept.map(|pieces| pieces.to_string()).collect::<Vec<_>>().join(", ")
}

struct Printing<'a, W> {
    grid: Grid,
    format: BoardFormat,
    output: &'a mut W,
}

impl<W: Write> Visitor for Printing<'_, W> {
    type Error = anyhow::Error;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<()> {
        let goal_shape = class.goal.text(&self.grid, 'A');
        for key in boards {
            let board = class.board(&self.grid, key);
            let text = board.to_string();
            match self.format {
                BoardFormat::Text => writeln!(self.output, "{}\n", text.replace('/', "\n"))?,
                BoardFormat::Csv => {
                    let pieces = class.pieces();
                    writeln!(self.output, "{pieces},{},{goal_shape},{text}", board.holes())?;
                }
                BoardFormat::Array => {
                    let number = |symbol| {
                        let piece = board.pieces.iter().position(|piece| piece.0 == symbol);
                        piece.map_or(0, |piece| piece + 1).to_string()
                    };
                    let cells = text.chars().filter(|&symbol| symbol != '/').map(number);
                    writeln!(self.output, "{}", cells.collect::<Vec<_>>().join(" "))?;
                }
            }
        }
        Ok(())
    }
}
