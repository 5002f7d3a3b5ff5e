//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use antipode_blocks::Grid;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;

use crate::colorsort::ColorsortCommand;
use crate::config::Overrides;
use crate::convert::ConvertArgs;
use crate::difficulty::DifficultyArgs;
use crate::panex::PanexCommand;
use crate::search::Part;
use crate::solve::SolveArgs;
use crate::tiles::TilesCommand;
use crate::verify::VerifyArgs;
use crate::{draw, gallery};

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 the system failed (disk, permissions); 2 bad input; 75 stopped before it \
was complete, and the same command goes on.";

/// Finds the hardest positions of moving-piece puzzles.
#[derive(Debug, Parser)]
#[command(name = "antipode", version, after_help = EXIT_CODES, propagate_version = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Do a whole batch: enumerate, search, merge, export and gallery.
    ///
    /// A stage whose results are there already is skipped, so the same command goes on after
    /// any stop.
    #[command(after_help = "\
Examples:
  antipode run configs/4x4.toml
  antipode run configs/4x5.toml --threads 2 --out /data
  antipode run configs/3x4.toml --pieces 5-7 --out /tmp/some")]
    Run(BatchArgs),

    /// Stage 1: find the justsolved boards, cut them into shards, and keep them in boxes.
    Enumerate(BatchArgs),

    /// Stage 2: search every class of the boards that stage 1 found.
    #[command(after_help = "\
Examples:
  antipode search configs/4x4.toml
  antipode search configs/4x5.toml --shard 3/20    # the third of twenty even parts")]
    Search {
        #[command(flatten)]
        batch: BatchArgs,
        /// Search only part K of N; parts may be searched by different processes and machines.
        #[arg(long, value_name = "K/N")]
        shard: Option<Part>,
    },

    /// Stage 3: add up the results of all shards; refuses if one is missing or damaged.
    Merge(BatchArgs),

    /// Stage 4: solve the hardest puzzles again and write the tables.
    Export(BatchArgs),

    /// Tell what the search of a batch would take, from samples of its classes.
    ///
    /// Takes about half a minute and writes nothing. Errors are standard errors of the mean.
    #[command(after_help = "\
Examples:
  antipode estimate configs/4x5.toml
  antipode estimate configs/5x5-few.toml --pieces 1-24    # the whole 5x5 grid")]
    Estimate(BatchArgs),

    /// Tell how far a batch is.
    Status(BatchArgs),

    /// Check every puzzle in the tables of a batch by other means than made them.
    ///
    /// The solution is replayed, and the whole group is searched by the general solver: for its
    /// size, the distance of the start, and that no start of the group is harder.
    #[command(after_help = "\
Examples:
  antipode verify out/4x4
  antipode verify out/3x4-slide --threads 2 --memory 4GiB")]
    Verify(VerifyArgs),

    /// Put a batch on a cluster: enumerate here, then queue the search and the other stages.
    ///
    /// The search becomes an array of tasks, each of them a part of the shards; one more job
    /// does what is left when all have ended. With --threads (or `threads` in the config) a task
    /// takes that many cores, without it a whole node. Submitting again queues only what is left
    /// to do. What else a site wants said, sbatch takes from the environment.
    #[command(after_help = "\
Examples:
  antipode submit configs/4x5.toml --engine slurm --nodes 8 --time 12:00:00
  antipode submit configs/4x5.toml --engine slurm --threads 16 --dry-run
  SBATCH_PARTITION=long SBATCH_ACCOUNT=me antipode submit configs/4x5.toml --engine slurm")]
    Submit {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        order: Order,
    },

    /// Print the justsolved boards that a batch kept.
    #[command(after_help = "\
Examples:
  antipode boards out/4x4 --pieces 9 | head
  antipode boards out/3x3 --pieces 4 --format csv > boards.csv")]
    Boards {
        /// The folder of the batch.
        folder: PathBuf,
        /// The number of pieces.
        #[arg(long)]
        pieces: u32,
        /// How a board is written.
        #[arg(long, value_enum, default_value_t = BoardFormat::Text)]
        format: BoardFormat,
    },

    /// Tell how hard a puzzle is: its BB difficulty, and figures of its graph.
    #[command(after_help = crate::difficulty::EXAMPLES)]
    Difficulty(DifficultyArgs),

    /// Stage 5: write a page with pictures of the hardest puzzles, to look at and to play.
    #[command(after_help = gallery::EXAMPLES)]
    Gallery(gallery::Order),

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
  antipode solve configs/puzzles/simplicity.txt --farthest --graph simplicity.graphml")]
    Solve(SolveArgs),

    /// Write a puzzle in another form: text, array, knuth, jimslide, rush-hour.
    #[command(after_help = "\
