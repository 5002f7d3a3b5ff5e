//! Temporary names, and what of it is nobody's any more.
//!
//! Whoever makes something temporary holds a lock on it: on a file itself, on a directory by the
//! file `lock` in it. The lock goes with the process, however that ends. So what has such a name
//! and can be locked is abandoned, and whoever locks it may remove it.
//!
//! Between being made and being locked a thing looks abandoned. So its maker looks again when it
//! has the lock: if it was removed meanwhile, it makes another one, under another name.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// How the names of unfinished files begin.
pub(crate) const FILE: &str = ".partial-";

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
        let begins = |prefix| name.to_string_lossy().starts_with(prefix);
        // Another process may be removing the same; what stays is no worse than before.
        if begins(FILE) && is_abandoned(&path) {
            let _ = fs::remove_file(path);
        } else if begins(DIRECTORY) && is_abandoned(&path.join(LOCK)) {
            let _ = remove_directory(&path);
        } else if begins(DIRECTORY) {
            // Its maker was killed before the lock was there. If not, it tries again.
            let _ = fs::remove_dir(path);
        }
    }
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

fn is_abandoned(path: &Path) -> bool {
    // What is no file is not ours, and a pipe would keep us waiting.
    path.symlink_metadata().is_ok_and(|data| data.is_file())
        && File::options().append(true).open(path).is_ok_and(|file| file.try_lock().is_ok())
}
