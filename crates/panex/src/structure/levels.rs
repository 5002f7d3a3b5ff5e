//! Levels, one after the other, kept on disk if that is wanted.

use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_sealed::{FileError, SealedReader, SealedWriter};

use super::distances::Stopped;
use super::least::least;
use super::step::Recurrence;
use super::table::Table;
use crate::task::Task;

/// The greatest height of towers for which all numbers fit.
pub const MOST_HEIGHT: u8 = 20;

/// The least height of towers, as level 2 is searched.
pub const LEAST_HEIGHT: u8 = 3;

/// What a label of the top pairs takes while a level is made or asked, as measured for towers 10 to 15 high.
const LABEL_BYTES: usize = 6 << 10;

/// How a file of a level begins, and how it ends. The last character is the version of the format.
const MAGIC: &[u8] = b"Panex level  1\n";
const END: &[u8] = b"PANEX END\n";

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum StructureError {
    /// It was stopped. Levels that were kept need not be made again.
    #[error("stopped in level {pairs}")]
    Stopped {
        /// The level being made or asked.
        pairs: u8,
    },
    /// It takes more memory than it may use.
    #[error(
        "by structure towers {height} high take about {bytes} bytes, more than the {memory} that it may use"
    )]
    Memory {
        /// The height asked for.
        height: u8,
        /// About what it takes.
        bytes: usize,
        /// What it may use.
        memory: usize,
    },
    /// A level could not be kept, or a kept one is damaged.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Whether towers of `height` can be done in so many bytes of memory.
///
/// # Errors
/// [`StructureError::Memory`] if they take more.
pub fn fits(height: u8, memory: usize) -> Result<(), StructureError> {
    let bytes = LABEL_BYTES << (height - 1);
    if bytes <= memory { Ok(()) } else { Err(StructureError::Memory { height, bytes, memory }) }
}

/// A level of the recurrence.
#[derive(Debug)]
pub struct Levels {
    recurrence: Recurrence,
    table: Table,
    folder: Option<PathBuf>,
}

impl Levels {
    /// Level 2. The levels above are kept in `folder`, if one is given, and read from there.
    pub fn new(folder: Option<&Path>) -> Self {
        let recurrence = Recurrence::new();
        let table = Table::first(&recurrence.classes);
        Levels { recurrence, table, folder: folder.map(Path::to_owned) }
    }

    /// The height of the towers whose tasks this level answers: one more than its pairs.
    pub fn height(&self) -> u8 {
        self.table.pairs() + 1
    }

    /// What is the same at all levels.
    pub fn recurrence(&self) -> &Recurrence {
        &self.recurrence
    }

    /// The table of the level.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The file in which a level is kept, if levels are.
    fn file(&self, pairs: u8) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("level-{pairs:02}")))
    }

    /// Whether the level for towers of `height` is kept, and need not be made.
    pub fn is_kept(&self, height: u8) -> bool {
        self.file(height - 1).is_some_and(|path| path.exists())
    }

    /// Goes up to the level for towers of `height`.
    ///
    /// # Errors
    /// If `progress` asks to stop, or if a level cannot be kept or is damaged.
    pub fn climb(&mut self, height: u8, progress: &dyn Progress) -> Result<(), StructureError> {
        while self.height() < height {
            let pairs = self.height();
            let path = self.file(pairs);
            if let Some(path) = path.as_ref().filter(|path| path.exists()) {
                self.table = self.read(pairs, path)?;
                continue;
            }
            let next = self.recurrence.step(&self.table, progress);
            self.table = next.map_err(|Stopped| StructureError::Stopped { pairs })?;
            if let Some(path) = path {
                self.write(&path)?;
            }
        }
        Ok(())
    }

    /// The least number of moves of a task for towers of this [height](Self::height).
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn least(&self, task: Task, progress: &dyn Progress) -> Result<u64, StructureError> {
        let found = least(&self.recurrence, &self.table, task, progress);
        let stopped = |Stopped| StructureError::Stopped { pairs: self.table.pairs() };
        Ok(found.map_err(stopped)?.expect("at no height up to the greatest is a number too large"))
    }

    fn write(&self, path: &Path) -> Result<(), FileError> {
        let mut file = SealedWriter::create(path)?;
        file.put(MAGIC)?;
        file.put(&[self.table.pairs()])?;
        for class in 0..self.table.rows() {
            let bytes: Vec<u8> =
                self.table.row(class).iter().flat_map(|cost| cost.to_le_bytes()).collect();
            file.put(&bytes)?;
        }
        file.seal(END)
    }

    fn read(&self, pairs: u8, path: &Path) -> Result<Table, FileError> {
        let mut file = SealedReader::open(path, END)?;
        let mut begin = [0; MAGIC.len() + 1];
        file.fill(&mut begin)?;
        if begin[..MAGIC.len()] != *MAGIC || begin[MAGIC.len()] != pairs {
            return Err(FileError::damaged(path, format!("it is not level {pairs}")));
        }
        let mut table = Table::empty(pairs, &self.recurrence.classes);
        let mut bytes = vec![0; 4 << pairs];
        for class in 0..table.rows() {
            file.fill(&mut bytes)?;
            let (costs, _) = bytes.as_chunks();
            for (cost, &bytes) in table.row_mut(class).iter_mut().zip(costs) {
                *cost = u32::from_le_bytes(bytes);
            }
        }
        if file.left() > 0 {
            return Err(FileError::damaged(path, "it is too long"));
        }
        Ok(table)
    }
}
