//! What the searches of a position have in common: its packed form, and how a path of packed
//! positions becomes moves between the user's containers.

use std::marker::PhantomData;

use crate::contents::Contents;
use crate::packed::{Packed, changed};
use crate::pour::Pour;

/// The containers of a position, packed as `P`: contents in increasing order of their numbers.
///
/// Containers of the same content are interchangeable, so order is the user's affair. Numbers
/// of contents tell capacities apart, so only containers of equal capacity are exchanged.
#[derive(Debug)]
pub(crate) struct Board<'a, P> {
    pub contents: &'a Contents,
    /// How many containers there are, but for empty ones that are never needed.
    pub containers: usize,
    packed: PhantomData<P>,
}

impl<P> Clone for Board<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Board<'_, P> {}

impl<'a, P: Packed> Board<'a, P> {
    /// The containers of a start, and the start.
    pub fn new(contents: &'a Contents) -> (Self, P) {
        let numbers = needed(contents);
        let mut lanes = P::lanes();
        lanes.as_mut()[..numbers.len()].copy_from_slice(&numbers);
        (Board { contents, containers: numbers.len(), packed: PhantomData }, P::pack(lanes))
    }

    /// The position that a pour between containers, whose contents are in `lanes`, leads to.
    #[inline]
    pub fn after(&self, lanes: P::Lanes, pour: Pour) -> P {
        let changes = pour.changes(self.contents, lanes.as_ref());
        changed(lanes, self.containers, changes)
    }

    /// Whether a position is solved.
    pub fn solved(&self, state: P) -> bool {
        self.contents.solved(&state.unpack().as_ref()[..self.containers])
    }

    /// The moves between the containers of the start, in the user's order, that go along `path`.
    ///
    /// `moves` hands over all moves from a position. Of those that lead to the same packed
    /// position one that moves the fewest objects is taken, as poured the other way round the
    /// same two contents may come about at a higher price, and of these the first.
    pub fn retrace(
        &self,
        path: &[P],
        moves: impl Fn(&[u16], &mut dyn FnMut(&[Pour])),
    ) -> Vec<Pour> {
        let mut numbers = self.contents.start.clone();
        let mut made = Vec::new();
        for state in &path[1..] {
            let goal = self.filled(&state.unpack().as_ref()[..self.containers]);
            let mut found: Option<(u32, Vec<u16>, Vec<Pour>)> = None;
            moves(&numbers, &mut |pours| {
                let objects = pours.iter().map(|pour| u32::from(pour.count)).sum();
                if found.as_ref().is_none_or(|&(fewest, ..)| objects < fewest) {
                    let next = poured(self.contents, &numbers, pours);
                    if self.filled(&next) == goal {
                        found = Some((objects, next, pours.to_vec()));
                    }
                }
            });
            let (_, next, pours) = found.expect("a path goes along moves");
            numbers = next;
            made.extend(pours.into_iter().filter(|pour| pour.count > 0));
        }
        made
    }

    /// The contents of the containers that are not empty, in order.
    fn filled(&self, numbers: &[u16]) -> Vec<u16> {
        let mut filled = numbers.to_vec();
        filled.retain(|&number| self.contents.of(number).height > 0);
        filled.sort_unstable();
        filled
    }
}

/// The contents of the start that a search needs, in order.
///
/// With equal capacities as many empty containers as colours are enough. By rule 1, solving with
/// so many takes at most one pour a block, as each colour gets a container to itself: at most
/// C more than the B - C that make blocks fewer, so a shortest solution pours at most C
/// times into an empty container. By rule 2, a colour is never given a second container
/// while it has one alone (see `rule2.rs`), so at most C more than at the start are in use.
pub(crate) fn needed(contents: &Contents) -> Vec<u16> {
    let mut numbers = contents.start.clone();
    numbers.sort_unstable();
    if contents.equal {
        let empty = numbers.iter().filter(|&&number| contents.of(number).height == 0).count();
        // An empty container has the smallest number.
        numbers.drain(..empty.saturating_sub(contents.colours));
    }
    numbers
}

/// The contents after pours, containers in the same order.
pub(crate) fn poured(contents: &Contents, numbers: &[u16], pours: &[Pour]) -> Vec<u16> {
    let mut next = numbers.to_vec();
    for pour in pours {
        for (place, number) in pour.changes(contents, &next) {
            next[place] = number;
        }
    }
    next
}
