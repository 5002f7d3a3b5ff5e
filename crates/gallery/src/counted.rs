//! Numbers of things, in words.

use std::fmt::Display;

/// So many of a thing, as in "1 move", "3 moves" and "2 classes".
pub fn counted(count: impl Display + From<u8> + PartialEq, thing: &str) -> String {
    let plural = match count == 1.into() {
        true => "",
        false if thing.ends_with('s') || thing.ends_with("ch") => "es",
        false => "s",
    };
    format!("{count} {thing}{plural}")
}
