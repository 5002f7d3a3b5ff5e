//! A puzzle in a link: all of it and what counts, in the part of an address behind `#`.
//!
//! ```text
//! 4x4:AABC/DEBB/DFGH/.FI:///..AA:move
//! ```
//!
//! Parts separated by `:` are the size of the board, the start, the goals, perhaps some keys, and
//! in the end the metric, so that a link that was cut off is told from a whole one. Boards are
//! those of our own [form](super::text), but rows are separated by `/`, a wall is `+`, and what is
//! left out on the right and below is empty; several goals are separated by `,`. The keys are those
//! of that form too, as in `horizontal=AB` and `wall=1,2,2,2`. Nothing in a link means something
//! elsewhere in an address, and it ends in a letter, as programs that look for addresses in a
//! text leave points at the end out. Other characters are encoded as in all addresses: `%20`.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::field::Field;
use crate::format::error::{FormatError, Inexpressible};
use crate::format::text::{self, Drawing, KEYS};
use crate::metric::Metric;
use crate::puzzle::Puzzle;

/// What is wrong with a link.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Parts are missing.
    #[error("this link has been cut off: a size, a start, a goal and a metric have `:` between")]
    Parts,
    /// The last part is no metric.
    #[error("{0:?} is no metric: this link has been cut off, or has something behind its end")]
    Metric(String),
    /// The first part is no size.
    #[error("{0:?} is no size of a board, such as 4x5 (each side has 1 to {max} cells)", max = Field::MOST_SIDE)]
    Size(String),
    /// There are too many goals.
    #[error(
        "so many goals are not read: all their boards have more than {MOST_CELLS} cells together"
    )]
    Goals,
    /// A part that is no text.
    #[error("{0:?} says no text in UTF-8")]
    Encoding(String),
    /// A part after the goals that is no key.
    #[error("{0:?} is no key with a value; the keys are {keys}", keys = KEYS.join(", "))]
    Key(String),
    /// Something is wrong on a board, or with a key.
    #[error("{part}, row {row}, column {column}: {problem}")]
    Board {
        /// The part: the start, a goal or a key.
        part: String,
        /// The row, counted from 1.
        row: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// The most cells of all goals together: a short text can name a great many.
const MOST_CELLS: usize = 1 << 22;

/// What is written as it is, beside letters and digits.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'.')
    .remove(b'_')
    .remove(b'-')
    .remove(b'~')
    .remove(b'/')
    .remove(b',')
    .remove(b'+')
    .remove(b'!')
    .remove(b'$')
    .remove(b'*')
    .remove(b';')
    .remove(b'=')
    .remove(b'@');

/// Reads a puzzle, and what counts in it.
///
/// # Errors
/// If it is no link to a puzzle.
pub fn read(link: &str) -> Result<(Puzzle, Metric), LinkError> {
    // What stands between parts is not encoded, unless all of the link was once more on its way.
    let link = if link.contains(':') { link.into() } else { decoded(link)? };
    let parts: Vec<&str> = link.split(':').collect();
    let [size, start, goals, keys @ .., last] = &parts[..] else { return Err(LinkError::Parts) };
    let metric = Metric::NAMES.into_iter().find(|(name, _)| name == last);
    let (_, metric) = metric.ok_or_else(|| LinkError::Metric((*last).to_owned()))?;
    let side = |text: &str| text.parse().ok().filter(|side| (1..=Field::MOST_SIDE).contains(side));
    let size = size
        .split_once('x')
        .and_then(|(width, height)| Some((side(width)?, side(height)?)))
        .ok_or_else(|| LinkError::Size((*size).to_owned()))?;
    // Every board has lines of its own, so that a line tells where an error is.
    let height = size.1;
    if goals.split(',').count() > MOST_CELLS / (size.0 * size.1) {
        return Err(LinkError::Goals);
    }
    let boards: Vec<&str> = [*start].into_iter().chain(goals.split(',')).collect();
    let boards = (0..).zip(boards).map(|(number, board)| {
        let name = name(number);
        drawing(&decoded(board)?, size, &name, 1 + number * height)
    });
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    let values = keys.iter().map(|key| {
        let unknown = || LinkError::Key((*key).to_owned());
        let (key, value) = key.split_once('=').ok_or_else(unknown)?;
        let key = KEYS.into_iter().find(|known| *known == key).ok_or_else(unknown)?;
        let value = decoded(value)?;
        // A file has a space between the cells of a wall.
        let second = value.match_indices(',').nth(1).filter(|_| key == "wall");
        let spaced = second.map(|(at, _)| format!("{} {}", &value[..at], &value[at + 1..]));
        Ok((key, spaced.unwrap_or_else(|| value.into_owned())))
    });
    let values = values.collect::<Result<Vec<_>, _>>()?;
    let lines = boards.len() * height;
    let keys: Vec<_> = (lines + 1..)
        .zip(&values)
        .map(|(line, (key, value))| (*key, value.as_str(), (line, 1)))
        .collect();
    let goals: Vec<&Drawing> = boards[1..].iter().collect();
    let puzzle = text::assembled(&boards[0], &goals, &keys).map_err(|error| {
        let FormatError { line, column, problem } = error;
        let (part, row) = match line.checked_sub(lines + 1) {
            Some(key) => (keys[key].0.to_owned(), 1),
            None => (name((line - 1) / height), (line - 1) % height + 1),
        };
        LinkError::Board { part, row, column, problem }
    })?;
    Ok((puzzle, metric))
}

/// Writes a puzzle, and what counts in it. Reading it again gives the same.
///
/// # Errors
/// If a part of it has no word in a link.
pub fn write(puzzle: &Puzzle, metric: Metric) -> Result<String, Inexpressible> {
    let Puzzle { field, goals, .. } = puzzle;
    let goals = goals.iter().map(|goal| trimmed(&puzzle.goal_board(goal).replace('#', ".")));
    let goals = goals.collect::<Vec<_>>().join(",");
    let mut parts = vec![
        format!("{}x{}", field.width(), field.height()),
        trimmed(&puzzle.start()).replace('#', "+"),
        goals,
    ];
    let key = |(key, value): (&str, String)| match key {
        "wall" => format!("{key}={}", value.replace(' ', ",")),
        _ => format!("{key}={value}"),
    };
    parts.extend(text::keys(puzzle)?.into_iter().map(key));
    parts.push(metric.name().to_owned());
    let parts = parts.iter().map(|part| utf8_percent_encode(part, PLAIN).to_string());
    Ok(parts.collect::<Vec<_>>().join(":"))
}

/// What a board is called, by its number.
fn name(number: usize) -> String {
    match number {
        0 => "the start".to_owned(),
        number => format!("goal {number}"),
    }
}

fn decoded(part: &str) -> Result<Cow<'_, str>, LinkError> {
    percent_decode_str(part).decode_utf8().map_err(|_| LinkError::Encoding(part.to_owned()))
}

