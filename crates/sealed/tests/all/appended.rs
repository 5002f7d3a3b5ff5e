//! Files that several append to.

use std::fs;

use antipode_sealed::{AppendedFile, FileError};
use tempfile::tempdir;

#[test]
fn only_the_first_of_several_may_cut_a_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines");
    fs::write(&path, "whole\ncut o").unwrap();
    let mut first = AppendedFile::open(&path).unwrap();
    first.join(|file| file.cut(6)).unwrap();
    first.append(b"first\n").unwrap();
    let mut second = AppendedFile::open(&path).unwrap();
    second.join(|_| -> Result<(), FileError> { panic!("another appends already") }).unwrap();
    second.append(b"second\n").unwrap();
    first.append(b"first\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "whole\nfirst\nsecond\nfirst\n");
    // Once they are gone there is a first again.
    drop((first, second));
    let mut third = AppendedFile::open(&path).unwrap();
    third.join(|file| file.cut(0)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "");
}
