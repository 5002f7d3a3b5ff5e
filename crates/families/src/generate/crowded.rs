//! What generators hold, within the memory that they may use.

use antipode_frontier::{OutOfMemory, SweepError};

/// What a generator has to hold does not fit in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Crowded {
    /// It is more than the generator may use.
    #[error(
        "{what} do not fit in {memory} bytes, which is what a thread may use: give more by --memory or \
         fewer --threads, or ask for fewer pieces or shapes"
    )]
    Limit {
        /// What it has to hold.
        what: &'static str,
        /// How many bytes it may use.
        memory: usize,
    },
    /// The system has less than the generator may use.
    #[error(transparent)]
    Refused(#[from] OutOfMemory),
}

impl From<Crowded> for SweepError {
    fn from(crowded: Crowded) -> Self {
        match crowded {
            Crowded::Limit { what, memory } => SweepError::Limit { what, memory },
            Crowded::Refused(refused) => SweepError::Memory(refused),
        }
    }
}

/// Memory for lists, some of it in use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    what: &'static str,
    memory: usize,
    used: usize,
}

/// Generators may always use as much as this, however little a search may: it is more than they need on
/// any grid of up to sixteen cells.
pub(crate) const LEAST: usize = 1 << 26;

/// No fewer entries are added at once.
const FEWEST: usize = 64;

impl Room {
    /// So many bytes for lists of `what`.
    pub(crate) fn new(what: &'static str, memory: usize) -> Self {
        Room { what, memory, used: 0 }
    }

    /// Counts a list that is held.
    pub(crate) fn take<T>(&mut self, list: &[T]) {
        self.used = self.used.saturating_add(size_of_val(list));
    }

    /// The bytes of the lists that are held.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    /// Counts a list no more.
    pub(crate) fn give<T>(&mut self, list: &[T]) {
        self.used = self.used.saturating_sub(size_of_val(list));
    }

    /// Whether a list of so many entries could be held.
    pub(crate) fn fits<T>(&self, entries: u64) -> Result<(), Crowded> {
        if entries <= self.most::<T>() as u64 { Ok(()) } else { Err(self.crowded()) }
    }

    /// The most entries of a list for which there is memory left.
    fn most<T>(&self) -> usize {
        self.memory.saturating_sub(self.used) / size_of::<T>().max(1)
    }

    fn crowded(&self) -> Crowded {
        Crowded::Limit { what: self.what, memory: self.memory }
    }

    /// Makes room for `more` entries at the end of a list, at most twice as much as it has.
    #[inline]
    pub(crate) fn reserve<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), Crowded> {
        if list.capacity() - list.len() < more { self.grow(list, more) } else { Ok(()) }
    }

    #[cold]
    fn grow<T>(&self, list: &mut Vec<T>, more: usize) -> Result<(), Crowded> {
        let most = self.most::<T>();
        let fewest = list.len() + more;
        if fewest > most {
            return Err(self.crowded());
        }
        let wanted = (2 * list.len()).max(fewest).max(FEWEST).min(most.max(fewest));
        let bytes = wanted.saturating_mul(size_of::<T>());
        let refused = |_| OutOfMemory { purpose: self.what, bytes };
        Ok(list.try_reserve_exact(wanted - list.len()).map_err(refused)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_until_the_memory_is_used() {
        let mut room = Room::new("numbers", 4096);
        room.take(&[0_u64; 256]);
        let mut list: Vec<u64> = Vec::new();
        let crowded = loop {
            match room.reserve(&mut list, 1) {
                Ok(()) => list.push(0),
                Err(crowded) => break crowded,
            }
        };
        assert_eq!((list.len(), list.capacity()), (256, 256));
        assert_eq!(crowded, Crowded::Limit { what: "numbers", memory: 4096 });
        room.give(&[0_u64; 256]);
        assert!(room.reserve(&mut list, 256).is_ok());
        let refused = Room::new("numbers", usize::MAX).reserve(&mut list, usize::MAX / 32);
        assert!(matches!(refused, Err(Crowded::Refused(_))), "{refused:?}");
    }
}
