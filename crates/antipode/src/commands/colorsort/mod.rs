//! The commands of colour-sort puzzles.

mod args;
mod batch;
mod draw;
mod found;
mod generate;
mod sheets;
mod solve;
mod solved;
mod statistics;

use anyhow::Result;
use clap::Subcommand;

use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[sheets::ANSWERS, sheets::FIGURES, sheets::LENGTHS, sheets::HARDEST];

/// How a position is written in a line.
const POSITION: &str = "\
A position is its containers separated by `;`, from bottom to top, a letter or digit an object: \
ABCD;DCBA;; has two full containers and two empty ones.";

/// How one is written in a file of its own.
const FILE: &str = "\
Or a file with one container a line, an empty line for an empty one; lines that begin with # are \
skipped.";

/// What holds of both.
const READING: &str = "\
Or JSON: [[\"A\",\"B\"],[\"B\",\"A\"],[]]. A container takes as much as the longest one holds, and all of a \
colour, unless --capacity says otherwise; AB:4 is a container of capacity 4. With --top-first \
containers are read from top to bottom; they are always printed from bottom to top. A move 3>5 \
goes from the third container to the fifth.";

/// Examples, and how positions are written.
fn with_positions(examples: &str) -> String {
    format!("{examples}\n\n{POSITION} {FILE} {READING}")
}

/// The same for a file of positions.
fn with_lines(examples: &str) -> String {
    format!("{examples}\n\n{POSITION} {READING} Lines that begin with # are skipped.")
}

/// What to do with colour sort.
#[derive(Debug, Subcommand)]
pub enum ColorsortCommand {
    /// Find a shortest solution, or prove that there is none.
    #[command(after_help = with_positions("\
Examples:
  antipode colorsort solve 'ABCAD;DBADB;BCBCD;CCADA;;'
  antipode colorsort solve 'FOFO;OFOF' --empty 1 --rule 2 --draw solution.svg
  antipode colorsort solve puzzle.txt --top-first --json
  antipode colorsort solve puzzle.txt --fast
  antipode colorsort solve 'FOFO;OFOF;' --html play.html"))]
    Solve(solve::SolveArgs),

    /// Deal by chance.
    ///
    /// A seed always gives the same deals. Deals that are not asked for are skipped.
    #[command(after_help = "\
Examples:
  antipode colorsort generate --colors 12 --capacity 4 --empty 2 --seed 1
  antipode colorsort generate --colors 5 --capacity 4 --empty 1 --seed 1 --solvable --min-moves 18")]
    Generate(generate::GenerateArgs),

    /// Solve a file of positions, one a line, into a CSV.
    ///
    /// With -o the rows are kept as they come, and the same command goes on after any stop. Positions
    /// that do not fit in memory are left open, which is exit code 1.
    #[command(after_help = with_lines("\
Examples:
  antipode colorsort generate --colors 12 --capacity 4 --empty 2 --seed 1 --count 100 > deals.txt
  antipode colorsort batch deals.txt --rule 2 -o deals.csv"))]
    Batch(batch::BatchArgs),

    /// Solve all deals: how many have no solution, how long the others are, which are the hardest.
    ///
    /// Deals that differ in the names of colours or the order of containers are solved once and
    /// all counted.
    #[command(after_help = "\
Example:
  antipode colorsort statistics --colors 3 --capacity 4 --empty 1")]
    Statistics(statistics::StatisticsArgs),

    /// Draw a position.
    #[command(after_help = with_positions("\
Example:
  antipode colorsort draw 'ABCAD;DBADB;BCBCD;CCADA;;' -o position.svg"))]
    Draw(draw::DrawArgs),
}

/// Does what was asked.
pub fn act(command: ColorsortCommand) -> Result<()> {
    match command {
        ColorsortCommand::Solve(args) => solve::solve(&args),
        ColorsortCommand::Generate(args) => generate::generate(&args),
        ColorsortCommand::Batch(args) => batch::batch(&args),
        ColorsortCommand::Statistics(args) => statistics::statistics(&args),
        ColorsortCommand::Draw(args) => draw::draw(&args),
    }
}
