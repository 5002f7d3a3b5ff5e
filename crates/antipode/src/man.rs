//! Manual pages: one for the program and one for each command.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, Command};
use clap_mangen::Man;

use crate::output;

/// Which pages.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The command, as in `tiles solve`; the program if not given.
    command: Vec<String>,
    /// Write the pages of all commands in this folder.
    #[arg(long, value_name = "DIR", value_parser = output::folder(), conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints a page of `program`, or writes them all.
pub fn man(args: &ManArgs, program: Command) -> Result<()> {
    // There is no page of what shows help.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.out {
        return all(&program).into_iter().map(Man::new).try_for_each(|page| {
            output::put(text(&page)?, Some(&folder.join(page.get_filename())))
        });
    }
    let mut command = &program;
    for name in &args.command {
        command =
            command.find_subcommand(name).with_context(|| unknown(&args.command, &program))?;
    }
    output::put(text(&Man::new(command.clone()))?, None)
}

/// Says that there is no such command, and which one may be meant.
fn unknown(words: &[String], program: &Command) -> String {
    let typed = [program.get_name()].into_iter().chain(words.iter().map(String::as_str));
    let similar = match program.clone().try_get_matches_from(typed) {
        Err(error) => match error.get(ContextKind::SuggestedSubcommand) {
            Some(ContextValue::Strings(names)) => format!("; similar: {}", names.join(", ")),
            _ => String::new(),
        },
        Ok(_) => String::new(),
    };
    format!("there is no command {:?}{similar}", words.join(" "))
}

/// A command and all below it.
fn all(command: &Command) -> Vec<Command> {
    [vec![command.clone()], command.get_subcommands().flat_map(all).collect()].concat()
}

fn text(page: &Man) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(text)
}
