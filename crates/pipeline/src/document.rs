//! Documents: what a batch knows, as a line of JSON under a seal.
//!
//! The seal is a line of JSON, too. It names what the document is, the config that it belongs to,
//! and the checksum of all of this.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_sealed::{FileError, begins, checksum, replace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Why a document cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// It is not there.
    #[error("{} is missing", .0.display())]
    Missing(PathBuf),
    /// It cannot be read, or is not what was written.
    #[error(transparent)]
    File(#[from] FileError),
    /// It belongs to a batch with another config.
    #[error("{} belongs to another config ({found}; this one is {expected})", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The hash of its config.
        found: String,
        /// The hash of the config at hand.
        expected: String,
    },
    /// It stands where a file of a batch does, and is none.
    #[error("{} is nothing that a batch writes; move it away", .0.display())]
    NotOurs(PathBuf),
    /// It is a table, and nothing says of which config.
    #[error("{} may be of something else: neither it nor a summary.json tells its config", .0.display())]
    Unknown(PathBuf),
}

impl SealError {
    /// Whether what is there may not be replaced: it belongs to another config, or nobody knows what it holds.
    pub fn is_refusal(&self) -> bool {
        matches!(self, SealError::Foreign { .. }) || self.is_unreadable()
    }

    /// Whether the system does not let it be read, so that nobody knows what it holds.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, SealError::File(FileError::Io { .. }))
    }
}

#[derive(Serialize, Deserialize)]
struct Seal {
    antipode: String,
    format: u32,
    config: String,
    crc32: u32,
}

/// The version of the documents' contents.
const FORMAT: u32 = 4;

/// The checksum of a document. Damage to the name of its config must not make it that of another.
fn checksum_of(config: &str, body: &str) -> u32 {
    checksum(format!("{config}\n{body}").as_bytes())
}

/// Writes the document `body` of this kind and config.
pub fn seal<T: Serialize>(
    path: &Path,
    kind: &str,
    config: &str,
    body: &T,
) -> Result<(), FileError> {
    replace(path, |file| write(file, kind, config, body))
}

/// Writes the two lines of a document.
pub fn write<T: Serialize>(
    output: &mut impl Write,
    kind: &str,
    config: &str,
    body: &T,
) -> io::Result<()> {
    let body = serde_json::to_string(body)?;
    let seal = Seal {
        antipode: kind.to_owned(),
        format: FORMAT,
        config: config.to_owned(),
        crc32: checksum_of(config, &body),
    };
    let seal = serde_json::to_string(&seal)?;
    write!(output, "{seal}\n{body}\n")
}

/// Reads what [`seal`] wrote for the same kind and config.
pub fn unseal<T: DeserializeOwned>(path: &Path, kind: &str, config: &str) -> Result<T, SealError> {
    unsealed(path, &read(path)?, kind, config)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, SealError> {
    fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SealError::Missing(path.to_owned()),
        io::ErrorKind::InvalidData => FileError::damaged(path, error.to_string()).into(),
        _ => FileError::io("read", path)(error).into(),
    })
}

/// Reads the two lines of the document at `path`, as [`write()`] wrote them for the same kind and config.
pub fn unsealed<T: DeserializeOwned>(
    path: &Path,
    text: &str,
    kind: &str,
    config: &str,
) -> Result<T, SealError> {
    let damaged = |why: &dyn ToString| FileError::damaged(path, why.to_string());
    let (seal, body) = text
        .strip_suffix('\n')
        .and_then(|text| text.split_once('\n'))
        .ok_or_else(|| damaged(&"it was cut short"))?;
    let seal: Seal = serde_json::from_str(seal).map_err(|error| damaged(&error))?;
    let other = || damaged(&format!("it is a {} of format {}", seal.antipode, seal.format));
    if seal.format != FORMAT && seal.config == config {
        return Err(other().into());
    }
    if seal.format == FORMAT && seal.crc32 != checksum_of(&seal.config, body) {
        return Err(damaged(&"its checksum is wrong").into());
    }
    if seal.config != config {
        let (found, expected) = (seal.config, config.to_owned());
        return Err(SealError::Foreign { path: path.to_owned(), found, expected });
    }
    if seal.antipode != kind {
        return Err(other().into());
    }
    serde_json::from_str(body).map_err(|error| damaged(&error).into())
}

/// Whether a text is that of a document, or its beginning, whatever the rest of it is, or the zeros that a failure of the
/// machine may leave of one.
pub fn is_document(text: &[u8]) -> bool {
    begins(text, r#"{"antipode":"#) || text.iter().all(|&byte| byte == 0)
}

/// The config that the document at `path` says it is of, whatever else it is; none if it says none.
pub fn config_of(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let seal: Seal = serde_json::from_str(text.lines().next()?).ok()?;
    Some(seal.config)
}

/// What was kept, or nothing if that is missing or damaged: it is made anew then. Refuses what belongs to
/// another config or cannot be read.
pub fn known<T>(
    kept: Result<T, SealError>,
    progress: &dyn Progress,
) -> Result<Option<T>, SealError> {
    match kept {
        Ok(known) => Ok(Some(known)),
        Err(SealError::Missing(_)) => Ok(None),
        Err(error) if error.is_refusal() => Err(error),
        Err(error) => {
            progress.note(&format!("starting over: {error}"));
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_to_any_bit_is_told_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("document.json");
        seal(&path, "shard", "79c88a935caedcf9", &[1, 2, 3]).unwrap();
        let read = || unseal::<Vec<u32>>(&path, "shard", "79c88a935caedcf9");
        assert_eq!(read().unwrap(), [1, 2, 3]);

        let whole = fs::read(&path).unwrap();
        for bit in 0..8 * whole.len() {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, bytes).unwrap();
            let found = read();
            assert!(
                matches!(found, Err(SealError::File(FileError::Damaged { .. }))),
                "bit {bit}: {found:?}"
            );
        }
    }
}
