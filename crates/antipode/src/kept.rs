//! Files of lines that are gone on with after any stop.

use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::path::Path;

use antipode_sealed::{AppendedFile, make_folder};
use anyhow::{Context, Result, bail, ensure};

/// The whole lines that a file has, none if it is not there. What a killed process left of a last one
/// is left out.
pub fn lines(path: &Path) -> Result<String> {
    let read = || format!("cannot read {}", path.display());
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        file => Ok(split(path, &mut file.with_context(read)?)?.0),
    }
}

/// The whole lines of a file, and what comes after them.
fn split(path: &Path, file: &mut File) -> Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let rest = bytes.split_off(whole);
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{}: this is no text in UTF-8; choose another file with -o", path.display());
    };
    Ok((text, rest))
}

/// A file that gets line after line from this process alone.
#[derive(Debug)]
pub struct Kept(AppendedFile);

impl Kept {
    /// Opens a file, which is made if need be, and returns the whole lines that it has as well. They stay as they are,
    /// and so does what a killed process left of one more, until it is [gone on](Self::go_on_after) with. That must be
    /// what `is_begun` knows as how a line begins after these: else it is somebody's text without an end of line.
    pub fn open(path: &Path, is_begun: impl Fn(&str, &str) -> bool) -> Result<(Self, String)> {
        path.parent().map_or(Ok(()), make_folder)?;
        let mut file = AppendedFile::open(path)?;
        // A file system without locks cannot tell.
        if let Err(TryLockError::WouldBlock) = file.file().try_lock() {
            bail!(
                "{}: another process writes to this; choose another file with -o",
                path.display()
            );
        }
        let (lines, rest) = split(path, file.file())?;
        ensure!(
            rest.is_empty() || is_begun(&lines, &String::from_utf8_lossy(&rest)),
            "{}: this is no file of answers; choose another with -o",
            path.display()
        );
        Ok((Kept(file), lines))
    }

    /// Leaves nothing but the first so many bytes.
    pub fn go_on_after(&mut self, whole: usize) -> Result<()> {
        Ok(self.0.cut(whole)?)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Appends whole lines.
    pub fn append(&mut self, lines: &str) -> Result<()> {
        Ok(self.0.append(lines.as_bytes())?)
    }

    /// Makes the lines outlast a failure of the machine.
    pub fn sync(&mut self) -> Result<()> {
        Ok(self.0.sync()?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use antipode_sealed::begins;

    use super::*;

    #[test]
    fn only_one_writes_and_nothing_is_cut_before_it_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        fs::write(&path, "a1\na2\na").unwrap();
        let is_begun = |_: &str, text: &str| begins(text, "ab");
        let (mut kept, lines) = Kept::open(&path, is_begun).unwrap();
        assert_eq!(lines, "a1\na2\n");
        assert!(Kept::open(&path, is_begun).unwrap_err().to_string().contains("another process"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "a1\na2\na");
        kept.go_on_after(lines.len()).unwrap();
        kept.append("a3\n").unwrap();
        drop(kept);
        assert_eq!(super::lines(&path).unwrap(), "a1\na2\na3\n");
        for (text, is_ours) in [
            ("", true),
            ("a", true),
            ("abc", true),
            ("ba", false),
            ("ab\n", true),
            ("ab\nba", false),
        ] {
            fs::write(&path, text).unwrap();
            assert_eq!(Kept::open(&path, is_begun).is_ok(), is_ours, "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
