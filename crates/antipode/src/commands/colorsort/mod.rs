//! The commands of colour-sort puzzles.

mod batch;
mod draw;
mod generate;
mod sheets;
mod solve;
mod statistics;

use std::path::Path;
use std::time::Duration;

use antipode_colorsort::{Deal, MOST_CAPACITY, MOST_COLOURS, Position, Reading};
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum, value_parser};

use crate::advice::Advise;
use crate::args::Size;
use crate::input;
use antipode_pipeline::memory_share;

use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[sheets::ANSWERS, sheets::FIGURES, sheets::LENGTHS, sheets::HARDEST];

const POSITIONS: &str = "\
A position is its containers separated by `;`, from bottom to top, a letter or digit an object: \
ABCD;DCBA;; has two full containers and two empty ones. Or a file with one container a line, an \
empty line for an empty one. Or JSON: [[\"A\",\"B\"],[\"B\",\"A\"],[]]. A container takes as much as the \
longest one holds, and all of a colour, unless --capacity says otherwise; AB:4 is a container of \
capacity 4. With --top-first containers are read from top to bottom; they are always printed from \
bottom to top. A move 3>5 goes from the third container to the fifth.";

/// Lists of positions take no more bytes than this.
const MOST_BYTES: u64 = 1 << 30;

/// Examples, and how positions are written.
fn with_positions(examples: &str) -> String {
    format!("{examples}\n\n{POSITIONS}")
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
    /// With -o the rows are kept as they come, and the same command goes on after any stop.
    #[command(after_help = with_positions("\
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

/// What a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Rule {
    /// As many objects of the top colour as fit.
    #[value(name = "1")]
    One,
    /// One object.
    #[value(name = "2")]
    Two,
}

impl Rule {
    /// Both.
    const ALL: [Rule; 2] = [Rule::One, Rule::Two];

    fn name(self) -> &'static str {
        match self {
            Rule::One => "1",
            Rule::Two => "2",
        }
    }
}

impl From<Rule> for antipode_colorsort::Rule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::One => Self::One,
            Rule::Two => Self::Two,
        }
    }
}

/// How containers are read.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// Read containers from top to bottom.
    #[arg(long)]
    top_first: bool,
    /// The capacity of the containers that do not say theirs.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=MOST_CAPACITY as i64))]
    capacity: Option<u8>,
    /// Add this many empty containers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    empty: u16,
}

impl ReadingArgs {
    fn reading(&self) -> Reading {
        Reading {
            top_first: self.top_first,
            capacity: self.capacity.map(usize::from),
            empty: self.empty.into(),
        }
    }
}

/// A position.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position: text, JSON, or a file with either; `-` is standard input.
    #[arg(value_name = "FILE|TEXT")]
    position: String,
    #[command(flatten)]
    reading: ReadingArgs,
}

impl PositionArgs {
    fn read(&self) -> Result<Position> {
        let given = &self.position;
        if given.contains(';') || given.starts_with('[') {
            return Position::parse(given, &self.reading.reading())
                .with_context(|| format!("{given:?} is no position"));
        }
        let path = Path::new(given);
        let text = input::text(path, MOST_BYTES)
            .advise("a position given as text has its containers separated by ;")?;
        Position::parse(&text, &self.reading.reading()).with_context(|| input::name(path))
    }
}

/// A kind of deal.
#[derive(Debug, Args)]
pub struct DealArgs {
    /// The number of colours.
    #[arg(long, value_name = "C", value_parser = value_parser!(u8).range(1..=MOST_COLOURS as i64))]
    colors: u8,
    /// The capacity of the containers, and the number of objects of each colour.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=MOST_CAPACITY as i64))]
    capacity: u8,
    /// The number of empty containers.
    #[arg(long, value_name = "K")]
    empty: u16,
}

impl DealArgs {
    fn deal(&self) -> Deal {
        Deal {
            colours: self.colors.into(),
            capacity: self.capacity.into(),
            empty: self.empty.into(),
        }
    }
}

/// What a search may use and say.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Search in this much memory, all threads together; three quarters of the machine's if not
    /// given.
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    quiet: bool,
}

impl SearchArgs {
    fn memory(&self) -> usize {
        self.memory.map_or_else(memory_share, |size| size.0)
    }
}

/// Seconds, to three digits that count: a search may take microseconds or hours.
fn digits(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let magnitude = seconds.max(1e-9).log10().floor() as i32;
    format!("{seconds:.*}", (2 - magnitude).max(0) as usize)
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
