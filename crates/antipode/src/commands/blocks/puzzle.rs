//! Where a puzzle comes from: a file, standard input, a board, a row of a batch.

use std::path::Path;

use antipode_blocks::Metric;
use antipode_blocks::Puzzle;
use antipode_blocks::format::text::{BoardError, read_board};
use antipode_blocks::format::{Format, FormatError};
use antipode_pipeline::table::column::Column;
use antipode_pipeline::table::file::{Record, Table, TableError};
use antipode_pipeline::table::puzzles::{self, PuzzleRow};
use antipode_web::{LinkError, Linked};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;

use crate::args::{SOME, names, number};
use crate::input::{self, STANDARD, numbered};
use crate::output;

/// No puzzle takes more bytes than this.
const MOST_BYTES: u64 = 1 << 20;

/// Nor a list of puzzles.
const MOST_LIST_BYTES: u64 = 1 << 30;

/// The columns of a table that it takes.
const PUZZLE: [Column<String>; 2] = [PuzzleRow::START, PuzzleRow::GOAL];

/// What tells a puzzle.
#[derive(Debug, Args)]
pub struct PuzzleArgs {
    /// A file, `-` for standard input, FILE:N for line N of a list of Rush Hour boards or row N
    /// of a batch's table (hardest.csv:9), or a board, AB/C. for example
    ///
    /// The rows of a table count from 1 below its heading. On a board alone, piece A has to get to
    /// the lower-right corner.
    #[arg(value_name = "PUZZLE")]
    input: Option<String>,
    /// A link to a puzzle, as pages make them, instead: the address, or what follows its #.
    #[arg(long, value_name = "URL", conflicts_with_all = ["input", "format", "width", "goal"])]
    link: Option<String>,
    /// The form of the file; recognised by what is in it if not given.
    #[arg(long, value_parser = names(&Format::NAMES), value_name = "FORM")]
    format: Option<Format>,
    /// The width of the board, for an array on one line.
    #[arg(long, value_name = "CELLS", value_parser = number::<usize>(SOME))]
    width: Option<usize>,
    /// For a board: where piece A has to get, as a board with A in it.
    #[arg(long, value_name = "BOARD")]
    goal: Option<String>,
}

/// What counts as a move.
#[derive(Debug, Args)]
pub struct MetricArgs {
    /// What counts as one action; of a batch's row the metric of the batch, otherwise move, if not given.
    #[arg(long, value_name = "METRIC", value_parser = names(&Metric::NAMES))]
    metric: Option<Metric>,
}

impl MetricArgs {
    /// Whether it was said.
    pub fn is_given(&self) -> bool {
        self.metric.is_some()
    }

    /// What counts in a puzzle.
    pub fn of(&self, given: &Given) -> Metric {
        self.metric.or(given.metric).unwrap_or(Metric::Move)
    }
}

/// A puzzle, and what the place where it comes from says of it.
#[derive(Debug)]
pub struct Given {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What counts as a move there.
    metric: Option<Metric>,
}

impl PuzzleArgs {
    /// The puzzle of the link, of whatever kind it is; none without a link.
    pub fn linked(&self) -> Result<Option<Linked>, LinkError> {
        self.link.as_deref().map(Linked::read).transpose()
    }

    /// Refuses to write over the file that the puzzle is in.
    pub fn apart_from(&self, output: Option<&Path>) -> Result<()> {
        let input = self.input.as_deref().unwrap_or_default();
        let file = numbered(input).map_or(input, |(file, _)| file);
        output::beside_input(Path::new(file), output)
    }

    /// Reads the puzzle.
    pub fn read(&self) -> Result<Given> {
        if let Some(linked) = self.linked()? {
            return match linked {
                Linked::Blocks { puzzle, metric } => Ok(Given { puzzle, metric: Some(metric) }),
                _ => bail!("this link leads to no puzzle of blocks; `antipode solve` solves it"),
            };
        }
        let Some(input) = self.input.as_deref() else { bail!("name a PUZZLE, or a --link to one") };
        let alone = |puzzle| Given { puzzle, metric: None };
        let path = Path::new(input);
        if input != STANDARD && !path.exists() {
            if let Some((file, row)) = numbered(input) {
                ensure!(row > 0, "{input}: rows and lines count from 1");
                if is_table(file) {
                    self.refuse_all("a row of a table")?;
                    return row_of(file, row);
                }
                let text = input::text(Path::new(file), MOST_LIST_BYTES)?;
                let Some(line) = text.lines().nth(row - 1) else {
                    bail!("{file} has no line {row}");
                };
                // A board may go on in the lines below.
                let mut boards = self.bare_boards(&text).into_iter().flatten();
                let board = boards.find(|(begin, _)| *begin == row);
                return Ok(alone(match board {
                    Some((_, board)) => self.board_in(file, row, &board)?,
                    None => self.parse(line, self.form_of_line(&text, line), file, row - 1)?,
                }));
            }
            if looks_like_board(input) {
                return Ok(alone(self.board(input)?));
            }
            ensure!(!Linked::is_meant(input), "{input:?} is no file; a link goes with --link");
            bail!("{input:?} is neither a file nor a board such as AB/C.");
        }
        if is_table(input) && !path.is_dir() {
            puzzles_in(path)?;
            bail!(
                "{input} is a table: choose a row, such as {input}:9; solve and difficulty take all, by --all --json"
            );
        }
        let text = input::text(path, MOST_BYTES)?;
        ensure!(
            !holds_table(&text),
            "{} is a table: choose a row of a file, such as hardest.csv:9; solve and difficulty take all, by \
             --all --json",
            input::name(path)
        );
        Ok(alone(self.parse(&text, self.form(&text), &input::name(path), 0)?))
    }

