//! The text of a config: its keys, and the place of each.

use std::ops::{Range, RangeInclusive};
use std::path::Path;

use antipode_blocks::Grid;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::{ConfigError, Place, nearest};

/// A config as it was written.
#[derive(Debug)]
pub(super) struct ConfigText<'a> {
    path: &'a Path,
    text: &'a str,
    table: DeTable<'a>,
}

/// A setting as it was written.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Where.
    pub(super) place: Place,
    /// What.
    pub(super) value: DeValue<'a>,
}

impl<'a> ConfigText<'a> {
    /// Reads the `text` of the file `path`, which may have the given keys and no others.
    pub(super) fn parse(path: &'a Path, text: &'a str, keys: &[&str]) -> Result<Self, ConfigError> {
        let table = DeTable::parse(text).map_err(|error| {
            let place = match error.span() {
                Some(span) => character(path, text, span.start),
                None => Place::File(path.to_owned()),
            };
            place.error(error.message().replace('\n', "; "))
        })?;
        let config = ConfigText { path, text, table: table.into_inner() };
        config.check_keys(&config.table, keys)?;
        Ok(config)
    }

    /// The setting of that key.
    pub(super) fn get(&self, key: &str) -> Option<Entry<'a>> {
        let (key, value) = self.table.get_key_value(key)?;
        let mut entry = excerpt(&self.text[key.span()]);
        if !matches!(value.get_ref(), DeValue::Array(_) | DeValue::Table(_)) {
            entry += " = ";
            entry += &excerpt(&self.text[value.span()]);
        }
        Some(Entry { place: self.place(key.span(), &entry), value: value.get_ref().clone() })
    }

    /// The setting of the flag of that name, or else of the key.
    pub(super) fn get_or_flag(&self, key: &str, flag: Option<&'a str>) -> Option<Entry<'a>> {
        match flag {
            Some(value) => Some(Entry {
                place: Place::Flag(format!("--{key} {}", excerpt(value))),
                value: DeValue::String(value.into()),
            }),
            None => self.get(key),
        }
    }

    /// The setting of a key that every config has.
    pub(super) fn required(&self, key: &str) -> Result<Entry<'a>, ConfigError> {
        let place = || Place::File(self.path.to_owned());
        self.get(key)
            .ok_or_else(|| place().error(format!("{key} is missing; add a line such as {key} = 4")))
    }

    /// The number of that key, if it is set.
    pub(super) fn number(
        &self,
        key: &str,
        range: RangeInclusive<u32>,
    ) -> Result<Option<u32>, ConfigError> {
        self.get(key).map(|entry| entry.number(range)).transpose()
    }

    /// The switch of that key, if it is set.
    pub(super) fn switch(&self, key: &str) -> Result<Option<bool>, ConfigError> {
        self.get(key).map(|entry| entry.switch()).transpose()
    }

    /// The place that starts where `span` does, shown as `entry`.
    pub(super) fn place(&self, span: Range<usize>, entry: &str) -> Place {
        Place::Key {
            path: self.path.to_owned(),
            line: line(&self.text[..span.start]),
            entry: entry.to_owned(),
        }
    }

    /// Refuses the first key of `table` that is not one of `keys`.
    pub(super) fn check_keys(&self, table: &DeTable<'_>, keys: &[&str]) -> Result<(), ConfigError> {
        let unknown = |key: &&Spanned<DeString<'_>>| !keys.contains(&key.get_ref().as_ref());
        let Some(key) = table.keys().filter(unknown).min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let hint = match nearest(key.get_ref(), keys.iter().copied()) {
            Some(name) => format!("; did you mean {name:?}?"),
            None => format!(" (valid: {})", keys.join(", ")),
        };
        let place = self.place(key.span(), &excerpt(&self.text[key.span()]));
        Err(place.error(format!("no such key{hint}")))
    }
}

impl<'a> Entry<'a> {
    /// An error about this setting.
    pub(super) fn error(&self, problem: impl Into<String>) -> ConfigError {
        self.place.error(problem)
    }

