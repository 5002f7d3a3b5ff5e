//! Files with a checksum: the contents, the CRC-32 of all of them (four bytes, the least
//! significant first), and an end mark that the kind of file chooses, perhaps empty.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;

use crate::atomic::AtomicFile;
use crate::error::FileError;

/// The bytes of the checksum.
const SUM: usize = 4;

/// A file that is being written and summed up.
#[derive(Debug)]
pub struct SealedWriter {
    file: AtomicFile,
    sum: Hasher,
}

impl SealedWriter {
    /// Begins the file that is to be found at `path`, as [`AtomicFile::create`] does.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Ok(SealedWriter { file: AtomicFile::create(path)?, sum: Hasher::new() })
    }

    /// Adds to the contents.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.sum.update(bytes);
        self.file.write_all(bytes).map_err(self.file.failed())
    }

    /// Adds the checksum and the end mark, and puts the file in its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn seal(mut self, end: &[u8]) -> Result<(), FileError> {
        let sum = self.sum.finalize().to_le_bytes();
        for bytes in [&sum, end] {
            self.file.write_all(bytes).map_err(self.file.failed())?;
        }
        self.file.commit()
    }
}

impl Write for SealedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The contents of a file that was found whole.
///
/// They end where the checksum begins, for [`Read`] and [`BufRead`] as well.
#[derive(Debug)]
pub struct SealedReader {
    file: BufReader<File>,
    path: PathBuf,
    /// How long the contents are, and how much of them was read.
    length: u64,
    at: u64,
}

impl SealedReader {
    /// Opens the file at `path`, having checked every byte of it. `end` is the end mark that it was
    /// [sealed](SealedWriter::seal) with.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(path: &Path, end: &[u8]) -> Result<Self, FileError> {
        let mut file = File::open(path).map_err(FileError::io("read", path))?;
        let length = contents(&mut file, end)
            .map_err(FileError::io("read", path))?
            .map_err(|reason| FileError::damaged(path, reason))?;
        let mut reader =
            SealedReader { file: BufReader::new(file), path: path.to_owned(), length, at: 0 };
        // What is read is what was checked, whatever takes its name meanwhile.
        reader.seek(0)?;
        Ok(reader)
    }

    /// Goes on reading from byte number `place` of the contents.
    ///
    /// # Errors
    /// If the file cannot be read from there.
    pub fn seek(&mut self, place: u64) -> Result<(), FileError> {
        self.at = place.min(self.length);
        let sought = self.file.seek(SeekFrom::Start(self.at));
        sought.map(|_| ()).map_err(FileError::io("read", &self.path))
    }

    /// How many bytes of the contents are left.
    pub fn left(&self) -> u64 {
        self.length - self.at
    }

    /// Fills `bytes` with the next of the contents.
    ///
    /// # Errors
    /// If there are too few left, or the file cannot be read.
    pub fn fill(&mut self, bytes: &mut [u8]) -> Result<(), FileError> {
        if self.left() < bytes.len() as u64 {
            return Err(FileError::damaged(&self.path, "it ends too soon"));
        }
        self.at += bytes.len() as u64;
        self.file.read_exact(bytes).map_err(FileError::io("read", &self.path))
    }
}

impl BufRead for SealedReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = self.left();
        let ahead = self.file.fill_buf()?;
        Ok(&ahead[..left.min(ahead.len() as u64) as usize])
    }

    fn consume(&mut self, bytes: usize) {
        self.at += bytes as u64;
        self.file.consume(bytes);
    }
}

impl Read for SealedReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

/// The checksum of some bytes, for what has its place elsewhere than at the end of a file.
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Reads a whole file. Returns how many bytes its contents are, or what is wrong with it.
pub(crate) fn contents(file: &mut impl Read, end: &[u8]) -> io::Result<Result<u64, &'static str>> {
    let tail = SUM + end.len();
    let mut sum = Hasher::new();
    let mut contents = 0;
    // The last bytes read are held back, since they may be the tail.
    let mut block = vec![0; (1 << 18) + tail];
    let mut held = 0;
    loop {
        match file.read(&mut block[held..]) {
            Ok(0) => break,
            Ok(read) => held += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        let done = held.saturating_sub(tail);
        sum.update(&block[..done]);
        contents += done as u64;
        block.copy_within(done..held, 0);
        held -= done;
    }
    Ok(if held < tail || block[SUM..tail] != *end {
        Err("it was cut short")
    } else if block[..SUM] != sum.finalize().to_le_bytes() {
        Err("its checksum is wrong")
    } else {
        Ok(contents)
    })
}
