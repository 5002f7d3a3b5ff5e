//! Saving a frontier search between two layers, and going on from there.
//!
//! A checkpoint is one sealed file: a header, and the records of the old and of the current layer.
//! States are in no particular order and belong to no partition, so a
//! search may be resumed with other settings.

use std::path::Path;

use antipode_sealed::{FileError, SealedReader, SealedWriter};

use crate::error::SweepError;
use crate::record::Record;
use crate::space::{State, Used};
use crate::sweep::partition::{Listing, lock};
use crate::sweep::search::{Sweep, SweepSettings};

/// The name of the file in the directory that the caller of [`Sweep::save`] gives.
pub const CHECKPOINT: &str = "sweep.checkpoint";

/// How such a file begins. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"Sweep  1";

/// Writes numbers and records.
pub(crate) struct Writer(SealedWriter);

impl Writer {
    pub(crate) fn number(&mut self, number: u64) -> Result<(), SweepError> {
        Ok(self.0.put(&number.to_le_bytes())?)
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
            self.0.put(&record)?;
        }
        Ok(())
    }
}

/// Reads them.
pub(crate) struct Reader(SealedReader);

impl Reader {
    pub(crate) fn number(&mut self) -> Result<u64, SweepError> {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes)?;
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
            self.0.fill(&mut record)?;
            let (state, used) = record.split_at(S::BYTES);
            Ok((S::read(state), U::read(used)))
        })
    }
}

impl<S: State + Record, U: Used + Record> Sweep<S, U> {
    /// Saves the search to a file in `directory`, in place of what was saved there before. At any moment the file is either the one or the other, whole.
    ///
    /// `identity` says what is being searched: sources, space, everything that the layers depend
    /// on.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, directory: &Path, identity: &str) -> Result<(), SweepError> {
        self.check()?;
        seal(directory, CHECKPOINT, MAGIC, identity, |writer| {
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
    ///
    /// # Errors
    /// If there is none, if it is damaged, or if it is of another identity.
    pub fn resume(
        directory: &Path,
        identity: &str,
        settings: &SweepSettings,
    ) -> Result<Self, SweepError> {
        let path = &directory.join(CHECKPOINT);
        let damaged = |reason: &str| SweepError::from(FileError::damaged(path, reason));
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

/// Writes the file `name` in `directory`, whole or not at all: a header, and what `write` puts out.
pub(crate) fn seal(
    directory: &Path,
    name: &str,
    magic: [u8; 8],
    identity: &str,
    write: impl FnOnce(&mut Writer) -> Result<(), SweepError>,
) -> Result<(), SweepError> {
    let mut writer = Writer(SealedWriter::create(&directory.join(name))?);
    writer.0.put(&magic)?;
    writer.number(identity.len() as u64)?;
    writer.0.put(identity.as_bytes())?;
    write(&mut writer)?;
    Ok(writer.0.seal(b"")?)
}

/// Opens what was [sealed](seal) and reads its header.
pub(crate) fn unseal(path: &Path, magic: [u8; 8], identity: &str) -> Result<Reader, SweepError> {
    let mut reader = Reader(SealedReader::open(path, b"")?);
    let mut begin = magic;
    reader.0.fill(&mut begin)?;
    if begin != magic {
        return Err(FileError::damaged(path, "it is no checkpoint of this version").into());
    }
    let length = reader.number()?.min(reader.0.left());
    let mut found = vec![0; length as usize];
    reader.0.fill(&mut found)?;
    if found != identity.as_bytes() {
        return Err(SweepError::Foreign {
            path: path.to_owned(),
            found: String::from_utf8_lossy(&found).into_owned(),
            wanted: identity.to_owned(),
        });
    }
    Ok(reader)
}
