//! The data dictionary: what every column of every CSV file means.

use antipode_pipeline::table::column::Entry;
use antipode_pipeline::table::puzzles::{ClassRow, GroupRow, PuzzleRow};
use antipode_pipeline::table::row::Row;
use anyhow::Result;

use super::{colorsort, panex, tiles};
use crate::output::print;
use crate::sheet::Sheet;

/// The tables of a batch.
const BATCH: &[Sheet] = &[
    Sheet { file: "out/BATCH/hardest.csv, puzzles.csv", columns: PuzzleRow::COLUMNS },
    Sheet { file: "out/BATCH/classes.csv", columns: ClassRow::COLUMNS },
    Sheet { file: "out/BATCH/groups.csv", columns: GroupRow::COLUMNS },
    BOARDS,
];

/// The boards that a batch keeps.
pub const BOARDS: Sheet = Sheet {
    file: "antipode boards --format csv",
    columns: &[
        Entry::new("pieces", "whole number", "the number of pieces"),
        Entry::new("holes", "whole number", "the number of free cells"),
        Entry::new("goal_shape", "shape", "the goal piece"),
        Entry::new("board", "board", "the board, rows separated by /"),
    ],
};

/// The graph of all boards of a puzzle.
const GRAPH: Sheet = Sheet {
    file: "antipode solve --graph FILE.csv",
    columns: &[
        Entry::new("from", "board", "a board"),
        Entry::new("to", "board", "one that a single action leads to, and back"),
    ],
};

/// Prints the dictionary.
pub fn columns() -> Result<()> {
    let mut text = String::new();
    let sheets = [BATCH, &[GRAPH], panex::SHEETS, colorsort::SHEETS, tiles::SHEETS];
    for sheet in sheets.into_iter().flatten() {
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
