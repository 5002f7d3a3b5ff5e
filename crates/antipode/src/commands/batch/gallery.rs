//! The page of a batch, and the one over all batches.

use std::path::PathBuf;

use antipode_pipeline::{self as pipeline, Overrides, Settings};
use anyhow::{Result, ensure};
use clap::Args;

use crate::args::Quiet;
use crate::report::Report;

/// Examples for the help of the command.
pub const EXAMPLES: &str = "\
Examples:
  antipode gallery configs/4x4.toml
  antipode gallery out/4x4            # the same, by the folder of the batch
  antipode gallery out                # a page that leads to all of them, two side by side";

/// What `antipode gallery` takes.
#[derive(Debug, Args)]
pub struct GalleryArgs {
    /// The config of the batch, or its folder; or a folder of batches, for a page over all of them.
    #[arg(value_name = "CONFIG|DIR")]
    batch: PathBuf,
    /// The folder of the batch is in this one.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    quiet: Quiet,
}

/// Writes the page.
pub fn gallery(args: &GalleryArgs) -> Result<()> {
    let folder = if args.batch.is_dir() {
        ensure!(
            args.out.is_none(),
            "--out goes with a config, and {} is a folder",
            args.batch.display()
        );
        args.batch.clone()
    } else {
        let overrides = Overrides { out: args.out.clone(), ..Overrides::default() };
        Settings::load(&args.batch, &overrides)?.folder()
    };
    let report = Report::new("gallery", None, args.quiet.quiet);
    if pipeline::overview::holds_batches(&folder) {
        pipeline::overview::index(&folder, &report)?;
    } else {
        pipeline::gallery(&folder, &report)?;
    }
    Ok(())
}
