//! Whether two batches left the same files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The files below a folder, by relative path.
pub type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Fails with the names of the files that differ. Which puzzles a shard tells depends on which shards were done
/// before it, so of these all else is compared.
pub fn assert_same(left: &Files, right: &Files) {
    compare(left, right, |name, left, right| match is_shard(name) {
        true => without_puzzles(left) == without_puzzles(right),
        false => left == right,
    });
}

/// Fails with the names of the files that differ, of shards as of all others.
pub fn assert_untouched(left: &Files, right: &Files) {
    compare(left, right, |_, left, right| left == right);
}

fn compare(left: &Files, right: &Files, same: impl Fn(&Path, &[u8], &[u8]) -> bool) {
    let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(left), names(right));
    for (name, bytes) in left {
        assert!(same(name, bytes, &right[name]), "{} differs", name.display());
    }
}

fn is_shard(name: &Path) -> bool {
    name.parent().is_some_and(|folder| folder.ends_with("shards"))
}

/// The documents of a shard, but for what tells of puzzles and the checksum of that.
fn without_puzzles(shard: &[u8]) -> Vec<Value> {
    let documents = serde_json::Deserializer::from_slice(shard).into_iter();
    documents.map(|document| trimmed(document.unwrap())).collect()
}

fn trimmed(document: Value) -> Value {
    match document {
        Value::Array(all) => all.into_iter().map(trimmed).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(name, _)| !["hardest", "puzzles", "crc32"].contains(&name.as_str()))
            .map(|(name, value)| (name, trimmed(value)))
            .collect(),
        other => other,
    }
}
