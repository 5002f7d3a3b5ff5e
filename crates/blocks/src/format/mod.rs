//! Files of puzzles, in five forms, and links to them.

pub mod array;
pub mod jimslide;
pub mod knuth;
pub mod link;
pub mod rushhour;
pub mod text;

use std::fmt;

use crate::field::{Field, FieldError};
use crate::grid::Cells;
use crate::puzzle::{Goal, Piece, Puzzle};

/// A form in which puzzles are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Our own, see [`text`].
    Text,
    /// Numbers in row order, see [`mod@array`].
    Array,
    /// The input of Knuth's SLIDING, see [`knuth`].
    Knuth,
    /// The `puz.txt` of JimSlide and js2, see [`jimslide`].
    JimSlide,
    /// A line of 36 characters, see [`rushhour`].
    RushHour,
}

impl Format {
    /// Every form, by name.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("text", Self::Text),
        ("array", Self::Array),
        ("knuth", Self::Knuth),
        ("jimslide", Self::JimSlide),
        ("rush-hour", Self::RushHour),
    ];

    /// The form that `text` seems to be in: each has something that no other has.
    pub fn recognise(text: &str) -> Self {
        let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if lines().any(|line| line.starts_with("xsize:")) {
            Self::JimSlide
        } else if lines().any(|line| line == "start:") {
            Self::Text
        } else if lines().next().is_some_and(knuth::is_heading) {
            Self::Knuth
        } else if lines().next().is_some_and(|line| line.split_whitespace().all(is_number)) {
            Self::Array
        } else if lines().next().is_some_and(rushhour::is_line) {
            Self::RushHour
        } else {
            Self::Text
        }
    }

    /// Reads a puzzle in this form. Only arrays need a `width`, and only those on one line.
    pub fn read(self, text: &str, width: Option<usize>) -> Result<Puzzle, FormatError> {
        match self {
            Self::Text => text::read(text),
            Self::Array => array::read(text, width),
            Self::Knuth => knuth::read(text),
            Self::JimSlide => jimslide::read(text),
            Self::RushHour => rushhour::read(text),
        }
    }

    /// Writes a puzzle in this form, if it can say all of it.
    pub fn write(self, puzzle: &Puzzle) -> Result<String, Inexpressible> {
        match self {
            Self::Text => text::write(puzzle),
            Self::Array => array::write(puzzle),
            Self::Knuth => knuth::write(puzzle),
            Self::JimSlide => jimslide::write(puzzle),
            Self::RushHour => rushhour::write(puzzle),
        }
    }
}

/// What is wrong with a file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

/// What a form has no way to say.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this form cannot say {0}")]
pub struct Inexpressible(pub String);

/// A place in a file: line and column, counted from 1.
type At = (usize, usize);

/// An error at a place.
fn error<T>((line, column): At, problem: impl fmt::Display) -> Result<T, FormatError> {
    Err(FormatError { line, column, problem: problem.to_string() })
}

/// A puzzle lacks something that this form needs, or has something that it does not know.
fn cannot<T>(what: impl fmt::Display) -> Result<T, Inexpressible> {
    Err(Inexpressible(what.to_string()))
}

/// A line of a file, taken apart from left to right.
struct Line<'a> {
    rest: &'a str,
    at: At,
}

impl<'a> Line<'a> {
    fn new(number: usize, text: &'a str) -> Self {
        Line { rest: text, at: (number, 1) }
    }

    /// Takes the first `bytes` bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.at.1 += taken.chars().count();
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.take(space);
    }

    /// Takes `token`, and white space before it, if it comes next.
    fn accept(&mut self, token: char) -> bool {
        self.skip_space();
        let comes = self.rest.starts_with(token);
        if comes {
            self.take(token.len_utf8());
        }
        comes
    }

    fn expect(&mut self, token: char) -> Result<(), FormatError> {
        if self.accept(token) { Ok(()) } else { error(self.at, format!("{token:?} is missing")) }
    }

    /// Takes an integer of at most six digits, and white space before it.
    fn integer(&mut self) -> Result<i32, FormatError> {
        self.skip_space();
        let digits = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let digits = digits.bytes().take_while(u8::is_ascii_digit).count();
        let length = digits + usize::from(self.rest.starts_with('-'));
        let at = self.at;
        match self.take(length).parse() {
            Ok(number) if digits <= 6 => Ok(number),
            _ => error(at, "a number of at most six digits is missing"),
        }
    }

    /// The next character, if there is one after white space.
    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest.chars().next()
    }
}

/// A board that cannot be used, at the place that says how large it is.
fn sized(field: Result<Field, FieldError>, at: At) -> Result<Field, FormatError> {
    field.or_else(|bad| error(at, bad))
}

/// Puts pieces in row order and gives every one a name of its own: the one that it has, unless
/// an earlier piece has it already or it cannot be a name.
fn name(pieces: &mut [Piece]) {
    pieces.sort_by_key(|piece| piece.cells.trailing_zeros());
    let mut taken: Vec<char> = Vec::new();
    let mut unnamed = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if text::is_name(piece.name) && !taken.contains(&piece.name) {
            taken.push(piece.name);
        } else {
            unnamed.push(index);
        }
    }
    // There are at most 64 pieces.
    let names = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('À'..='Ö');
    let mut free = names.filter(|name| !taken.contains(name)).collect::<Vec<_>>().into_iter();
    for (index, name) in unnamed.into_iter().zip(&mut free) {
        pieces[index].name = name;
    }
}

/// The goal that pieces with these marks and shapes be at these places, as far as there are
/// pieces; the place of the first that there is none for is returned as an error.
fn goal_by_mark(
    field: &Field,
    pieces: &[Piece],
    wanted: &[(u32, Cells, At)],
) -> Result<Goal, FormatError> {
    let mut goal = Goal::default();
    for &(mark, cells, at) in wanted {
        let shape = field.shape(cells);
        let piece = (0..pieces.len()).find(|&piece| {
            pieces[piece].mark == mark
                && field.shape(pieces[piece].cells) == shape
                && goal.placed.iter().all(|placed| placed.0 != piece)
        });
        match piece {
            Some(piece) => goal.placed.push((piece, cells)),
            None => return error(at, "there are not as many pieces of this kind at the start"),
        }
    }
    Ok(goal)
}

/// Refuses a puzzle unless its goal piece is told apart from pieces of its shape, and no other is.
fn only_goal_piece_apart(puzzle: &Puzzle, goal: usize) -> Result<(), Inexpressible> {
    let shape = |piece: usize| puzzle.field.shape(puzzle.pieces[piece].cells);
    for one in 0..puzzle.pieces.len() {
        for other in 0..one {
            let apart = one == goal || other == goal;
            if shape(one) == shape(other) && puzzle.alike(one, other) == apart {
                return cannot("which pieces of equal shape are told apart");
            }
        }
    }
    Ok(())
}
