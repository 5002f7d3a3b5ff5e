//! Whoever is killed while writing leaves whole files, and nothing that stays.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use antipode_sealed::{AtomicFile, Scratch, SealedReader, SealedWriter, remove_abandoned};
use tempfile::tempdir;

/// Where a process writes that is to be killed.
const FOLDER: &str = "ANTIPODE_SEALED_FOLDER";

/// The process to be killed: other tests run this one and say where.
#[test]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    for version in 0_u64.. {
        let _scratch = Scratch::new(folder).unwrap();
        let mut file = SealedWriter::create(&folder.join("file")).unwrap();
        for _ in 0..10_000 {
            file.put(&version.to_le_bytes()).unwrap();
        }
        file.seal(b"END\n").unwrap();
    }
}

fn start_writer(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::writer"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect()
}

#[test]
fn killed_at_any_instant_a_writer_leaves_the_old_file_or_the_new_one() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    let mut left = 0;
    for round in 0..40 {
        let mut writer = start_writer(folder.path());
        // First until there is a file, then for ever other times.
        while !file.exists() {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_micros(3_000 + 977 * round));
        writer.kill().unwrap();
        writer.wait().unwrap();
        left += names(folder.path()).len() - 1;
        let mut opened = SealedReader::open(&file, b"END\n").unwrap();
        assert_eq!(opened.left(), 80_000);
        let mut versions = vec![0; 80_000];
        opened.fill(&mut versions).unwrap();
        assert!(versions.chunks(8).all(|version| *version == versions[..8]));
    }
    assert!(left > 0, "no kill came while something was unfinished");
    remove_abandoned(folder.path());
    assert_eq!(names(folder.path()), ["file".to_owned()].into());
}

#[test]
fn what_killed_writers_left_is_removed_by_the_next() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join(".partial-0123456789abcdef"), "half").unwrap();
    let left = folder.path().join("scratch-0123456789abcdef");
    fs::create_dir(&left).unwrap();
    fs::write(left.join("lock"), "").unwrap();
    fs::write(left.join("runs"), "half").unwrap();
    antipode_sealed::replace(&folder.path().join("file"), |_| Ok(())).unwrap();
    assert_eq!(names(folder.path()), ["file".to_owned()].into());
}

#[test]
fn what_is_being_written_is_left_alone() {
    let folder = tempdir().unwrap();
    let file = AtomicFile::create(&folder.path().join("file")).unwrap();
    let scratch = Scratch::new(folder.path()).unwrap();
    let mut other = start_writer(folder.path());
    while !folder.path().join("file").exists() {
        std::thread::yield_now();
    }
    other.kill().unwrap();
    other.wait().unwrap();
    remove_abandoned(folder.path());
    assert_eq!(names(folder.path()).len(), 3, "the draft, the scratch and the other's file");
    assert!(scratch.path().join("lock").exists());
    file.commit().unwrap();
    drop(scratch);
    assert_eq!(names(folder.path()), ["file".to_owned()].into());
    assert_eq!(fs::read(folder.path().join("file")).unwrap(), b"");
}

#[test]
fn what_is_not_ours_is_left_alone() {
    let folder = tempdir().unwrap();
    // Directories and links of such names.
    let key = "0123456789abcdef";
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path(&format!(".partial-{key}"))).unwrap();
    fs::create_dir(path(&format!("scratch-{key}"))).unwrap();
    fs::write(path(&format!("scratch-{key}/notes")), "mine").unwrap();
    fs::write(path("notes"), "mine").unwrap();
    // Names that are like ours.
    for name in [".partial-download", ".partial-x.claim", ".partial-.claim", ".partial-0123"] {
        fs::write(path(name), "mine").unwrap();
    }
    fs::create_dir(path("scratch-old")).unwrap();
    for name in ["scratch-work", "precious"] {
        fs::create_dir(path(name)).unwrap();
        fs::write(path(name).join("lock"), "").unwrap();
        fs::write(path(name).join("notes"), "mine").unwrap();
    }
    #[cfg(unix)]
    for (to, name) in
        [("notes", ".partial-1123456789abcdef"), ("precious", "scratch-1123456789abcdef")]
    {
        std::os::unix::fs::symlink(to, path(name)).unwrap();
    }
    let before = names(folder.path());
    remove_abandoned(folder.path());
    assert_eq!(names(folder.path()), before);
    assert_eq!(names(&path("precious")).len(), 2);
    assert_eq!(names(&path("scratch-work")).len(), 2);
    // A claim is known by its number, and by nothing else.
    fs::write(path(".partial-0012.claim"), "").unwrap();
    remove_abandoned(folder.path());
    assert_eq!(names(folder.path()), before);
}

#[test]
fn a_file_that_is_given_up_leaves_the_old_one() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "old").unwrap();
    let mut file = SealedWriter::create(&path).unwrap();
    file.put(b"new").unwrap();
    drop(file);
    assert_eq!(names(folder.path()), ["file".to_owned()].into());
    assert_eq!(fs::read(&path).unwrap(), b"old");
}
