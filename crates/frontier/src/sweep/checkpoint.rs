//! Saving a frontier search between two layers, and going on from there.
//!
//! A checkpoint is one file: a header, the records of the old and of the current layer, and a
//! checksum of all that. States are in no particular order and belong to no partition, so a
//! search may be resumed with other settings.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use crc32fast::Hasher;
use tempfile::NamedTempFile;

use crate::error::SweepError;
use crate::record::Record;
use crate::space::{State, Used};
use crate::sweep::partition::{Listing, lock};
use crate::sweep::search::{Sweep, SweepSettings};

/// The name of the file in the directory that the caller gives.
const NAME: &str = "sweep.checkpoint";

/// How such a file begins. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"Sweep  1";

const CHECKSUM: u64 = 4;

/// Encodes numbers and records, and sums up what it wrote.
pub(crate) struct Writer<'a> {
    file: BufWriter<&'a File>,
    sum: Hasher,
    path: &'a Path,
}

impl Writer<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), SweepError> {
        self.sum.update(bytes);
        self.file.write_all(bytes).map_err(SweepError::io("write", self.path))
    }

    pub(crate) fn number(&mut self, number: u64) -> Result<(), SweepError> {
        self.bytes(&number.to_le_bytes())
    }

    pub(crate) fn states<S, U>(&mut self, mut states: Listing<S, U>) -> Result<(), SweepError>
    where
        S: State + Record,
        U: Used + Record,
    {
        let mut record = vec![0; S::BYTES + U::BYTES];
        while let Some((state, used)) = states.next()? {
            state.write(&mut record[..S::BYTES]);
            used.write(&mut record[S::BYTES..]);
            self.bytes(&record)?;
        }
        Ok(())
    }
}

pub(crate) struct Reader<'a> {
    file: BufReader<File>,
    path: &'a Path,
}

