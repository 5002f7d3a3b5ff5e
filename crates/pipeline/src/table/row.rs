//! Rows made of columns, as values: read from tables and written to them.

use std::io::{self, Write};

use super::column::Entry;
use super::file::{Record, Table, TableError};

/// A row of some table, as values.
pub trait Row: Sized {
    /// All columns, in order.
    const COLUMNS: &'static [Entry];

    /// Their headings.
    fn headings() -> Vec<&'static str> {
        Self::COLUMNS.iter().map(|column| column.name).collect()
    }

    /// The values as text, in the order of the columns.
    fn cells(&self) -> Vec<String>;

    /// The values of a record, wherever its columns stand.
    ///
    /// # Errors
    /// If a value is none of its column.
    fn read(record: &Record<'_>) -> Result<Self, TableError>;
}

/// Defines rows. An entry is a column: the name of the constant, the heading, the type of its
/// values and what they mean. All that reads, writes or explains a column follows from it.
macro_rules! rows {
    ($(#[$about:meta])* $row:ident { $($constant:ident $name:ident: $value:ty, $meaning:literal;)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $row {
            $(#[doc = $meaning] pub $name: $value,)*
        }

        impl $row {
            $(
                #[doc = $meaning]
                pub const $constant: $crate::table::column::Column<$value> =
                    $crate::table::column::Column::new(stringify!($name));
            )*
        }

        impl $crate::table::row::Row for $row {
            const COLUMNS: &'static [$crate::table::column::Entry] = &[$(
                $crate::table::column::Entry {
                    name: stringify!($name),
                    kind: <$value as $crate::table::cell::Cell>::KIND,
                    meaning: $meaning,
                },
            )*];

            fn cells(&self) -> Vec<String> {
                vec![$($crate::table::cell::Cell::write(&self.$name)),*]
            }

            fn read(
                record: &$crate::table::file::Record<'_>,
            ) -> Result<Self, $crate::table::file::TableError> {
                Ok($row { $($name: record.read(&Self::$constant)?,)* })
            }
        }
    };
}
pub(super) use rows;

impl Table {
    /// The rows as values.
    ///
    /// # Errors
    /// If a value is none of its column.
    pub fn rows<R: Row>(&self) -> Result<Vec<R>, TableError> {
        self.records().map(|record| R::read(&record)).collect()
    }
}

/// Writes a table with the columns that are not in `left_out`.
pub(crate) fn write<R: Row>(
    output: &mut impl Write,
    rows: &[R],
    left_out: &[&str],
) -> io::Result<()> {
    let kept = |index: usize| !left_out.contains(&R::COLUMNS[index].name);
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(R::headings().iter().filter(|name| !left_out.contains(name)))?;
    for row in rows {
        let cells = row.cells().into_iter().enumerate();
        csv.write_record(cells.filter(|(index, _)| kept(*index)).map(|(_, cell)| cell))?;
    }
    csv.flush()
}
