//! Where results go: standard output, or a file that is whole or not there.

use std::io::{self, Write};
use std::path::Path;

use antipode_gallery::{Page, Puzzle, html};
use antipode_sealed::replace;
use anyhow::{Result, bail};

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

/// Writes to a file, or to standard output if there is none.
pub fn put(bytes: impl AsRef<[u8]>, output: Option<&Path>) -> Result<()> {
    match output {
        Some(path) => Ok(replace(path, |file| file.write_all(bytes.as_ref()))?),
        None => Ok(io::stdout().lock().write_all(bytes.as_ref())?),
    }
}

/// Writes a page with a player that holds one puzzle, and says something about it.
pub fn play(path: &Path, puzzle: Puzzle, about: impl Into<String>) -> Result<()> {
    put(html(&Page::of(puzzle, about)), Some(path))
}

/// What the name of a file asks for.
pub fn form(path: &Path) -> Result<&'static str> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok("svg"),
        Some("png") => Ok("png"),
        Some("html") => Ok("html"),
        _ => bail!("{}: the name of a picture ends in .svg, .png or .html", path.display()),
    }
}
