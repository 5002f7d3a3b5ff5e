//! Numbers of things, in words.

use std::fmt::Display;

/// So many of a thing, as in "1 move" and "3 moves".
pub fn counted(count: impl Display + From<u8> + PartialEq, thing: &str) -> String {
    let plural = if count == 1.into() { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
