//! Sorted runs of states on disk, and their merging.
//!
//! A run is a sequence of records, a state and its used operators, sorted by state and without
//! repetitions. Runs are read and written front to back only, so that any number of states can
//! be brought together in the memory of a few blocks.
//!
//! All runs of a search are in one file, cut into blocks, and the blocks of a run that is dropped are
//! given to others. Runs are many and short-lived. With a file for each, a class of 4x5 that was
//! searched in 32 MiB took 37 s in place of 7, as making a file soon after others were removed is slow
//! on some file systems (0.3 ms on ext4, more than it takes to fill a small run). It is opened once: with a handle a
//! run sixteen threads would merge more than the thousand files that a process may usually have open.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use antipode_sealed::FileError;

use crate::error::SweepError;
use crate::record::Record;
use crate::space::{State, Used};

/// Runs are read and written in blocks of so many bytes. A merge holds one block a run.
pub(crate) const BLOCK: usize = 1 << 16;

/// The file that runs live in, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// It is closed before the directory is removed.
    file: File,
    path: PathBuf,
    directory: antipode_sealed::Scratch,
    blocks: Mutex<Blocks>,
    held: AtomicU64,
    peak: AtomicU64,
}

/// The blocks of the file, by their numbers.
#[derive(Debug, Default)]
struct Blocks {
    /// How many there are.
    count: u32,
    /// Those that no run holds.
    vacant: Vec<u32>,
}

impl Scratch {
    /// A file in a fresh directory within `parent`. What searches left there whose process was
    /// killed is removed.
    pub(crate) fn new(parent: &Path) -> Result<Self, SweepError> {
        let directory = antipode_sealed::Scratch::new(parent)?;
        let path = directory.path().join("runs");
        let file = File::options().create_new(true).read(true).write(true).open(&path);
        Ok(Scratch {
            file: file.map_err(FileError::io("create", &path))?,
            path,
            directory,
            blocks: Mutex::default(),
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        })
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// How many bytes the runs take now.
    pub(crate) fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    /// The most bytes that the runs have taken at any moment.
    pub(crate) fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// Writes a block.
    fn write(&self, block: u32, bytes: &[u8]) -> Result<(), FileError> {
        let written = self.at(block, |file, at| write_at(file, bytes, at));
        written.map_err(FileError::io("write", &self.path))
    }

    /// Reads the beginning of a block.
    fn read(&self, block: u32, bytes: &mut [u8]) -> Result<(), FileError> {
        let read = self.at(block, |file, at| read_at(file, bytes, at));
        read.map_err(FileError::io("read", &self.path))
    }

    /// Does something at the place of a block.
    fn at<T>(&self, block: u32, act: impl FnOnce(&File, u64) -> T) -> T {
        // Elsewhere there is one place in the file for all.
        #[cfg(not(unix))]
        let _alone = self.blocks.lock().expect("nothing panics while it holds the blocks");
        act(&self.file, u64::from(block) * BLOCK as u64)
    }

    /// A block for `bytes` bytes of a run.
    fn take(&self, bytes: u64) -> u32 {
        let held = self.held.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(held, Relaxed);
        let mut blocks = self.blocks.lock().expect("nothing panics while it holds the blocks");
        blocks.vacant.pop().unwrap_or_else(|| {
            blocks.count += 1;
            blocks.count - 1
        })
    }

    /// Takes back the blocks of a run of `bytes` bytes.
    fn give_back(&self, run: &[u32], bytes: u64) {
        self.held.fetch_sub(bytes, Relaxed);
        let mut blocks = self.blocks.lock().expect("nothing panics while it holds the blocks");
        // The last comes first, so that the next run has them in order.
        blocks.vacant.extend(run.iter().rev());
    }
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    io::Write::write_all(&mut file, bytes)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    io::Read::read_exact(&mut file, bytes)
}

/// Whether the disk of `directory` has the `expected` bytes free.
///
/// # Errors
/// [`SweepError::LittleSpace`] if it has not.
pub fn check_space(directory: &Path, expected: u64) -> Result<(), SweepError> {
    // The directory itself may have to be made.
    let there = directory.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let free = fs4::available_space(there)
        .map_err(FileError::io("find out how much space is left in", directory))?;
    if free >= expected {
        return Ok(());
    }
    Err(SweepError::LittleSpace { directory: directory.to_owned(), free, expected })
}

/// Blocks that belong together, given to others when they are dropped.
#[derive(Debug)]
struct Extent {
    blocks: Vec<u32>,
    bytes: u64,
    scratch: Arc<Scratch>,
}

impl Drop for Extent {
    fn drop(&mut self) {
        self.scratch.give_back(&self.blocks, self.bytes);
    }
}

/// A finished run.
#[derive(Debug)]
pub(crate) struct Run<S, U> {
    extent: Arc<Extent>,
    records: u64,
    of: PhantomData<(S, U)>,
}

impl<S, U> Run<S, U> {
    /// How many states the run holds.
    pub(crate) fn len(&self) -> u64 {
        self.records
    }
}

/// Writes a run. One that is given up leaves nothing behind.
pub(crate) struct RunWriter<S, U> {
    extent: Extent,
    records: u64,
    block: Vec<u8>,
    of: PhantomData<(S, U)>,
}

impl<S: State + Record, U: Used + Record> RunWriter<S, U> {
    const RECORD: usize = S::BYTES + U::BYTES;

