//! The kinds of puzzles in a table: of which family, by which rule, in which metric.

use crate::table::file::{Record, Table};
use crate::table::puzzles::PuzzleRow;

/// The columns that tell the kind of a puzzle.
const COLUMNS: [&str; 3] = [PuzzleRow::FAMILY.name, PuzzleRow::RULE.name, PuzzleRow::METRIC.name];

/// What stands in those columns.
pub type Kind<'a> = [&'a str; COLUMNS.len()];

/// The kind of a row.
pub fn kind(row: Record<'_>) -> Kind<'_> {
    COLUMNS.map(|column| row.under(column).unwrap_or(""))
}

/// The kinds in a table.
#[derive(Debug)]
pub struct Kinds<'a> {
    /// Each once, in the order of the table.
    pub all: Vec<Kind<'a>>,
}

impl<'a> Kinds<'a> {
    /// The kinds of the rows of `table`.
    pub fn of(table: &'a Table) -> Self {
        let mut all = Vec::new();
        for kind in table.records().map(kind) {
            if !all.contains(&kind) {
                all.push(kind);
            }
        }
        Kinds { all }
    }

    /// Whether a column tells kinds apart.
    pub fn tells(&self, column: &str) -> bool {
        COLUMNS.iter().position(|name| *name == column).is_some_and(|place| self.differ(place))
    }

    /// What tells a kind from the others, for people; nothing if there is no other.
    pub fn name(&self, kind: Kind<'_>) -> String {
        let told =
            (0..COLUMNS.len()).filter(|&place| self.differ(place) && !kind[place].is_empty());
        told.map(|place| kind[place]).collect::<Vec<_>>().join(", ")
    }

    /// The words in a column, each once.
    pub fn words(&self, place: usize) -> Vec<&'a str> {
        let mut words: Vec<&str> = Vec::new();
        for word in self.all.iter().map(|kind| kind[place]).filter(|word| !word.is_empty()) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    fn differ(&self, place: usize) -> bool {
        self.all.iter().any(|kind| kind[place] != self.all[0][place])
    }
}
