//! Numbers of vertices, which leave room for a shift in one word: in the members of a clique, in the cliques
//! of a vertex, and in the ends of a leg.

/// The bits of a word that hold a shift; the others hold a number.
pub(super) const SHIFT_BITS: u32 = 5;

/// A number and a shift in one word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shifted(u32);

impl Shifted {
    pub(super) fn new(number: u32, shift: u32) -> Self {
        debug_assert!(shift < 1 << SHIFT_BITS);
        Shifted(number << SHIFT_BITS | shift)
    }

    #[inline]
    pub(super) fn number(self) -> u32 {
        self.0 >> SHIFT_BITS
    }

    #[inline]
    pub(super) fn shift(self) -> u32 {
        self.0 & ((1 << SHIFT_BITS) - 1)
    }
}
