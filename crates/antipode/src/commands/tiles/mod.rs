//! The commands of the 8-puzzle and its larger kin.

mod args;
mod build;
mod depths;
mod draw;
mod heuristic;
mod sheets;
mod solve;

use antipode_tiles::{Position, Random, Size};
use anyhow::Result;
use clap::Subcommand;

use crate::args::{ANY, number};
use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[sheets::DEPTHS, sheets::FARTHEST, sheets::HEURISTIC];

const POSITIONS: &str = "\
A position is written 8 2 0/4 6 1/3 7 5, 0 the blank; or as numbers in row order (with --size, if \
the board is not square), or in the boxes of the linear tree's author. A move such as 8d presses \
tile 8, which goes down together with all tiles between it and the blank.";

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
  antipode tiles solve '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12' --html play.html
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
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(ANY))]
        count: usize,
        /// Another seed, other positions.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
        seed: u64,
    },
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
