//! The memory of graphs, kept from class to class.

use antipode_frontier::Used;
use antipode_frontier::joined::{Joined, Orbits};

use crate::class::Class;
use crate::key::Key;
use crate::search::spreads::Spreads;

/// The bytes of the pieces of a board that are home.
const HOME_BYTES: usize = size_of::<u32>();

/// The bytes that a search takes for each board of a class beside its graph, about: the pieces that are home, and
/// those that are followed, which are given up before the tables of the narrowest words are made, or kept if there is
/// room for both.
pub(crate) fn beside(class: &Class) -> usize {
    HOME_BYTES + followed(class).max(Spreads::LEAST_BYTES)
}

/// The most bytes that the pieces which are followed to find the groups of a class take for each board.
pub(crate) fn followed(class: &Class) -> usize {
    Orbits::vertex_bytes(class.shapes().filter(|&shape| class.count(shape) > 1).count())
}

/// What a board is expected to take in all, with tables of wide words and in most metrics, until large classes have
/// told: that is what is reserved before its class is joined, and where it is too little the class is begun again.
pub(crate) const BOARD_BYTES: usize = 128;

/// The memory of graphs of no more boards is kept from one metric, and one width of keys, to the next, and
/// so is that of what only part of a search needs.
pub(crate) const KEPT_BOARDS: usize = 1 << 16;

/// A graph for each set of used operators that some metric keeps.
#[derive(Debug)]
pub(crate) struct Graphs<K> {
    plain: Joined<K, ()>,
    moves: Joined<K, u32>,
    slides: Joined<K, u64>,
}

impl<K: Key> Default for Graphs<K> {
    fn default() -> Self {
        Graphs { plain: Joined::default(), moves: Joined::default(), slides: Joined::default() }
    }
}

/// Used operators that some metric keeps.
pub(crate) trait Kept: Used {
    /// The graph that keeps them.
    fn graph<K>(graphs: &mut Graphs<K>) -> &mut Joined<K, Self>;
}

impl Kept for () {
    fn graph<K>(graphs: &mut Graphs<K>) -> &mut Joined<K, Self> {
        &mut graphs.plain
    }
}

impl Kept for u32 {
    fn graph<K>(graphs: &mut Graphs<K>) -> &mut Joined<K, Self> {
        &mut graphs.moves
    }
}

impl Kept for u64 {
    fn graph<K>(graphs: &mut Graphs<K>) -> &mut Joined<K, Self> {
        &mut graphs.slides
    }
}
