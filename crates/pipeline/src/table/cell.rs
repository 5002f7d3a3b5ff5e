//! Values as they stand in a table.

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{Distinct, Method, Task};

/// A value of a column: how it is written and read. An empty cell is a value only for [`Option`].
pub trait Cell: Sized {
    /// What values are like, for people.
    const KIND: &'static str;

    /// The value as text.
    fn write(&self) -> String;

    /// The value that a text means, or what is wrong with it in the `column` of that name.
    ///
    /// # Errors
    /// What is wrong, in words.
    fn read(text: &str, column: &str) -> Result<Self, String>;

    /// The value in a table that has no such column, if that can be.
    fn absent() -> Option<Self> {
        None
    }
}

/// A number written with so many digits after the point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decimal<const DIGITS: usize>(pub f64);

impl<const DIGITS: usize> Cell for Decimal<DIGITS> {
    const KIND: &'static str = "decimal";

    fn write(&self) -> String {
        format!("{:.DIGITS$}", self.0)
    }

    fn read(text: &str, column: &str) -> Result<Self, String> {
        let number = text.parse().map(Decimal);
        number.map_err(|_| format!("no row of a batch: {column} {text:?} is no number"))
    }
}

impl Cell for String {
    const KIND: &'static str = "text";

    fn write(&self) -> String {
        self.clone()
    }

    fn read(text: &str, _: &str) -> Result<Self, String> {
        Ok(text.to_owned())
    }
}

impl<T: Cell> Cell for Option<T> {
    const KIND: &'static str = T::KIND;

    fn write(&self) -> String {
        self.as_ref().map_or(String::new(), T::write)
    }

    fn read(text: &str, column: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(None) } else { T::read(text, column).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl Cell for Grid {
    const KIND: &'static str = "grid";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str, _: &str) -> Result<Self, String> {
        text.parse().map_err(|error| format!("{error}"))
    }
}

macro_rules! whole_numbers {
    ($($number:ty)*) => {$(
        impl Cell for $number {
            const KIND: &'static str = "whole number";

            fn write(&self) -> String {
                self.to_string()
            }

            fn read(text: &str, column: &str) -> Result<Self, String> {
                let number = text.parse();
                number.map_err(|_| format!("no row of a batch: {column} {text:?} is no whole number"))
            }
        }
    )*};
}

whole_numbers!(u32 u64 u128);

macro_rules! names {
    ($($value:ty)*) => {$(
        impl Cell for $value {
            const KIND: &'static str = "name";

            fn write(&self) -> String {
                let found = Self::NAMES.iter().find(|(_, value)| value == self);
                found.expect("the tables list every value").0.to_owned()
            }

            fn read(text: &str, column: &str) -> Result<Self, String> {
                let found = Self::NAMES.iter().find(|(name, _)| *name == text);
                found.map(|named| named.1).ok_or_else(|| format!("there is no {column} {text:?}"))
            }
        }
    )*};
}

names!(Distinct Method Metric Rule Task);
