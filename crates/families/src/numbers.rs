//! The numbers of pieces that a family is about.

use std::fmt;
use std::ops::RangeInclusive;

/// Some numbers, as ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbers {
    /// At least one. They rise, and between two of them a number is missing.
    ranges: Vec<RangeInclusive<u32>>,
}

impl Numbers {
    /// The numbers in any of `ranges`, of which there must be one at least.
    pub fn new(mut ranges: Vec<RangeInclusive<u32>>) -> Self {
        assert!(!ranges.is_empty(), "no range of numbers");
        ranges.sort_by_key(|range| *range.start());
        ranges.dedup_by(|next, range| {
            let touch = *next.start() <= range.end().saturating_add(1);
            if touch {
                *range = *range.start()..=*range.end().max(next.end());
            }
            touch
        });
        Numbers { ranges }
    }

    /// The ranges, in order, as few as there can be.
    pub fn ranges(&self) -> &[RangeInclusive<u32>] {
        &self.ranges
    }

    /// Whether a number is among them.
    pub fn contains(&self, number: u32) -> bool {
        self.ranges.iter().any(|range| range.contains(&number))
    }

    /// The least of them.
    pub fn least(&self) -> u32 {
        *self.ranges[0].start()
    }

    /// The greatest of them.
    pub fn most(&self) -> u32 {
        *self.ranges[self.ranges.len() - 1].end()
    }

    /// The least of them that is greater than `number`.
    pub fn after(&self, number: u32) -> Option<u32> {
        let range = self.ranges.iter().find(|range| number < *range.end())?;
        Some((number + 1).max(*range.start()))
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.ranges.iter().cloned().flatten()
    }
}

impl From<RangeInclusive<u32>> for Numbers {
    fn from(range: RangeInclusive<u32>) -> Self {
        Numbers { ranges: vec![range] }
    }
}

impl fmt::Display for Numbers {
    /// The first and the last of each range: `1-3,7-7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.ranges.iter().map(|range| format!("{}-{}", range.start(), range.end()));
        f.write_str(&ranges.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_one() {
        let numbers = Numbers::new(vec![7..=7, 1..=2, 3..=4, 2..=3]);
        assert_eq!(numbers.ranges(), [1..=4, 7..=7]);
        assert_eq!(numbers.to_string(), "1-4,7-7");
        assert_eq!((numbers.least(), numbers.most()), (1, 7));
        assert_eq!(numbers.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 7]);
        assert_eq!((0..9).filter(|&it| numbers.contains(it)).collect::<Vec<_>>(), [1, 2, 3, 4, 7]);
        let after: Vec<_> = [0, 3, 4, 6, 7].map(|number| numbers.after(number)).into();
        assert_eq!(after, [Some(1), Some(4), Some(7), Some(7), None]);
    }
}
