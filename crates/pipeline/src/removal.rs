//! Removing what a batch does not need any more.

use std::fs;
use std::io;
use std::path::Path;

use antipode_sealed::FileError;

/// Removes a file, or a folder with all that is in it, if it is there.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileError::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}
