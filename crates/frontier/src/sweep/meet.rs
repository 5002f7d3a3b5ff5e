//! Meeting in the middle: whether the last layers of two searches touch.
//!
//! Two searches that grow from both ends towards each other, a layer at a time, meet at a state
//! that is in the last layer of one and in the last layer or the one before of the other. If a
//! symmetry takes the start to the goal, then one search is both: the second consists of the
//! images of the first.
//!
//! States are dealt out by hash, so whatever a state can meet lies in the partition of the same
//! number, and partition after partition is looked through while it is in cache.

use rayon::prelude::*;

use crate::error::SweepError;
use crate::record::Record;
use crate::space::{State, Used};
use crate::sweep::partition::{Partition, Place, Sought, lock};
use crate::sweep::search::Sweep;

/// Where two searches meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meeting<S> {
    /// The depth in the other search of what was met: of its last layer or of the one before.
    pub depth: usize,
    /// The state, which is in the last layer of the one search.
    pub state: S,
}

impl<S: State + Record, U: Used + Record> Sweep<S, U> {
    /// The smallest state of the last layer whose image is in the last two layers of `other`; one
    /// whose image is in the earlier of these comes first.
    ///
    /// Two searches that are looked at after every layer of either meet on a shortest path.
    ///
    /// # Errors
    /// If a layer cannot be read.
    ///
    /// # Panics
    ///
    /// If the searches have different numbers of partitions, or an image has another hash than
    /// its state.
    pub fn meet(
        &self,
        other: &Self,
        image: impl Fn(S) -> S + Sync,
    ) -> Result<Option<Meeting<S>>, SweepError> {
        other.check()?;
        assert_eq!(self.partitions.len(), other.partitions.len(), "partitions must correspond");
        self.meet_where(other, image, |_| true)
    }

    /// Where this search meets its own image: as [`meet`](Self::meet) with itself, but at no cost as
    /// long as they do not touch. A state and its image have one hash, and that two states of one
    /// hash are there is noticed when the second of them is found. No state may be its own image.
    ///
    /// # Errors
    /// If a layer cannot be read.
    ///
    /// # Panics
    ///
    /// If an image has another hash than its state.
    pub fn meet_image(
        &self,
        image: impl Fn(S) -> S + Sync,
    ) -> Result<Option<Meeting<S>>, SweepError> {
        self.meet_where(self, image, Partition::may_have_twins)
    }

    /// Where the partitions that are `worthwhile` meet those of `other`.
    fn meet_where(
        &self,
        other: &Self,
        image: impl Fn(S) -> S + Sync,
        worthwhile: impl Fn(&Partition<S, U>) -> bool + Sync,
    ) -> Result<Option<Meeting<S>>, SweepError> {
        self.check()?;
        let last = other.layers.len() - 1;
        let meet_partition = |number: usize| {
            let mut states = {
                let partition = lock(&self.partitions[number]);
                if !worthwhile(&partition) {
                    return Ok(None);
                }
                partition.current()?
            };
            let other_partition = &other.partitions[number];
            let mut met = None;
            let inquiry = lock(other_partition).inquiry();
            let mut batch = Vec::new();
            loop {
                batch.clear();
                while batch.len() < inquiry
                    && let Some((state, _)) = states.next()?
                {
                    let image = image(state);
                    let (home, hash) = other.shelf.address(image);
                    assert_eq!(home, number, "images must keep hashes");
                    batch.push(Sought { state: image, hash, purpose: state });
                }
                if batch.is_empty() {
                    return Ok(met);
                }
                let found = lock(other_partition).look_up(&mut batch, &other.shelf)?;
                let found = found.map(|(place, state)| Meeting {
                    depth: last - usize::from(place == Place::Old),
                    state,
                });
                met = met.into_iter().chain(found).min();
            }
        };
        (0..self.partitions.len())
            .into_par_iter()
            .map(meet_partition)
            .try_reduce(|| None, |one, other| Ok(one.into_iter().chain(other).min()))
    }
}
