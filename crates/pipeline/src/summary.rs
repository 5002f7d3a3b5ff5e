//! `summary.json`: what a batch says of itself as a whole.
//!
//! Of one family that is an object, of several a list of them. Whoever reads it takes what it tells: it may be of an
//! older version, or of something else altogether.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use antipode_sealed::FileError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// The name of the file, in the folder of a batch.
pub(crate) const SUMMARY: &str = "summary.json";

/// What is said of one family.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Summary {
    #[serde(skip_deserializing)]
    pub(crate) version: &'static str,
    #[serde(deserialize_with = "told")]
    pub(crate) config: Option<String>,
    #[serde(skip_deserializing)]
    pub(crate) grid: String,
    #[serde(deserialize_with = "told")]
    pub(crate) family: Option<String>,
    #[serde(deserialize_with = "told")]
    pub(crate) rule: Option<String>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) start_cell: Option<String>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) goal_cell: Option<String>,
    #[serde(deserialize_with = "told")]
    pub(crate) metric: Option<String>,
    #[serde(skip_deserializing)]
    pub(crate) generator: String,
    #[serde(skip_deserializing)]
    pub(crate) packings_seen: u64,
    #[serde(deserialize_with = "told")]
    pub(crate) justsolved: Option<u64>,
    #[serde(deserialize_with = "told")]
    pub(crate) classes: Option<u64>,
    #[serde(deserialize_with = "told")]
    pub(crate) groups: Option<u64>,
    #[serde(deserialize_with = "told")]
    pub(crate) states: Option<u64>,
    #[serde(skip_deserializing)]
    pub(crate) searched_states: u64,
    #[serde(skip_deserializing)]
    pub(crate) largest_class: u64,
    #[serde(deserialize_with = "told")]
    pub(crate) hardest_by_pieces: Option<Vec<Hardest>>,
}

/// How many moves the hardest puzzle with so many pieces takes, 0 if there is none.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hardest {
    pub(crate) pieces: u32,
    pub(crate) moves: u32,
}

impl Summary {
    /// Which puzzles it is about: their family, rule and metric, each empty if it is not told.
    pub(crate) fn kind(&self) -> [&str; 3] {
        [&self.family, &self.rule, &self.metric].map(|word| word.as_deref().unwrap_or_default())
    }
}

/// A value, none if it is of another type than it should be.
fn told<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    Ok(serde_json::from_value(Value::deserialize(from)?).ok())
}

/// Writes what is said of each family.
pub(crate) fn write(output: &mut impl Write, families: &[Summary]) -> io::Result<()> {
    match families {
        [one] => serde_json::to_writer_pretty(output, one),
        several => serde_json::to_writer_pretty(output, several),
    }
    .map_err(io::Error::from)
}

/// What the file at `path` says of each family; nothing if there is none.
pub(crate) fn read(path: &Path) -> Result<Vec<Summary>, FileError> {
    let text = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(FileError::io("read", path))?,
    };
    let families = match serde_json::from_slice(&text) {
        Ok(Value::Array(several)) => several,
        Ok(one) => vec![one],
        Err(error) => return Err(FileError::damaged(path, error.to_string())),
    };
    Ok(families.into_iter().map(|one| serde_json::from_value(one).unwrap_or_default()).collect())
}

/// The config that the file at `path` tells the tables to be of; none if there is none, or it does not tell.
pub(crate) fn told_config(path: &Path) -> Result<Option<String>, FileError> {
    Ok(read(path)?.into_iter().next().and_then(|first| first.config))
}
