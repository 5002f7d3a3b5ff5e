//! Files of tables: written once, checked as a whole, mapped into memory.
//!
//! A file is, numbers least significant byte first: the magic of its kind (8 bytes), the version
//! (4), width, height and metric (1 each; metric 0 is single-tile, 1 multi-tile), a zero byte,
//! the goal (16 bytes: the tiles in row order, then zeros), the count (8), the body, and a
//! checksum (4).

use std::path::Path;

use antipode_sealed::{FileError, SealedMap, SealedWriter};

use crate::position::Position;
use crate::size::{Metric, Size};

const VERSION: u32 = 1;

const HEADER: usize = 40;

/// What comes after the checksum.
const END: &[u8] = b"";

/// What a file begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) magic: [u8; 8],
    pub(crate) metric: Metric,
    pub(crate) goal: Position,
    /// How many entries the body has.
    pub(crate) count: u64,
}

/// A header and a body, in memory or in a mapped file.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) header: Header,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Memory(Vec<u8>),
    Mapped(SealedMap),
}

impl Sealed {
    pub(crate) fn new(header: Header, body: Vec<u8>) -> Self {
        Sealed { header, body: Body::Memory(body) }
    }

    pub(crate) fn body(&self) -> &[u8] {
        match &self.body {
            Body::Memory(body) => body,
            Body::Mapped(map) => &map[HEADER..],
        }
    }

    pub(crate) fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut file = SealedWriter::create(path)?;
        file.put(&self.header.bytes())?;
        file.put(self.body())?;
        file.seal(END)
    }

    /// Maps a file of this kind, having checked all of it. `bytes` is the size of the body that
    /// goes with a header, if there can be such a header.
    pub(crate) fn open(
        path: &Path,
        magic: [u8; 8],
        bytes: impl FnOnce(&Header) -> Option<u64>,
    ) -> Result<Self, FileError> {
        let map = SealedMap::open(path, END)?;
        let damaged = |reason| FileError::damaged(path, reason);
        let (begin, body) =
            map.split_at_checked(HEADER).ok_or_else(|| damaged("it is too short"))?;
        if begin[..8] != magic {
            return Err(damaged("it begins otherwise"));
        }
        if begin[8..12] != VERSION.to_le_bytes() {
            return Err(damaged("it is of another version"));
        }
        let header =
            Header::read(magic, begin).ok_or_else(|| damaged("its header makes no sense"))?;
        if bytes(&header) != Some(body.len() as u64) {
            return Err(damaged("its length does not fit its header"));
        }
        Ok(Sealed { header, body: Body::Mapped(map) })
    }
}

impl Header {
    fn bytes(&self) -> [u8; HEADER] {
        let size = self.goal.size();
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&self.magic);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12] = size.width() as u8;
        bytes[13] = size.height() as u8;
        bytes[14] = self.metric as u8;
        for (byte, tile) in bytes[16..32].iter_mut().zip(self.goal.tiles()) {
            *byte = tile as u8;
        }
        bytes[32..].copy_from_slice(&self.count.to_le_bytes());
        bytes
    }

    fn read(magic: [u8; 8], bytes: &[u8]) -> Option<Self> {
        let size = Size::new(bytes[12].into(), bytes[13].into()).ok()?;
        let metric = match bytes[14] {
            0 => Metric::Single,
            1 => Metric::Multi,
            _ => return None,
        };
        let tiles: Vec<_> = bytes[16..16 + size.cells()].iter().map(|&tile| tile.into()).collect();
        let goal = Position::new(size, &tiles).ok()?;
        let count = u64::from_le_bytes(bytes[32..HEADER].try_into().ok()?);
        Some(Header { magic, metric, goal, count })
    }
}
