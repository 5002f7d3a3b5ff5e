//! Manual pages: one for the program and one for each command.

use std::path::PathBuf;

use anyhow::{Context, Result};
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
pub fn man(args: &ManArgs, mut program: Command) -> Result<()> {
    program.build();
    if let Some(folder) = &args.out {
        return all(&program).into_iter().map(Man::new).try_for_each(|page| {
            output::put(text(&page)?, Some(&folder.join(page.get_filename())))
        });
    }
    let mut command = &program;
    for name in &args.command {
        command = command
            .find_subcommand(name)
            .with_context(|| format!("there is no command {:?}", args.command.join(" ")))?;
    }
    output::put(text(&Man::new(command.clone()))?, None)
}

/// A command and all below it.
fn all(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    [vec![command.clone()], below.flat_map(all).collect()].concat()
}

fn text(page: &Man) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(text)
}
