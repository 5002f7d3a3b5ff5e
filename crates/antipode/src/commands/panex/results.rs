//! Least numbers of moves that are known: `results.csv`, a row a task and height.
//!
//! Those that are published are part of the program. Others are kept in a folder.

use std::path::{Path, PathBuf};

use antipode_panex::formula::{L, MOST, S, S_bar, T, T_bar, U, X};
use antipode_panex::{Board, Task};
use anyhow::{Result, bail, ensure};
use serde::Deserialize;

use super::sheets::RESULTS;
use super::text;
use crate::sheet::{alone, at};

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

/// All tasks, in the order in which they are searched.
pub const TASKS: [Task; 5] = [
    Task::Transfer { barred: false },
    Task::Transfer { barred: true },
    Task::Sink { barred: false },
    Task::Sink { barred: true },
    Task::Exchange,
];

/// The least number of moves by formula, where there is one.
pub fn formula(task: Task, n: u8) -> Option<u64> {
    match task {
        Task::Exchange => X(n),
        Task::Transfer { barred: false } => Some(T(n)),
        Task::Transfer { barred: true } => Some(T_bar(n)),
        Task::Sink { .. } if n < 2 => None,
        Task::Sink { barred: false } => Some(S(n)),
        Task::Sink { barred: true } => Some(S_bar(n)),
    }
}

/// The table of results in a folder.
pub fn file(folder: &Path) -> PathBuf {
    folder.join("results.csv")
}

/// All results that are known.
#[derive(Debug)]
pub struct Results {
    /// Where they are kept.
    folder: PathBuf,
    kept: Vec<Row>,
    published: Vec<Row>,
}

impl Results {
    /// What is published, and what is kept in `folder` if there is a table.
    pub fn read(folder: &Path) -> Result<Self> {
        let path = file(folder);
        let published: Vec<(_, Row)> = RESULTS.rows(PUBLISHED.as_bytes(), RESULTS.file)?;
        let published = published.into_iter().map(|(_, row)| row).collect();
        let kept = RESULTS.read(&path)?;
        let mut results = Results { folder: folder.to_owned(), kept: Vec::new(), published };
        for (line, row) in kept {
            at(&path.display().to_string(), line, results.check(&row))?;
            results.kept.push(row);
        }
        Ok(results)
    }

    /// Refuses a row that cannot be true, or whose task was there before.
    fn check(&self, row: &Row) -> Result<()> {
        let Row { task: letter, n, moves, solution, .. } = row;
        let task = TASKS.into_iter().find(|&task| name(task) == letter);
        let ends = task.filter(|_| (1..=MOST).contains(n)).and_then(|task| Board::ends(task, *n));
        let (Some(task), Some([mut board, goal])) = (task, ends) else {
            bail!("there is no task {letter}({n})");
        };
        ensure!(self.kept(task, *n).is_none(), "{letter}({n}) is there twice");
        self.check_moves(task, *n, *moves)?;
        if !solution.is_empty() {
            let played = text::read_moves(solution).and_then(|moves| board.play(moves).ok());
            let holds = played == Some(*moves) && board == goal;
            ensure!(holds, "the solution of {letter}({n}) does not hold");
        }
        Ok(())
    }

    /// Refuses a number of moves that cannot be the least.
    pub fn check_moves(&self, task: Task, n: u8, moves: u64) -> Result<()> {
        let letter = name(task);
        let known = find(&self.published, task, n).map(|row| row.moves).or(formula(task, n));
        if let Some(known) = known.filter(|&known| known != moves) {
            bail!("{letter}({n}) is {known}, and not {moves}");
        }
        if let (Task::Exchange, Some(least), Some(most)) = (task, L(n), U(n)) {
            let may_be = (least..=most).contains(&moves);
            ensure!(may_be, "{letter}({n}) is from {least} to {most}, and not {moves}");
        }
        Ok(())
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

    /// Adds a result, and writes the table, with what others have added to it meanwhile. A result that is known
    /// must be the same. What is kept with its moves stays.
    pub fn add(
        &mut self,
        (task, n): (Task, u8),
        moves: u64,
        states: Option<u64>,
        how: How,
        solution: String,
    ) -> Result<()> {
        let _alone = alone(&self.folder)?;
        *self = Results::read(&self.folder)?;
        let path = file(&self.folder);
        if let Some(old) = self.moves(task, n) {
            let (path, name) = (path.display(), name(task));
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
        RESULTS.write(&path, self.kept.iter().map(cells))
    }
}

fn find(rows: &[Row], task: Task, height: u8) -> Option<&Row> {
    rows.iter().find(|row| row.task == name(task) && row.n == height)
}
