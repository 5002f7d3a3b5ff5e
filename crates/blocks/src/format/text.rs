//! Our own form of a puzzle: grids of letters under headings, a key a line above them.
//!
//! ```text
//! # A comment: from a # with a space before and after it to the end of the line, but not in a title.
//! title: Two by two
//! wall: 1,2 2,2
//! start:
//! AB.
//! CD#
//! goal:
//! ..A
//! ..#
//! ```
//!
//! In `start` every piece has a name of its own, any character that has no other meaning; `.` is
//! a hole and `#` a wall. Below each `goal` is a way to have solved the puzzle; with several, one
//! is enough. There `.` asks for nothing, `_` for a hole, and a letter for that piece or one
//! interchangeable with it.
//!
//! Pieces of equal shape are interchangeable, except those named in a goal that does not show all
//! pieces. `distinct: AB` tells pieces apart all the same, and `alike: AB` makes them
//! interchangeable all the same, those of them that have one shape and move in the same ways.
//! `horizontal: AB` and `vertical: CD` are pieces that keep to their row or column, and those in both
//! lists do not move. `wall: 1,2 2,2` is a wall between two cells, given as column and row from 1.

use std::fmt::Write;

use crate::direction::Direction;
use crate::field::Field;
use crate::format::error::{At, FormatError, Inexpressible, cannot, error};
use crate::format::pieces::is_name;
use crate::grid::Cells;
use crate::puzzle::{Axes, Goal, Piece, Puzzle};
use crate::rows::{self, Ragged, Rows};

/// The keys, in the order in which they are written.
pub(crate) const KEYS: [&str; 6] = ["title", "horizontal", "vertical", "distinct", "alike", "wall"];

/// A grid of characters, as it stands in a file.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// Where it begins.
    pub(crate) at: At,
    /// The line of each row.
    pub(crate) lines: Vec<usize>,
    /// The characters of each row.
    pub(crate) rows: Vec<Vec<char>>,
}

impl Drawing {
    /// The rows of a text, which are lines or separated by `/`.
    fn of(text: &str) -> Self {
        let on_line = |(line, text): (usize, &'_ str)| {
            rows::split(text).into_iter().map(move |row| (line, row))
        };
        let (lines, rows) = (1..).zip(text.split('\n')).flat_map(on_line).unzip();
        Drawing { at: (1, 1), lines, rows }
    }

    /// Where the character in a column and a row is.
    fn at(&self, x: usize, y: usize) -> At {
        let line = self.lines[y];
        // Rows on one line have a `/` between them.
        let before = self.rows[..y].iter().zip(&self.lines).filter(|row| *row.1 == line);
        (line, x + 1 + before.map(|row| row.0.len() + 1).sum::<usize>())
    }

    /// The rows, which must be of one length.
    fn rows(&self) -> Result<Rows<'_>, FormatError> {
        Rows::new(&self.rows).or_else(|Ragged { row, found, expected }| {
            let problem = format!("this row is {found} wide, the first {expected}");
            error(self.at(0, row - 1), problem)
        })
    }

    /// The board that is drawn, and the pieces on it in the row order of their first cells.
    pub(crate) fn field(&self) -> Result<(Field, Vec<Piece>), FormatError> {
        let rows = self.rows()?;
        let (width, height) = rows.size();
        let open = |x: usize, y: usize| rows.at(x, y) != '#';
        let field = Field::new(width, height, open).or_else(|bad| error(self.at, bad))?;
        let mut pieces: Vec<Piece> = Vec::new();
        for (x, y, name) in rows.each() {
            let Some(cell) = field.cell(x, y).filter(|_| name != '.') else { continue };
            if !is_name(name) {
                return error(self.at(x, y), format!("{name:?} is no name for a piece"));
            }
            match pieces.iter_mut().find(|piece| piece.name == name) {
                Some(piece) => piece.cells |= 1 << cell,
                None => {
                    pieces.push(Piece { name, cells: 1 << cell, axes: Axes::BOTH, mark: 0 });
                }
            }
        }
        Ok((field, pieces))
    }

    /// The same, where every piece is in one part.
    fn board(&self) -> Result<(Field, Vec<Piece>), FormatError> {
        let (field, pieces) = self.field()?;
        self.check_whole(&field, &pieces)?;
        Ok((field, pieces))
    }

    /// Checks that every piece is in one part.
    pub(crate) fn check_whole(&self, field: &Field, pieces: &[Piece]) -> Result<(), FormatError> {
        match pieces.iter().find(|piece| !field.is_whole(piece.cells)) {
            Some(&Piece { name, cells, .. }) => {
                let (x, y) = field.place(cells.trailing_zeros());
                error(self.at(x, y), format!("piece {name} is not in one part"))
            }
            None => Ok(()),
        }
    }

    /// The goal that is drawn for these pieces.
    pub(crate) fn goal(&self, field: &Field, pieces: &[Piece]) -> Result<Goal, FormatError> {
        let rows = self.rows()?;
        let (width, height) = rows.size();
        if (width, height) != (field.width(), field.height()) {
            let (w, h) = (field.width(), field.height());
            let problem = format!("this goal is {width}x{height}, the board {w}x{h}");
            return error(self.at, problem);
        }
        let mut goal = Goal::default();
        let mut placed: Vec<(usize, Cells, At)> = Vec::new();
        for (x, y, symbol) in rows.each() {
            let at = self.at(x, y);
            let Some(cell) = field.cell(x, y) else {
                if matches!(symbol, '#' | '.') {
                    continue;
                }
                return error(at, "here the start has a wall");
            };
            let set: Cells = 1 << cell;
            match symbol {
                '.' => {}
                '_' => goal.holes |= set,
                '#' => return error(at, "here the start has no wall"),
                _ => {
                    let Some(piece) = pieces.iter().position(|piece| piece.name == symbol) else {
                        return error(at, format!("there is no piece {symbol:?} at the start"));
                    };
                    match placed.iter_mut().find(|placed| placed.0 == piece) {
                        Some((_, cells, _)) => *cells |= set,
                        None => placed.push((piece, set, at)),
                    }
                }
            }
        }
        for &(piece, cells, at) in &placed {
            let Piece { name, cells: start, .. } = pieces[piece];
            if field.shape(cells) != field.shape(start) {
                return error(at, format!("piece {name} has another shape here than at the start"));
            }
            if field.cuts(cells) {
                return error(at, format!("a wall runs through piece {name} here"));
            }
        }
        if placed.is_empty() && goal.holes == 0 {
            return error(self.at, "this goal asks for nothing");
        }
        goal.placed = placed.into_iter().map(|(piece, cells, _)| (piece, cells)).collect();
        Ok(goal)
    }
}

