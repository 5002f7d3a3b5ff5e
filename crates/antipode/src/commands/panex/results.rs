//! Least numbers of moves that are known: `results.csv`, a row a task and height.
//!
//! Those that are published are part of the program. Others are kept in a folder.

use std::path::{Path, PathBuf};

use antipode_panex::Task;
use anyhow::{Result, bail, ensure};
use serde::Deserialize;

use super::sheets::RESULTS;

const PUBLISHED: &str = include_str!("../../../../../out/panex/results.csv");

/// How a result was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By searching all positions.
    Search,
    /// From what the highest tiles can do.
    Structure,
}

impl How {
    /// The word for it in tables.
    pub fn name(self) -> &'static str {
        match self {
            How::Search => "search",
            How::Structure => "structure",
        }
    }
}

/// One result.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Row {
    /// The paper's letter: X, T, T_bar, S or S_bar.
    task: String,
    /// The height of the towers.
    n: u8,
    /// The least number of moves.
    pub moves: u64,
    /// How many states a search stored.
    states: Option<u64>,
    /// How it was found.
    pub how: How,
    /// The moves separated by spaces; empty if only their number was found.
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

/// All results that are known.
#[derive(Debug)]
pub struct Results {
    /// Where they are kept.
    path: PathBuf,
    kept: Vec<Row>,
    published: Vec<Row>,
}

impl Results {
    /// What is published, and what is kept in `folder` if there is a table.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = folder.join("results.csv");
        let kept: Vec<(u64, Row)> = RESULTS.read(&path)?;
        let published: Vec<(_, Row)> = RESULTS.rows(PUBLISHED.as_bytes(), RESULTS.file)?;
        let published: Vec<Row> = published.into_iter().map(|(_, row)| row).collect();
        for (line, row) in &kept {
            let same = |other: &&Row| (&other.task, other.n) == (&row.task, row.n);
            if let Some(known) = published.iter().find(same).filter(|it| it.moves != row.moves) {
                let (Row { task, n, moves, .. }, known) = (row, known.moves);
                bail!("{}:{line}: {task}({n}) is {known}, and not {moves}", path.display());
            }
        }
        let kept = kept.into_iter().map(|(_, row)| row).collect();
        Ok(Results { path, kept, published })
    }

    /// The least number of moves of a task, if it is known.
    pub fn moves(&self, task: Task, height: u8) -> Option<u64> {
        self.row(task, height).map(|row| row.moves)
    }

    /// What is known of a task.
    pub fn row(&self, task: Task, height: u8) -> Option<&Row> {
        self.kept(task, height).or_else(|| find(&self.published, task, height))
    }

    /// What is kept of a task.
    pub fn kept(&self, task: Task, height: u8) -> Option<&Row> {
        find(&self.kept, task, height)
    }

    /// Adds a result, and writes the table. A result that is known must be the same. What is kept
    /// with its moves stays.
    pub fn add(
        &mut self,
        (task, n): (Task, u8),
        moves: u64,
        states: Option<u64>,
        how: How,
        solution: String,
    ) -> Result<()> {
        if let Some(old) = self.moves(task, n) {
            let (path, name) = (self.path.display(), name(task));
            ensure!(old == moves, "{path} has {old} moves for {name}({n}), not {moves}");
        }
        if self.kept(task, n).is_some_and(|old| solution.is_empty() || old.solution == solution) {
            return Ok(());
        }
        let row = Row { task: name(task).to_owned(), n, moves, states, how, solution };
        self.kept.retain(|old| (&old.task, old.n) != (&row.task, row.n));
        self.kept.push(row);
        self.kept.sort_by(|one, other| (&one.task, one.n).cmp(&(&other.task, other.n)));
        let cells = |row: &Row| {
            let states = row.states.map_or(String::new(), |states| states.to_string());
            let (n, moves, how) = (row.n.to_string(), row.moves.to_string(), row.how.name());
            [row.task.clone(), n, moves, states, how.to_owned(), row.solution.clone()]
        };
        RESULTS.write(&self.path, self.kept.iter().map(cells))
    }
}

fn find(rows: &[Row], task: Task, height: u8) -> Option<&Row> {
    rows.iter().find(|row| row.task == name(task) && row.n == height)
}
