//! Solves lists and tables of puzzles: a line of JSON each, in order.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::puzzle::Given;
use crate::answer::Answer;
use crate::output;

/// An answer and the row of its puzzle.
#[derive(Debug, Serialize)]
struct Line {
    /// The row of a table, or the line of a list, from 1.
    row: usize,
    #[serde(flatten)]
    answer: Answer,
}

/// What tells that a line answers a puzzle.
#[derive(Debug, Deserialize)]
struct Known {
    row: usize,
    metric: String,
}

/// Solves all `puzzles`, given by their rows. With a file, goes on after the lines that it has.
pub fn solve_all(
    puzzles: &[(usize, Given)],
    metric: impl Fn(&Given) -> &'static str,
    file: Option<&Path>,
    solve: impl Fn(&Given) -> Result<Answer>,
) -> Result<()> {
    let mut kept = file.map(|path| Kept::open(path, puzzles, metric)).transpose()?;
    let done = kept.as_ref().map_or(0, |kept| kept.lines);
    for (row, given) in &puzzles[done..] {
        let line = Line { row: *row, answer: solve(given)? };
        let text = serde_json::to_string(&line)? + "\n";
        match &mut kept {
            Some(kept) => kept.append(&text)?,
            None => output::print(&text)?,
        }
    }
    Ok(())
}

/// A file of lines, to be gone on with after any stop.
struct Kept<'a> {
    path: &'a Path,
    file: File,
    lines: usize,
}

impl<'a> Kept<'a> {
    /// Opens the file, whose lines have to answer the first of the puzzles; what a killed process left
    /// of a last line is cut off.
    fn open(
        path: &'a Path,
        puzzles: &[(usize, Given)],
        metric: impl Fn(&Given) -> &'static str,
    ) -> Result<Self> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = 0;
        for line in text[..whole].lines() {
            let known = serde_json::from_str::<Known>(line).ok();
            let answers = |(row, given): &(usize, Given)| {
                known.is_some_and(|known| known.row == *row && known.metric == metric(given))
            };
            ensure!(
                puzzles.get(lines).is_some_and(answers),
                "{}:{}: this answers another question; choose another file with -o",
                path.display(),
                lines + 1
            );
            lines += 1;
        }
        let file = File::options().create(true).append(true).open(path).and_then(|file| {
            if whole < text.len() {
                file.set_len(whole as u64)?;
            }
            Ok(file)
        });
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Kept { path, file, lines })
    }

    fn append(&mut self, line: &str) -> Result<()> {
        let written = self.file.write_all(line.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}
