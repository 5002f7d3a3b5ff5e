//! The commands of a single sliding-block puzzle.

mod convert;
mod difficulty;
mod draw;
mod puzzle;
mod solve;
mod studio;

use anyhow::Result;
use clap::Subcommand;

/// What to do with a puzzle.
#[derive(Debug, Subcommand)]
pub enum BlocksCommand {
    /// Tell how hard a puzzle is: its BB difficulty, and figures of its graph.
    #[command(after_help = difficulty::EXAMPLES)]
    Difficulty(difficulty::DifficultyArgs),

    /// Solve any sliding-block puzzle, shortest and proved.
    ///
    /// The board may have any outline, up to 64 cells and walls between them; the goal may be one
    /// piece, several or the whole board. "No solution" is said only after every board that can be
    /// reached was seen.
    #[command(after_help = "\
Examples:
  antipode solve configs/puzzles/klotski.txt --html klotski.html
  antipode solve out/4x4/hardest.csv:9 --boards
  antipode solve AABC/DEBB/DFGH/.FI. --metric slide --json
  antipode solve out/4x4/puzzles.csv --all --json -o solved.jsonl
  antipode enumerate configs/3x3.toml
  antipode boards out/3x3 --pieces 4 | antipode solve - --all --farthest --json
  antipode solve --link 'p1=4x4:AABC/DEBB/DFGH/.FI:///..AA:move'
  antipode solve configs/puzzles/simplicity.txt --farthest --graph simplicity.graphml")]
    Solve(solve::SolveArgs),

    /// Write a puzzle in another form: text, array, knuth, jimslide, rush-hour.
    #[command(after_help = "\
Examples:
  antipode convert configs/puzzles/klotski.txt --to jimslide
  antipode convert puz.txt --to text -o mine.txt")]
    Convert(convert::ConvertArgs),

    /// Draw a puzzle as a picture, alone or with the boards of a solution.
    #[command(after_help = draw::EXAMPLES)]
    Draw(draw::DrawArgs),

    /// Write a page to make, solve and share puzzles, which needs no network.
    #[command(after_help = studio::EXAMPLES)]
    Studio(studio::StudioArgs),
}

impl BlocksCommand {
    /// The words of another command that does what was asked, where a link leads to a puzzle of
    /// another kind.
    pub fn elsewhere(&self) -> Result<Option<Vec<String>>> {
        match self {
            BlocksCommand::Solve(args) => args.elsewhere(),
            _ => Ok(None),
        }
    }
}

/// Does what was asked.
pub fn act(command: &BlocksCommand) -> Result<()> {
    match command {
        BlocksCommand::Difficulty(args) => difficulty::act(args),
        BlocksCommand::Solve(args) => solve::act(args),
        BlocksCommand::Convert(args) => convert::convert(args),
        BlocksCommand::Draw(args) => draw::act(args),
        BlocksCommand::Studio(args) => studio::studio(args),
    }
}
