//! What a layered search remembers of how it reached a state.

use std::fmt::Debug;

/// A column of the state table, filled in as states are found.
///
/// Tracing costs nothing where it is not wanted: the implementation for `()` keeps no column.
pub trait Trace: Default {
    /// What is kept with each state.
    type Mark: Copy + Debug;

    /// The mark of a source.
    fn source(&mut self) -> Self::Mark;

    /// The mark of a state first reached from the state numbered `parent`, marked `mark`.
    fn child(&mut self, parent: u32, mark: Self::Mark) -> Self::Mark;

    /// A state marked `here` has a known neighbour marked `there`.
    fn meet(&mut self, here: Self::Mark, there: Self::Mark);

    /// Forgets everything, keeping memory for the next search.
    fn clear(&mut self);
}

impl Trace for () {
    type Mark = ();

    fn source(&mut self) {}
    fn child(&mut self, _: u32, (): ()) {}
    fn meet(&mut self, (): (), (): ()) {}
    fn clear(&mut self) {}
}

/// Remembers the state from which each state was first reached, which gives shortest paths.
#[derive(Debug, Default)]
pub struct Parents;

impl Parents {
    /// The mark of a source.
    pub const NONE: u32 = u32::MAX;
}

impl Trace for Parents {
    type Mark = u32;

    fn source(&mut self) -> u32 {
        Self::NONE
    }

    fn child(&mut self, parent: u32, _: u32) -> u32 {
        parent
    }

    fn meet(&mut self, _: u32, _: u32) {}
    fn clear(&mut self) {}
}

/// Tells connected components apart in a search from many sources.
///
/// Every source starts a label of its own, a state carries the label of the source it was
/// reached from, and labels are united (disjoint sets, path halving) where two regions touch.
/// This is exact for reversible moves once the search has seen every edge between the states
/// that it stored, up to edges that a used operator stands for.
#[derive(Debug, Default)]
pub struct Components {
    parent: Vec<u32>,
    distinct: u32,
}

impl Components {
    /// How many components the sources fall into.
    pub fn count(&self) -> usize {
        self.distinct as usize
    }

    /// How many labels were given out; labels are `0..labels()`.
    pub fn labels(&self) -> usize {
        self.parent.len()
    }

    /// The label that stands for the whole component of `label`.
    pub fn representative(&self, mut label: u32) -> u32 {
        while self.parent[label as usize] != label {
            label = self.parent[label as usize];
        }
        label
    }

    fn find_halving(&mut self, mut label: u32) -> u32 {
        while self.parent[label as usize] != label {
            let above = self.parent[self.parent[label as usize] as usize];
            self.parent[label as usize] = above;
            label = above;
        }
        label
    }
}

impl Trace for Components {
    type Mark = u32;

    fn source(&mut self) -> u32 {
        let label = self.parent.len() as u32;
        self.parent.push(label);
        self.distinct += 1;
        label
    }

    fn child(&mut self, _: u32, mark: u32) -> u32 {
        mark
    }

    #[inline]
    fn meet(&mut self, here: u32, there: u32) {
        if here == there || self.distinct == 1 {
            return;
        }
        let here = self.find_halving(here);
        let there = self.find_halving(there);
        if here != there {
            // The smaller label leads, so representatives do not depend on the order of meetings.
            self.parent[here.max(there) as usize] = here.min(there);
            self.distinct -= 1;
        }
    }

    fn clear(&mut self) {
        self.parent.clear();
        self.distinct = 0;
    }
}
