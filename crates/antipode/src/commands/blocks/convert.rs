//! Writes a puzzle in another form.

use std::path::PathBuf;

use antipode_blocks::format::Format;
use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::puzzle::PuzzleArgs;
use crate::args::names;
use crate::output;

/// What to convert, and to what.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The form to write.
    #[arg(long, value_parser = names(&Format::NAMES), value_name = "FORM")]
    to: Format,
    /// The file to write; standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = output::file())]
    output: Option<PathBuf>,
}

/// Converts a puzzle. Refuses if the form cannot say all of it.
pub fn convert(args: &ConvertArgs) -> Result<()> {
    args.puzzle.apart_from(args.output.as_deref())?;
    let puzzle = args.puzzle.read()?.puzzle;
    let name =
        Format::NAMES.into_iter().find(|known| known.1 == args.to).map_or("", |known| known.0);
    let text = args.to.write(&puzzle).with_context(|| format!("not written as {name}"))?;
    let read = args.to.read(&text, Some(puzzle.field.width()));
    let read = read.map_err(|error| anyhow!("{name} has no such puzzles: {}", error.problem))?;
    let is_remark = |line: &str| line.starts_with(['!', '#']) && line.contains(&puzzle.title);
    if read.title != puzzle.title && !text.lines().any(is_remark) {
        output::say(format_args!("convert: {name} has no titles; {:?} is left out", puzzle.title));
    }
    output::put(text, args.output.as_deref())
}
