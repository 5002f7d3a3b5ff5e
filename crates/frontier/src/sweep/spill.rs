//! Sorted runs of states on disk, and their merging.
//!
//! A run is a file of records, a state and its used operators, sorted by state and without
//! repetitions. Runs are read and written front to back only, so that any number of states can
//! be brought together in the memory of a few blocks.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use antipode_sealed::FileError;

use crate::error::SweepError;
use crate::record::Record;
use crate::space::{State, Used};

/// Files are read and written in blocks of about this many bytes. A merge holds one block a run.
pub(crate) const BLOCK: usize = 1 << 16;

/// The directory that runs live in, removed when it is dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    directory: antipode_sealed::Scratch,
    names: AtomicU64,
    /// Empty files, to be written again. Making a file soon after others were removed is slow on
    /// some file systems (0.3 ms on ext4, more than it takes to fill a small run).
    vacant: Mutex<Vec<PathBuf>>,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Scratch {
    /// A fresh directory within `parent`. What searches left there whose process was killed is
    /// removed.
    pub(crate) fn new(parent: &Path) -> Result<Self, SweepError> {
        Ok(Scratch {
            directory: antipode_sealed::Scratch::new(parent)?,
            names: AtomicU64::new(0),
            vacant: Mutex::default(),
            held: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        })
    }

    /// Where the runs are.
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

    /// Where a new run is to be written: an empty file or none.
    fn vacancy(&self) -> PathBuf {
        let vacant = self.vacant.lock().expect("nothing panics while it holds the list").pop();
        vacant.unwrap_or_else(|| {
            let name = self.names.fetch_add(1, Relaxed);
            self.path().join(format!("{name}.run"))
        })
    }

    fn grow(&self, bytes: u64) {
        let held = self.held.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(held, Relaxed);
    }
}

/// Whether the disk of `directory` has at least `bytes` free; a [`SweepError::NoSpace`] if not.
pub fn check_space(directory: &Path, bytes: u64) -> Result<(), SweepError> {
    // The directory itself may have to be made.
    let there = directory.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
    let free = fs4::available_space(there)
        .map_err(FileError::io("find out how much space is left in", directory))?;
    match bytes.checked_sub(free) {
        None | Some(0) => Ok(()),
        Some(more) => Err(SweepError::NoSpace { directory: directory.to_owned(), layer: 0, more }),
    }
}

/// A finished run. Its file is emptied when it is dropped.
#[derive(Debug)]
pub(crate) struct Run<S, U> {
    path: PathBuf,
    records: u64,
    bytes: u64,
    scratch: Arc<Scratch>,
    of: PhantomData<(S, U)>,
}

impl<S, U> Run<S, U> {
    /// How many states the run holds.
    pub(crate) fn len(&self) -> u64 {
        self.records
    }
}

impl<S, U> Drop for Run<S, U> {
    fn drop(&mut self) {
        // A file that cannot be emptied is left alone, and goes with the directory.
        if File::options().write(true).truncate(true).open(&self.path).is_ok() {
            self.scratch.held.fetch_sub(self.bytes, Relaxed);
            let path = std::mem::take(&mut self.path);
            self.scratch.vacant.lock().expect("nothing panics while it holds the list").push(path);
        }
    }
}

/// Writes a run. One that is given up leaves no file behind.
pub(crate) struct RunWriter<S, U> {
    run: Run<S, U>,
    file: File,
    block: Vec<u8>,
}

impl<S: State + Record, U: Used + Record> RunWriter<S, U> {
    const RECORD: usize = S::BYTES + U::BYTES;

    pub(crate) fn new(scratch: &Arc<Scratch>) -> Result<Self, SweepError> {
        let path = scratch.vacancy();
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(FileError::io("create", &path))?;
        let scratch = Arc::clone(scratch);
        let run = Run { path, records: 0, bytes: 0, scratch, of: PhantomData };
        Ok(RunWriter { run, file, block: Vec::with_capacity(BLOCK + Self::RECORD) })
    }

    /// Appends a state, which is greater than all before it.
    #[inline]
    pub(crate) fn push(&mut self, state: S, used: U) -> Result<(), SweepError> {
        let at = self.block.len();
        self.block.resize(at + Self::RECORD, 0);
        state.write(&mut self.block[at..at + S::BYTES]);
        used.write(&mut self.block[at + S::BYTES..]);
        self.run.records += 1;
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    pub(crate) fn finish(mut self) -> Result<Run<S, U>, SweepError> {
        self.flush()?;
        Ok(self.run)
    }

    fn flush(&mut self) -> Result<(), SweepError> {
        self.file.write_all(&self.block).map_err(FileError::io("write", &self.run.path))?;
        self.run.bytes += self.block.len() as u64;
        self.run.scratch.grow(self.block.len() as u64);
        self.block.clear();
        Ok(())
    }
}

/// Reads a run from its beginning.
pub(crate) struct RunReader<S, U> {
    file: File,
    path: PathBuf,
    block: Vec<u8>,
    at: usize,
    left: u64,
    of: PhantomData<(S, U)>,
}

impl<S: State + Record, U: Used + Record> RunReader<S, U> {
    const RECORD: usize = S::BYTES + U::BYTES;

    pub(crate) fn new(run: &Run<S, U>) -> Result<Self, SweepError> {
        let path = run.path.clone();
        let file = File::open(&path).map_err(FileError::io("open", &path))?;
        Ok(RunReader { file, path, block: Vec::new(), at: 0, left: run.records, of: PhantomData })
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
        let records = self.left.min((BLOCK / Self::RECORD).max(1) as u64);
        self.block.resize(records as usize * Self::RECORD, 0);
        self.file.read_exact(&mut self.block).map_err(FileError::io("read", &self.path))?;
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
            let mut reader = RunReader::new(run)?;
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
