//! Files that are either whole or absent.
//!
//! Everything a batch keeps is written to a temporary file beside its place, synced, and
//! renamed over the old one, so that no instant of stopping leaves half a file or loses the
//! one before.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

/// How the names of files begin that are not finished.
const PARTIAL: &str = ".partial-";

/// After this long an unfinished file is one that a killed process left behind.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A temporary file beside `path`, in a folder made if need be.
pub fn partial(path: &Path) -> Result<NamedTempFile> {
    let folder = folder(path);
    let attempt = || {
        fs::create_dir_all(folder)?;
        tempfile::Builder::new().prefix(PARTIAL).tempfile_in(folder)
    };
    attempt().with_context(|| format!("cannot write in {}", folder.display()))
}

fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Removes what killed processes left unfinished in `folder`, as far as that can be done.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let modified = entry.metadata().and_then(|data| data.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if entry.file_name().to_string_lossy().starts_with(PARTIAL)
            && age.is_some_and(|age| age > ABANDONED)
        {
            // It may have been someone else's to remove; then there is nothing left to do.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes the file at `path` with what `write` puts out, all or nothing.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>) -> Result<()> {
    let file = partial(path)?;
    let mut buffer = BufWriter::new(file.as_file());
    write(&mut buffer)
        .and_then(|()| Ok(buffer.flush()?))
        .with_context(|| format!("cannot write {}", path.display()))?;
    drop(buffer);
    persist(file, path)
}

/// Puts a finished temporary file in its place.
pub fn persist(file: NamedTempFile, path: &Path) -> Result<()> {
    let place = || -> io::Result<()> {
        file.as_file().sync_all()?;
        // Temporary files are private; results are for everyone the umask lets read.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path).map_err(|error| error.error)?;
        File::open(folder(path))?.sync_all()
    };
    place().with_context(|| format!("cannot write {}", path.display()))
}

/// Why a sealed file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SealError {
    /// It is not there.
    #[error("{} is missing", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, io::Error),
    /// It is not what was written.
    #[error("{} is damaged ({})", .0.display(), .1)]
    Damaged(PathBuf, String),
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
}

#[derive(Serialize, Deserialize)]
struct Seal {
    antipode: String,
    format: u32,
    config: String,
    crc32: u32,
}

/// The version of the sealed files' contents.
const FORMAT: u32 = 1;

/// Writes `body` as a line of JSON under a line that names what it is, the config it belongs to
/// and its checksum.
pub fn seal<T: Serialize>(path: &Path, kind: &str, config: &str, body: &T) -> Result<()> {
    let body = serde_json::to_string(body)?;
    let seal = Seal {
        antipode: kind.to_owned(),
        format: FORMAT,
        config: config.to_owned(),
        crc32: crc32fast::hash(body.as_bytes()),
    };
    let seal = serde_json::to_string(&seal)?;
    replace(path, |file| Ok(write!(file, "{seal}\n{body}\n")?))
}

/// Reads what [`seal`] wrote for the same kind and config.
pub fn unseal<T: DeserializeOwned>(path: &Path, kind: &str, config: &str) -> Result<T, SealError> {
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SealError::Missing(path.to_owned()),
        io::ErrorKind::InvalidData => SealError::Damaged(path.to_owned(), error.to_string()),
        _ => SealError::Unreadable(path.to_owned(), error),
    })?;
    let damaged = |why: &dyn ToString| SealError::Damaged(path.to_owned(), why.to_string());
    let (seal, body) = text
        .strip_suffix('\n')
        .and_then(|text| text.split_once('\n'))
        .ok_or_else(|| damaged(&"it was cut short"))?;
    let seal: Seal = serde_json::from_str(seal).map_err(|error| damaged(&error))?;
    if (seal.antipode.as_str(), seal.format) != (kind, FORMAT) {
        return Err(damaged(&format!("it is a {} of format {}", seal.antipode, seal.format)));
    }
    if seal.crc32 != crc32fast::hash(body.as_bytes()) {
        return Err(damaged(&"its checksum is wrong"));
    }
    if seal.config != config {
        let (found, expected) = (seal.config, config.to_owned());
        return Err(SealError::Foreign { path: path.to_owned(), found, expected });
    }
    serde_json::from_str(body).map_err(|error| damaged(&error))
}
