//! No byte of a sealed file can change unseen.

use std::fs;
use std::io::Read;

use antipode_sealed::{FileError, SealedMap, SealedReader, SealedWriter};
use proptest::prelude::*;
use tempfile::tempdir;

const END: &[u8] = b"END\n";

fn is_damaged<T>(opened: Result<T, FileError>) -> bool {
    matches!(opened, Err(FileError::Damaged { .. }))
}

#[test]
fn every_changed_byte_and_every_cut_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    for end in [END, b""] {
        let mut file = SealedWriter::create(&path).unwrap();
        file.put(b"some ").unwrap();
        file.put(b"contents").unwrap();
        file.seal(end).unwrap();
        let whole = fs::read(&path).unwrap();
        assert_eq!(*SealedMap::open(&path, end).unwrap(), *b"some contents");
        assert_eq!(whole.len(), 13 + 4 + end.len());
        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            is_damaged(SealedReader::open(&path, end)) && is_damaged(SealedMap::open(&path, end))
        };
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut bytes = whole.clone();
                bytes[place] ^= 1 << bit;
                assert!(refused(&bytes), "bit {bit} of byte {place}");
            }
        }
        for length in 0..whole.len() {
            assert!(refused(&whole[..length]), "cut to {length}");
        }
        assert!(refused(&[&whole[..], b"\0"].concat()));
    }
}

#[test]
fn more_than_there_is_cannot_be_read() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    let mut file = SealedWriter::create(&path).unwrap();
    file.put(b"four").unwrap();
    file.seal(END).unwrap();
    let mut file = SealedReader::open(&path, END).unwrap();
    let mut bytes = [0; 3];
    file.fill(&mut bytes).unwrap();
    assert_eq!((&bytes, file.left()), (b"fou", 1));
    assert!(is_damaged(file.fill(&mut bytes)), "the checksum is no content");
}

#[test]
fn what_is_missing_is_told_from_what_is_damaged() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    let error = SealedReader::open(&path, END).unwrap_err();
    assert!(error.is_missing());
    assert_eq!(error.to_string(), format!("cannot read {}", path.display()));
    fs::write(&path, "").unwrap();
    let error = SealedReader::open(&path, END).unwrap_err();
    assert!(!error.is_missing());
    assert_eq!(error.to_string(), format!("{} is damaged (it was cut short)", path.display()));
}

proptest! {
    #[test]
    fn what_is_read_is_what_was_written(parts: Vec<Vec<u8>>, end: Vec<u8>, length in 0..600_000_usize) {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        // More than one block, now and then.
        let long = vec![7; length];
        let mut file = SealedWriter::create(&path).unwrap();
        for part in parts.iter().chain([&long]) {
            file.put(part).unwrap();
        }
        file.seal(&end).unwrap();
        let whole = [parts.concat(), long].concat();
        prop_assert_eq!(&*SealedMap::open(&path, &end).unwrap(), &whole[..]);
        let mut file = SealedReader::open(&path, &end).unwrap();
        let mut read = vec![0; file.left() as usize];
        file.fill(&mut read).unwrap();
        prop_assert_eq!(&read, &whole);
        let place = length.min(whole.len() / 2);
        file.seek(place as u64).unwrap();
        read.clear();
        file.read_to_end(&mut read).unwrap();
        prop_assert_eq!(&read, &whole[place..]);
    }
}
