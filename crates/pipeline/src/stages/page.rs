//! Where pages go: `index.html` of the folder that they show.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use antipode_gallery::is_page;
use antipode_sealed::replace;

use crate::error::Error;

/// Writes the page of a folder, in place of an older one or the beginning of this one but of nothing else, and returns its
/// path.
pub fn put(folder: &Path, page: &str) -> Result<PathBuf, Error> {
    let path = folder.join("index.html");
    let found = if path.is_file() { fs::read(&path).ok() } else { None };
    let is_other = |found: Vec<u8>| {
        !page.as_bytes().starts_with(&found) && !is_page(&String::from_utf8_lossy(&found))
    };
    if found.is_some_and(is_other) {
        let problem = "`antipode gallery` did not make this page; move it away".to_owned();
        return Err(Error::Shown { place: path.display().to_string(), problem });
    }
    replace(&path, |file| file.write_all(page.as_bytes()))?;
    Ok(path)
}
