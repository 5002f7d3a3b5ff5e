//! The page of a batch, and the one over all batches.

use std::path::PathBuf;

use antipode_pipeline::inspect::memory_share;
use antipode_pipeline::table::file::TableError;
use antipode_pipeline::{self as pipeline, Batch, Error, Overrides, Settings};
use antipode_sealed::FileError;
use anyhow::{Result, ensure};
use clap::Args;

use super::args::Replaced;
use super::foreign::foreign;
use crate::advice::Advise;
use crate::args::Quiet;
use crate::report::Report;

/// Examples for the help of the command.
pub const EXAMPLES: &str = "\
Examples:
  antipode gallery configs/4x4.toml
  antipode gallery configs/4x4.toml --metric slide
  antipode gallery out/4x4            # the same, by the folder of the batch
  antipode gallery out                # a page that leads to all of them, two side by side";

/// What `antipode gallery` takes.
#[derive(Debug, Args)]
pub struct GalleryArgs {
    /// The config of the batch, or its folder; or a folder of batches, for a page over all of them.
    #[arg(value_name = "CONFIG|DIR")]
    batch: PathBuf,
    #[command(flatten)]
    replaced: Replaced,
    #[command(flatten)]
    quiet: Quiet,
}

/// Writes the page.
pub fn gallery(args: &GalleryArgs) -> Result<()> {
    let overrides = args.replaced.overrides();
    let is_folder = args.batch.is_dir();
    let folder = if is_folder {
        ensure!(
            overrides == Overrides::default(),
            "--out, --pieces, --rule and --metric go with a config, and {} is a folder",
            args.batch.display()
        );
        args.batch.clone()
    } else {
        let batch = Batch::new(Settings::load(&args.batch, &overrides)?);
        foreign(pipeline::overview::check_config(&batch).map_err(Error::from))?;
        batch.folder
    };
    let report = Report::new("gallery", None, args.quiet.quiet);
    let made = match is_folder && pipeline::overview::holds_batches(&folder) {
        true => pipeline::overview::index(&folder, &report),
        false => pipeline::gallery(&folder, memory_share(), &report),
    };
    match made {
        Err(damaged) if is_damage(&damaged) => {
            Err(damaged).advise("`antipode export` writes the tables of a batch again")
        }
        made => Ok(made.map(|_| ())?),
    }
}

/// Whether a table, or the summary beside it, is not what a batch wrote.
fn is_damage(error: &Error) -> bool {
    use TableError::{Empty, Malformed, Value};
    matches!(
        error,
        Error::File(FileError::Damaged { .. })
            | Error::Table(Empty(_) | Malformed { .. } | Value { .. })
    )
}
