//! Cliques on their way into a graph, until there are enough to look all their members up together.
//!
//! In a large graph nearly every look-up waits for memory, twice: for a slot of the index, then for the
//! state that it points to. Where the slots of many are read before the states of any, and no branch
//! depends on what they hold, the processor waits for many at a time.

use std::ops::Range;

use crate::joined::cliques::{Clique, Member, Places};

/// Graphs of fewer vertices stay in the cache, where the detour costs more than it saves: some 3% of 4x4, while
/// a class of 2x12 with eight pieces takes 10.2 s in place of 14.1.
pub(super) const LARGE: usize = 1 << 16;

/// How many members are looked up together, about.
pub(super) const BATCH: usize = 64;

/// A clique that waits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    /// The vertex that it was found from.
    pub(super) from: u32,
    pub(super) moved: Places,
    pub(super) shift: u32,
    pub(super) once: bool,
    /// Where its other members end among all that wait.
    end: usize,
}

/// Cliques that wait.
#[derive(Debug)]
pub(super) struct Deferred<S, U> {
    cliques: Vec<Waiting>,
    members: Vec<Member<S, U>>,
}

impl<S, U> Default for Deferred<S, U> {
    fn default() -> Self {
        Deferred { cliques: Vec::new(), members: Vec::new() }
    }
}

impl<S: Copy, U: Copy> Deferred<S, U> {
    /// Adds a clique that was found from the vertex `from`.
    #[inline]
    pub(super) fn push(&mut self, from: u32, found: &Clique<'_, S, U>) {
        let &Clique { moved, shift, others, once } = found;
        self.members.extend_from_slice(others);
        self.cliques.push(Waiting { from, moved, shift, once, end: self.members.len() });
    }

    /// Whether there is none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.cliques.is_empty()
    }

    /// Whether it is time to look them up.
    #[inline]
    pub(super) fn are_enough(&self) -> bool {
        self.members.len() >= BATCH
    }

    /// The members of all cliques.
    pub(super) fn members(&self) -> &[Member<S, U>] {
        &self.members
    }

    /// The cliques, with their members' places among all.
    pub(super) fn cliques(&self) -> impl Iterator<Item = (Waiting, Range<usize>)> {
        let mut begin = 0;
        self.cliques.iter().map(move |&clique| {
            let range = begin..clique.end;
            begin = clique.end;
            (clique, range)
        })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.cliques.clear();
        self.members.clear();
    }
}
