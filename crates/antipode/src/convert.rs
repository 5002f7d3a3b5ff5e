//! Writes a puzzle in another form.

use std::io::{self, Write};
use std::path::PathBuf;

use antipode_blocks::format::Format;
use anyhow::{Context, Result};
use clap::Args;

use crate::files;
use crate::puzzle::{PuzzleArgs, names};

/// What to convert, and to what.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The form to write.
    #[arg(long, value_parser = names(&Format::NAMES), value_name = "FORM")]
    to: Format,
    /// The file to write; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Converts a puzzle. Refuses if the form cannot say all of it.
pub fn convert(args: &ConvertArgs) -> Result<()> {
    let puzzle = args.puzzle.read()?.puzzle;
    let name =
        Format::NAMES.into_iter().find(|known| known.1 == args.to).map_or("", |known| known.0);
    let text = args.to.write(&puzzle).with_context(|| format!("not written as {name}"))?;
    match &args.output {
        Some(path) => files::replace(path, |file| Ok(file.write_all(text.as_bytes())?)),
        None => Ok(io::stdout().lock().write_all(text.as_bytes())?),
    }
}
