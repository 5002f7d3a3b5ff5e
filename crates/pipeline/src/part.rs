//! A part of a batch, for one of several processes or machines.

use std::str::FromStr;

/// One part of several that share the shards of a batch evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Which part, from 0.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Part {
    /// All shards.
    pub const WHOLE: Part = Part { index: 0, of: 1 };

    /// Whether a shard belongs to this part.
    pub fn has(self, shard: usize) -> bool {
        shard % self.of == self.index
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.parse::<usize>().ok()?, of.parse::<usize>().ok()?);
            (1 <= index && index <= of).then(|| Part { index: index - 1, of })
        });
        parts.ok_or_else(|| "a part is K/N with K from 1 to N, such as 3/20".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_0_is_refused_and_not_counted_below_0() {
        assert_eq!("1/1".parse(), Ok(Part::WHOLE));
        for text in ["0/1", "0/0", "2/1", "1", "1/0", "-1/2"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
