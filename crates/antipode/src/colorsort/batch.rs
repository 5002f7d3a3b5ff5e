//! Solves a file of positions, one a line.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use antipode_colorsort::{Position, SolveError};
use antipode_frontier::Progress;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use rayon::prelude::*;

use super::solve::{self, MethodArgs};
use super::{ReadingArgs, Rule, SearchArgs};
use crate::batch::Interrupted;
use crate::report::Report;

/// What `batch` takes.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The positions, one a line; lines that are empty or begin with `#` are skipped.
    file: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    /// What a move is.
    #[arg(long, value_enum, default_value_t = Rule::One)]
    rule: Rule,
    #[command(flatten)]
    method: MethodArgs,
    /// The table to write, or to go on with; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Start over instead of going on with the table.
    #[arg(long, requires = "output")]
    fresh: bool,
    /// Use this many threads; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    search: SearchArgs,
}

const HEADER: &str = "line,rule,containers,start,moves,proved,states,goal,solution\n";

/// Rows are solved and kept in lots of so many for each thread.
const LOT: usize = 8;

/// A position and its line, from 1.
type Line = (usize, Position);

/// Solves all lines that the table does not have yet.
pub fn batch(args: &BatchArgs) -> Result<()> {
    let lines = lines(args)?;
    let stop = crate::stop_at_signals()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build()?;
    let done = match &args.output {
        Some(path) if !args.fresh => kept(path, args, &lines)?,
        _ => 0,
    };
    let mut table = Table::open(args.output.as_deref(), done > 0)?;
    if done == 0 {
        table.append(HEADER)?;
    }
    let left = &lines[done.saturating_sub(1)..];
    let report = Report::new("batch", left.len() as u64, args.search.quiet, &stop);
    for lot in left.chunks(LOT * pool.current_num_threads()) {
        let memory = args.search.memory() / pool.current_num_threads();
        let rows: Result<Vec<String>> =
            pool.install(|| lot.par_iter().map(|line| row(args, line, memory, &report)).collect());
        table.append(&rows?.concat())?;
    }
    report.finish(&format!("{} positions, {:.1} s", left.len(), report.elapsed().as_secs_f64()));
    Ok(())
}

fn lines(args: &BatchArgs) -> Result<Vec<Line>> {
    let text = super::text_of(&args.file)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let written = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        let place = || format!("{}:{number}", args.file.display());
        // A line is all of a position, even if it has no `;` in it.
        let position = Position::parse(line, &args.reading.reading()).with_context(place)?;
        Ok((number, position))
    };
    let lines: Vec<Line> = written.map(read).collect::<Result<_>>()?;
    ensure!(!lines.is_empty(), "{} holds no positions", args.file.display());
    Ok(lines)
}

/// The first columns of a row, which tell what it is the answer to.
fn question(args: &BatchArgs, (number, position): &Line) -> String {
    format!("{number},{},bottom-to-top,{position},", args.rule.name())
}

fn row(args: &BatchArgs, line: &Line, memory: usize, report: &Report<'_>) -> Result<String> {
    let method = args.method.method();
    let answer = match solve::solved(&line.1, args.rule, method, memory, report) {
        Ok(solved) => {
            let moves = solved.moves.map(|moves| moves.to_string()).unwrap_or_default();
            let (goal, solution) =
                (solved.goal.unwrap_or_default(), solved.solution.unwrap_or_default());
            format!("{moves},{},{},{goal},{solution}\n", solved.proved, solved.states)
        }
        // It is left open; others need not suffer.
        Err(error) => match error.downcast_ref() {
            Some(SolveError::Full(full)) => format!(",false,{},,\n", full.limit),
            _ if error.is::<Interrupted>() => bail!(Interrupted::Kept),
            _ => return Err(error),
        },
    };
    report.advance(1);
    Ok(question(args, line) + &answer)
}

/// How many lines the table has, the header counted; what a killed process left of a last line
/// is cut off.
fn kept(path: &Path, args: &BatchArgs, lines: &[Line]) -> Result<usize> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let rows: Vec<&str> = text[..whole].lines().collect();
    let expected = |index: usize| match index {
        0 => Some(HEADER.trim_end().to_owned()),
        row => lines.get(row - 1).map(|line| question(args, line)),
    };
    for (index, row) in rows.iter().enumerate() {
        if !expected(index).is_some_and(|start| row.starts_with(&start)) {
            bail!(
                "{}:{}: this is the table of other positions or another rule; choose another with \
                 -o, or start over with --fresh",
                path.display(),
                index + 1
            );
        }
    }
    if whole < text.len() {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(whole as u64)?;
    }
    Ok(rows.len())
}

/// Where rows go: a file and its path, or standard output.
struct Table<'a>(Option<(File, &'a Path)>);

impl<'a> Table<'a> {
    fn open(path: Option<&'a Path>, go_on: bool) -> Result<Self> {
        let Some(path) = path else { return Ok(Table(None)) };
        let mut options = OpenOptions::new();
        let options = options.create(true).write(true).append(go_on).truncate(!go_on);
        let file =
            options.open(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Table(Some((file, path))))
    }

    /// Adds rows, so that they outlast the process.
    fn append(&mut self, rows: &str) -> Result<()> {
        let Some((file, path)) = &mut self.0 else { return crate::print(rows) };
        let written = file.write_all(rows.as_bytes()).and_then(|()| file.sync_data());
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}
