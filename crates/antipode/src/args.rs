//! Arguments that many commands share.

use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// A number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size(pub usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|symbol: char| !symbol.is_ascii_digit());
        let unit: usize = match &text[digits.len()..] {
            "" => 1,
            "KiB" => 1 << 10,
            "MiB" => 1 << 20,
            "GiB" => 1 << 30,
            "TiB" => 1 << 40,
            _ => 0,
        };
        let bytes = digits.parse().ok().and_then(|number: usize| number.checked_mul(unit));
        let bytes = bytes.filter(|&bytes| bytes > 0);
        bytes.map(Size).ok_or_else(|| "a size is a number of KiB, MiB, GiB or TiB: 8GiB".to_owned())
    }
}

/// A parser of the names in a table of all values.
pub fn names<T: Copy + Send + Sync + 'static>(
    table: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let value = |name: String| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).ok_or("no such name")
    };
    PossibleValuesParser::new(table.iter().map(|(name, _)| *name)).try_map(value)
}
