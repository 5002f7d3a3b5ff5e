//! Lines of a file, taken apart from left to right.

use crate::format::error::{At, FormatError, error};

/// A line of a file, taken apart from left to right.
pub(super) struct Line<'a> {
    pub(super) rest: &'a str,
    pub(super) at: At,
}

impl<'a> Line<'a> {
    pub(super) fn new(number: usize, text: &'a str) -> Self {
        Line { rest: text, at: (number, 1) }
    }

    /// Takes the first `bytes` bytes.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.at.1 += taken.chars().count();
        self.rest = rest;
        taken
    }

    pub(super) fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.take(space);
    }

    /// Takes `token`, and white space before it, if it comes next.
    pub(super) fn accept(&mut self, token: char) -> bool {
        self.skip_space();
        let comes = self.rest.starts_with(token);
        if comes {
            self.take(token.len_utf8());
        }
        comes
    }

    pub(super) fn expect(&mut self, token: char) -> Result<(), FormatError> {
        if self.accept(token) { Ok(()) } else { error(self.at, format!("{token:?} is missing")) }
    }

    /// Takes an integer of at most six digits, and white space before it.
    pub(super) fn integer(&mut self) -> Result<i32, FormatError> {
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
    pub(super) fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest.chars().next()
    }
}
