//! The CSV files that commands write: one definition of their columns, from which follow the heading,
//! the check of every row, and what `antipode columns` tells.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use antipode_pipeline::table::column::Entry;
use antipode_pipeline::table::file::of_reading;
use antipode_sealed::{PathLock, make_folder, replace};
use anyhow::{Context, Result, anyhow};
use csv::StringRecord;
use serde::de::DeserializeOwned;

use crate::advice::Advise;
use crate::output;

/// Says of an error that it is in that line of a file, and what to do.
pub fn at<T>(name: &str, line: u64, found: Result<T>) -> Result<T> {
    found.with_context(|| format!("{name}:{line}")).advise("mend it, or move it away")
}

/// Keeps other processes from writing the tables of a folder, which is made if need be, while they are read and written
/// with more.
pub fn alone(folder: &Path) -> Result<PathLock> {
    make_folder(folder)?;
    Ok(PathLock::in_time(|| PathLock::alone(folder)))
}

/// Says of an error where it is.
fn told<T>(name: &str, found: csv::Result<T>) -> Result<T> {
    match found.map_err(of_reading) {
        Err(Ok(error)) => Err(error).with_context(|| format!("cannot read {name}")),
        Err(Err(error)) => {
            let line = error.position().map_or(1, csv::Position::line);
            at(name, line, Err(error.into()))
        }
        Ok(found) => Ok(found),
    }
}

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

    /// The first line, without its end.
    pub fn heading(&self) -> String {
        self.header().collect::<Vec<_>>().join(",")
    }

    /// The rows of the file at `path`, each with its line; none if it is not there. It may be written anew with no
    /// more than these, so that all of it has to be understood.
    pub fn read<R: DeserializeOwned>(&self, path: &Path) -> Result<Vec<(u64, R)>> {
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            file => {
                let file = file.with_context(|| format!("cannot read {}", path.display()))?;
                self.rows(file, &path.display().to_string())
            }
        }
    }

    /// The rows of a table that is called `name`, each with its line.
    pub fn rows<R: DeserializeOwned>(&self, table: impl Read, name: &str) -> Result<Vec<(u64, R)>> {
        let mut table = csv::Reader::from_reader(table);
        let heading = told(name, table.headers())?;
        if !heading.iter().eq(self.header()) {
            at(name, 1, Err(anyhow!("the heading is not {}", self.heading())))?;
        }
        let read = |record: csv::Result<StringRecord>| {
            let record = record?;
            Ok((record.position().map_or(1, csv::Position::line), record.deserialize(None)?))
        };
        table.records().map(|record| told(name, read(record))).collect()
    }

    /// Refuses to write over what is no table of this kind. One that was cut off is no loss.
    pub fn replaces(&self, path: &Path) -> Result<()> {
        output::check_ours(path, &(self.heading() + "\n")).map(drop)
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
