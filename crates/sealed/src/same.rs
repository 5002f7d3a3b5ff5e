//! Whether an open file is the one of a path.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Whether what is at `path`, and is no link, is that open file.
pub(crate) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let there = match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        there => there?,
    };
    Ok(is_same(&file.metadata()?, &there))
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Elsewhere a file that is open stays where it is.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Whether a path is that of a file to which standard output goes.
#[cfg(unix)]
pub fn has_standard_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    let output = io::stdout().as_fd().try_clone_to_owned();
    let output = output.and_then(|output| File::from(output).metadata());
    let (Ok(output), Ok(there)) = (output, path.metadata()) else { return false };
    there.is_file() && is_same(&output, &there)
}

/// Elsewhere nobody can tell.
#[cfg(not(unix))]
pub fn has_standard_output(_: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_that_another_took_the_place_of_is_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("claim");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap());
        File::create(&path).unwrap();
        assert!(!is_at(&file, &path).unwrap());
    }
}