    /// The setting as a whole number within `range`.
    pub(super) fn number(&self, range: RangeInclusive<u32>) -> Result<u32, ConfigError> {
        let (least, most) = (range.start(), range.end());
        let DeValue::Integer(integer) = &self.value else {
            return Err(self.error(format!("must be a whole number from {least} to {most}")));
        };
        // What is negative or does not fit is outside of every range.
        u32::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.error(format!("must be from {least} to {most}")))
    }

    /// The setting as a text, for instance `example`.
    pub(super) fn text(&self, example: &str) -> Result<&str, ConfigError> {
        match &self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.error(format!("must be text in quotes, such as {example:?}"))),
        }
    }

    /// The setting as a list of texts and numbers, if it is one: an array, or a text with commas. It is
    /// told beside whether only one was written, and not as a list.
    pub(super) fn list(&self) -> Option<(Vec<String>, bool)> {
        let element = |element: &Spanned<DeValue<'_>>| match element.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => {
                let number = u64::from_str_radix(number.as_str(), number.radix()).ok()?;
                Some(number.to_string())
            }
            _ => None,
        };
        match &self.value {
            DeValue::String(text) => {
                let list: Vec<_> = text.split(',').map(|one| one.trim().to_owned()).collect();
                let single = list.len() == 1;
                Some((list, single))
            }
            DeValue::Array(elements) => {
                Some((elements.iter().map(element).collect::<Option<_>>()?, false))
            }
            _ => None,
        }
    }

    /// The setting as some of the `names` of a `noun`, in the order of the names: one of them, a list,
    /// or all.
    pub(super) fn choices<T: Copy>(
        &self,
        noun: &str,
        names: &[(&'static str, T)],
    ) -> Result<Vec<T>, ConfigError> {
        let example = names[0].0;
        let (written, single) = self.list().ok_or_else(|| {
            self.error(format!("must be text in quotes, such as {example:?}, or a list of such"))
        })?;
        if written[..] == ["all"] {
            return Ok(names.iter().map(|named| named.1).collect());
        }
        if written.is_empty() {
            return Err(self.error(format!("lists no {noun}; name one, such as {example:?}")));
        }
        for (place, name) in written.iter().enumerate() {
            if name == "all" {
                let problem = "\"all\" stands for the whole list; leave the others out";
                return Err(self.error(problem));
            }
            if !names.iter().any(|named| named.0 == name) {
                let which = if single { String::new() } else { format!(" {name:?}") };
                let valid = names.iter().map(|named| named.0).chain(["all"]);
                return Err(self.unknown(name, &format!("{noun}{which}"), valid));
            }
            if written[..place].contains(name) {
                return Err(self.error(format!("lists {name:?} twice; name it once")));
            }
        }
        let chosen = names.iter().filter(|(name, _)| written.iter().any(|other| other == name));
        Ok(chosen.map(|named| named.1).collect())
    }

    /// That something written is none of the `names` of a `noun`.
    fn unknown<'n>(
        &self,
        written: &str,
        noun: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> ConfigError {
        let valid: Vec<_> = names.clone().map(|name| format!("{name:?}")).collect();
        let hint = match nearest(written, names) {
            Some(name) => format!("; did you mean {name:?}?"),
            None => String::new(),
        };
        self.error(format!("no such {noun}{hint} (valid: {})", valid.join(", ")))
    }

    /// The setting as the rows of a board.
    pub(super) fn rows(&self) -> Result<Vec<&str>, ConfigError> {
        let rows: Option<Vec<&str>> = match &self.value {
            DeValue::Array(elements) => {
                elements.iter().map(|element| element.get_ref().as_str()).collect()
            }
            _ => None,
        };
        rows.ok_or_else(|| {
            self.error(
                r##"must be rows of free cells and walls, such as ["....", ".#..", "...."]"##,
            )
        })
    }

    /// The setting as a cell of `grid`, walls included: its column and its row, counted from 1.
    pub(super) fn cell(&self, grid: &Grid) -> Result<u32, ConfigError> {
        let number = |element: &Spanned<DeValue<'_>>| match element.get_ref() {
            DeValue::Integer(integer) => {
                u32::from_str_radix(integer.as_str(), integer.radix()).ok()?.checked_sub(1)
            }
            _ => None,
        };
        let numbers: Option<Vec<u32>> = match &self.value {
            DeValue::Array(elements) => elements.iter().map(number).collect(),
            _ => None,
        };
        let cell = match numbers.as_deref() {
            Some(&[x, y]) => grid.cell(x, y),
            _ => None,
        };
        let (width, height) = (grid.width(), grid.height());
        cell.ok_or_else(|| {
            self.error(format!(
                "must be [column, row], from [1, 1] to [{width}, {height}] on this board"
            ))
        })
    }

    /// The setting as a yes or no.
    pub(super) fn switch(&self) -> Result<bool, ConfigError> {
        match &self.value {
            DeValue::Boolean(on) => Ok(*on),
            _ => Err(self.error("must be true or false, without quotes")),
        }
    }

    /// The setting as one of the `names` of a `noun`.
    pub(super) fn choice<T: Copy>(
        &self,
        noun: &str,
        names: &[(&'static str, T)],
    ) -> Result<T, ConfigError> {
        let written = self.text(names[0].0)?;
        if let Some((_, choice)) = names.iter().find(|(name, _)| *name == written) {
            return Ok(*choice);
        }
        Err(self.unknown(written, noun, names.iter().map(|named| named.0)))
    }
}

/// The setting as one of the `names` of a `noun`, if it is set.
pub(super) fn choice<T: Copy>(
    entry: Option<Entry<'_>>,
    noun: &str,
    names: &[(&'static str, T)],
) -> Result<Option<T>, ConfigError> {
    entry.map(|entry| entry.choice(noun, names)).transpose()
}

/// The setting as some of the `names` of a `noun`, if it is set.
pub(super) fn choices<T: Copy>(
    entry: Option<&Entry<'_>>,
    noun: &str,
    names: &[(&'static str, T)],
) -> Result<Option<Vec<T>>, ConfigError> {
    entry.map(|entry| entry.choices(noun, names)).transpose()
}

/// The character at byte `start` of `text`.
fn character(path: &Path, text: &str, start: usize) -> Place {
    let before = &text[..text.floor_char_boundary(start)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Place::Character {
        path: path.to_owned(),
        line: line(before),
        column: before[line_start..].chars().count() + 1,
        text: excerpt(text[line_start..].lines().next().unwrap_or_default()),
    }
}

/// The line on which the text `before` ends.
fn line(before: &str) -> usize {
    before.matches('\n').count() + 1
}

/// The beginning of a text, fit for one line of an error.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    // Control characters end it: line breaks, and whatever else would upset a terminal.
    let printable = text.chars().take_while(|symbol| !symbol.is_control());
    let mut short: String = printable.take(MOST).collect();
    if short.len() < text.len() {
        short += "...";
    }
    short
}
