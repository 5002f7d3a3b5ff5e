//! Links are written through, pipes and devices into; only regular files are replaced.
#![cfg(unix)]

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use antipode_sealed::{FileError, make_folder, replace};
use tempfile::tempdir;

fn put(path: &Path, text: &str) -> Result<(), FileError> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

#[test]
fn a_link_stays_a_link() {
    let folder = tempdir().unwrap();
    let (file, link) = (folder.path().join("there/file"), folder.path().join("link"));
    symlink("there/file", &link).unwrap();
    // At first it leads nowhere.
    for text in ["one", "two"] {
        put(&link, text).unwrap();
        assert_eq!(fs::read_link(&link).unwrap(), Path::new("there/file"));
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    symlink("second", &first).unwrap();
    symlink(folder.path().join("third"), &second).unwrap();
    put(&first, "three").unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("third")).unwrap(), "three");
    assert!(first.is_symlink() && second.is_symlink());
}

#[test]
fn links_in_a_circle_are_an_error() {
    let folder = tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    symlink("other", &one).unwrap();
    symlink("one", &other).unwrap();
    let error = put(&one, "").unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write {}", one.display()));
}

#[test]
fn a_pipe_stays_a_pipe() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    put(&pipe, "through").unwrap();
    assert_eq!(reader.wait_with_output().unwrap().stdout, b"through");
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_device_stays_a_device() {
    put(Path::new("/dev/null"), "gone").unwrap();
    let folder = tempdir().unwrap();
    let full = folder.path().join("full");
    symlink("/dev/full", &full).unwrap();
    for path in [Path::new("/dev/full"), &full] {
        let error = put(path, "text").unwrap_err();
        assert!(error.is_full_disk(), "{error}");
        assert_eq!(error.to_string(), format!("cannot write {}", path.display()));
    }
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::metadata(device).unwrap().file_type().is_char_device());
    }
}

/// Whether a process is to write to its standard output.
const SPEAK: &str = "ANTIPODE_SEALED_SPEAK";

/// That process: another test runs this one.
#[test]
fn speaker() {
    if std::env::var_os(SPEAK).is_some() {
        put(Path::new("/dev/stdout"), "spoken\n").unwrap();
    }
}

/// Opened anew by its name, the file would be written from its beginning.
#[test]
fn standard_output_goes_on_where_it_is() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("log");
    let mut log = fs::File::create(&path).unwrap();
    log.write_all(b"before\n").unwrap();
    let speaker = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "places::speaker", "--nocapture", "--quiet"])
        .env(SPEAK, "")
        .stdout(log.try_clone().unwrap())
        .status()
        .unwrap();
    assert!(speaker.success());
    log.write_all(b"after\n").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("before\n") && text.ends_with("after\n"), "{text}");
    assert!(text.contains("spoken\n"), "{text}");
}

#[test]
fn a_folder_is_no_place_for_a_file() {
    let folder = tempdir().unwrap();
    let error = put(folder.path(), "").unwrap_err();
    assert!(
        matches!(error, FileError::Io { source, .. } if source.kind() == io::ErrorKind::IsADirectory)
    );
    let within = folder.path().join("file/within");
    put(&folder.path().join("file"), "").unwrap();
    assert!(put(&within, "").is_err());
}

#[test]
fn what_may_not_be_written_is_not_replaced() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "kept").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    // Some users may write everything.
    if fs::File::options().write(true).open(&path).is_err() {
        assert!(put(&path, "").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
    }
}

#[test]
fn who_may_read_a_file_stays_so() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    put(&path, "").unwrap();
    fs::write(folder.path().join("plain"), "").unwrap();
    let plain = fs::metadata(folder.path().join("plain")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(), plain, "a new file is as any new file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    put(&path, "more").unwrap();
    assert_eq!(mode(), 0o640);
}

#[test]
fn what_fails_in_the_middle_names_the_file_as_the_caller_does() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    let error = replace(&path, |_| Err(io::ErrorKind::StorageFull.into())).unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write {}", path.display()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_folder_is_made_where_a_link_leads() {
    let folder = tempdir().unwrap();
    let link = folder.path().join("link");
    symlink("elsewhere", &link).unwrap();
    make_folder(&link.join("below")).unwrap();
    assert!(link.is_symlink() && folder.path().join("elsewhere/below").is_dir());
}
