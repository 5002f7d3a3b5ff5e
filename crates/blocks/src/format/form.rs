//! The forms, by name, and which of them a text is in.

use crate::format::error::{FormatError, Inexpressible};
use crate::format::{array, jimslide, knuth, rushhour, text};
use crate::puzzle::Puzzle;

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
    ///
    /// # Errors
    /// If the text is no puzzle in this form, with the place in it.
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
    ///
    /// # Errors
    /// If it cannot.
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
