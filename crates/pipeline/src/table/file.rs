//! Tables as they are found in files.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use antipode_gallery::counted;
use csv::StringRecord;

use super::cell::Cell;
use super::column::Column;

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// It is not there.
    #[error("{} is missing; run the batch, or export it, first", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The table.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is no CSV file.
    #[error("{} is not a table", path.display())]
    Malformed {
        /// The table.
        path: PathBuf,
        /// Why not.
        source: csv::Error,
    },
    /// There is nothing in it.
    #[error("{} is empty, without even a heading", .0.display())]
    Empty(PathBuf),
    /// A row has a value that makes no sense.
    #[error("{}:{line}: {problem}", path.display())]
    Value {
        /// The table.
        path: PathBuf,
        /// The line of the row.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// A table as it was found in a file.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    header: StringRecord,
    records: Vec<StringRecord>,
}

/// A row of a table as it was found.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    table: &'a Table,
    cells: &'a StringRecord,
}

/// The error of the file behind one of its table, if that is what it is. `From` would hide its kind.
///
/// # Errors
/// The error itself, if it is not.
pub fn of_reading(error: csv::Error) -> Result<io::Error, csv::Error> {
    if !error.is_io_error() {
        return Err(error);
    }
    Ok(match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    })
}

/// The error of a table that is none, which names the line if it is known.
fn malformed(path: PathBuf, source: csv::Error) -> TableError {
    let (line, problem) = match source.kind() {
        csv::ErrorKind::Utf8 { pos: Some(at), .. } => (at.line(), "not UTF-8".to_owned()),
        csv::ErrorKind::UnequalLengths { pos: Some(at), expected_len, len } => (
            at.line(),
            format!(
                "{} in a table of {}",
                counted(*len, "value"),
                counted(*expected_len, "column")
            ),
        ),
        _ => return TableError::Malformed { path, source },
    };
    TableError::Value { path, line, problem }
}

impl Table {
    /// Reads the table at `path`, whatever its columns are.
    ///
    /// # Errors
    /// If it cannot be read, or is no table.
    pub fn read(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => TableError::Missing(path.to_owned()),
            _ => TableError::Unreadable { path: path.to_owned(), source },
        })?;
        Self::read_from(file, path)
    }

    /// Reads a table that is called `path`.
    ///
    /// # Errors
    /// If it cannot be read, or is no table.
    pub fn read_from(file: impl io::Read, path: &Path) -> Result<Self, TableError> {
        let mut reader = csv::Reader::from_reader(file);
        let mut read = || -> Result<_, csv::Error> {
            let header = reader.headers()?.clone();
            Ok((header, reader.records().collect::<Result<_, _>>()?))
        };
        let (header, records) = read().map_err(|source| {
            let path = path.to_owned();
            match of_reading(source) {
                Ok(source) => TableError::Unreadable { path, source },
                Err(source) => malformed(path, source),
            }
        })?;
        if header.is_empty() {
            return Err(TableError::Empty(path.to_owned()));
        }
        Ok(Table { path: path.to_owned(), header, records })
    }

    /// The table of these cells below these headings, that is called `path`.
    pub(crate) fn of(path: &Path, headings: Vec<&str>, cells: Vec<Vec<String>>) -> Self {
        Table {
            path: path.to_owned(),
            header: headings.into(),
            records: cells.into_iter().map(StringRecord::from).collect(),
        }
    }

    /// Where it was found.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The headings of the columns.
    pub fn header(&self) -> impl Iterator<Item = &str> {
        self.header.iter()
    }

    /// The rows as they were found.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.records.iter().map(|cells| Record { table: self, cells })
    }
}

impl<'a> Record<'a> {
    /// Its line in the file.
    pub fn line(&self) -> u64 {
        self.cells.position().map_or(0, csv::Position::line)
    }

    /// The file of its table.
    pub fn path(&self) -> &'a Path {
        &self.table.path
    }

    /// What stands under a heading; none if there is no such column.
    pub fn under(&self, heading: &str) -> Option<&'a str> {
        let place = self.table.header.iter().position(|name| name == heading)?;
        self.cells.get(place)
    }

    /// What stands in a column; nothing if it is not there.
    pub fn text<T>(&self, column: &Column<T>) -> &'a str {
        self.under(column.name).unwrap_or("")
    }

    /// The value in a column.
    ///
    /// # Errors
    /// If the table has no such column, or the value is none of it.
    pub fn read<T: Cell>(&self, column: &Column<T>) -> Result<T, TableError> {
        let value = match self.under(column.name) {
            Some(text) => T::read(text, column.name),
            None => T::absent().ok_or_else(|| format!("the table has no column {:?}", column.name)),
        };
        value.map_err(|problem| self.error(problem))
    }

    /// An error about this row.
    pub fn error(&self, problem: impl Into<String>) -> TableError {
        let (path, line) = (self.table.path.clone(), self.line());
        TableError::Value { path, line, problem: problem.into() }
    }
}
