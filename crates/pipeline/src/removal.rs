//! Removing what a batch does not need any more.

use std::fs;
use std::io;
use std::path::Path;

use antipode_sealed::FileError;

/// Removes a file, or a folder with all that is in it, if it is there. A link to a folder stays, and leads to an empty
/// one; links in it are not followed.
pub fn remove(path: &Path) -> Result<(), FileError> {
    let removed = match path.symlink_metadata() {
        Ok(kind) if kind.is_symlink() && path.is_dir() => fs::read_dir(path)
            .and_then(|mut entries| entries.try_for_each(|entry| remove_one(&entry?.path()))),
        Ok(_) => remove_one(path),
        Err(_) => Ok(()),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(FileError::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}

fn remove_one(path: &Path) -> io::Result<()> {
    if path.symlink_metadata()?.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}
