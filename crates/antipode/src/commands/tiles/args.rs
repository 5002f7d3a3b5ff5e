//! Arguments and words that the commands of tiles share.

use std::path::{Path, PathBuf};

use antipode_gallery::counted;
use antipode_tiles::{Metric, Position, Size, Solution, parse};
use anyhow::{Context, Result};
use clap::Args;

use crate::args::names;
use crate::{input, output};

/// Lists of positions take no more bytes than this.
const MOST_BYTES: u64 = 1 << 30;

/// What is said of a position from which no moves lead to the goal.
pub const NO_SOLUTION: &str = "no solution: the goal is of the other parity";

/// What a move is.
#[derive(Debug, Args)]
pub struct MetricArgs {
    /// What counts as one move: `single`, a tile that slides to the blank beside it, or `multi`, all tiles of a row or
    /// column up to the blank at once.
    #[arg(
        long,
        value_name = "METRIC",
        value_parser = names(&Metric::NAMES),
        default_value = Metric::Single.name()
    )]
    pub metric: Metric,
}

/// Where positions come from.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position; `-` reads positions from standard input, one a line, or one drawing.
    pub position: String,
    /// The board, width first, where the position does not tell.
    #[arg(long, value_name = "WxH")]
    pub size: Option<Size>,
}

impl PositionArgs {
    /// The positions, one or more, all of one board.
    pub fn read(&self) -> Result<Vec<Position>> {
        if self.position != input::STANDARD {
            return Ok(vec![position(&self.position, self.size)?]);
        }
        let text = input::text(Path::new(input::STANDARD), MOST_BYTES)?;
        if text.contains('|') {
            return Ok(vec![parse(&text, self.size).context("standard input")?]);
        }
        let mut positions: Vec<Position> = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let size = self.size.or(positions.first().map(Position::size));
            let read = parse(line, size);
            positions.push(read.with_context(|| format!("standard input, line {}", index + 1))?);
        }
        anyhow::ensure!(!positions.is_empty(), "standard input holds no position");
        Ok(positions)
    }
}

/// The position that is written so.
pub fn position(text: &str, size: Option<Size>) -> Result<Position> {
    parse(text, size).with_context(|| format!("{text:?} is no position"))
}

/// The goal that was asked for, or the usual one.
pub fn goal(text: Option<&str>, size: Size) -> Result<Position> {
    text.map_or(Ok(Position::solved(size)), |text| position(text, Some(size)))
}

/// Whether it is the goal that is meant where none is given.
pub fn is_usual(goal: &Position) -> bool {
    *goal == Position::solved(goal.size())
}

/// A solution in a line.
pub fn line(solution: &Solution) -> String {
    format!("{}: {solution}", counted(solution.moves.len(), "move"))
}

/// Where trees and pattern databases are kept.
#[derive(Debug, Args)]
pub struct StoreArgs {
    /// Keep trees and pattern databases in this folder.
    #[arg(long, value_name = "DIR", value_parser = output::usual_folder(), default_value = "out/tiles")]
    pub store: PathBuf,
}
