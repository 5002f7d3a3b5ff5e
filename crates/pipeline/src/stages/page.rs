//! Where pages go: `index.html` of the folder that they show.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use antipode_gallery::is_page;
use antipode_sealed::{FileError, replace};

use crate::error::Error;

/// Refuses a folder whose `index.html` is something else than a page, whole or cut off, and returns the path.
///
/// # Errors
/// If it is one, or cannot be read.
pub fn check(folder: &Path) -> Result<PathBuf, Error> {
    let path = folder.join("index.html");
    // What is neither is written as it is.
    let holds = path.is_file() || path.is_dir();
    let found = holds.then(|| fs::read(&path)).transpose().map_err(FileError::io("read", &path))?;
    if found.is_some_and(|found| !is_page(&String::from_utf8_lossy(&found))) {
        let problem = "`antipode gallery` did not make this page; move it away".to_owned();
        return Err(Error::Shown { place: path.display().to_string(), problem });
    }
    Ok(path)
}

/// Writes the page of a folder, in place of an older one but of nothing else, and returns its path.
pub fn put(folder: &Path, page: &str) -> Result<PathBuf, Error> {
    let path = check(folder)?;
    replace(&path, |file| file.write_all(page.as_bytes()))?;
    Ok(path)
}
