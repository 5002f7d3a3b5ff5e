//! `antipode panex construct`: the paper's ways, replayed.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use antipode_panex::{Board, Task, construct, constructed};
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::results::{self, Results, formula};
use super::sheets::CONSTRUCTED;
use super::task::TaskArgs;
use crate::exit::Bug;
use crate::output;

/// More moves than anybody means to write: at 4 bytes each, 40 megabytes.
const MANY: u64 = 10_000_000;

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
    /// Write the moves however many there are.
    #[arg(long, conflicts_with_all = ["count", "compare"])]
    all: bool,
    /// Compare with the least numbers of moves that are known, up to this height.
    #[arg(long, conflicts_with = "inverse")]
    compare: bool,
    /// With --compare: where results are kept, besides those that are published.
    #[arg(long, value_name = "DIR", value_parser = output::usual_folder(), default_value = "out/panex", requires = "compare")]
    results: PathBuf,
}

/// Writes a construction, its length, or a comparison.
pub fn write(args: &ConstructArgs) -> Result<()> {
    let (task, height) = args.task.named()?;
    if args.compare {
        return compare(args, task, height);
    }
    let count = constructed(task, height).context("there is no such task")?;
    if !args.count {
        ensure!(
            count <= MANY || args.all,
            "these are {count} moves; --all writes them, --count their number alone"
        );
        if count > MANY {
            output::say(format_args!("panex: {count} moves follow"));
        }
        write_moves(task, height, args.inverse, count)?;
    }
    output::print(&format!("moves={count}\n"))
}

/// Writes the moves as they are replayed. They must end at the goal.
fn write_moves(task: Task, height: u8, inverse: bool, count: u64) -> Result<()> {
    let ends = Board::ends(task, height).zip(construct(task, height, inverse));
    let ([mut board, mut goal], moves) = ends.context("there is no such task")?;
    if inverse {
        std::mem::swap(&mut board, &mut goal);
    }
    let mut output = BufWriter::new(output::standard());
    let mut played = 0;
    for next in moves {
        if board.play([next]).is_err() {
            break;
        }
        write!(output, "{}{next}", if played == 0 { "" } else { " " })?;
        played += 1;
    }
    if board != goal || played != count {
        return Err(Bug("the construction does not reach its goal".to_owned()).into());
    }
    writeln!(output)?;
    Ok(output.flush()?)
}

fn compare(args: &ConstructArgs, task: Task, height: u8) -> Result<()> {
    let results = Results::read(&args.results)?;
    let mut text = CONSTRUCTED.heading() + "\n";
    for n in 1..=height {
        let Some(count) = constructed(task, n) else { continue };
        text += &match results.moves(task, n).or(formula(task, n)) {
            Some(least) => {
                let more = count.checked_sub(least).with_context(|| {
                    let name = results::name(task);
                    format!(
                        "{} has {least} moves for {name}({n}), and {count} are enough",
                        args.results.display()
                    )
                })?;
                format!("{n},{count},{least},{more}\n")
            }
            None => format!("{n},{count},,\n"),
        };
    }
    output::print(&text)
}
