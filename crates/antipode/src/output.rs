//! Where results go: standard output, which is `-` among files, or a file that is whole or not there. What is
//! said beside them goes to standard error.

use std::fmt::Display;
use std::fs::{self, Metadata};
use std::io::{self, StdoutLock, Write};
use std::path::{Path, PathBuf};

use antipode_gallery::{Page, Puzzle, html};
use antipode_sealed::{
    AtomicFile, beginning, begins, end_of_links, has_standard_output, in_the_way,
    is_standard_output, replace,
};
use anyhow::{Error, Result, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::bar;
use crate::input::is_standard;

/// Standard output, whose errors say that they are of it.
#[derive(Debug)]
pub struct Standard(StdoutLock<'static>);

/// Standard output. What is written outlasts only once it is flushed.
pub fn standard() -> Standard {
    Standard(io::stdout().lock())
}

/// Says that standard output is what cannot be written to.
pub fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

impl Write for Standard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        bar::beside(|| self.0.write(bytes)).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        bar::beside(|| self.0.flush()).map_err(named)
    }
}

/// Says a line on standard error. Where it cannot be written nobody can be told that either, and the work goes
/// on unseen.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Writes a text to standard output.
pub fn print(text: &str) -> Result<()> {
    put(text, None)
}

/// Whether what is written to a path stays there, to be gone on with: it does not on standard output, in
/// a pipe or a device.
pub fn keeps(path: &Path) -> bool {
    let special = |found: Metadata| !found.is_file() && !found.is_dir();
    !is_standard(path) && !is_standard_output(path) && !fs::metadata(path).is_ok_and(special)
}

/// Refuses what is no file for what is written beside the answer: standard output, where the answer goes, and folders.
pub fn beside_answer(what: &str, path: Option<&Path>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    ensure!(
        !is_standard(path) && !is_standard_output(path) && !has_standard_output(path),
        "{what} goes to a file, as the answer goes to standard output"
    );
    check_file(path).map_err(Error::msg)
}

/// Refuses a place for a file where a folder is, or to which a file is in the way, and says so.
pub fn check_file(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err(format!("{} is a folder, not a file", path.display()));
    }
    path.parent().map_or(Ok(()), check_folder)
}

/// Refuses a folder where a file is, or to which one is in the way, and says so.
pub fn check_folder(path: &Path) -> Result<(), String> {
    in_the_way(path)
        .map_or(Ok(()), |file| Err(format!("{} is a file, not a folder", file.display())))
}

/// A parser of files that are to be written, which refuses what [`check_file`] does.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| check_file(&path).map(|()| path))
}

/// A parser of folders that files are to be written in, which refuses what [`check_folder`] does.
pub fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| check_folder(&path).map(|()| path))
}

/// The same for one with a default, which may never be used: only a file in its place is refused.
pub fn usual_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let found = if path.is_file() { check_folder(&path) } else { Ok(()) };
        found.map(|()| path)
    })
}

/// Refuses to write over what is read.
pub fn beside_input(input: &Path, output: Option<&Path>) -> Result<()> {
    let same = place(input).is_some_and(|read| output.and_then(place) == Some(read));
    ensure!(!same, "{} is what is read; write to another file", input.display());
    Ok(())
}

/// Refuses to write two things to one file.
pub fn apart<'a>(paths: impl IntoIterator<Item = Option<&'a Path>>) -> Result<()> {
    let mut places = Vec::new();
    for path in paths.into_iter().flatten() {
        let Some(place) = place(path) else { continue };
        ensure!(
            !places.contains(&place),
            "{} is to be written twice; name different files",
            path.display()
        );
        places.push(place);
    }
    Ok(())
}

/// Refuses to write anything into a folder that is for the program alone.
pub fn not_within<'a>(
    folder: &Path,
    paths: impl IntoIterator<Item = Option<&'a Path>>,
) -> Result<()> {
    let Some(all) = place(folder) else { return Ok(()) };
    for path in paths.into_iter().flatten() {
        let is_within = place(path).is_some_and(|place| place.starts_with(&all));
        let (path, folder) = (path.display(), folder.display());
        ensure!(!is_within, "{path} is in {folder}, where a search is kept; write elsewhere");
    }
    Ok(())
}

/// Where something is, or will be once the folders on the way are made, by its one name; none of what [keeps] nothing.
fn place(path: &Path) -> Option<PathBuf> {
    /// What of a path is there, by its one name, and the rest as it is.
    fn named(path: &Path) -> Option<PathBuf> {
        let path = &end_of_links(path);
        let beside = || {
            if path.ends_with("..") {
                return Some(named(path.parent()?)?.parent()?.to_owned());
            }
            let name = path.file_name()?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Some(named(folder.unwrap_or(Path::new(".")))?.join(name))
        };
        fs::canonicalize(path).ok().or_else(beside)
    }
    keeps(path).then(|| named(path)).flatten()
}

/// What became of an answer that was printed, and of what was written beside it. That whoever reads the answer has
/// enough of it is no failure, and hides none.
pub fn both(printed: Result<()>, beside: Result<()>) -> Result<()> {
    let is_closed = |error: &Error| {
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
        causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    };
    match (printed, beside) {
        (Err(closed), Err(beside)) if is_closed(&closed) => Err(beside),
        (printed, beside) => printed.and(beside),
    }
}

/// Refuses to write over a file that does not begin with `first`. One that was cut off before that is no loss. Returns
/// whether there is one; a pipe or a device is none.
pub fn check_ours(path: &Path, first: impl AsRef<[u8]>) -> Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let first = first.as_ref();
    let found = beginning(path, first.len() as u64)?;
    ensure!(
        found.as_ref().is_none_or(|found| begins(found, first)),
        "{} is nothing that is written here; move it away",
        path.display()
    );
    Ok(found.is_some())
}

/// Writes to a file, or to standard output if there is none.
pub fn put(bytes: impl AsRef<[u8]>, output: Option<&Path>) -> Result<()> {
    match output.filter(|path| !is_standard(path)) {
        Some(path) => Ok(replace(path, |file| file.write_all(bytes.as_ref()))?),
        None => {
            let mut output = standard();
            Ok(output.write_all(bytes.as_ref()).and_then(|()| output.flush())?)
        }
    }
}

/// Where texts go one after the other, each at once, and do not stay: standard output, a pipe or a
/// device.
#[derive(Debug)]
pub struct Stream(Option<AtomicFile>);

impl Stream {
    /// A stream to what a path names that does not [keep](keeps) it, or else to standard output.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let special = path.filter(|path| !is_standard(path));
        Ok(Stream(special.map(AtomicFile::create).transpose()?))
    }

    /// Writes a text.
    pub fn write(&mut self, text: &str) -> Result<()> {
        let Some(file) = &mut self.0 else { return print(text) };
        let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
        Ok(written.map_err(file.failed())?)
    }
}

/// Writes a page with a player that holds one puzzle, and says something about it.
pub fn play(path: &Path, puzzle: Puzzle, about: impl Into<String>) -> Result<()> {
    put(html(&Page::of(puzzle, about)), Some(path))
}
