//! The answer of every `solve`, as JSON.

use anyhow::Result;
use serde::Serialize;

use crate::output;

/// What `solve --json` prints: the same keys for every puzzle.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// The least number of moves; null: no solution was found.
    pub moves: Option<u64>,
    /// Whether `moves` (or that there is none) is proved.
    pub proved: bool,
    /// What counts as a move.
    pub metric: String,
    /// How many states were stored.
    pub states: u64,
    /// Moves separated by spaces, as in the tables.
    pub solution: Option<String>,
    /// The position to solve.
    pub start: String,
    /// The position reached.
    pub goal: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Answer {
    /// Prints the answer as one line.
    pub fn print(&self) -> Result<()> {
        output::print(&(serde_json::to_string(self)? + "\n"))
    }
}
