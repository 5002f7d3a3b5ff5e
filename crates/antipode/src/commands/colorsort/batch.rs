//! Solves a file of positions, one a line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use antipode_colorsort::{Method, Position, SolveError, check};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_sealed::begins;
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::args::{MOST_BYTES, ReadingArgs, RuleArgs, SearchArgs, digits, is_remark};
use super::sheets::{ANSWERS, BOTTOM_TO_TOP};
use super::solve::MethodArgs;
use super::solved::{Share, each_in_memory, played, solved};
use crate::args::Threads;
use crate::exit::LeftOpen;
use crate::input;
use crate::kept::{self, Kept};
use crate::output::{self, Stream, keeps};
use crate::report::Report;
use crate::stop::{self, Interrupted, Left};

/// What `batch` takes.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// The positions, one a line, or `-` for standard input; lines that are empty or begin with `#` are skipped.
    file: PathBuf,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    rule: RuleArgs,
    #[command(flatten)]
    method: MethodArgs,
    /// The table to write, or to go on with; standard output if not given.
    #[arg(short, long, value_name = "FILE", value_parser = output::file())]
    output: Option<PathBuf>,
    /// Start over instead of going on with the table.
    #[arg(long, requires = "output")]
    fresh: bool,
    #[command(flatten)]
    threads: Threads,
    /// Add a last column: the seconds that each position took. All others are the same in every
    /// run.
    #[arg(long)]
    seconds: bool,
    #[command(flatten)]
    search: SearchArgs,
}

/// A position and its line, from 1.
type Line = (usize, Position);

/// Solves all lines that the table does not have yet.
pub fn batch(args: &BatchArgs) -> Result<()> {
    output::beside_input(&args.file, args.output.as_deref())?;
    let lines = lines(args)?;
    stop::leaves(Left::of(args.output.as_deref()).if_fresh(args.fresh));
    let pool = args.threads.pool()?;
    let (table, known) = match &args.output {
        Some(path) if keeps(path) => {
            open(path, args, &lines).map(|(kept, known)| (Table::Kept(kept), known))?
        }
        _ => (Table::passing(args, &lines)?, BTreeMap::new()),
    };
    let mut left = lines;
    left.retain(|(number, _)| known.get(number) != Some(&Worth::Done));
    let report = Report::new("batch", left.len() as u64, args.search.quiet.quiet);
    let table = Mutex::new(table);
    let table = || table.lock().unwrap_or_else(PoisonError::into_inner);
    let left_open = AtomicUsize::new(0);
    let solved = each_in_memory(&left, &pool, args.search.memory(), |line, share| {
        let row = row(args, line, share, &report)?;
        let worth = worth(args, line, row.trim_end());
        if worth < Worth::Done {
            left_open.fetch_add(1, Ordering::Relaxed);
        }
        // A solution that was found before is better than none.
        if known.get(&line.0).is_none_or(|&known| worth >= known) {
            table().add(line.0, row)?;
        }
        report.advance(1);
        Ok(())
    });
    // What is finished outlasts a stop, and a failure.
    table().end(solved.is_ok())?;
    solved?;
    let seconds = report.elapsed().as_secs_f64();
    report.finish(&format!("{}, {seconds:.1} s", counted(left.len(), "position")));
    match left_open.into_inner() {
        0 => Ok(()),
        open => Err(LeftOpen(format!(
            "{} did not fit in memory; the same command with more --memory solves what did not",
            counted(open, "position")
        ))
        .into()),
    }
}

fn lines(args: &BatchArgs) -> Result<Vec<Line>> {
    let text = input::text(&args.file, MOST_BYTES)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let written = lines.filter(|(_, line)| !line.trim().is_empty() && !is_remark(line));
    let read = |(number, line): (usize, &str)| {
        let place = || format!("{}:{number}", input::name(&args.file));
        // A line is all of a position, even if it has no `;` in it.
        let position = Position::parse(line, &args.reading.reading()).with_context(place)?;
        check(&position, args.rule.rule, args.method.method()).with_context(place)?;
        Ok((number, position))
    };
    let lines: Vec<Line> = written.map(read).collect::<Result<_>>()?;
    ensure!(!lines.is_empty(), "{} holds no positions", input::name(&args.file));
    Ok(lines)
}

