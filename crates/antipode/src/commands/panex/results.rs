//! Results of searches that are kept: `results.csv`, a row a task and height.

use std::path::{Path, PathBuf};

use antipode_panex::Task;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::sheets::RESULTS;

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    /// The paper's letter: X, T, T_bar, S or S_bar.
    task: String,
    /// The height of the towers.
    n: u8,
    /// The least number of moves.
    moves: u64,
    /// How many states were stored.
    states: u64,
    /// The moves separated by spaces; empty if only their number was searched.
    solution: String,
}

/// The name of a task in the table.
pub fn name(task: Task) -> &'static str {
    match task {
        Task::Exchange => "X",
        Task::Transfer { barred: false } => "T",
        Task::Transfer { barred: true } => "T_bar",
        Task::Sink { barred: false } => "S",
        Task::Sink { barred: true } => "S_bar",
    }
}

/// All results that are kept in a folder.
#[derive(Debug)]
pub struct Results {
    path: PathBuf,
    rows: Vec<Row>,
}

impl Results {
    /// The results in `folder`; none if there is no table yet.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("results.csv");
        let mut rows: Vec<Row> = Vec::new();
        if path.exists() {
            let unreadable = || format!("cannot read {}", path.display());
            let mut reader = csv::Reader::from_path(&path).with_context(unreadable)?;
            for row in reader.deserialize() {
                rows.push(row.with_context(unreadable)?);
            }
        }
        Ok(Results { path, rows })
    }

    /// The least number of moves of a task, if it was searched.
    pub fn moves(&self, task: Task, height: u8) -> Option<u64> {
        self.row(task, height).map(|row| row.moves)
    }

    fn row(&self, task: Task, height: u8) -> Option<&Row> {
        self.rows.iter().find(|row| row.task == name(task) && row.n == height)
    }

    /// Adds a result, and writes the table. A result that is there must be the same.
    pub fn add(
        &mut self,
        (task, height): (Task, u8),
        (moves, states): (u64, u64),
        solution: String,
    ) -> Result<()> {
        if let Some(old) = self.moves(task, height) {
            let (path, name) = (self.path.display(), name(task));
            ensure!(old == moves, "{path} has {old} moves for {name}({height}), not {moves}");
        }
        let row = Row { task: name(task).to_owned(), n: height, moves, states, solution };
        if self.row(task, height).is_some_and(|old| *old == row || row.solution.is_empty()) {
            return Ok(());
        }
        self.rows.retain(|old| (&old.task, old.n) != (&row.task, row.n));
        self.rows.push(row);
        self.rows.sort_by(|one, other| (&one.task, one.n).cmp(&(&other.task, other.n)));
        let cells = |row: &Row| {
            let [moves, states] = [row.moves, row.states].map(|number| number.to_string());
            [row.task.clone(), row.n.to_string(), moves, states, row.solution.clone()]
        };
        RESULTS.write(&self.path, self.rows.iter().map(cells))
    }
}
