//! Antipode's command line: staged batches over families of puzzles, and single puzzles.

// The macros panic where a stream is closed or full.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod advice;
mod answer;
mod args;
mod bar;
mod commands;
mod confirm;
mod exit;
mod input;
mod kept;
mod list;
mod man;
mod output;
mod picture;
mod refused;
mod report;
mod sheet;
mod stop;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use commands::batch::{self, BatchCommand};
use commands::blocks::{self, BlocksCommand};
use commands::colorsort::{self, ColorsortCommand};
use commands::panex::{self, PanexCommand};
use commands::tiles::{self, TilesCommand};
use exit::Failure;

/// Finds the hardest positions of moving-piece puzzles.
#[derive(Debug, Parser)]
#[command(name = "antipode", version, after_help = exit::HELP, propagate_version = true)]
struct Cli {
    /// What to do.
    #[command(subcommand)]
    command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Batch(BatchCommand),

    #[command(flatten)]
    Blocks(BlocksCommand),

    /// The 8-puzzle and its larger kin.
    #[command(subcommand)]
    Tiles(TilesCommand),

    /// Colour sort (water sort, ball sort): shortest solutions, deals, statistics.
    #[command(subcommand)]
    Colorsort(ColorsortCommand),

    /// The Panex puzzle: two towers on three tracks.
    #[command(subcommand)]
    Panex(PanexCommand),

    /// Tell what every column of every CSV file means.
    #[command(after_help = "\
Examples:
  antipode columns
  antipode columns | less")]
    Columns,

    /// Print a completion script for a shell.
    #[command(after_help = "\
Example:
  antipode completions bash > ~/.local/share/bash-completion/completions/antipode")]
    Completions {
        /// The shell.
        shell: Shell,
    },

    /// Print the manual page of a command, or write those of all.
    #[command(after_help = "\
Examples:
  antipode man | man -l -
  antipode man tiles solve | man -l -
  antipode man --out ~/.local/share/man/man1")]
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    exit::catch_panics();
    let done = match parsed(env::args_os()) {
        Ok(cli) => stop::listen().and_then(|()| refused::listen()).and_then(|()| act(cli.command)),
        Err(told) => match told.print().and_then(|()| io::stdout().flush()) {
            Err(error) if !told.use_stderr() => Err(output::named(error).into()),
            _ => return ExitCode::from(told.exit_code() as u8),
        },
    };
    let Err(failure) = done.map_err(Failure::from) else { return ExitCode::SUCCESS };
    let Some(code) = failure.exit_code() else { return ExitCode::SUCCESS };
    failure.tell();
    ExitCode::from(code)
}

/// What the words of a command line ask for, the program's name before them.
fn parsed(words: impl IntoIterator<Item: Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
    let mut matches = taking_negatives(Cli::command()).try_get_matches_from(words)?;
    Cli::from_arg_matches_mut(&mut matches)
}

/// The command, to which -1 is a value, so that its flag says what it takes, and not an unknown flag.
fn taking_negatives(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let takes = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    });
    command.mut_subcommands(taking_negatives)
}

fn act(command: Command) -> Result<()> {
    match command {
        Command::Batch(command) => batch::act(command),
        Command::Blocks(command) => match command.elsewhere()? {
            Some(words) => act(parsed(words)?.command),
            None => blocks::act(&command),
        },
        Command::Tiles(command) => tiles::act(command),
        Command::Colorsort(command) => colorsort::act(command),
        Command::Panex(command) => panex::act(&command),
        Command::Columns => commands::columns::columns(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "antipode", &mut script);
            output::put(script, None)
        }
        Command::Man(args) => man::man(&args, Cli::command()),
    }
}