/// Tells apart the pieces named in goals that do not show all pieces.
pub(crate) fn mark_goal_pieces(pieces: &mut [Piece], goals: &[Goal]) {
    let all = pieces.len();
    for goal in goals.iter().filter(|goal| goal.placed.len() < all) {
        for &(piece, _) in &goal.placed {
            pieces[piece].mark = piece as u32 + 1;
        }
    }
}

/// Reads a puzzle.
///
/// # Errors
/// If the text is no puzzle in this form, with the place in it.
pub fn read(text: &str) -> Result<Puzzle, FormatError> {
    let mut keys: Vec<(&str, &str, At)> = Vec::new();
    let mut drawings: Vec<(&str, Drawing)> = Vec::new();
    let mut end = 0;
    for (index, full) in text.lines().enumerate() {
        let line = index + 1;
        end = line;
        let is_title = full.trim_start().starts_with("title:");
        let full = full.trim_end();
        let content = if is_title { full } else { without_comment(full).trim_end() };
        if content.is_empty() || drawings.is_empty() && content.trim_start().starts_with('#') {
            continue;
        }
        let first = content.chars().take_while(|symbol| symbol.is_whitespace()).count();
        let at = (line, first + 1);
        if let Some((key, value)) = content.split_once(':') {
            let key = key.trim();
            let before = content.chars().count() - value.trim_start().chars().count();
            let after = (line, before + 1);
            match key {
                "start" | "goal" if value.trim().is_empty() => {
                    drawings.push((key, Drawing { at, lines: Vec::new(), rows: Vec::new() }));
                }
                "start" | "goal" => return error(after, "a board begins on a line of its own"),
                _ if KEYS.contains(&key) => keys.push((key, value.trim(), after)),
                _ => {
                    let keys = KEYS.join(", ");
                    return error(at, format!("no key {key:?}; there are {keys}, start, goal"));
                }
            }
        } else if let Some((_, drawing)) = drawings.last_mut() {
            if drawing.rows.is_empty() {
                drawing.at = at;
            }
            if drawing.rows.len() == Field::MOST_SIDE {
                return error(at, format!("a board has at most {} rows", Field::MOST_SIDE));
            }
            drawing.lines.push(line);
            drawing.rows.push(content.chars().collect());
        } else {
            return error(at, "a row of a board before \"start:\"");
        }
    }
    let mut starts = drawings.iter().filter(|drawing| drawing.0 == "start");
    let Some((_, start)) = starts.next() else {
        return error((end + 1, 1), "there is no \"start:\"");
    };
    if let Some((_, second)) = starts.next() {
        return error(second.at, "there is a second \"start:\"");
    }
    if let Some((heading, empty)) = drawings.iter().find(|drawing| drawing.1.rows.is_empty()) {
        return error(empty.at, format!("no board below \"{heading}:\""));
    }
    let goals: Vec<&Drawing> =
        drawings.iter().filter(|drawing| drawing.0 == "goal").map(|(_, goal)| goal).collect();
    if goals.is_empty() {
        return error((end + 1, 1), "there is no \"goal:\"");
    }
    assembled(start, &goals, &keys)
}

