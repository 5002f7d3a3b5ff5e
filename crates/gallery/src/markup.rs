//! Elements and text as XML and HTML write them.

use std::fmt::{Arguments, Write};

/// One element a line, so that pictures can be compared line by line.
pub(crate) fn push(out: &mut String, line: Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}

/// Text safe in XML, in an element or an attribute. Characters that XML 1.0 has no way to
/// write become the replacement character.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(character),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}
