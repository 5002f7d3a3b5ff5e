//! The data dictionary: what every column of every CSV file means.

use antipode_pipeline::table::puzzles::{ClassRow, GroupRow, PuzzleRow};
use antipode_pipeline::table::row::Row;
use anyhow::Result;

use super::{colorsort, panex, tiles};
use crate::output::print;
use crate::sheet::Sheet;

/// The tables of a batch.
const BATCH: [Sheet; 3] = [
    Sheet { file: "out/BATCH/hardest.csv, puzzles.csv", columns: PuzzleRow::COLUMNS },
    Sheet { file: "out/BATCH/classes.csv", columns: ClassRow::COLUMNS },
    Sheet { file: "out/BATCH/groups.csv", columns: GroupRow::COLUMNS },
];

/// Prints the dictionary.
pub fn columns() -> Result<()> {
    let mut text = String::new();
    for sheet in BATCH.iter().chain(panex::SHEETS).chain(colorsort::SHEETS).chain(tiles::SHEETS) {
        let width = sheet.header().map(str::len).max().unwrap_or(0);
        text += &format!("{}\n", sheet.file);
        for column in sheet.columns {
            text += &format!("  {:width$}  {}: {}\n", column.name, column.kind, column.meaning);
        }
        text += "\n";
    }
    print(text.trim_end_matches('\n'))?;
    print("\n")
}