fn header(args: &BatchArgs) -> String {
    let columns: Vec<_> =
        ANSWERS.header().filter(|&column| args.seconds || column != "seconds").collect();
    columns.join(",") + "\n"
}

/// The first columns of a row, which tell what it is the answer to.
fn question(args: &BatchArgs, (number, position): &Line) -> String {
    let (rule, method) = (args.rule.rule.name(), args.method.name());
    format!("{number},{rule},{method},{BOTTOM_TO_TOP},{position},")
}

/// What a row of a line is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// It is damaged, or the line did not fit in memory.
    Nothing,
    /// A shortest solution is wanted, and nobody has proved that this is one.
    Solution,
    /// All that is wanted.
    Done,
}

/// What a row of a line is worth.
fn worth(args: &BatchArgs, line: &Line, row: &str) -> Worth {
    match answer(args, line, row) {
        None | Some((None, false)) => Worth::Nothing,
        Some((Some(_), false)) if args.method.method() == Method::Shortest => Worth::Solution,
        Some(_) => Worth::Done,
    }
}

/// The number of moves that a row tells of its line, and whether it is proved; none unless all of the row can be read
/// and its moves lead to its goal.
fn answer(args: &BatchArgs, line: &Line, row: &str) -> Option<(Option<usize>, bool)> {
    let cells: Vec<&str> = row.strip_prefix(&question(args, line))?.split(',').collect();
    let (&[moves, proved, states, goal, solution], seconds) = cells.split_first_chunk()?;
    let proved = proved.parse().ok()?;
    states.parse::<u64>().ok()?;
    seconds.iter().try_for_each(|cell| cell.parse::<f64>().map(drop)).ok()?;
    let moves = match moves {
        "" => None,
        moves => Some(moves.parse::<usize>().ok()?),
    };
    let holds = match moves {
        None => [goal, solution] == ["", ""],
        Some(moves) => played(&line.1, args.rule.rule, solution).is_some_and(|positions| {
            positions.len() == moves + 1 && positions[moves].to_string() == goal
        }),
    };
    (holds && seconds.len() == usize::from(args.seconds)).then_some((moves, proved))
}

fn row(args: &BatchArgs, line: &Line, share: Share, report: &Report) -> Result<String> {
    // Most searches are too short to look for a stop.
    ensure!(!report.stop(), Interrupted);
    let started = Instant::now();
    let method = args.method.method();
    let answer = match solved(&line.1, args.rule.rule, method, share.bytes, report) {
        Ok(solved) => {
            let moves = solved.moves.map(|moves| moves.to_string()).unwrap_or_default();
            let (goal, solution) =
                (solved.goal.unwrap_or_default(), solved.solution.unwrap_or_default());
            format!("{moves},{},{},{goal},{solution}", solved.proved, solved.states)
        }
        // It is left open; others need not suffer.
        Err(error) => match error.downcast_ref() {
            Some(SolveError::Full(full)) if share.is_all => format!(",false,{},,", full.states()),
            _ => return Err(error),
        },
    };
    let seconds = match args.seconds {
        true => format!(",{}", digits(started.elapsed())),
        false => String::new(),
    };
    Ok(format!("{}{answer}{seconds}\n", question(args, line)))
}

/// Where rows go.
enum Table {
    /// A file, which gets them as they come. They are in no order until all are there.
    Kept(Kept),
    /// A stream, in order: the numbers of the lines that were not written yet, and the rows that
    /// wait for one before them.
    Passing { stream: Stream, left: BTreeSet<usize>, waiting: BTreeMap<usize, String> },
}

impl Table {
    fn passing(args: &BatchArgs, lines: &[Line]) -> Result<Self> {
        let mut stream = Stream::open(args.output.as_deref())?;
        stream.write(&header(args))?;
        let left = lines.iter().map(|line| line.0).collect();
        Ok(Table::Passing { stream, left, waiting: BTreeMap::new() })
    }

