//! The CSV files that commands write: one definition of their columns, from which follow the heading,
//! the check of every row, and what `antipode columns` tells.

use std::io::Write;
use std::path::Path;

use antipode_pipeline::table::column::Entry;
use antipode_sealed::replace;
use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

/// A kind of CSV file.
#[derive(Debug, Clone, Copy)]
pub struct Sheet {
    /// The name of the file, capitals standing for what differs.
    pub file: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Entry],
}

impl Sheet {
    /// The headings of the columns.
    pub fn header(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|column| column.name)
    }

    /// The rows of the file at `path`, none if it is not there.
    pub fn read<R: DeserializeOwned>(&self, path: &Path) -> Result<Vec<R>> {
        let unreadable = || format!("cannot read {}", path.display());
        if !path.exists() {
            return Ok(Vec::new());
        }
        let mut table = csv::Reader::from_path(path).with_context(unreadable)?;
        table.deserialize().collect::<Result<_, _>>().with_context(unreadable)
    }

    /// Writes the file at `path`, whole or not at all.
    pub fn write<R>(&self, path: &Path, rows: impl IntoIterator<Item = R>) -> Result<()>
    where
        R: IntoIterator<Item: AsRef<[u8]>>,
    {
        Ok(replace(path, |file| self.put(file, rows))?)
    }

    /// Writes the table to `output`.
    pub fn put<R>(
        &self,
        output: impl Write,
        rows: impl IntoIterator<Item = R>,
    ) -> std::io::Result<()>
    where
        R: IntoIterator<Item: AsRef<[u8]>>,
    {
        // The writer refuses rows of another length than the heading.
        let mut csv = csv::Writer::from_writer(output);
        csv.write_record(self.header())?;
        rows.into_iter().try_for_each(|row| csv.write_record(row))?;
        csv.flush()
    }
}
