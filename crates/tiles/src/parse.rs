//! Reading positions as people write them.
//!
//! - rows separated by `/` or line breaks: `8 2 0/4 6 1/3 7 5`;
//! - numbers in row order, separated by spaces or commas, for a square board or one whose size
//!   is said: `8 2 0 4 6 1 3 7 5`; on boards of up to ten cells also as one word: `820461375`;
//! - the box drawing: frames of `.`, `-` and `|` around the tiles and around the whole, the
//!   blank a gap. Gaps may have been narrowed to one space, and lines run together.

use std::iter::Peekable;
use std::str::Chars;

use crate::position::{Position, PositionError};
use crate::size::{Size, SizeError};

/// A text that is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// Something that is no number.
    #[error("{0:?} is no number")]
    Number(String),
    /// Rows of different lengths.
    #[error("row {row} is {found} wide, the row before {wanted}")]
    Ragged {
        /// The number of the row, from 1.
        row: usize,
        /// How many cells it has.
        found: usize,
        /// How many the first row has.
        wanted: usize,
    },
    /// A row of one number, and no board is so narrow.
    #[error("{0} is one number: separate numbers by spaces, and rows by `/`")]
    Joined(usize),
    /// Numbers without rows, as many as no square board has cells.
    #[error("{0} numbers make no square board: separate rows by `/`, or say the size")]
    Shapeless(usize),
    /// A box drawing with something out of place.
    #[error("this is no box drawing: {0}")]
    Box(&'static str),
    /// The board would be too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The position is of another size than wanted.
    #[error("this is a position of a {found} board, not of {wanted}")]
    OtherSize {
        /// The size of the position.
        found: Size,
        /// The size that was asked for.
        wanted: Size,
    },
    /// The numbers are not those of a board.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Reads a position, of `size` if that is given.
///
/// # Errors
/// If it is no position.
pub fn parse(text: &str, size: Option<Size>) -> Result<Position, ParseError> {
    let text = text.trim();
    let rows = if text.contains('|') { boxed_rows(text)? } else { plain_rows(text)? };
    if let Some(&[number]) = rows.first().map(Vec::as_slice) {
        return Err(ParseError::Joined(number));
    }
    let tiles = rows.concat();
    let found = match (&rows[..], size) {
        ([_], Some(size)) => size,
        ([_], None) => {
            let side = tiles.len().isqrt();
            if side * side != tiles.len() {
                return Err(ParseError::Shapeless(tiles.len()));
            }
            Size::new(side, side)?
        }
        ([first, others @ ..], _) => {
            let wanted = first.len();
            if let Some(row) = others.iter().position(|row| row.len() != wanted) {
                let found = others[row].len();
                return Err(ParseError::Ragged { row: row + 2, found, wanted });
            }
            Size::new(wanted, rows.len())?
        }
        ([], _) => return Err(ParseError::Shapeless(0)),
    };
    if let Some(wanted) = size
        && wanted != found
    {
        return Err(ParseError::OtherSize { found, wanted });
    }
    Ok(Position::new(found, &tiles)?)
}

fn plain_rows(text: &str) -> Result<Vec<Vec<usize>>, ParseError> {
    let word = |word: &str| word.parse().map_err(|_| ParseError::Number(word.to_owned()));
    let row = |row: &str| {
        let words = row.split([' ', ',', '\t', '\r']).filter(|word| !word.is_empty());
        words.map(word).collect::<Result<Vec<usize>, _>>()
    };
    if (4..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(vec![text.bytes().map(|digit| usize::from(digit - b'0')).collect()]);
    }
    text.split(['/', '\n']).filter(|text| !text.trim().is_empty()).map(row).collect()
}

/// The rows of a box drawing.
///
/// What is drawn with dashes says nothing that the bars do not say as well. Without it a row is
/// a bar, cells, and a bar; a cell is a number between bars, or white space for the blank. A
/// bar opens a tile if a number comes next.
fn boxed_rows(text: &str) -> Result<Vec<Vec<usize>>, ParseError> {
    let bars = without_dashes(text);
    let mut rest = bars.chars().peekable();
    let mut rows = Vec::new();
    loop {
        skip_space(&mut rest);
        match rest.next() {
            None => return Ok(rows),
            Some('|') => rows.push(boxed_row(&mut rest)?),
            Some(_) => return Err(ParseError::Box("a row begins with a bar")),
        }
    }
}

/// The cells of a row whose first bar has been read, up to its last bar.
fn boxed_row(rest: &mut Peekable<Chars<'_>>) -> Result<Vec<usize>, ParseError> {
    let mut row = Vec::new();
    loop {
        if skip_space(rest) {
            row.push(0);
        }
        if rest.next() != Some('|') {
            return Err(ParseError::Box("a tile or the end of a row is missing its bar"));
        }
        let mut ahead = rest.clone();
        skip_space(&mut ahead);
        let Some(tile) = number(&mut ahead) else {
            return Ok(row);
        };
        row.push(tile);
        skip_space(&mut ahead);
        if ahead.next() != Some('|') {
            return Err(ParseError::Box("a number has no bar behind it"));
        }
        *rest = ahead;
    }
}

/// The drawing without the bars and points that belong to lines of dashes.
fn without_dashes(text: &str) -> String {
    let mut bars = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['|', '.']) {
        // From a bar or a point to a point or a bar, with a dash in between and nothing else.
        let line = &rest[start + 1..];
        let end = line.find(|symbol| !" .-\t".contains(symbol)).unwrap_or(line.len());
        let dashes = line[..end].contains('-');
        bars.push_str(&rest[..start]);
        if !dashes {
            bars.push_str(&rest[start..=start + end]);
        }
        let closed = dashes && rest[start..].starts_with('|') && line[end..].starts_with('|');
        rest = &line[end + usize::from(closed)..];
    }
    bars + rest
}

/// Whether there was any.
fn skip_space(rest: &mut Peekable<Chars<'_>>) -> bool {
    std::iter::from_fn(|| rest.next_if(|symbol| symbol.is_whitespace())).count() > 0
}

fn number(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).collect();
    digits.parse().ok()
}