impl Reader<'_> {
    fn bytes(&mut self, bytes: &mut [u8]) -> Result<(), SweepError> {
        self.file.read_exact(bytes).map_err(SweepError::io("read", self.path))
    }

    pub(crate) fn number(&mut self) -> Result<u64, SweepError> {
        let mut bytes = [0; 8];
        self.bytes(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// The next `count` states.
    pub(crate) fn states<S, U>(
        &mut self,
        count: u64,
    ) -> impl Iterator<Item = Result<(S, U), SweepError>>
    where
        S: State + Record,
        U: Used + Record,
    {
        let mut record = vec![0; S::BYTES + U::BYTES];
        (0..count).map(move |_| {
            self.bytes(&mut record)?;
            let (state, used) = record.split_at(S::BYTES);
            Ok((S::read(state), U::read(used)))
        })
    }
}

impl<S: State + Record, U: Used + Record> Sweep<S, U> {
    /// Saves the search to a file in `directory`, which must exist, in place of what was saved
    /// there before. At any moment the file is either the one or the other, whole.
    ///
    /// `identity` says what is being searched: sources, space, everything that the layers depend
    /// on.
    pub fn save(&self, directory: &Path, identity: &str) -> Result<(), SweepError> {
        self.check()?;
        seal(directory, NAME, MAGIC, identity, |writer| {
            writer.number(S::BYTES as u64)?;
            writer.number(U::BYTES as u64)?;
            writer.number(self.layers.len() as u64)?;
            for &states in &self.layers {
                writer.number(states)?;
            }
            for partition in &self.partitions {
                let old = lock(partition).old()?;
                writer.states(old)?;
            }
            for partition in &self.partitions {
                let current = lock(partition).current()?;
                writer.states(current)?;
            }
            Ok(())
        })
    }

    /// Goes on with the search of this `identity` saved in `directory`.
    pub fn resume(
        directory: &Path,
        identity: &str,
        settings: &SweepSettings,
    ) -> Result<Self, SweepError> {
        let path = &directory.join(NAME);
        let damaged = |reason| SweepError::Damaged { path: path.clone(), reason };
        let mut reader = unseal(path, MAGIC, identity)?;
        if (reader.number()?, reader.number()?) != (S::BYTES as u64, U::BYTES as u64) {
            return Err(damaged("its records are of another size"));
        }
        let layers =
            (0..reader.number()?).map(|_| reader.number()).collect::<Result<Vec<_>, _>>()?;
        let [.., last] = layers[..] else {
            return Err(damaged("it has no layers"));
        };
        let old = layers.iter().rev().nth(1).copied().unwrap_or(0);
        let mut sweep = Self::empty(settings)?;
        for states in [old, last] {
            if sweep.add_layer(reader.states(states))? != states {
                return Err(damaged("a layer has repetitions"));
            }
        }
        sweep.layers = layers;
        Ok(sweep)
    }
}

/// Writes the file `name` in `directory`, whole or not at all: a header, what `write` puts out, and
/// a checksum.
pub(crate) fn seal(
    directory: &Path,
    name: &str,
    magic: [u8; 8],
    identity: &str,
    write: impl FnOnce(&mut Writer<'_>) -> Result<(), SweepError>,
) -> Result<(), SweepError> {
    let path = directory.join(name);
    let file =
        NamedTempFile::new_in(directory).map_err(SweepError::io("create a file in", directory))?;
    let mut writer =
        Writer { file: BufWriter::new(file.as_file()), sum: Hasher::new(), path: file.path() };
    writer.bytes(&magic)?;
    writer.number(identity.len() as u64)?;
    writer.bytes(identity.as_bytes())?;
    write(&mut writer)?;
    let sum = writer.sum.clone().finalize();
    writer.bytes(&sum.to_le_bytes())?;
    writer.file.flush().map_err(SweepError::io("write", file.path()))?;
    drop(writer);
    file.as_file().sync_all().map_err(SweepError::io("sync", file.path()))?;
    file.persist(&path).map_err(|error| SweepError::io("write", &path)(error.error))?;
    // The new name lasts only once the directory is on disk as well.
    File::open(directory)
        .and_then(|directory| directory.sync_all())
        .map_err(SweepError::io("sync", directory))
}

/// Opens a sealed file and reads its header, after a look at its checksum.
pub(crate) fn unseal<'a>(
    path: &'a Path,
    magic: [u8; 8],
    identity: &str,
) -> Result<Reader<'a>, SweepError> {
    verify(path)?;
    let file = File::open(path).map_err(SweepError::io("open", path))?;
    let mut reader = Reader { file: BufReader::new(file), path };
    let mut begin = magic;
    reader.bytes(&mut begin)?;
    if begin != magic {
        let reason = "it is no checkpoint of this version";
        return Err(SweepError::Damaged { path: path.to_owned(), reason });
    }
    let mut found = vec![0; reader.number()? as usize];
    reader.bytes(&mut found)?;
    if found != identity.as_bytes() {
        return Err(SweepError::Foreign {
            path: path.to_owned(),
            found: String::from_utf8_lossy(&found).into_owned(),
            wanted: identity.to_owned(),
        });
    }
    Ok(reader)
}

/// Checks the sum at the end of the file, so that all before it can be trusted.
fn verify(path: &Path) -> Result<(), SweepError> {
    let damaged = |reason| SweepError::Damaged { path: path.to_owned(), reason };
    let file = File::open(path).map_err(SweepError::io("open", path))?;
    let length = file.metadata().map_err(SweepError::io("read", path))?.len();
    let Some(length) = length.checked_sub(CHECKSUM) else {
        return Err(damaged("it is too short"));
    };
    let mut reader = Reader { file: BufReader::new(file), path };
    let mut sum = Hasher::new();
    let mut block = [0; 1 << 16];
    let mut left = length;
    while left > 0 {
        let block = &mut block[..left.min(1 << 16) as usize];
        reader.bytes(block)?;
        sum.update(block);
        left -= block.len() as u64;
    }
    let mut written = [0; CHECKSUM as usize];
    reader.bytes(&mut written)?;
    if u32::from_le_bytes(written) != sum.finalize() {
        return Err(damaged("its checksum does not match"));
    }
    Ok(())
}
