//! The commands of the 8-puzzle and its larger kin.

mod build;
mod depths;
mod draw;
mod heuristic;
mod sheets;
mod solve;

use std::path::{Path, PathBuf};

use antipode_tiles::{Position, Random, Size, Solution, parse};
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};

use crate::input;
use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[sheets::DEPTHS, sheets::FARTHEST, sheets::HEURISTIC];

const POSITIONS: &str = "\
A position is written 8 2 0/4 6 1/3 7 5, 0 the blank; or as numbers in row order (with --size, if \
the board is not square), or in the boxes of the linear tree's author. A move such as 8d presses \
tile 8, which goes down together with all tiles between it and the blank.";

/// Lists of positions take no more bytes than this.
const MOST_BYTES: u64 = 1 << 30;

/// What is said of a position from which no moves lead to the goal.
const NO_SOLUTION: &str = "no solution: the goal is of the other parity";

/// Examples, and how positions are written.
fn with_positions(examples: &str) -> String {
    format!("{examples}\n\n{POSITIONS}")
}

/// What to do with tiles.
#[derive(Debug, Subcommand)]
pub enum TilesCommand {
    /// Build what `solve` looks up: the tree of a small board, the pattern databases of a large.
    ///
    /// Boards of up to 10 cells have a tree: all positions in breadth-first order from the goal,
    /// with their parents. Larger ones, up to 16 cells, have additive pattern databases, which
    /// serve all goals with the blank in the same place.
    #[command(after_help = "\
Examples:
  antipode tiles build --size 3x3 --out out/tiles/3x3.tree
  antipode tiles build --size 4x4")]
    Build(build::BuildArgs),

    /// Find shortest solutions.
    #[command(after_help = with_positions("\
Examples:
  antipode tiles solve '8 2 0/4 6 1/3 7 5'
  antipode tiles solve --tree out/tiles/3x3.tree 647850321
  antipode tiles solve 820461375 --picture solution.svg
  antipode tiles solve '14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3' --html play.html
  antipode tiles random 4x4 --count 100 | antipode tiles solve - --json"))]
    Solve(solve::SolveArgs),

    /// Look for a short solution with the recursive search that takes the best move first.
    ///
    /// A lower depth limit, or a higher limit on visited branches, gives shorter solutions. It
    /// tells whether a shorter solution may exist.
    #[command(after_help = "\
Examples:
  antipode tiles heuristic '8 2 0/4 6 1/3 7 5'
  antipode tiles heuristic 647850321 --depth-limit 40 --branch-limit 100000")]
    Heuristic(heuristic::HeuristicArgs),

    /// Compare the heuristic search with the optimum, on random positions of the 8-puzzle.
    ///
    /// Prints a table with a row for each pair of limits.
    #[command(after_help = "\
Example:
  antipode tiles compare --count 1000 > out/tiles/heuristic.csv")]
    Compare(heuristic::CompareArgs),

    /// Count the positions at every distance from a goal, and list the farthest.
    #[command(after_help = "\
Examples:
  antipode tiles depths 3x3
  antipode tiles depths 3x4 --metric multi --out out/tiles")]
    Depths(depths::DepthsArgs),

    /// Draw a position as a picture.
    #[command(after_help = "\
Examples:
  antipode tiles draw 647850321 -o farthest.svg
  antipode tiles solve 820461375 --picture solution.svg    # all positions on the way")]
    Draw(draw::DrawArgs),

    /// Print random positions that can be solved, all equally likely.
    #[command(after_help = "\
Example:
  antipode tiles random 4x4 --count 100 --seed 7")]
    Random {
        /// The board, width first.
        size: Size,
        /// How many positions.
        #[arg(long, default_value_t = 1)]
        count: usize,
        /// Another seed, other positions.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Metric {
    /// One tile slides to the blank beside it.
    Single,
    /// All tiles of a row or column up to the blank slide at once.
    Multi,
}

impl From<Metric> for antipode_tiles::Metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Single => Self::Single,
            Metric::Multi => Self::Multi,
        }
    }
}

/// Where positions come from.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position; `-` reads positions from standard input, one a line, or one drawing.
    position: String,
    /// The board, width first, where the position does not tell.
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
}

impl PositionArgs {
    /// The positions, one or more, all of one board.
    fn read(&self) -> Result<Vec<Position>> {
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

fn position(text: &str, size: Option<Size>) -> Result<Position> {
    parse(text, size).with_context(|| format!("{text:?} is no position"))
}

/// The goal that was asked for, or the usual one.
fn goal(text: Option<&str>, size: Size) -> Result<Position> {
    text.map_or(Ok(Position::solved(size)), |text| position(text, Some(size)))
}

/// A solution in a line.
fn line(solution: &Solution) -> String {
    match solution.moves.len() {
        1 => format!("1 move: {solution}"),
        moves => format!("{moves} moves: {solution}"),
    }
}

/// Where trees and pattern databases are kept.
#[derive(Debug, Args)]
pub struct StoreArgs {
    /// Keep trees and pattern databases in this folder.
    #[arg(long, value_name = "DIR", default_value = "out/tiles")]
    store: PathBuf,
}

/// Does what was asked.
pub fn act(command: TilesCommand) -> Result<()> {
    match command {
        TilesCommand::Build(args) => build::build(&args),
        TilesCommand::Solve(args) => solve::solve(&args),
        TilesCommand::Heuristic(args) => heuristic::heuristic(&args),
        TilesCommand::Compare(args) => heuristic::compare(&args),
        TilesCommand::Depths(args) => depths::depths(&args),
        TilesCommand::Draw(args) => draw::draw(&args),
        TilesCommand::Random { size, count, seed } => {
            let mut positions = Random::new(Position::solved(size), seed).take(count);
            positions.try_for_each(|position| crate::output::print(&format!("{position}\n")))
        }
    }
}