Examples:
  antipode convert configs/puzzles/klotski.txt --to jimslide
  antipode convert puz.txt --to text -o mine.txt")]
    Convert(ConvertArgs),

    /// Draw a puzzle as a picture, alone or with the boards of a solution.
    #[command(after_help = draw::EXAMPLES)]
    Draw(draw::DrawArgs),

    /// The 8-puzzle and its larger kin.
    #[command(subcommand)]
    Tiles(TilesCommand),

    /// Colour sort (water sort, ball sort): shortest solutions, deals, statistics.
    #[command(subcommand)]
    Colorsort(ColorsortCommand),

    /// The Panex puzzle: two towers on three tracks.
    #[command(subcommand)]
    Panex(PanexCommand),

    /// Write a commented config to start from.
    #[command(after_help = "\
Examples:
  antipode init 3x5                       # writes 3x5.toml
  antipode init 4x4 -o configs/mine.toml")]
    Init {
        /// The grid, width first.
        grid: Grid,
        /// The file to write; GRID.toml if not given. An existing file is left alone.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },

    /// Print a completion script for a shell.
    #[command(after_help = "\
Example:
  antipode completions bash > ~/.local/share/bash-completion/completions/antipode")]
    Completions {
        /// The shell.
        shell: Shell,
    },

    /// Print the manual page.
    #[command(after_help = "\
Example:
  antipode man | man -l -")]
    Man,
}

/// What every stage of a batch takes.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The config of the batch.
    pub config: PathBuf,
    /// Use this many threads, whatever the config says.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Make the batch's folder in this one.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Only these numbers of pieces, as in a config: 9 or 3-7.
    #[arg(long, value_name = "RANGE")]
    pieces: Option<String>,
    /// Count actions in this metric, as in a config. If that is not the config's own, its name is
    /// added to that of the batch.
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,
    /// Search in this much memory, all threads together; larger classes go to disk. Three
    /// quarters of the machine's memory if not given.
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
    /// Where searches go that do not fit in memory; a folder of the batch if not given.
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,
    /// Start over instead of going on from what is there.
    #[arg(long)]
    pub fresh: bool,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    pub quiet: bool,
}

impl BatchArgs {
    /// The flags that take the place of keys.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            threads: self.threads,
            out: self.out.clone(),
            pieces: self.pieces.clone(),
            metric: self.metric.clone(),
        }
    }
}

/// How a batch is put on a cluster.
#[derive(Debug, Args)]
pub struct Order {
    /// What runs the jobs.
    #[arg(long, value_enum)]
    pub engine: Engine,
    /// Run at most this many tasks at a time, each on one node.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// Cut the search into this many tasks; four times as many as nodes if not given.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub tasks: Option<u32>,
    /// The time limit of a task, such as 90 (minutes), 12:00:00 or 2-00 (days-hours).
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub time: Option<String>,
    /// Print the job scripts; submit nothing and write nothing.
    #[arg(long, conflicts_with = "fresh")]
    pub dry_run: bool,
}

/// What runs the jobs of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// The Slurm workload manager.
    Slurm,
}

/// Lets through what can be a time limit; which of them are, Slurm knows.
fn time_limit(text: &str) -> Result<String, String> {
    let digit = |byte: u8| byte.is_ascii_digit();
    if text.bytes().next().is_some_and(digit)
        && text.bytes().all(|byte| digit(byte) || b":-".contains(&byte))
    {
        return Ok(text.to_owned());
    }
    Err("a time limit is minutes, hours:minutes:seconds or days-hours".to_owned())
}

/// How boards are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// Rows of letters, a blank line between boards.
    Text,
    /// Pieces, holes, goal shape and board, rows separated by `/`.
    Csv,
    /// Numbers in row order, a board a line: 0 a hole, 1 the goal piece.
    Array,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.parse::<usize>().ok()?, of.parse::<usize>().ok()?);
            (1 <= index && index <= of).then_some(Part { index: index - 1, of })
        });
        parts.ok_or_else(|| "a part is K/N with K from 1 to N, such as 3/20".to_owned())
    }
}

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|symbol: char| !symbol.is_ascii_digit());
        let unit: usize = match &text[digits.len()..] {
            "" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            "TiB" => 1 << 40,
            _ => 0,
        };
        let bytes = digits.parse().ok().and_then(|number: usize| number.checked_mul(unit));
        let bytes = bytes.filter(|&bytes| bytes > 0);
        bytes.map(Size).ok_or_else(|| "a size is a number of KiB, MiB, GiB or TiB: 8GiB".to_owned())
    }
}
