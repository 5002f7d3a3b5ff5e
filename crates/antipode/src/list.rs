//! Answers for lists and tables of puzzles: a line of JSON each, in order.

use std::path::{Path, PathBuf};

use antipode_sealed::begins;
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::kept::Kept;
use crate::output::{self, Stream, keeps};
use crate::stop::{self, Left};

/// Whether there are several puzzles, and where the answers go.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// With --json: take all puzzles of a table or a list, a line of JSON each.
    #[arg(long, requires = "json")]
    pub all: bool,
    /// With --all: write the lines to this file, or go on after those that it has.
    #[arg(short, long, value_name = "FILE", value_parser = output::file(), requires = "all")]
    pub output: Option<PathBuf>,
}

/// An answer and the row of its puzzle.
#[derive(Debug, Serialize)]
struct Line<'a, A> {
    /// The row of a table, or the line of a list, from 1.
    row: usize,
    /// What was asked of which puzzle, as a hash: a file is gone on with by the same questions only.
    question: &'a str,
    #[serde(flatten)]
    answer: A,
}

/// What tells that a line answers a puzzle.
#[derive(Debug, Deserialize)]
struct Known {
    row: usize,
    question: String,
}

/// How every line begins.
const FIRST: &str = "{\"row\":";

/// Answers for all `puzzles`, given by their rows; `question` says all that the answer to one depends on. With a
/// file, goes on after the lines that it has, and returns those.
pub fn answer_all<P, A: Serialize>(
    puzzles: &[(usize, P)],
    question: impl Fn(&P) -> String,
    file: Option<&Path>,
    answer: impl Fn(&P) -> Result<A>,
) -> Result<String> {
    stop::leaves(Left::of(file));
    let question = |puzzle: &P| format!("{:016x}", xxh3_64(question(puzzle).as_bytes()));
    let (mut lines, known) = match file {
        Some(path) if keeps(path) => {
            open(path, puzzles, question).map(|(kept, known)| (Lines::Kept(kept), known))?
        }
        _ => (Lines::Passing(Stream::open(file)?), String::new()),
    };
    for (row, puzzle) in &puzzles[known.lines().count()..] {
        let answer = answer(puzzle).with_context(|| format!("row {row}"))?;
        let line = Line { row: *row, question: &question(puzzle), answer };
        let text = serde_json::to_string(&line)? + "\n";
        match &mut lines {
            Lines::Kept(kept) => kept.append(&text)?,
            Lines::Passing(stream) => stream.write(&text)?,
        }
    }
    match &mut lines {
        Lines::Kept(kept) => kept.sync()?,
        Lines::Passing(_) => {}
    }
    Ok(known)
}

/// Where lines go.
enum Lines {
    Kept(Kept),
    Passing(Stream),
}

/// Opens the file, and tells which lines it has, which have to answer the first of the puzzles.
fn open<P>(
    path: &Path,
    puzzles: &[(usize, P)],
    question: impl Fn(&P) -> String,
) -> Result<(Kept, String)> {
    let (mut kept, text) = Kept::open(path, |_, text| begins(text, FIRST))?;
    for (index, line) in text.lines().enumerate() {
        let known = serde_json::from_str::<Known>(line).ok();
        let answers = |(row, puzzle): &(usize, P)| {
            known.is_some_and(|known| known.row == *row && known.question == question(puzzle))
        };
        ensure!(
            puzzles.get(index).is_some_and(answers),
            "{}:{}: this answers another question; choose another file with -o",
            path.display(),
            index + 1
        );
    }
    kept.go_on_after(text.len())?;
    Ok((kept, text))
}
