//! Texts that people give, in files and on standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// What stands for standard input in place of a file's name.
pub const STANDARD: &str = "-";

/// Whether a name stands for standard input, or for standard output where one is written to.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STANDARD)
}

/// The text of a file, or of standard input, of at most so many bytes. A byte-order mark, which
/// some editors put before a text, is left out.
pub fn text(path: &Path, most: u64) -> Result<String> {
    if is_standard(path) {
        return read(io::stdin(), &name(path), most);
    }
    match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("there is no file {}", path.display())
        }
        Ok(_) if path.is_dir() => bail!("{} is a folder, not a file", path.display()),
        opened => {
            let file = opened.with_context(|| format!("cannot read {}", path.display()))?;
            read(file, &name(path), most)
        }
    }
}

/// What a message calls such a file.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// `FILE:N`, if there is a file of that name.
pub fn numbered(input: &str) -> Option<(&str, usize)> {
    let (file, number) = input.rsplit_once(':')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    // There is no such row where a number is too large.
    let number = is_number.then(|| number.parse().unwrap_or(usize::MAX))?;
    Path::new(file).is_file().then_some((file, number))
}

fn read(from: impl Read, name: &str, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    let mut limited = from.take(most + 1);
    limited.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > most {
        bail!("{name} is too large: more than {} KiB", most >> 10);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            bail!("{name}:{line}: this is no text in UTF-8")
        }
    }
}
