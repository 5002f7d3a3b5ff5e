//! Folders that belong to another config.

use antipode_pipeline::configs::SealError;
use antipode_pipeline::inspect::check_tables;
use antipode_pipeline::{Batch, Error};
use anyhow::Result;

use crate::advice::Advise;

/// What to do where a folder belongs to another config.
pub const FOREIGN: &str =
    "--out chooses another folder, `antipode run --fresh` deletes what is there";

/// Says what to do where a folder belongs to another config.
pub fn foreign<T>(done: Result<T, Error>) -> Result<T> {
    match done {
        Err(foreign @ Error::Seal(SealError::Foreign { .. })) => Err(foreign).advise(FOREIGN),
        done => Ok(done?),
    }
}

/// Refuses to replace the tables of another config by a batch that is not begun.
pub fn foreign_tables(batch: &Batch) -> Result<()> {
    check_tables(batch).advise(FOREIGN)
}
