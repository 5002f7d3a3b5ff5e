//! The command `studio`: the page to make, solve and share puzzles, alone.

use std::path::PathBuf;

use antipode_gallery::{Page, html};
use anyhow::{Result, ensure};
use clap::Args;

use super::draw::played;
use super::puzzle::{MetricArgs, PuzzleArgs};
use crate::output::{self, put};

/// For the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  antipode studio -o studio.html
  antipode studio configs/puzzles/klotski.txt -o klotski.html
  antipode studio out/4x4/hardest.csv:9 --metric slide > studio.html";

/// What `studio` takes.
#[derive(Debug, Args)]
pub struct StudioArgs {
    #[command(flatten)]
    puzzle: Option<PuzzleArgs>,
    /// The file to write; standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = output::file())]
    output: Option<PathBuf>,
    #[command(flatten)]
    metric: MetricArgs,
}

/// Writes the page.
pub fn studio(args: &StudioArgs) -> Result<()> {
    ensure!(
        args.puzzle.is_some() || !args.metric.is_given(),
        "--metric says what counts in a puzzle, and none is named"
    );
    let mut page = Page { title: "Antipode studio".into(), ..Page::default() };
    if let Some(puzzle) = &args.puzzle {
        puzzle.apart_from(args.output.as_deref())?;
        let given = puzzle.read()?;
        let metric = args.metric.of(&given);
        let start = given.puzzle.start();
        page.puzzles.push(played(&given.puzzle, None, &start, metric).0);
    }
    put(html(&page), args.output.as_deref())
}
