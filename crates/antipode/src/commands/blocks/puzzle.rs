//! Where a puzzle comes from: a file, standard input, a board, a row of a batch.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use antipode_blocks::Metric;
use antipode_blocks::Puzzle;
use antipode_blocks::format::{self, Format};
use antipode_pipeline::of_table;
use anyhow::{Context, Result, bail};
use clap::Args;

use crate::args::names;

/// No puzzle takes more bytes than this.
const MOST_BYTES: u64 = 1 << 20;

/// What tells a puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgs {
    /// A file, `-` for standard input, FILE:N for line N of a list of Rush Hour boards or row N
    /// of a batch's table (hardest.csv:9), or a board such as AAB/.CB/..D.
    ///
    /// The rows of a table count from 1 below its heading. On a board alone, piece A has to get to
    /// the lower-right corner.
    #[arg(value_name = "PUZZLE")]
    input: String,
    /// The form of the file; recognised by what is in it if not given.
    #[arg(long, value_parser = names(&Format::NAMES), value_name = "FORM")]
    format: Option<Format>,
    /// The width of the board, for an array on one line.
    #[arg(long, value_name = "CELLS")]
    width: Option<usize>,
    /// For a board: where piece A has to get, as a board with A in it.
    #[arg(long, value_name = "BOARD")]
    goal: Option<String>,
}

/// A puzzle, and what the place where it comes from says of it.
#[derive(Debug)]
pub struct Given {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What counts as a move there.
    pub metric: Option<Metric>,
}

impl PuzzleArgs {
    /// What was given, as it was given.
    pub fn input(&self) -> &str {
        &self.input
    }

    /// Reads the puzzle.
    pub fn read(&self) -> Result<Given> {
        let input = self.input.as_str();
        let alone = |puzzle| Given { puzzle, metric: None };
        if input == "-" {
            let text = text(io::stdin(), "standard input")?;
            return Ok(alone(self.parse(&text, "standard input", 0)?));
        }
        if !Path::new(input).exists() {
            if let Some((file, row)) = numbered(input) {
                if file.ends_with(".csv") {
                    return row_of(file, row).with_context(|| input.to_owned());
                }
                let text = text(open(file)?, file)?;
                let Some(line) = text.lines().nth(row - 1) else {
                    bail!("{file} has no line {row}");
                };
                return Ok(alone(self.parse(line, file, row - 1)?));
            }
            if looks_like_board(input) {
                let board = format::text::read_board(input, self.goal.as_deref());
                return Ok(alone(board.with_context(|| format!("board {input}"))?));
            }
        }
        let text = text(open(input)?, input)?;
        Ok(alone(self.parse(&text, input, 0)?))
    }

    /// Reads a puzzle that was found in `source` after `before` lines.
    fn parse(&self, text: &str, source: &str, before: usize) -> Result<Puzzle> {
        let format = self.format.unwrap_or_else(|| Format::recognise(text));
        format.read(text, self.width).map_err(|mut error| {
            error.line += before;
            anyhow::anyhow!("{source}:{}:{}: {}", error.line, error.column, error.problem)
        })
    }
}

/// `FILE:N`, if there is a file of that name.
fn numbered(input: &str) -> Option<(&str, usize)> {
    let (file, number) = input.rsplit_once(':')?;
    let number = number.parse().ok().filter(|&number| number > 0)?;
    Path::new(file).is_file().then_some((file, number))
}

/// Whether a text that names no file is meant as a board: rows of equal length with an `A`, or
/// rows of capital letters.
fn looks_like_board(input: &str) -> bool {
    let width = |row: &str| row.chars().count();
    let mut rows = input.split('/').map(width);
    let first = rows.next();
    let is_even = input.contains('A') && rows.all(|row| Some(row) == first);
    let is_drawn = |symbol: char| symbol.is_ascii_uppercase() || "./#".contains(symbol);
    input.contains('/') && (is_even || input.chars().all(is_drawn))
}

fn open(file: &str) -> Result<File> {
    match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("{file:?} is neither a file nor a board such as AAB/.CB/..D")
        }
        opened => opened.with_context(|| format!("cannot read {file}")),
    }
}

fn text(from: impl Read, source: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let mut limited = from.take(MOST_BYTES + 1);
    limited.read_to_end(&mut bytes).with_context(|| format!("cannot read {source}"))?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{source} is no puzzle: it is larger than {} KiB", MOST_BYTES >> 10);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            bail!("{source}:{line}: this is no text in UTF-8")
        }
    }
}

/// The puzzle in row `row` of a batch's table, and its metric.
fn row_of(file: &str, row: usize) -> Result<Given> {
    let mut table = csv::Reader::from_reader(open(file)?);
    let heading = table.headers().context("it has no heading")?.clone();
    let mut rows = table.records();
    let Some(record) = rows.nth(row - 1) else { bail!("there is no such row") };
    let record = record.context("the row cannot be read")?;
    let field = |name: &str| {
        let column = heading.iter().position(|heading| heading == name);
        let field = column.and_then(|column| record.get(column));
        field.with_context(|| format!("the table has no column {name:?}"))
    };
    let (start, goal) = (field("start")?, field("goal")?);
    if start.is_empty() {
        bail!("there is no puzzle in this row");
    }
    let puzzle = of_table(field("family")?, start, goal)?;
    let metric = Metric::NAMES.into_iter().find(|&(name, _)| field("metric").ok() == Some(name));
    Ok(Given { puzzle, metric: metric.map(|(_, metric)| metric) })
}
