//! Boxes: files that hold every justsolved board of one number of pieces.
//!
//! A box is two lines of text, a frame for each run of justsolved classes that has boards for it (see
//! `plan.rs`), an index of the frames, and an end mark:
//!
//! ```text
//! antipode boards 1
//! {"grid":"4x4","rule":"strict","kind":"single","pieces":9,"classes":..,"boards":..,"config":".."}
//! frames           each compressed by zstd on its own
//! index            for each frame: number of the run, length in bytes (u32, little-endian)
//! end mark         the number of frames (u32), the CRC-32 of everything before it (u32), "BOXEND\n"
//! ```
//!
//! A frame is a sequence of classes: the goal piece's shape and those of the other pieces (the
//! cells in the upper-left corner as numbers), the number of boards, and for each board a byte
//! for the anchor of every piece, in the order of the shapes, equal ones rising. Numbers are
//! LEB128. Boards follow each other in the order of their anchors.

use std::fs::File;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use antipode_blocks::{Grid, each};
use antipode_families::{Class, Key, Layout, Searched, Shape, Visitor};
use antipode_sealed::{FileError, SealedReader, SealedWriter};
use serde::{Deserialize, Serialize};
use zstd::zstd_safe::{self, zstd_sys::ZSTD_ErrorCode};

use crate::removal::is_numbered;

const FIRST_LINE: &str = "antipode boards 1\n";
const END_MARK: &[u8; 7] = b"BOXEND\n";
/// Level 1 packs a 4x4 batch to a tenth; higher levels gain little and cost seconds.
const ZSTD_LEVEL: i32 = 1;

/// What a box holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The grid, as `4x4`.
    pub grid: String,
    /// The rule's name.
    pub rule: String,
    /// `single` or `super`: which metrics the boards are justsolved for.
    pub kind: String,
    /// The number of pieces on every board.
    pub pieces: u32,
    /// The number of classes.
    pub classes: u64,
    /// The number of boards.
    pub boards: u64,
    /// The hash of the config.
    pub config: String,
}

/// The file of a box.
pub fn path(folder: &Path, pieces: u32) -> PathBuf {
    folder.join("boards").join(format!("p{pieces:02}.boards"))
}

/// Whether a name is that of a box.
pub fn is_box(name: &str) -> bool {
    is_numbered(name, "p", 2, ".boards")
}

/// The boards of one run of classes and one number of pieces, on their way into a box.
#[derive(Debug, Default)]
pub struct Frame {
    bytes: Vec<u8>,
}

impl Frame {
    /// Adds a class with its boards.
    pub fn add<K: Key>(
        &mut self,
        grid: &Grid,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K>,
    ) {
        number(&mut self.bytes, class.goal.cells());
        for shape in &class.others {
            number(&mut self.bytes, shape.cells());
        }
        number(&mut self.bytes, boards.len() as u64);
        let layout = Layout::new::<K>(grid);
        let masks: Vec<_> = (1..=class.kinds().count()).map(|code| layout.mask(code)).collect();
        let first = self.bytes.len();
        self.bytes.resize(first + boards.len() * class.pieces(), 0);
        for (anchors, key) in self.bytes[first..].chunks_exact_mut(class.pieces()).zip(boards) {
            let mut rest = anchors.iter_mut();
            let planes = layout.planes(key);
            for mask in &masks {
                let placed = each(layout.anchors(&planes, mask));
                placed.zip(rest.by_ref()).for_each(|(anchor, byte)| *byte = anchor as u8);
            }
        }
    }

    /// The compressed frame.
    pub fn pack(&self) -> io::Result<Vec<u8>> {
        zstd::bulk::compress(&self.bytes, ZSTD_LEVEL).map_err(with_kind)
    }
}

/// An error of zstd, of which only the text tells when memory was refused.
fn with_kind(error: io::Error) -> io::Error {
    if error.to_string() == refused() { io::ErrorKind::OutOfMemory.into() } else { error }
}

/// What zstd calls memory that is refused: its codes are the negated numbers of its errors.
fn refused() -> &'static str {
    let number = ZSTD_ErrorCode::ZSTD_error_memory_allocation as usize;
    zstd_safe::get_error_name(number.wrapping_neg())
}

fn number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A box being written.
#[derive(Debug)]
pub struct BoxWriter {
    path: PathBuf,
    file: SealedWriter,
    index: Vec<[u32; 2]>,
}

impl BoxWriter {
    /// Starts a box that will be found at `path`.
    pub fn create(path: &Path, header: &Header) -> Result<Self, FileError> {
        let header = serde_json::to_string(header)
            .map_err(|error| FileError::io("write", path)(error.into()))?;
        let mut file = SealedWriter::create(path)?;
        file.put(format!("{FIRST_LINE}{header}\n").as_bytes())?;
        Ok(BoxWriter { path: path.to_owned(), file, index: Vec::new() })
    }

    /// Adds the packed frame of a run; runs come in order.
    pub fn add(&mut self, run: usize, frame: &[u8]) -> Result<(), FileError> {
        // A frame holds the boards of a few thousand classes, or of a single large one.
        let [Ok(run), Ok(bytes)] = [run, frame.len()].map(u32::try_from) else {
            let problem = io::Error::other(
                "its boards take more than 4 GiB; `boards = false` does without them",
            );
            return Err(FileError::io("write", &self.path)(problem));
        };
        self.index.push([run, bytes]);
        self.file.put(frame)
    }

