//! Removing what a batch does not need any more.

use std::fs;
use std::io;
use std::path::Path;

use antipode_sealed::FileError;

/// Removes a file, or a folder with all that is in it, if it is there. A link to a folder stays, and leads to an empty
/// one.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(kind) if kind.is_dir() => fs::remove_dir_all(path),
        Ok(kind) if kind.is_symlink() && path.is_dir() => {
            let entries = fs::read_dir(path).map_err(FileError::io("remove", path))?;
            return entries.flatten().try_for_each(|entry| remove(&entry.path()));
        }
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