/// The board that a part draws, as rows from the line `first` on.
fn drawing(
    part: &str,
    (width, height): (usize, usize),
    name: &str,
    first: usize,
) -> Result<Drawing, LinkError> {
    let mut rows: Vec<Vec<char>> =
        part.split('/').map(|row| row.replace('+', "#").chars().collect()).collect();
    let too = |row, column, problem: String| {
        Err(LinkError::Board { part: name.to_owned(), row, column, problem })
    };
    if rows.len() > height {
        return too(height + 1, 1, format!("the board is {height} high"));
    }
    if let Some(row) = rows.iter().position(|row| row.len() > width) {
        return too(row + 1, width + 1, format!("the board is {width} wide"));
    }
    rows.resize(height, Vec::new());
    rows.iter_mut().for_each(|row| row.resize(width, '.'));
    Ok(Drawing { at: (first, 1), lines: (first..).take(height).collect(), rows })
}

/// A board without the holes on the right and below.
fn trimmed(board: &str) -> String {
    let rows: Vec<_> = board.split('/').map(|row| row.trim_end_matches('.')).collect();
    rows.join("/").trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::form::Format;

    /// The link to a puzzle, which leads to the same puzzle again.
    fn linked(text: &str, metric: Metric) -> String {
        let puzzle = Format::Text.read(text, None).unwrap();
        let link = write(&puzzle, metric).unwrap();
        let (again, counted) = read(&link).unwrap();
        assert_eq!(Format::Text.write(&again), Format::Text.write(&puzzle));
        assert_eq!(counted, metric);
        link
    }

    #[test]
    fn links_are_short_and_readable() {
        let hardest = text::read_board("AABC/DEBB/DFGH/.FI.", None).unwrap();
        let link = write(&hardest, Metric::Move).unwrap();
        assert_eq!(link, "4x4:AABC/DEBB/DFGH/.FI:///..AA:move");
        assert_eq!(read(&link), Ok((hardest, Metric::Move)));
    }

    #[test]
    fn links_say_all_of_a_puzzle() {
        let text = "title: A, \"title\": 100% <b>\nhorizontal: A\nvertical: AB\ndistinct: C\n\
                    wall: 1,2 2,2\nwall: 1,1 1,2\nstart:\nA.B#\nCé..\ngoal:\n.A.#\n....\ngoal:\n\
                    ...#\n_.B.\n";
        assert_eq!(
            linked(text, Metric::SuperSlide),
            "4x2:A.B+/C%C3%A9:.A,/_.B:title=A,%20%22title%22%3A%20100%25%20%3Cb%3E:\
             horizontal=A:vertical=AB:distinct=C:distinct=%C3%A9:wall=1,1,1,2:wall=1,2,2,2:super-slide"
        );
        assert_eq!(
            linked("distinct: BC\nstart:\nABC\n...\ngoal:\n...\nA..\n", Metric::Step),
            "3x2:ABC:/A:distinct=B:distinct=C:step"
        );
    }

    #[test]
    fn damage_is_told_with_its_place() {
        let told = |link: &str| read(link).unwrap_err().to_string();
        assert_eq!(read(""), Err(LinkError::Parts));
        assert_eq!(read("4x4:AABC/DEBB"), Err(LinkError::Parts));
        assert_eq!(read("2x2:A:/A:"), Err(LinkError::Metric(String::new())));
        assert_eq!(read("2x2:A:/A:super-mo"), Err(LinkError::Metric("super-mo".into())));
        for size in ["2", "2x", "x2", "0x2", "2x65", "2x2x2", "-2x2", "99999999999999999999x2"] {
            let link = format!("{size}:A:/A:move");
            assert_eq!(read(&link), Err(LinkError::Size(size.into())));
        }
        assert_eq!(read("2x2:%ff:/A:move"), Err(LinkError::Encoding("%ff".into())));
        for key in ["walls=1,1,1,2", "horizontal", "=A", ""] {
            assert_eq!(read(&format!("2x2:A:/A:{key}:move")), Err(LinkError::Key(key.into())));
        }
        assert_eq!(told("2x2:A/B/C:/A:move"), "the start, row 3, column 1: the board is 2 high");
        assert_eq!(told("2x2:A:/A.B:move"), "goal 1, row 2, column 3: the board is 2 wide");
        assert_eq!(
            told("2x2:A/.A:/A:move"),
            "the start, row 1, column 1: piece A is not in one part"
        );
        assert_eq!(
            told("2x2:A:/A,.B:move"),
            "goal 2, row 1, column 2: there is no piece 'B' at the start"
        );
        assert_eq!(
            told("2x2:A:/A:distinct=AB:move"),
            "distinct, row 1, column 2: there is no piece 'B' at the start"
        );
        assert!(told("2x2:A:/A:wall=1,1,2,2:move").starts_with("wall, row 1, column 1: a wall is"));
        assert_eq!(told("2x2:A::move"), "goal 1, row 1, column 1: this goal asks for nothing");
        assert!(told("64x64:A:/A:move").contains("4096 cells are open"));
    }

    /// Whatever a link holds, it is read or refused, and what is read is written again the same.
    #[test]
    fn links_with_damage_anywhere_are_read_or_refused() {
        let link = "5x3:AAB+/C.B/DD:/.AA,C/_:horizontal=AD:wall=1,2,2,2:title=T%C3%A9:step";
        assert!(read(link).is_ok());
        let others = "A.+/:,=%_-9é#\"\\ \u{0}x".chars();
        let damaged = link.char_indices().flat_map(|(at, symbol)| {
            let (before, after) = (&link[..at], &link[at + symbol.len_utf8()..]);
            let replaced = others.clone().map(move |other| format!("{before}{other}{after}"));
            let inserted =
                others.clone().map(move |other| format!("{before}{other}{symbol}{after}"));
            replaced.chain(inserted).chain([before.to_owned(), format!("{before}{after}")])
        });
        for link in damaged {
            if let Ok((puzzle, metric)) = read(&link) {
                let written = write(&puzzle, metric).unwrap();
                let (again, counted) = read(&written).unwrap();
                assert_eq!(write(&again, counted), Ok(written), "{link}");
            }
        }
    }
}
