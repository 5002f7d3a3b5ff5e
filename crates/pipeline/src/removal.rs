//! Removing what a batch does not need any more, and nothing else: other files may lie beside it.

use std::fs;
use std::io;
use std::path::Path;

use antipode_sealed::{FileError, remove_abandoned};

/// Removes a file, if it is there.
pub fn remove(path: &Path) -> Result<(), FileError> {
    unless(io::ErrorKind::NotFound, fs::remove_file(path)).map_err(FileError::io("remove", path))
}

/// Removes the files of a folder whose names are `ours`, and the folder if that leaves it empty. A link to a folder
/// stays.
pub fn clear(folder: &Path, ours: impl Fn(&str) -> bool) -> Result<(), FileError> {
    remove_abandoned(folder);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(&ours) {
            remove(&entry.path())?;
        }
    }
    if folder.is_symlink() || !folder.is_dir() {
        return Ok(());
    }
    unless(io::ErrorKind::DirectoryNotEmpty, fs::remove_dir(folder))
        .map_err(FileError::io("remove", folder))
}

/// Whether a name is a number of at least so many digits between two given parts.
pub fn is_numbered(name: &str, before: &str, digits: usize, after: &str) -> bool {
    let number = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    number.is_some_and(|number| {
        number.len() >= digits && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

fn unless(kind: io::ErrorKind, removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == kind => Ok(()),
        removed => removed,
    }
}