/// The puzzle of a start, of goals, and of keys with their values.
pub(crate) fn assembled(
    start: &Drawing,
    goals: &[&Drawing],
    keys: &[(&str, &str, At)],
) -> Result<Puzzle, FormatError> {
    let (mut field, mut pieces) = start.field()?;
    for &(_, value, at) in keys.iter().filter(|key| key.0 == "wall") {
        let (cell, step) = wall(&field, value, at)?;
        field.wall(cell, step);
    }
    start.check_whole(&field, &pieces)?;
    let goals = goals.iter().map(|goal| goal.goal(&field, &pieces));
    let goals = goals.collect::<Result<Vec<_>, _>>()?;
    mark_goal_pieces(&mut pieces, &goals);
    let mut title: Option<String> = None;
    let mut alike = pieces.len() as u32;
    // The key that says of a piece who is like it.
    let mut marked = vec![None; pieces.len()];
    for &(key, value, at) in keys {
        match key {
            "title" if title.is_some() => return error(at, "there is a second \"title:\""),
            "title" => {
                title = Some(checked_title(value, at)?.to_owned());
                continue;
            }
            "wall" => continue,
            "alike" => alike += 1,
            _ => {}
        }
        for (offset, symbol) in value.chars().enumerate().filter(|(_, symbol)| *symbol != ' ') {
            let Some(piece) = pieces.iter().position(|piece| piece.name == symbol) else {
                let at = (at.0, at.1 + offset);
                return error(at, format!("there is no piece {symbol:?} at the start"));
            };
            if matches!(key, "alike" | "distinct") && *marked[piece].get_or_insert(at) != at {
                let at = (at.0, at.1 + offset);
                let problem = format!("{symbol:?} is in an \"alike:\" or \"distinct:\" above");
                return error(at, problem);
            }
            match key {
                "horizontal" => pieces[piece].axes.vertical = false,
                "vertical" => pieces[piece].axes.horizontal = false,
                "distinct" => pieces[piece].mark = piece as u32 + 1,
                _ => pieces[piece].mark = alike,
            }
        }
    }
    Ok(Puzzle { title: title.unwrap_or_default(), field, pieces, goals })
}

/// A title, which is one line and nothing that a terminal would obey.
pub(crate) fn checked_title(title: &str, at: At) -> Result<&str, FormatError> {
    let is_bad = |symbol: char| symbol.is_control() && symbol != '\t';
    match title.chars().position(is_bad) {
        Some(offset) => error((at.0, at.1 + offset), "a title has no control characters"),
        None => Ok(title),
    }
}

/// The line without its comment: from a `#` that begins a word and has a space after it.
fn without_comment(line: &str) -> &str {
    let mut before = ' ';
    for (index, symbol) in line.char_indices() {
        let rest = &line[index + symbol.len_utf8()..];
        if symbol == '#' && before.is_whitespace() && rest.starts_with([' ', '\t']) {
            return &line[..index];
        }
        before = symbol;
    }
    line
}

/// Reads two cells side by side, as a cell and a step.
fn wall(field: &Field, value: &str, at: At) -> Result<(u32, Direction), FormatError> {
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    let cell = |text: &str| {
        let (x, y) = text.split_once(',')?;
        field.cell(number(x)?, number(y)?)
    };
    let cells =
        value.split_once(' ').and_then(|(one, other)| Some((cell(one)?, cell(other.trim())?)));
    let between = cells.and_then(|(one, other)| {
        let (x, y) = field.place(one);
        let beside = |&step: &Direction| {
            let (dx, dy) = step.offset();
            let there = (x as i32 + dx, y as i32 + dy);
            let (x, y) = field.place(other);
            there == (x as i32, y as i32)
        };
        Some((one, Direction::ALL.into_iter().find(beside)?))
    });
    between.map_or_else(
        || error(at, "a wall is between two open cells side by side, such as 1,2 2,2"),
        Ok,
    )
}

/// Writes a puzzle. Reading it again gives the same puzzle.
///
/// # Errors
/// If a part of it has no word in this form.
pub fn write(puzzle: &Puzzle) -> Result<String, Inexpressible> {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (key, value) in keys(puzzle)? {
        let _ = writeln!(text, "{key}: {value}");
    }
    let mut grid = |heading: &str, board: &str| {
        let _ = writeln!(text, "{heading}:\n{}", board.replace('/', "\n"));
    };
    grid("start", &puzzle.start());
    for goal in &puzzle.goals {
        grid("goal", &puzzle.goal_board(goal));
    }
    Ok(text)
}

