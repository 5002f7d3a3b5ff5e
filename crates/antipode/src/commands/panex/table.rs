//! `antipode panex table`.

use std::path::PathBuf;

use antipode_panex::formula::{L, S, S_bar, T, T_bar, U, X};
use antipode_panex::{MOST_HEIGHT, Task};
use anyhow::{Context, Result, ensure};
use clap::{Args, value_parser};

use super::results::{Results, name};
use super::solve::{MachineArgs, ends, text};

/// What `table` takes.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The last row.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u8).range(1..=40))]
    height: u8,
    /// Search all tasks up to this height that were not searched yet, and keep the results.
    #[arg(long, value_name = "N", default_value_t = 0,
        value_parser = value_parser!(u8).range(..=i64::from(MOST_HEIGHT)))]
    search: u8,
    /// Where results of searches are kept.
    #[arg(long, value_name = "DIR", default_value = "out/panex")]
    results: PathBuf,
    /// Print commas instead of columns.
    #[arg(long)]
    csv: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// All tasks, in the order in which they are searched.
const TASKS: [Task; 5] = [
    Task::Transfer { barred: false },
    Task::Transfer { barred: true },
    Task::Sink { barred: false },
    Task::Sink { barred: true },
    Task::Exchange,
];

/// The least number of moves by formula, where there is one.
fn formula(task: Task, n: u8) -> Option<u64> {
    match task {
        Task::Exchange => X(n),
        Task::Transfer { barred: false } => Some(T(n)),
        Task::Transfer { barred: true } => Some(T_bar(n)),
        Task::Sink { .. } if n < 2 => None,
        Task::Sink { barred: false } => Some(S(n)),
        Task::Sink { barred: true } => Some(S_bar(n)),
    }
}

/// Prints the table, after the searches that were asked for.
pub fn table(args: &TableArgs) -> Result<()> {
    let mut results = Results::read(&args.results)?;
    for n in 1..=args.search.min(args.height) {
        for task in TASKS {
            if results.moves(task, n).is_none() && task.ends(n).is_some() {
                let (from, to) = ends((task, n))?;
                let settings = args.machine.settings();
                let found = args.machine.search(&from, &to, Some(task), &settings)?;
                let moves = found.length.context("every task has a solution")?;
                results.add((task, n), (moves, found.states()), text(&found))?;
            }
        }
    }
    let mut rows = vec![
        ["n", "T", "T_bar", "S", "S_bar", "X", "X_source", "U", "L"].map(str::to_owned).to_vec(),
    ];
    for n in 1..=args.height {
        let mut row = vec![n.to_string()];
        for task in TASKS {
            let (searched, formula) = (results.moves(task, n), formula(task, n));
            if let (Some(searched), Some(formula)) = (searched, formula) {
                let name = name(task);
                ensure!(
                    searched == formula,
                    "{name}({n}) is {formula}, but {searched} was searched"
                );
            }
            if task == Task::Exchange {
                let (moves, source) = match (searched, formula) {
                    (Some(moves), _) => (Some(moves), "searched"),
                    (None, Some(moves)) => (Some(moves), "paper"),
                    (None, None) => (U(n), "upper_bound"),
                };
                row.extend([written(moves), source.to_owned()]);
            } else {
                row.push(written(formula));
            }
        }
        row.extend([written(U(n)), written(L(n))]);
        rows.push(row);
    }
    crate::output::print(&if args.csv { commas(&rows) } else { columns(&rows) })
}

fn written(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn commas(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

/// Each column as wide as its widest word, flush right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let words = row.iter().enumerate();
        let words = words.map(|(column, word)| format!("{word:>0$}", width(column)));
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
