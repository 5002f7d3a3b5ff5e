//! Temporary names, and what of it is nobody's any more.
//!
//! Whoever makes something temporary holds a lock on it: on a file itself, on a directory by the
//! file `lock` in it. The lock goes with the process, however that ends. So what has such a name
//! and can be locked is abandoned, and whoever locks it may remove it, before letting go of the lock. Names are
//! taken to the letter, and no link is followed, as there are other people's files in the same folders.
//!
//! Between being made and being locked a thing looks abandoned. So its maker looks again when it
//! has the lock: if it was removed meanwhile, it makes another one, under another name.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// How the names of unfinished files begin.
pub(crate) const FILE: &str = ".partial-";

/// How the names of claims end, which begin like those of unfinished files.
const CLAIM: &str = ".claim";

/// How the names of scratch directories begin.
pub(crate) const DIRECTORY: &str = "scratch-";

/// The file in a scratch directory whose lock stands for it.
pub(crate) const LOCK: &str = "lock";

/// Makes something in `folder` under a fresh name that begins with `prefix`, and locks it. `make`
/// returns the file to be locked.
pub(crate) fn claim(
    folder: &Path,
    prefix: &str,
    make: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<(PathBuf, File)> {
    loop {
        // The keys of the standard hasher are random.
        let path = folder.join(format!("{prefix}{:016x}", RandomState::new().hash_one(0)));
        let file = match make(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            made => made?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => continue,
            // A file system without locks: nobody else can lock it, either.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        if path.exists() {
            return Ok((path, file));
        }
    }
}

/// Removes what killed processes left unfinished in `folder`, as far as that can be done.
pub fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_folder = || path.symlink_metadata().is_ok_and(|data| data.is_dir());
        let name = name.to_string_lossy();
        // Another process may be removing the same; what stays is no worse than before.
        if is_name(&name, FILE) || is_claim(&name) {
            if let Some(_lock) = abandoned(&path) {
                let _ = fs::remove_file(path);
            }
        } else if is_name(&name, DIRECTORY) && is_folder() {
            let _ = match abandoned(&path.join(LOCK)) {
                Some(_lock) => remove_directory(&path),
                // Its maker was killed before the lock was there. If not, it tries again.
                None => fs::remove_dir(path),
            };
        }
    }
}

/// Whether a name is one that [`claim`] gives.
fn is_name(name: &str, prefix: &str) -> bool {
    let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    name.strip_prefix(prefix).is_some_and(|key| key.len() == 16 && key.bytes().all(is_digit))
}

/// Whether a name is that of a claim on a part of some work, by its number.
pub(crate) fn is_claim(name: &str) -> bool {
    let number = name.strip_prefix(FILE).and_then(|rest| rest.strip_suffix(CLAIM));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// The name of the file whose lock is a claim on the part of that number. Like any other unfinished file it
/// is [removed](remove_abandoned) once its process is gone.
pub(crate) fn claim_name(part: usize) -> String {
    format!("{FILE}{part:04}{CLAIM}")
}

/// Removes a scratch directory, the lock at the end: until then it is known to be one.
pub(crate) fn remove_directory(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)?.flatten() {
        if entry.file_name() != LOCK {
            let is_folder = entry.file_type()?.is_dir();
            let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
            remove(entry.path())?;
        }
    }
    fs::remove_dir_all(path)
}

/// The lock on a file that is nobody's any more; none if it is somebody's.
fn abandoned(path: &Path) -> Option<File> {
    // What is no file is not ours, and a pipe would keep us waiting.
    path.symlink_metadata().ok().filter(|data| data.is_file())?;
    let file = File::options().append(true).open(path).ok()?;
    file.try_lock().is_ok().then_some(file)
}
