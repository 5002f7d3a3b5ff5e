//! Neighbours on their way to their partitions.
//!
//! Each thread has a bucket for every partition. A neighbour costs an append to one of them;
//! the look-ups are done a bucketful at a time, while the table of that partition is in cache.

use crate::error::SweepError;
use crate::memory::{OutOfMemory, reserve};
use crate::record::Record;
use crate::space::{State, Used};
use crate::sweep::partition::{Listing, Neighbour, Partitions, lock};

/// The buckets of one thread.
#[derive(Debug)]
pub(crate) struct Buckets<'a, S, U> {
    to: &'a Partitions<'a, S, U>,
    buckets: Vec<Vec<Neighbour<S, U>>>,
    /// How many neighbours are in the buckets.
    pending: usize,
    most: usize,
    /// What the system refused, if it did.
    refused: Option<OutOfMemory>,
}

impl<'a, S: State + Record, U: Used + Record> Buckets<'a, S, U> {
    /// Empty buckets, full at `most` neighbours.
    pub(crate) fn new(to: &'a Partitions<'a, S, U>, most: usize) -> Self {
        let buckets = to.partitions.iter().map(|_| Vec::new()).collect();
        Buckets { to, buckets, pending: 0, most, refused: None }
    }

    #[inline]
    pub(crate) fn push(&mut self, state: S, used: U) {
        let (number, hash) = self.to.shelf.address(state);
        let bucket = &mut self.buckets[number];
        if bucket.len() == bucket.capacity()
            && let Err(refused) = reserve(bucket, 1, "neighbours on their way")
        {
            // The neighbour is lost, and so is the search: the next delivery says so.
            self.refused = Some(refused);
            self.pending = self.most;
            return;
        }
        bucket.push(Neighbour { state, used, hash });
        self.pending += 1;
    }

    /// Whether it is time to [`deliver`](Self::deliver).
    #[inline]
    pub(crate) fn are_full(&self) -> bool {
        self.pending >= self.most
    }

    /// Empties the buckets into the partitions, that of number `first` first: threads that start
    /// at different places do not queue for the same locks.
    pub(crate) fn deliver(&mut self, first: usize) -> Result<(), SweepError> {
        if let Some(refused) = self.refused {
            return Err(refused.into());
        }
        for number in (first..self.buckets.len()).chain(0..first) {
            let bucket = &mut self.buckets[number];
            if !bucket.is_empty() {
                lock(&self.to.partitions[number]).absorb(bucket, self.to.shelf)?;
                bucket.clear();
            }
        }
        self.pending = 0;
        Ok(())
    }

    /// The states to be expanded of partition `number`, after its bucket has been emptied, so
    /// that they know of operators used by states of the same layer that were expanded before.
    ///
    /// In the metric *move* this and early deliveries pay: on a class of 1.7 million boards of
    /// 4x5, 6.3 million neighbours are generated with one thread and 6.6 million with two,
    /// against 10.8 and 13.2 million when all that a layer generates is delivered at its end.
    pub(crate) fn take(&mut self, number: usize) -> Result<Listing<S, U>, SweepError> {
        let bucket = &mut self.buckets[number];
        let mut partition = lock(&self.to.partitions[number]);
        partition.absorb(bucket, self.to.shelf)?;
        self.pending -= bucket.len();
        bucket.clear();
        partition.current()
    }
}
