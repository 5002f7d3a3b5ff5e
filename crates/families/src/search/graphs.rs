//! The memory of graphs, kept from class to class.

use antipode_frontier::Used;
use antipode_frontier::joined::Joined;

use crate::key::Key;
use crate::search::spreads::Spreads;

/// The bytes that a search takes for each board beside its graph, about: the pieces that are home and what
/// tells which of them can move, the pieces that are followed, and the tables of the narrowest words.
pub(crate) const BESIDE: usize = 8 + 16 + Spreads::LEAST_BYTES;

/// What a board is expected to take in all, with tables of wide words and in most metrics: that is what is
/// reserved before its class is joined, and where it is too little the class is begun again.
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
        Graphs {
            plain: Joined::with_memory(usize::MAX, BESIDE),
            moves: Joined::with_memory(usize::MAX, BESIDE),
            slides: Joined::with_memory(usize::MAX, BESIDE),
        }
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