    /// Reads all puzzles of a table, of a list of Rush Hour boards or of boards with empty lines between
    /// them, each with its row or line from 1; of anything else the one puzzle that it is.
    pub fn read_all(&self) -> Result<Vec<(usize, Given)>> {
        let alone = |puzzle| Given { puzzle, metric: None };
        let input = self.input.as_deref().unwrap_or_default();
        let path = Path::new(input);
        if input != STANDARD && !path.exists() {
            let row = numbered(input).map_or(1, |(_, row)| row);
            return Ok(vec![(row, self.read()?)]);
        }
        if is_table(input) {
            return self.read_table(&Table::read(path)?);
        }
        let (text, name) = (input::text(path, MOST_LIST_BYTES)?, input::name(path));
        if holds_table(&text) {
            return self.read_table(&Table::read_from(text.as_bytes(), Path::new(&name))?);
        }
        if let Some(boards) = self.bare_boards(&text) {
            let read = |(line, board): (usize, String)| {
                Ok((line, alone(self.board_in(&name, line, &board)?)))
            };
            return boards.into_iter().map(read).collect();
        }
        if self.form(&text) == Format::RushHour {
            let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
            let read = |(line, text)| {
                Ok((line, alone(self.parse(text, Format::RushHour, &name, line - 1)?)))
            };
            return lines.map(read).collect();
        }
        Ok(vec![(1, alone(self.parse(&text, self.form(&text), &name, 0)?))])
    }

    /// Reads all puzzles of a table, each with its row.
    fn read_table(&self, table: &Table) -> Result<Vec<(usize, Given)>> {
        self.refuse_all("a table")?;
        require_puzzles(table)?;
        let puzzles = (1..).zip(table.records()).filter_map(|(row, record)| {
            given(&record).map(|given| Some((row, given?))).transpose()
        });
        puzzles.collect()
    }

    /// Reads the board that is the input.
    fn board(&self, board: &str) -> Result<Puzzle> {
        let is_alone = self.format.is_none() && self.width.is_none();
        ensure!(is_alone, "--format and --width are for files, and {} is a board", shown(board));
        self.read_board(board, |error| anyhow!("board {}: {error}", shown(board)))
    }

    /// Reads a board that was found in `source`, from a line on. Its rows may be lines there.
    fn board_in(&self, source: &str, line: usize, board: &str) -> Result<Puzzle> {
        ensure!(self.width.is_none(), "--width is for an array on one line");
        self.read_board(board, |FormatError { line: row, column, problem }| {
            anyhow!("{source}:{}:{column}: {}", line - 1 + row, shown(&problem))
        })
    }

    /// Reads a board; `wrong` tells what is wrong with it.
    fn read_board(
        &self,
        board: &str,
        wrong: impl Fn(FormatError) -> anyhow::Error,
    ) -> Result<Puzzle> {
        let goal = self.goal.as_deref();
        let puzzle = read_board(board, goal).map_err(|error| match error {
            BoardError::Start(error) => wrong(error),
            BoardError::Goal(error) => {
                anyhow!("--goal {}: {error}", shown(goal.unwrap_or_default()))
            }
        })?;
        let goal = goal.unwrap_or_default();
        let is_no_piece = |symbol: char| "A.#/".contains(symbol) || symbol.is_whitespace();
        let other = goal.chars().find(|&symbol| !is_no_piece(symbol));
        ensure!(
            other.is_none(),
            "--goal {}: it tells where A goes and nothing else; a file with \"goal:\" can ask for more",
            shown(goal)
        );
        Ok(puzzle)
    }

    /// The form of a text.
    fn form(&self, text: &str) -> Format {
        self.format.unwrap_or_else(|| Format::recognise(text))
    }

    /// The form of a line of a text. All lines of a list are of one form, whatever a damaged one looks like.
    fn form_of_line(&self, text: &str, line: &str) -> Format {
        match self.form(text) {
            Format::RushHour => Format::RushHour,
            _ => self.form(line),
        }
    }

    /// The boards of a text that holds nothing else, unless it is said to be, or looks like, some other form.
    fn bare_boards(&self, text: &str) -> Option<Vec<(usize, String)>> {
        let may_be = self.format.is_none() && Format::recognise(text) == Format::Text;
        if may_be { bare_boards(text) } else { None }
    }

