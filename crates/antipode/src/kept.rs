//! Files of lines that are gone on with after any stop.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How often lines are made to outlast a failure of the machine; that of the process they always do.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The whole lines that a file has, none if it is not there. What a killed process left of a last one
/// is left out.
pub fn lines(path: &Path) -> Result<String> {
    let mut bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        bytes => bytes.with_context(|| format!("cannot read {}", path.display()))?,
    };
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{}: this is no text in UTF-8; choose another file with -o", path.display());
    };
    Ok(text)
}

/// A file that gets line after line.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Kept {
    /// Opens a file, which is made if need be, to go on after so many bytes.
    pub fn open(path: &Path, whole: usize) -> Result<Self> {
        let file = File::options().create(true).append(true).open(path).and_then(|file| {
            file.set_len(whole as u64)?;
            Ok(file)
        });
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Kept { path: path.to_owned(), file, synced: Instant::now() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines.
    pub fn append(&mut self, lines: &str) -> Result<()> {
        let written = self.file.write_all(lines.as_bytes());
        written.with_context(|| format!("cannot write {}", self.path.display()))?;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Makes the lines outlast a failure of the machine.
    pub fn sync(&mut self) -> Result<()> {
        self.synced = Instant::now();
        self.file.sync_data().with_context(|| format!("cannot write {}", self.path.display()))
    }
}
