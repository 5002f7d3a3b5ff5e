//! Answers for lists and tables of puzzles: a line of JSON each, in order.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::kept::{self, Kept};
use crate::output::{Stream, keeps};

/// Whether there are several puzzles, and where the answers go.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Take all puzzles of a table or a list, a line of JSON each.
    #[arg(long, requires = "json")]
    pub all: bool,
    /// With --all: write the lines to this file, or go on after those that it has.
    #[arg(short, long, value_name = "FILE", requires = "all")]
    pub output: Option<PathBuf>,
}

/// An answer and the row of its puzzle.
#[derive(Debug, Serialize)]
struct Line<A> {
    /// The row of a table, or the line of a list, from 1.
    row: usize,
    #[serde(flatten)]
    answer: A,
}

/// What tells that a line answers a puzzle.
#[derive(Debug, Deserialize)]
struct Known {
    row: usize,
    metric: String,
}

/// Answers for all `puzzles`, given by their rows. With a file, goes on after the lines that it has.
pub fn answer_all<P, A: Serialize>(
    puzzles: &[(usize, P)],
    metric: impl Fn(&P) -> &'static str,
    file: Option<&Path>,
    answer: impl Fn(&P) -> Result<A>,
) -> Result<()> {
    let (mut lines, done) = match file {
        Some(path) if keeps(path) => {
            open(path, puzzles, metric).map(|(kept, done)| (Lines::Kept(kept), done))?
        }
        _ => (Lines::Passing(Stream::open(file)?), 0),
    };
    for (row, puzzle) in &puzzles[done..] {
        let line = Line { row: *row, answer: answer(puzzle)? };
        let text = serde_json::to_string(&line)? + "\n";
        match &mut lines {
            Lines::Kept(kept) => kept.append(&text)?,
            Lines::Passing(stream) => stream.write(&text)?,
        }
    }
    match &mut lines {
        Lines::Kept(kept) => kept.sync(),
        Lines::Passing(_) => Ok(()),
    }
}

/// Where lines go.
enum Lines {
    Kept(Kept),
    Passing(Stream),
}

/// Opens the file, and tells how many lines it has, which have to answer the first of the puzzles.
fn open<P>(
    path: &Path,
    puzzles: &[(usize, P)],
    metric: impl Fn(&P) -> &'static str,
) -> Result<(Kept, usize)> {
    let text = kept::lines(path)?;
    let mut lines = 0;
    for line in text.lines() {
        let known = serde_json::from_str::<Known>(line).ok();
        let answers = |(row, puzzle): &(usize, P)| {
            known.is_some_and(|known| known.row == *row && known.metric == metric(puzzle))
        };
        ensure!(
            puzzles.get(lines).is_some_and(answers),
            "{}:{}: this answers another question; choose another file with -o",
            path.display(),
            lines + 1
        );
        lines += 1;
    }
    Ok((Kept::open(path, text.len())?, lines))
}
