//! The page of a batch.

use std::path::PathBuf;

use antipode_pipeline::{self as pipeline, Overrides, Settings};
use anyhow::Result;
use clap::Args;

use crate::report::Report;
use crate::stop;

/// Examples for the help of the command.
pub const EXAMPLES: &str = "\
Examples:
  antipode gallery configs/4x4.toml
  antipode gallery out/4x4            # the same, by the folder of the batch";

/// What `antipode gallery` takes.
#[derive(Debug, Args)]
pub struct GalleryArgs {
    /// The config of the batch, or its folder.
    #[arg(value_name = "CONFIG|DIR")]
    batch: PathBuf,
    /// The folder of the batch is in this one.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    quiet: bool,
}

/// Writes the page.
pub fn gallery(args: &GalleryArgs) -> Result<()> {
    let folder = if args.batch.is_dir() {
        args.batch.clone()
    } else {
        let overrides = Overrides { out: args.out.clone(), ..Overrides::default() };
        Settings::load(&args.batch, &overrides)?.folder()
    };
    let stop = stop::at_signals()?;
    pipeline::gallery(&folder, &Report::new("gallery", None, args.quiet, &stop))?;
    Ok(())
}