    /// Refuses what says more of a puzzle than is open where it comes from.
    fn refuse_all(&self, source: &str) -> Result<()> {
        let given = [
            ("--goal", self.goal.is_some()),
            ("--format", self.format.is_some()),
            ("--width", self.width.is_some()),
        ];
        match given.into_iter().find(|flag| flag.1) {
            Some((flag, _)) => {
                bail!("{flag} cannot be given with {source}, which tells the whole puzzle")
            }
            None => Ok(()),
        }
    }

    /// Reads a puzzle of a form that was found in `source` after `before` lines.
    fn parse(&self, text: &str, format: Format, source: &str, before: usize) -> Result<Puzzle> {
        let boards = self.bare_boards(text).filter(|_| format == Format::Text);
        match boards.as_deref() {
            None | Some([]) => {}
            Some([(line, board)]) => return self.board_in(source, line + before, board),
            Some(boards @ [.., (line, _)]) => {
                let choose = match numbered(&format!("{source}:{line}")) {
                    Some(_) => format!("choose one by its line, such as {source}:{line}; "),
                    None => String::new(),
                };
                let count = boards.len();
                bail!(
                    "{source} holds {count} boards: {choose}solve and difficulty take all, by \
                     --all --json"
                );
            }
        }
        ensure!(
            self.goal.is_none(),
            "--goal is for a board alone; {source} tells its goals itself"
        );
        let is_array = format == Format::Array;
        ensure!(is_array || self.width.is_none(), "--width is for an array on one line");
        format.read(text, self.width).map_err(|mut error| {
            error.line += before;
            anyhow!("{source}:{}:{}: {}", error.line, error.column, error.problem)
        })
    }
}

/// A text as a message quotes it: not too long, and nothing that a terminal would obey.
fn shown(text: &str) -> String {
    const MOST: usize = 120;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, "\u{fffd}")
}

/// Whether a file is a table, by its name.
pub fn is_table(file: impl AsRef<Path>) -> bool {
    file.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"))
}

/// Whether a text that names no file is meant as a board: rows of equal length with an `A`, or
/// rows of capital letters and digits.
fn looks_like_board(input: &str) -> bool {
    let width = |row: &str| row.chars().count();
    let mut rows = input.split('/').map(width);
    let first = rows.next();
    let is_even = input.contains('A') && rows.all(|row| Some(row) == first);
    let is_drawn = |symbol: char| {
        symbol.is_ascii_uppercase() || symbol.is_ascii_digit() || "./#".contains(symbol)
    };
    input.contains('/') && (is_even || input.chars().all(is_drawn))
}

/// The boards of a text that holds nothing else, each with its line: rows of letters, with empty
/// lines between boards, or boards of one line each.
fn bare_boards(text: &str) -> Option<Vec<(usize, String)>> {
    let mut boards: Vec<(usize, String)> = Vec::new();
    let mut within = false;
    for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
        let is_row = !line.is_empty() && !line.contains('/');
        match boards.last_mut() {
            Some((_, board)) if within && is_row => *board += &format!("\n{line}"),
            _ if !line.is_empty() => boards.push((number, line.to_owned())),
            _ => {}
        }
        within = is_row;
    }
    let are_boards = boards.iter().all(|(_, board)| looks_like_board(&board.replace('\n', "/")));
    (are_boards && !boards.is_empty() && !text.contains(':')).then_some(boards)
}

/// A table of puzzles.
fn puzzles_in(path: &Path) -> Result<Table, TableError> {
    let table = Table::read(path)?;
    require_puzzles(&table)?;
    Ok(table)
}

fn require_puzzles(table: &Table) -> Result<(), TableError> {
    PuzzleRow::require(table, &PUZZLE)
}

/// Whether a text, which may come through a pipe, is a table of puzzles, by its heading.
fn holds_table(text: &str) -> bool {
    let heading = text.lines().next().unwrap_or_default();
    PUZZLE.iter().all(|column| heading.split(',').any(|name| name == column.name))
}

/// The puzzle in row `row` of a batch's table, and its metric.
fn row_of(file: &str, row: usize) -> Result<Given> {
    let table = puzzles_in(Path::new(file))?;
    let record = table.records().nth(row - 1);
    let record = record.with_context(|| format!("{file} has no row {row}"))?;
    given(&record)?.ok_or_else(|| record.error("there is no puzzle in this row").into())
}

/// The puzzle of a row and its metric, if there is one in it.
fn given(record: &Record<'_>) -> Result<Option<Given>> {
    let read = |column| record.read::<String>(column);
    let (start, goal) = (read(&PuzzleRow::START)?, read(&PuzzleRow::GOAL)?);
    if start.is_empty() {
        return Ok(None);
    }
    let puzzle = puzzles::puzzle(record.read(&PuzzleRow::FAMILY)?, &start, &goal);
    let puzzle = puzzle.map_err(|error| {
        let (column, error) = match error {
            BoardError::Start(error) => (PuzzleRow::START.name, error),
            BoardError::Goal(error) => (PuzzleRow::GOAL.name, error),
        };
        record.error(format!("{column}: {error}"))
    })?;
    let metric = record.under(PuzzleRow::METRIC.name).filter(|text| !text.is_empty());
    let metric = metric.map(|_| record.read(&PuzzleRow::METRIC)).transpose()?;
    Ok(Some(Given { puzzle, metric }))
}
