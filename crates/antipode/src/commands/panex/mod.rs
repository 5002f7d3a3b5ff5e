//! The commands of the Panex puzzle.

mod draw;
mod play;
mod results;
mod sheets;
mod solve;
mod table;

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use antipode_panex::formula::MOST;
use antipode_panex::{Board, Task, construct};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand, value_parser};

use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[sheets::RESULTS, sheets::LAYERS, sheets::LAYERS_OF_BOTH];

const POSITIONS: &str = "\
Positions: LEFT/CENTRE/RIGHT, the tiles of each track from the bottom up, b1 to b12 blue and o1 to \
o12 orange: b3b2b1//o3o2o1 is the start of towers of height 3. A tile is as deep as it can go \
unless its layer is given: b1@0 is in the top cell.

Moves: L>C takes the highest tile of the left track to the centre, as deep as it goes; L>C@1 stops \
in layer 1, and L@3>L@5 takes the tile in layer 3 down to layer 5.";

/// Examples, and how positions are written.
fn with_positions(examples: &str) -> String {
    format!("{examples}\n\n{POSITIONS}")
}

/// The subcommands of `antipode panex`.
#[derive(Debug, Subcommand)]
pub enum PanexCommand {
    /// Find a shortest solution, from any position to any other.
    ///
    /// The search goes from both ends, or from one where swapping the colours makes the start into
    /// the goal. The solution is replayed before it is shown.
    #[command(after_help = with_positions("\
Examples:
  antipode panex solve --exchange --height 4
  antipode panex solve --transfer --barred --height 7 --json
  antipode panex solve --exchange --height 3 --html panex.html
  antipode panex solve --from b2b1//o2o1 --to b1/b2/o2o1
  antipode panex solve --exchange --height 9 --length-only --checkpoint /data/x9"))]
    Solve(solve::SolveArgs),

    /// Print the least numbers of moves for towers of height 1, 2, 3, .. and their bounds.
    ///
    /// T, S and their barred forms are by formula, which results that were searched must match.
    /// X is searched (with --search, or kept from earlier), or the paper's, or an upper bound.
    #[command(after_help = "\
Examples:
  antipode panex table --height 10
  antipode panex table --height 8 --search 5 --csv")]
    Table(table::TableArgs),

    /// Write the moves of the paper's construction, replayed.
    ///
    /// Nothing is searched, so towers may be up to 40 high.
    #[command(after_help = "\
Examples:
  antipode panex construct --exchange --height 10 --count
  antipode panex construct --sink --barred --inverse --height 4
  antipode panex construct --exchange --height 8 --compare")]
    Construct(ConstructArgs),

    /// Draw a position.
    #[command(after_help = with_positions("\
Examples:
  antipode panex draw b3b2b1//o3o2o1 -o start.svg
  antipode panex draw /b3b2b1/o3o2o1 > transferred.svg"))]
    Draw(draw::DrawArgs),
}

/// A task that has a name.
#[derive(Debug, Args)]
pub struct TaskArgs {
    /// Exchange the towers.
    #[arg(long, group = "task")]
    exchange: bool,
    /// Bring the blue tower to the centre.
    #[arg(long, group = "task")]
    transfer: bool,
    /// Sink the largest blue tile, alone on the left, under the others in the centre.
    #[arg(long, group = "task")]
    sink: bool,
    /// Transfer or sink with the first tile on the other side: after a transfer, before a sink.
    #[arg(long, conflicts_with = "exchange")]
    barred: bool,
    /// The height of the towers.
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(1..=i64::from(MOST)))]
    height: Option<u8>,
}

impl TaskArgs {
    /// The task, if one is named.
    fn task(&self) -> Option<Task> {
        let barred = self.barred;
        match (self.exchange, self.transfer, self.sink) {
            (true, ..) => Some(Task::Exchange),
            (_, true, _) => Some(Task::Transfer { barred }),
            (.., true) => Some(Task::Sink { barred }),
            _ => None,
        }
    }

    /// The task and its height, which have to be given.
    fn named(&self) -> Result<(Task, u8)> {
        let task = self.task().context("say --exchange, --transfer or --sink")?;
        let height = self.height.context("say how high the towers are, as in --height 5")?;
        ensure!(
            height > 1 || !self.sink,
            "there is nothing to sink at height 1; sinks begin at --height 2"
        );
        Ok((task, height))
    }
}

/// What `construct` takes.
#[derive(Debug, Args)]
pub struct ConstructArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// From the goal back to the start.
    #[arg(long)]
    inverse: bool,
    /// Write the number of moves alone.
    #[arg(long, conflicts_with = "compare")]
    count: bool,
    /// Compare with the least numbers of moves that were searched, up to this height.
    #[arg(long, conflicts_with = "inverse")]
    compare: bool,
    /// Where results of searches are kept.
    #[arg(long, value_name = "DIR", default_value = "out/panex")]
    results: PathBuf,
}

/// Does a subcommand.
pub fn act(command: &PanexCommand) -> Result<()> {
    match command {
        PanexCommand::Solve(args) => solve::solve(args),
        PanexCommand::Table(args) => table::table(args),
        PanexCommand::Construct(args) => write_construction(args),
        PanexCommand::Draw(args) => draw::draw(args),
    }
}

fn write_construction(args: &ConstructArgs) -> Result<()> {
    let (task, height) = args.task.named()?;
    if args.compare {
        return compare(args, task, height);
    }
    let count = constructed(task, height, args.inverse)?;
    if !args.count {
        let mut output = BufWriter::new(crate::output::standard());
        let moves = construct(task, height, args.inverse).into_iter().flatten();
        for (number, next) in moves.enumerate() {
            write!(output, "{}{next}", if number == 0 { "" } else { " " })?;
        }
        writeln!(output)?;
        output.flush()?;
    }
    crate::output::print(&format!("moves={count}\n"))
}

/// The number of moves of a construction, after a replay that must end at the goal.
fn constructed(task: Task, height: u8, inverse: bool) -> Result<u64> {
    let ends = Board::ends(task, height).zip(construct(task, height, inverse));
    let ([mut board, mut goal], moves) = ends.context("there is no such task")?;
    if inverse {
        std::mem::swap(&mut board, &mut goal);
    }
    let count = board.play(moves).context("the construction is wrong")?;
    if board != goal {
        bail!("the construction is wrong: it does not reach the goal");
    }
    Ok(count)
}

fn compare(args: &ConstructArgs, task: Task, height: u8) -> Result<()> {
    let results = results::Results::read(&args.results)?;
    let mut text = String::from("n,constructed,searched,difference\n");
    let first = if args.task.sink { 2 } else { 1 };
    for n in first..=height {
        let count = constructed(task, n, false)?;
        text += &match results.moves(task, n) {
            Some(searched) => format!("{n},{count},{searched},{}\n", count - searched),
            None => format!("{n},{count},,\n"),
        };
    }
    crate::output::print(&text)
}
