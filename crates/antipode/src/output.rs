//! Where results go: standard output, or a file that is whole or not there.

use std::io::{self, StdoutLock, Write};
use std::path::Path;

use antipode_gallery::{Page, Puzzle, html};
use antipode_sealed::replace;
use anyhow::Result;

/// Standard output, whose errors say that they are of it.
#[derive(Debug)]
pub struct Standard(StdoutLock<'static>);

/// Standard output. What is written outlasts only once it is flushed.
pub fn standard() -> Standard {
    Standard(io::stdout().lock())
}

/// Says that standard output is what cannot be written to.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    put(text, None)
}

/// Writes to a file, or to standard output if there is none.
pub fn put(bytes: impl AsRef<[u8]>, output: Option<&Path>) -> Result<()> {
    match output {
        Some(path) => Ok(replace(path, |file| file.write_all(bytes.as_ref()))?),
        None => {
            let mut output = standard();
            Ok(output.write_all(bytes.as_ref()).and_then(|()| output.flush())?)
        }
    }
}

/// Writes a page with a player that holds one puzzle, and says something about it.
pub fn play(path: &Path, puzzle: Puzzle, about: impl Into<String>) -> Result<()> {
    put(html(&Page::of(puzzle, about)), Some(path))
}
