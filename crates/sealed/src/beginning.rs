//! What a file begins with, by which it is told whose it is before it is replaced.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::error::FileError;

/// At most so many bytes from the beginning of the file at `path`; none if it is not there.
///
/// # Errors
/// If it cannot be read.
pub fn beginning(path: &Path, most: u64) -> Result<Option<Vec<u8>>, FileError> {
    let mut bytes = Vec::new();
    match File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(|_| Some(bytes)).map_err(FileError::io("read", path)),
    }
}

/// Whether a text begins with `first`, or may have been cut off from one that does.
pub fn begins(text: impl AsRef<[u8]>, first: impl AsRef<[u8]>) -> bool {
    let (text, first) = (text.as_ref(), first.as_ref());
    text.starts_with(first) || first.starts_with(text)
}
