//! Cliques on their way into a graph, until there are enough to look all their members up together.
//!
//! In a large graph nearly every look-up waits for memory, twice: for a slot of the index, then for the
//! state that it points to. Where the slots of many are read before the states of any, and no branch
//! depends on what they hold, the processor waits for many at a time.

use crate::joined::cliques::{Clique, Member, Places};

/// Graphs of fewer vertices stay in the cache, where the detour costs more than it saves: some 3% of 4x4, while
/// a class of 2x12 with eight pieces takes 10.2 s in place of 14.1.
pub(super) const LARGE: usize = 1 << 16;

/// How many members are looked up together, about.
const BATCH: usize = 64;

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
    /// What the look-ups of the members have found so far; only its memory is kept.
    found: Vec<u32>,
}

impl<S, U> Default for Deferred<S, U> {
    fn default() -> Self {
        Deferred { cliques: Vec::new(), members: Vec::new(), found: Vec::new() }
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

    /// Looks all members up: `begin` says where to look for each, then `end` the vertex that is there plus one,
    /// or 0 if that is not it.
    #[inline]
    pub(super) fn look_up(&mut self, begin: impl Fn(S) -> u32, end: impl Fn(S, u32) -> u32) {
        let Self { members, found, .. } = self;
        found.clear();
        found.extend(members.iter().map(|member| begin(member.state)));
        for (member, found) in members.iter().zip(found) {
            *found = end(member.state, *found);
        }
    }

    /// The cliques, with their members and what was found of those.
    pub(super) fn cliques(
        &self,
    ) -> impl Iterator<Item = (Waiting, impl Iterator<Item = (&Member<S, U>, u32)>)> {
        let mut begin = 0;
        self.cliques.iter().map(move |&clique| {
            let range = begin..clique.end;
            begin = clique.end;
            let found = self.found[range.clone()].iter().copied();
            (clique, self.members[range].iter().zip(found))
        })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.cliques.clear();
        self.members.clear();
    }
}
