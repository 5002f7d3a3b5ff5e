//! Files that are whole or not there: written beside their place, synced, and renamed.
//!
//! Where the place is a symbolic link, the file that it leads to is replaced and the link stays.
//! Pipes and devices cannot be replaced and are not meant to be: they are written as they are.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::abandoned::{FILE, claim, remove_abandoned};
use crate::error::FileError;

/// A file that takes its place when it is [committed](Self::commit), and leaves nothing behind
/// when it is dropped before.
///
/// What is written is buffered; errors of [`Write`] are to be told of by
/// [`failed`](Self::failed), which names the file.
#[derive(Debug)]
pub struct AtomicFile {
    file: BufWriter<File>,
    /// What the caller calls it.
    path: PathBuf,
    /// None where it is written as it is.
    draft: Option<Draft>,
}

/// An unfinished file, which is removed when it is dropped.
#[derive(Debug)]
struct Draft {
    at: PathBuf,
    place: PathBuf,
}

/// Where to write what is for a path.
enum Way {
    /// Beside this regular file, which may not be there yet.
    Beside(PathBuf),
    /// Into what is there.
    Into(File),
}

impl AtomicFile {
    /// Begins the file that is to be found at `path`, in a folder that is made if need be.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let begin = || match way(path)? {
            Way::Into(file) => Ok((file, None)),
            Way::Beside(place) => {
                let folder = folder(&place);
                make(folder)?;
                tidy(folder);
                let (at, file) = claim(folder, FILE, |path| File::create_new(path))?;
                let draft = Draft { at, place };
                if let Ok(old) = fs::metadata(&draft.place) {
                    file.set_permissions(old.permissions())?;
                }
                Ok((file, Some(draft)))
            }
        };
        let (file, draft) = begin().map_err(FileError::io("write", path))?;
        Ok(AtomicFile { file: BufWriter::new(file), path: path.to_owned(), draft })
    }

    /// What to say of an error of writing to this file.
    pub fn failed(&self) -> impl FnOnce(io::Error) -> FileError {
        FileError::io("write", &self.path)
    }

    /// Puts the finished file in its place, for good: it and its name are on disk after that.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn commit(mut self) -> Result<(), FileError> {
        let mut commit = || {
            self.file.flush()?;
            let Some(draft) = &self.draft else { return Ok(()) };
            self.file.get_ref().sync_all()?;
            fs::rename(&draft.at, &draft.place)?;
            sync_names(folder(&draft.place))
        };
        commit().map_err(FileError::io("write", &self.path))
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the commit nothing has this name. What cannot be removed is left to the next
        // process.
        let _ = fs::remove_file(&self.at);
    }
}

/// Writes the file at `path` with what `write` puts out, all or nothing.
///
/// # Errors
/// If `write` fails, or it cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut AtomicFile) -> io::Result<()>,
) -> Result<(), FileError> {
    let mut file = AtomicFile::create(path)?;
    write(&mut file).map_err(FileError::io("write", path))?;
    file.commit()
}

fn way(path: &Path) -> io::Result<Way> {
    if let Some(file) = standard(path) {
        return file.map(Way::Into);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_file() => {
            may_be_written(path)?;
            fs::canonicalize(path).map(Way::Beside)
        }
        Ok(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => File::options().write(true).open(path).map(Way::Into),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Ok(Way::Beside(end_of_links(path)))
        }
        Err(error) => Err(error),
    }
}

/// Refuses a file that may not be written. It could be replaced all the same, where its folder may be, but whoever took
/// the right to write it away means to keep it.
///
/// # Errors
/// If there is such a file.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    // A pipe would wait for its reader.
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    let found = if is_file { may_be_written(path) } else { Ok(()) };
    found.map_err(FileError::io("write", path))
}

fn may_be_written(path: &Path) -> io::Result<()> {
    File::options().write(true).open(path).map(drop)
}

/// Whether a path is a name that the system has for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    cfg!(unix) && matches!(path.to_str(), Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1"))
}

/// Standard output or standard error, if `path` is a name for it. Opened by that name, a file that
/// it was directed to would be written from its beginning.
#[cfg(unix)]
fn standard(path: &Path) -> Option<io::Result<File>> {
    use std::os::fd::AsFd;
    let descriptor = match path.to_str()? {
        _ if is_standard_output(path) => io::stdout().as_fd().try_clone_to_owned(),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => {
            io::stderr().as_fd().try_clone_to_owned()
        }
        _ => return None,
    };
    Some(descriptor.map(File::from))
}

#[cfg(not(unix))]
fn standard(_: &Path) -> Option<io::Result<File>> {
    None
}

/// Where a chain of links leads, perhaps to nothing.
pub fn end_of_links(path: &Path) -> PathBuf {
    /// No system follows more; a circle ends somewhere on it.
    const MOST: usize = 40;
    let mut end = path.to_owned();
    for _ in 0..MOST {
        let Ok(to) = fs::read_link(&end) else { break };
        end = folder(&end).join(to);
    }
    end
}

/// The file, or other thing, that a folder cannot be made for: it is there, or on the way.
pub fn in_the_way(folder: &Path) -> Option<&Path> {
    let mut found = folder.ancestors().filter_map(|path| Some((path, fs::metadata(path).ok()?)));
    found.next().filter(|(_, found)| !found.is_dir()).map(|(path, _)| path)
}

/// Makes a folder and those above it, for good, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    make(path).map_err(FileError::io("write", path))
}

fn make(path: &Path) -> io::Result<()> {
    // A link to nothing stays, as one of a file does.
    let path = &end_of_links(path);
    // Looked at once, as others may be making it.
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Ok(()),
        Ok(_) => return Err(io::ErrorKind::NotADirectory.into()),
        Err(_) => {}
    }
    let above = folder(path);
    if above != path {
        make(above)?;
    }
    fs::create_dir_all(path)?;
    sync_names(above)
}

/// Makes the names in a folder last: a new one does only once the folder is on disk. It may be one where things may be
/// made, but not looked at, or of a file system that has no such wish.
pub(crate) fn sync_names(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    match File::open(folder).map_or(Ok(()), |folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
        synced => synced,
    }
}

/// The folder that something is in.
pub(crate) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Removes what is abandoned in a folder, once a process: some folders have many files.
fn tidy(folder: &Path) {
    static TIDY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if TIDY.lock().expect("nothing panics while it holds the list").insert(folder.to_owned()) {
        remove_abandoned(folder);
    }
}
