//! Errors of configs: one line that says where, what was written, and what to do about it.

use std::fmt;
use std::path::PathBuf;

/// A config, or a flag in its place, that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ConfigError {
    /// What cannot be used.
    pub place: Place,
    /// Why, and how to mend it.
    pub problem: String,
}

/// Where a setting was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Nowhere in particular.
    File(PathBuf),
    /// A character, counted from line 1 and column 1, and the text of its line.
    Character {
        /// The config.
        path: PathBuf,
        /// The line.
        line: usize,
        /// The character of the line.
        column: usize,
        /// The beginning of the line.
        text: String,
    },
    /// A key, with its value where that is short: `rule = "strict"`.
    Key {
        /// The config.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What was written there.
        entry: String,
    },
    /// The command line: `--pieces 3-7`.
    Flag(String),
}

impl Place {
    /// An error at this place.
    pub(super) fn error(&self, problem: impl Into<String>) -> ConfigError {
        ConfigError { place: self.clone(), problem: problem.into() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Character { path, line, column, text } => {
                write!(f, "{}:{line}:{column}: {text}", path.display())
            }
            Self::Key { path, line, entry } => write!(f, "{}:{line}: {entry}", path.display()),
            Self::Flag(flag) => f.write_str(flag),
        }
    }
}

/// The one of `names` that was most likely meant by `written`, if any comes near.
pub(super) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // One slip for every three letters: `hieght` is a slip, `cells` is another word.
    let distance = |name: &str| strsim::osa_distance(&written.to_lowercase(), name);
    names
        .map(|name| (distance(name), name))
        .filter(|(distance, name)| *distance <= name.len().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