    fn add(&mut self, number: usize, row: String) -> Result<()> {
        match self {
            Table::Kept(kept) => kept.append(&row),
            Table::Passing { stream, left, waiting } => {
                waiting.insert(number, row);
                while let Some(entry) = waiting.first_entry()
                    && left.first() == Some(entry.key())
                {
                    left.pop_first();
                    stream.write(&entry.remove())?;
                }
                Ok(())
            }
        }
    }

    /// No more rows come; if `complete`, because there are no more.
    fn end(&mut self, complete: bool) -> Result<()> {
        match self {
            Table::Kept(kept) => {
                kept.sync()?;
                if complete { put_in_order(kept.path()) } else { Ok(()) }
            }
            Table::Passing { stream, waiting, .. } => {
                stream.write(&waiting.values().map(String::as_str).collect::<String>())
            }
        }
    }
}

/// Opens the table, and tells what its rows are worth, by the numbers of their lines.
fn open(path: &Path, args: &BatchArgs, lines: &[Line]) -> Result<(Kept, BTreeMap<usize, Worth>)> {
    let tail = format!(",{},{},", args.rule.rule.name(), args.method.name());
    let is_begun = |lines: &str, text: &str| {
        let row = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
        match lines.is_empty() {
            true => begins(text, header(args)),
            // No row matters if all is to be done anew.
            false => args.fresh || row.len() < text.len() && begins(row, &tail),
        }
    };
    let (mut kept, mut text) = Kept::open(path, is_begun)?;
    let first: Vec<_> = ANSWERS.header().take(3).collect();
    ensure!(
        text.is_empty() || text.starts_with(&first.join(",")),
        "{}:1: this is no table of answers; choose another file with -o",
        path.display()
    );
    if args.fresh {
        text.clear();
    }
    let asked: BTreeMap<usize, &Line> = lines.iter().map(|line| (line.0, line)).collect();
    let mut known = BTreeMap::new();
    // The rows that stay.
    let mut whole = String::new();
    for (index, row) in text.lines().enumerate() {
        let place = || format!("{}:{}", path.display(), index + 1);
        if index == 0 {
            ensure!(
                row == header(args).trim_end(),
                "{}: this table has other columns; choose another with -o, or start over with \
                 --fresh",
                place()
            );
            whole += &header(args);
            continue;
        }
        let number = row.split(',').next().and_then(|number| number.parse().ok());
        let line = number.and_then(|number| asked.get(&number).copied());
        let line = line.filter(|line| row.starts_with(&question(args, line)));
        ensure!(
            line.is_some(),
            "{}: this is the table of other positions, another rule or method, or damaged; \
             choose another with -o, or start over with --fresh",
            place()
        );
        let Some(line) = line else { continue };
        // Should a line be there twice, better rows come after others.
        let worth = worth(args, line, row);
        if worth > Worth::Nothing && known.get(&line.0).is_none_or(|&known| worth > known) {
            known.insert(line.0, worth);
            whole += row;
            whole.push('\n');
        }
    }
    if whole.len() < text.len() {
        // Others are gone from the midst of it.
        drop(kept);
        output::put(&whole, Some(path))?;
        (kept, text) = Kept::open(path, is_begun)?;
    }
    kept.go_on_after(text.len())?;
    if text.is_empty() {
        kept.append(&header(args))?;
    }
    Ok((kept, known))
}

/// Puts a complete table in order, with one row of each line, the last.
fn put_in_order(path: &Path) -> Result<()> {
    let text = kept::lines(path)?;
    let mut rows: Vec<&str> = text.split_inclusive('\n').collect();
    // The header, which has no number, comes first.
    let number =
        |row: &str| row.split(',').next().and_then(|cell| cell.parse().ok()).unwrap_or(0_usize);
    rows.reverse();
    rows.sort_by_key(|row| number(row));
    rows.dedup_by_key(|row| number(row));
    let ordered = rows.concat();
    if ordered == text {
        return Ok(());
    }
    output::put(ordered, Some(path))
}
