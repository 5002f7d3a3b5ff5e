//! Numbers of vertices, which leave room for a shift in one word: in the members of a clique, and in the
//! upper end of a leg.

/// The bits of a word that hold a shift; the others hold a number.
const SHIFT_BITS: u32 = 5;

/// A number and a shift in one word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shifted(u32);

/// The same of any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LongShifted(u64);

impl LongShifted {
    #[inline]
    pub(super) fn new(number: u32, shift: u32) -> Self {
        debug_assert!(shift < 1 << SHIFT_BITS);
        LongShifted(u64::from(number) << SHIFT_BITS | u64::from(shift))
    }

    #[inline]
    pub(super) fn number(self) -> u32 {
        (self.0 >> SHIFT_BITS) as u32
    }

    /// The same with its number counted from another, and whether that fits.
    #[inline]
    pub(super) fn counted_from(self, base: u32) -> (Shifted, bool) {
        let counted = self.0.wrapping_sub(u64::from(base) << SHIFT_BITS);
        (Shifted(counted as u32), counted >> u32::BITS == 0)
    }
}

impl Shifted {
    /// The highest number.
    pub(super) const MOST: u32 = u32::MAX >> SHIFT_BITS;

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
