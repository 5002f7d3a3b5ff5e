//! Boards of one class, packed into a word.
//!
//! A key holds, for every cell, the code of the kind of piece that is anchored there, or 0. It
//! is stored in bit planes: bit `p * stride + cell` is bit `p` of the code at `cell`. The pieces
//! of a kind are then a set of cells found by a few shifts, pieces of equal shape are
//! interchangeable by construction, and a move flips a kind's bits at two cells.

use std::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use antipode_frontier::State;

use antipode_blocks::{Cells, Grid};

/// A word that can hold a board.
pub trait Key:
    State
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;

    /// A word with the lowest 64 bits given.
    fn from_low(bits: u64) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The whole word as a number.
    fn wide(self) -> u128;
}

macro_rules! key_word {
    ($($word:ty),*) => {$(
        impl Key for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn from_low(bits: u64) -> Self {
                bits.into()
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            fn wide(self) -> u128 {
                self.into()
            }
        }
    )*};
}
key_word!(u64, u128);

/// Where the planes of a key lie, for one grid and one kind of word.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    stride: u32,
    planes: u32,
    /// The shifts that bring planes 1, 2 and 3 onto plane 0; 0 for a plane that does not exist,
    /// so that testing it changes nothing.
    shifts: [u32; MOST_PLANES as usize - 1],
    cells: Cells,
}

/// The planes of a key: a set of cells each, with whatever comes after those. A plane that does not exist is the
/// first once more, so that testing it changes nothing.
#[derive(Debug, Clone, Copy)]
pub struct Planes([Cells; MOST_PLANES as usize]);

const MOST_PLANES: u32 = 4;

/// The most kinds of pieces that any layout can tell apart. Pieces of 15 different kinds cover
/// more than the 32 cells of the largest grid.
pub(crate) const MOST_KINDS: usize = (1 << MOST_PLANES) - 1;

impl Layout {
    /// The layout of keys of type `K` for `grid`.
    pub fn new<K: Key>(grid: &Grid) -> Self {
        let stride = grid.frame();
        let planes = (K::BITS / stride).min(MOST_PLANES);
        let shift = |plane| if plane < planes { plane * stride } else { 0 };
        Layout { stride, planes, shifts: [shift(1), shift(2), shift(3)], cells: grid.cells() }
    }

    /// How many kinds the planes can tell apart.
    pub fn kinds(&self) -> usize {
        (1 << self.planes) - 1
    }

    /// The key with one piece of kind `code` anchored at cell 0.
    pub fn unit<K: Key>(&self, code: usize) -> K {
        (0..self.planes).fold(K::ZERO, |key, plane| {
            key | K::from_low(code as u64 >> plane & 1) << (plane * self.stride)
        })
    }

    /// The planes of a key.
    #[inline]
    pub fn planes<K: Key>(&self, key: K) -> Planes {
        let [one, two, three] = self.shifts;
        Planes([key, key >> one, key >> two, key >> three].map(K::low))
    }

    /// The planes that turn [`anchors`](Self::anchors) of kind `code` into a search for ones.
    pub fn mask(&self, code: usize) -> Planes {
        let [one, two, three] = self.shifts;
        Planes([0, one, two, three].map(|shift| {
            let wanted = code >> (shift / self.stride) & 1 == 1;
            if wanted { 0 } else { self.cells }
        }))
    }

    /// The code of the kind of piece that is anchored at a cell.
    #[inline]
    pub fn code<K: Key>(&self, key: K, anchor: u32) -> usize {
        let planes = key >> anchor;
        let bit = |plane: usize| match plane {
            0 => planes.low() as usize & 1,
            _ if self.shifts[plane - 1] == 0 => 0,
            _ => ((planes >> self.shifts[plane - 1]).low() as usize & 1) << plane,
        };
        bit(0) | bit(1) | bit(2) | bit(3)
    }

    /// The anchors of all pieces.
    #[inline]
    pub(crate) fn all_anchors<K: Key>(&self, key: K) -> Cells {
        let [one, two, three] = self.shifts;
        let any = key | key >> one | key >> two | key >> three;
        any.low() & self.cells
    }

    /// The anchors of the pieces of a kind, whose [`mask`](Self::mask) is given, in the key that has these planes.
    #[inline]
    pub fn anchors(&self, Planes(key): &Planes, Planes(mask): &Planes) -> Cells {
        key.iter().zip(mask).fold(self.cells, |anchors, (plane, mask)| anchors & (plane ^ mask))
    }
}