    pub(crate) fn new(scratch: &Arc<Scratch>) -> Self {
        const { assert!(Self::RECORD <= BLOCK) };
        let extent = Extent { blocks: Vec::new(), bytes: 0, scratch: Arc::clone(scratch) };
        RunWriter { extent, records: 0, block: Vec::with_capacity(BLOCK), of: PhantomData }
    }

    /// Appends a state, which is greater than all before it.
    #[inline]
    pub(crate) fn push(&mut self, state: S, used: U) -> Result<(), SweepError> {
        let at = self.block.len();
        self.block.resize(at + Self::RECORD, 0);
        state.write(&mut self.block[at..at + S::BYTES]);
        used.write(&mut self.block[at + S::BYTES..]);
        self.records += 1;
        if self.block.len() + Self::RECORD > BLOCK { self.flush() } else { Ok(()) }
    }

    pub(crate) fn finish(mut self) -> Result<Run<S, U>, SweepError> {
        self.flush()?;
        let RunWriter { extent, records, of, .. } = self;
        Ok(Run { extent: Arc::new(extent), records, of })
    }

    fn flush(&mut self) -> Result<(), SweepError> {
        if self.block.is_empty() {
            return Ok(());
        }
        let Extent { blocks, bytes, scratch } = &mut self.extent;
        let size = self.block.len() as u64;
        let block = scratch.take(size);
        blocks.push(block);
        *bytes += size;
        scratch.write(block, &self.block)?;
        self.block.clear();
        Ok(())
    }
}

/// Reads a run from its beginning.
pub(crate) struct RunReader<S, U> {
    extent: Arc<Extent>,
    /// The last of the blocks that were read, and the number of all that were.
    block: Vec<u8>,
    read: usize,
    /// The place in the block.
    at: usize,
    left: u64,
    of: PhantomData<(S, U)>,
}

impl<S: State + Record, U: Used + Record> RunReader<S, U> {
    const RECORD: usize = S::BYTES + U::BYTES;

    pub(crate) fn new(run: &Run<S, U>) -> Self {
        let (extent, left) = (Arc::clone(&run.extent), run.records);
        RunReader { extent, block: Vec::new(), read: 0, at: 0, left, of: PhantomData }
    }

    /// The next state, and the operators used.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(S, U)>, SweepError> {
        if self.at == self.block.len() {
            if self.left == 0 {
                return Ok(None);
            }
            self.refill()?;
        }
        let record = &self.block[self.at..self.at + Self::RECORD];
        self.at += Self::RECORD;
        let (state, used) = record.split_at(S::BYTES);
        Ok(Some((S::read(state), U::read(used))))
    }

    fn refill(&mut self) -> Result<(), SweepError> {
        let records = self.left.min((BLOCK / Self::RECORD) as u64);
        self.block.resize(records as usize * Self::RECORD, 0);
        let Extent { blocks, scratch, .. } = &*self.extent;
        scratch.read(blocks[self.read], &mut self.block)?;
        self.read += 1;
        self.left -= records;
        self.at = 0;
        Ok(())
    }
}

/// A state that came up in a merge, once for all the runs that hold it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Merged<S, U> {
    pub(crate) state: S,
    /// The union over the runs.
    pub(crate) used: U,
    /// The number of the first run that holds the state.
    pub(crate) first: usize,
}

/// Reads several runs as one, in order.
pub(crate) struct Merge<S, U> {
    readers: Vec<RunReader<S, U>>,
    /// What is used in the state that each run is at.
    used: Vec<U>,
    /// The state that each run is at, and the run's number; the least comes first.
    heads: BinaryHeap<Reverse<(S, usize)>>,
}

impl<S: State + Record, U: Used + Record> Merge<S, U> {
    pub(crate) fn new<'a>(
        runs: impl IntoIterator<Item = &'a Run<S, U>>,
    ) -> Result<Self, SweepError> {
        let mut merge = Merge { readers: Vec::new(), used: Vec::new(), heads: BinaryHeap::new() };
        for (number, run) in runs.into_iter().enumerate() {
            let mut reader = RunReader::new(run);
            let first = reader.next()?;
            merge.readers.push(reader);
            merge.used.push(first.map_or(U::default(), |(_, used)| used));
            merge.heads.extend(first.map(|(state, _)| Reverse((state, number))));
        }
        Ok(merge)
    }

    pub(crate) fn next(&mut self) -> Result<Option<Merged<S, U>>, SweepError> {
        let Some(&Reverse((state, first))) = self.heads.peek() else {
            return Ok(None);
        };
        let mut used = U::default();
        while let Some(mut head) = self.heads.peek_mut() {
            let Reverse((here, number)) = *head;
            if here != state {
                break;
            }
            used = used.union(self.used[number]);
            match self.readers[number].next()? {
                Some((state, used)) => {
                    *head = Reverse((state, number));
                    self.used[number] = used;
                }
                None => {
                    PeekMut::pop(head);
                }
            }
        }
        Ok(Some(Merged { state, used, first }))
    }
}