    /// Ends the box and puts it in its place.
    pub fn finish(mut self) -> Result<(), FileError> {
        for word in self.index.as_flattened() {
            self.file.put(&word.to_le_bytes())?;
        }
        self.file.put(&(self.index.len() as u32).to_le_bytes())?;
        self.file.seal(END_MARK)
    }
}

/// A box that was found whole.
#[derive(Debug)]
pub struct BoxReader {
    path: PathBuf,
    header: Header,
    /// Run, place in the file and length of each frame.
    index: Vec<(u32, u64, u32)>,
}

impl BoxReader {
    /// Opens the box at `path` and checks every byte of it.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let mut file = SealedReader::open(path, END_MARK)?;
        let length = file.left();
        let (mut first, mut second) = (String::new(), String::new());
        for line in [&mut first, &mut second] {
            file.read_line(line).map_err(FileError::io("read", path))?;
        }
        let header = (first == FIRST_LINE).then(|| serde_json::from_str(&second).ok()).flatten();
        let unknown = || FileError::damaged(path, "its version is not known");
        let header = header.ok_or_else(unknown)?;
        let mut place = (first.len() + second.len()) as u64;

        let mut word = [0; 4];
        file.seek(length.saturating_sub(4))?;
        file.fill(&mut word)?;
        let frames = u32::from_le_bytes(word);
        file.seek(length.saturating_sub(4 + 8 * u64::from(frames)))?;
        let mut index = Vec::new();
        for _ in 0..frames {
            file.fill(&mut word)?;
            let run = u32::from_le_bytes(word);
            file.fill(&mut word)?;
            let length = u32::from_le_bytes(word);
            index.push((run, place, length));
            place += u64::from(length);
        }
        Ok(BoxReader { path: path.to_owned(), header, index })
    }

    /// What the box holds.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether it holds so many boards of so many pieces, of the config with this hash.
    pub fn holds(&self, config: &str, pieces: u32, boards: u64) -> bool {
        let Header { config: found, pieces: of, boards: many, .. } = &self.header;
        (found.as_str(), *of, *many) == (config, pieces, boards)
    }

    /// The runs that have a frame.
    pub fn runs(&self) -> impl Iterator<Item = usize> {
        self.index.iter().map(|frame| frame.0 as usize)
    }

    /// Visits the classes of a run in order, given the grid that the header names.
    ///
    /// # Errors
    /// If the visitor fails, or the run cannot be read.
    pub fn visit<V>(&self, grid: &Grid, run: usize, visitor: &mut V) -> Result<(), V::Error>
    where
        V: Visitor<Error: From<FileError>>,
    {
        let Some(&(_, place, length)) = self.index.iter().find(|frame| frame.0 as usize == run)
        else {
            return Ok(());
        };
        let read = || -> io::Result<Vec<u8>> {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(place))?;
            let mut frame = vec![0; length as usize];
            file.read_exact(&mut frame)?;
            zstd::decode_all(&frame[..]).map_err(with_kind)
        };
        let bytes = read().map_err(FileError::io("read", &self.path))?;
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let damaged = || FileError::damaged(&self.path, "a frame does not make sense");
            let (class, boards) = class(grid, self.header.pieces, &mut rest).ok_or_else(damaged)?;
            if class.kinds().count() <= Layout::new::<u64>(grid).kinds() {
                visitor.class(&class, keys::<u64>(grid, &class, boards))?;
            } else {
                visitor.class(&class, keys::<u128>(grid, &class, boards))?;
            }
        }
        Ok(())
    }
}

/// Takes a class and the anchors of its boards off the front of `rest`.
fn class<'a>(grid: &Grid, pieces: u32, rest: &mut &'a [u8]) -> Option<(Class, &'a [u8])> {
    let goal = Shape::from_cells(grid, take_number(rest)?)?;
    let others = (1..pieces).map(|_| Shape::from_cells(grid, take_number(rest)?));
    let class = Class { goal, others: others.collect::<Option<_>>()? };
    let bytes = usize::try_from(take_number(rest)?).ok()?.checked_mul(pieces as usize)?;
    let (boards, after) = rest.split_at_checked(bytes)?;
    *rest = after;
    let within = boards.iter().all(|&anchor| u32::from(anchor) < grid.frame());
    (within && class.others.is_sorted()).then_some((class, boards))
}

fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// The keys of boards given by their anchors.
fn keys<K: Searched>(
    grid: &Grid,
    class: &Class,
    boards: &[u8],
) -> impl ExactSizeIterator<Item = K> + Clone {
    let layout = Layout::new::<K>(grid);
    let mut code = 1;
    let mut units = vec![layout.unit::<K>(1)];
    for (index, shape) in class.others.iter().enumerate() {
        if index == 0 || class.others[index - 1] != *shape {
            code += 1;
        }
        units.push(layout.unit(code));
    }
    boards.chunks_exact(units.len()).map(move |anchors| {
        units.iter().zip(anchors).fold(K::ZERO, |key, (&unit, &anchor)| key | unit << anchor.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_zstd_is_refused_is_told_as_such() {
        // What it said when a batch was run in too little.
        let refused = io::Error::other("Allocation error : not enough memory");
        assert_eq!(with_kind(refused).kind(), io::ErrorKind::OutOfMemory);
        let cut = with_kind(zstd::decode_all(&[1, 2, 3][..]).unwrap_err());
        assert_ne!(cut.kind(), io::ErrorKind::OutOfMemory);
    }
}
