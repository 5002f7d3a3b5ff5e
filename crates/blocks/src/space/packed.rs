//! Positions packed into plain values.

use antipode_frontier::{Record, State};

/// A value of several small fields. No field crosses a border of 64 bits.
pub trait Packed: State + Record {
    /// The number of bits.
    const BITS: u32;

    /// The value with all bits 0.
    const ZERO: Self;

    /// The field of `bits` bits, less than 8, from bit `shift`.
    fn field(&self, shift: u32, bits: u32) -> u8;

    /// Flips bits of the field from bit `shift`.
    fn flip(&mut self, shift: u32, bits: u8);
}

macro_rules! packed_number {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            const BITS: u32 = <$number>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn field(&self, shift: u32, bits: u32) -> u8 {
                (self >> shift) as u8 & ((1 << bits) - 1)
            }

            #[inline]
            fn flip(&mut self, shift: u32, bits: u8) {
                *self ^= <$number>::from(bits) << shift;
            }
        }
    )*};
}
packed_number!(u64, u128);

impl<const N: usize> Packed for [u64; N] {
    const BITS: u32 = 64 * N as u32;
    const ZERO: Self = [0; N];

    #[inline]
    fn field(&self, shift: u32, bits: u32) -> u8 {
        self[shift as usize / 64].field(shift % 64, bits)
    }

    #[inline]
    fn flip(&mut self, shift: u32, bits: u8) {
        self[shift as usize / 64].flip(shift % 64, bits);
    }
}