/// What there is to say of a puzzle beside its boards: keys with their values.
pub(crate) fn keys(puzzle: &Puzzle) -> Result<Vec<(&'static str, String)>, Inexpressible> {
    if puzzle.pieces.iter().any(|piece| !puzzle.field.is_whole(piece.cells)) {
        return cannot("that a piece is in several parts");
    }
    let names = |wanted: &dyn Fn(&Piece) -> bool| -> String {
        puzzle.pieces.iter().filter(|piece| wanted(piece)).map(|piece| piece.name).collect()
    };
    let mut keys = vec![
        ("title", puzzle.title.clone()),
        ("horizontal", names(&|piece| !piece.axes.vertical)),
        ("vertical", names(&|piece| !piece.axes.horizontal)),
    ];
    keys.extend(kinds(puzzle));
    keys.extend(puzzle.field.walls().map(|(cell, step)| {
        let (x, y) = puzzle.field.place(cell);
        let (dx, dy) = step.offset();
        let (u, v) = (x as i32 + dx, y as i32 + dy);
        ("wall", format!("{},{} {},{}", x + 1, y + 1, u + 1, v + 1))
    }));
    keys.retain(|(_, value)| !value.is_empty());
    Ok(keys)
}

/// What is wrong with a board, or with the goal that comes with it, and where in its text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The board.
    #[error("{0}")]
    Start(#[source] FormatError),
    /// The goal.
    #[error("in the goal, {0}")]
    Goal(#[source] FormatError),
}

/// Reads a board in the notation of the tables, rows separated by `/` or on lines of their own: piece `A` has to
/// get to where it is in `goal` or, without, its bounding box to the lower-right corner.
///
/// # Errors
/// If one of them is no such board, or the goal piece has nowhere to go.
pub fn read_board(start: &str, goal: Option<&str>) -> Result<Puzzle, BoardError> {
    let in_start = |problem: &str| error((1, 1), problem).map_err(BoardError::Start);
    let (field, mut pieces) = Drawing::of(start).board().map_err(BoardError::Start)?;
    let Some(piece) = pieces.iter().position(|piece| piece.name == 'A') else {
        return in_start("there is no goal piece A");
    };
    let goal = match goal {
        Some(goal) => {
            let mut goal = Drawing::of(goal).goal(&field, &pieces).map_err(BoardError::Goal)?;
            goal.placed.retain(|placed| placed.0 == piece);
            Goal { holes: 0, ..goal }
        }
        None => match field.lower_right(pieces[piece].cells) {
            Some(cells) => Goal { placed: vec![(piece, cells)], holes: 0 },
            None => return in_start("piece A has no room in the lower-right corner"),
        },
    };
    if goal.placed.is_empty() {
        return error((1, 1), "there is no goal piece A").map_err(BoardError::Goal);
    }
    pieces[piece].mark = 1;
    Ok(Puzzle { title: String::new(), field, pieces, goals: vec![goal] })
}

/// Reads two whole boards in the notation of the tables: every piece has to get to where one of its
/// shape is in `goal`.
///
/// # Errors
/// If one of them is no board, or the goal has other pieces.
pub fn read_boards(start: &str, goal: &str) -> Result<Puzzle, BoardError> {
    let (field, mut pieces) = Drawing::of(start).board().map_err(BoardError::Start)?;
    let goals = vec![Drawing::of(goal).goal(&field, &pieces).map_err(BoardError::Goal)?];
    mark_goal_pieces(&mut pieces, &goals);
    Ok(Puzzle { title: String::new(), field, pieces, goals })
}

/// The lines that say which pieces of equal shape are told apart, where it is not as usual.
fn kinds(puzzle: &Puzzle) -> Vec<(&'static str, String)> {
    let mut usual = puzzle.clone();
    usual.pieces.iter_mut().for_each(|piece| piece.mark = 0);
    mark_goal_pieces(&mut usual.pieces, &puzzle.goals);
    let numbers = || 0..puzzle.pieces.len();
    let like = |puzzle: &Puzzle, one| numbers().filter(|&other| puzzle.alike(one, other)).collect();
    let mut lines = Vec::new();
    let mut seen = 0_u64;
    for piece in numbers().filter(|&piece| {
        let (here, usually): (Vec<usize>, Vec<usize>) = (like(puzzle, piece), like(&usual, piece));
        here != usually
    }) {
        if seen >> piece & 1 == 1 {
            continue;
        }
        let group: Vec<usize> = like(puzzle, piece);
        group.iter().for_each(|&member| seen |= 1 << member);
        let key = if group.len() == 1 { "distinct" } else { "alike" };
        lines.push((key, group.iter().map(|&member| puzzle.pieces[member].name).collect()));
    }
    lines
}
