//! Writes a config to start from.

use std::path::PathBuf;

use antipode_blocks::Grid;
use antipode_pipeline as pipeline;
use anyhow::{Result, bail};
use clap::Args;

use crate::output::{self, keeps, print, put};

/// What `antipode init` takes.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The grid, width first.
    grid: Grid,
    /// The file to write; GRID.toml if not given. An existing file is left alone.
    #[arg(short, long, value_name = "FILE", value_parser = output::file())]
    output: Option<PathBuf>,
}

/// Writes the config.
pub fn init(args: &InitArgs) -> Result<()> {
    let grid = &args.grid;
    if grid.has_walls() {
        bail!("{grid}: a new config is for a rectangle; its key board may then add walls");
    }
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{grid}.toml")));
    let config = pipeline::configs::template(grid);
    let is_kept = keeps(&path);
    if is_kept && path.symlink_metadata().is_ok() {
        bail!("{} exists already; choose another file with -o", path.display());
    }
    put(config, Some(&path))?;
    match is_kept {
        true => print(&format!("config={}\n", path.display())),
        false => Ok(()),
    }
}
