//! Words of bits, cut into lanes: one lane a question, one bit a place.

use std::fmt::Debug;

/// What a search keeps of a vertex: some lanes of as many bits as there are places.
pub trait Word: Copy + Eq + Default + Debug + Send + Sync {
    /// How many lanes of `places` bits it has.
    fn capacity(places: u32) -> usize;

    /// Place 0 in each of the lanes.
    fn units(lanes: Lanes) -> Self;

    /// A set of places in each of the lanes whose [`units`](Self::units) these are.
    fn times(self, places: u32) -> Self;

    /// The bits of one lane.
    fn lane(self, lanes: Lanes, lane: usize) -> u32;

    /// The set of places in one lane.
    fn in_lane(lanes: Lanes, lane: usize, places: u32) -> Self;

    /// The bits in either.
    fn or(self, other: Self) -> Self;

    /// The bits in both.
    fn and(self, other: Self) -> Self;

    /// The bits that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// All bits moved up in their lanes. No bit may leave its lane.
    fn up(self, shift: u32) -> Self;

    /// All bits moved down in their lanes. No bit may leave its lane.
    fn down(self, shift: u32) -> Self;
}

/// How words are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes {
    places: u32,
    count: usize,
}

impl Lanes {
    /// The most places.
    pub const MOST_PLACES: u32 = 32;

    /// So many lanes for so many places, at least one and at most [`MOST_PLACES`](Self::MOST_PLACES).
    pub fn new(places: u32, count: usize) -> Self {
        assert!((1..=Self::MOST_PLACES).contains(&places), "{places} places");
        Lanes { places, count }
    }

    /// The number of places.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// The number of lanes.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bits of one lane of `word`.
    #[inline]
    pub fn lane<W: Word>(&self, word: W, lane: usize) -> u32 {
        word.lane(*self, lane)
    }

    #[inline]
    pub(super) fn all(&self) -> u64 {
        (1 << self.places) - 1
    }
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            fn capacity(places: u32) -> usize {
                (<$word>::BITS / places) as usize
            }

            fn units(lanes: Lanes) -> Self {
                (0..lanes.count as u32).fold(0, |word, lane| word | 1 << (lane * lanes.places))
            }

            #[inline]
            fn times(self, places: u32) -> Self {
                self * <$word>::from(places)
            }

            #[inline]
            fn lane(self, lanes: Lanes, lane: usize) -> u32 {
                (u64::from(self >> (lane as u32 * lanes.places)) & lanes.all()) as u32
            }

            #[inline]
            fn in_lane(lanes: Lanes, lane: usize, places: u32) -> Self {
                <$word>::from(places) << (lane as u32 * lanes.places)
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline]
            fn without(self, other: Self) -> Self {
                self & !other
            }

            #[inline]
            fn up(self, shift: u32) -> Self {
                self << shift
            }

            #[inline]
            fn down(self, shift: u32) -> Self {
                self >> shift
            }
        }
    )*};
}
word!(u32, u64);

impl<const N: usize> Word for [u64; N]
where
    [u64; N]: Default,
{
    fn capacity(places: u32) -> usize {
        N * u64::capacity(places)
    }

    fn units(lanes: Lanes) -> Self {
        let each = u64::capacity(lanes.places);
        std::array::from_fn(|part| {
            let count = lanes.count.saturating_sub(part * each).min(each);
            u64::units(Lanes { count, ..lanes })
        })
    }

    #[inline]
    fn times(self, places: u32) -> Self {
        std::array::from_fn(|part| self[part].times(places))
    }

    #[inline]
    fn lane(self, lanes: Lanes, lane: usize) -> u32 {
        let each = u64::capacity(lanes.places);
        self[lane / each].lane(lanes, lane % each)
    }

    #[inline]
    fn in_lane(lanes: Lanes, lane: usize, places: u32) -> Self {
        let each = u64::capacity(lanes.places);
        let mut word = [0; N];
        word[lane / each] = u64::in_lane(lanes, lane % each, places);
        word
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|part| self[part] | other[part])
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|part| self[part] & other[part])
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        std::array::from_fn(|part| self[part] & !other[part])
    }

    #[inline]
    fn up(self, shift: u32) -> Self {
        std::array::from_fn(|part| self[part] << shift)
    }

    #[inline]
    fn down(self, shift: u32) -> Self {
        std::array::from_fn(|part| self[part] >> shift)
    }
}
