//! Sealed files in memory, without being copied there.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

use crate::error::FileError;
use crate::seal::contents;

/// The contents of a file that was found whole, mapped into memory.
#[derive(Debug)]
pub struct SealedMap {
    map: Mmap,
    contents: usize,
}

impl SealedMap {
    /// Maps the file at `path`, having checked every byte of it, as
    /// [`SealedReader::open`](crate::SealedReader::open) does.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(path: &Path, end: &[u8]) -> Result<Self, FileError> {
        let map = map(path).map_err(FileError::io("read", path))?;
        let contents = contents(&mut &map[..], end)
            .map_err(FileError::io("read", path))?
            .map_err(|reason| FileError::damaged(path, reason))?;
        Ok(SealedMap { map, contents: contents as usize })
    }
}

impl Deref for SealedMap {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map[..self.contents]
    }
}

#[allow(unsafe_code, reason = "mapping a file is unsafe, whatever the file")]
fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // SAFETY: the bytes must not change while they are mapped. Sealed files are never written in
    // place: a finished file is put under the name of the old one, and the old one stays as it is
    // for whoever has mapped it. What they hold is used as plain bytes only.
    unsafe { Mmap::map(&file) }
}
