//! Positions as the searches hold them: sorted numbers of contents, packed into words.

use antipode_frontier::State;

/// A list of numbers of contents, packed.
pub(crate) trait Packed: State {
    /// How many numbers it holds.
    const LANES: usize;
    /// How many bits a number may have. Not `BITS`, which integers have of their own.
    const LANE_BITS: u32;
    /// Room for the numbers, unpacked.
    type Lanes: Copy + AsRef<[u16]> + AsMut<[u16]>;

    /// All numbers 0.
    fn lanes() -> Self::Lanes;

    /// Packs numbers, all lanes of them.
    fn pack(lanes: Self::Lanes) -> Self;

    /// The numbers.
    fn unpack(self) -> Self::Lanes;
}

macro_rules! packed {
    ($($words:ty: $lanes:literal lanes of $number:ty;)*) => {$(
        impl Packed for $words {
            const LANES: usize = $lanes;
            const LANE_BITS: u32 = <$number>::BITS;
            type Lanes = [u16; $lanes];

            #[inline]
            fn lanes() -> [u16; $lanes] {
                [0; $lanes]
            }

            #[inline]
            fn pack(lanes: [u16; $lanes]) -> Self {
                const IN_WORD: usize = (u64::BITS / <$number>::BITS) as usize;
                let mut words = [0_u64; $lanes / IN_WORD];
                for (word, lanes) in words.iter_mut().zip(lanes.chunks_exact(IN_WORD)) {
                    for &lane in lanes.iter().rev() {
                        debug_assert_eq!(lane, lane as $number as u16, "the number fits");
                        *word = *word << <$number>::BITS | u64::from(lane);
                    }
                }
                Words::of(words)
            }

            #[inline]
            fn unpack(self) -> [u16; $lanes] {
                const IN_WORD: usize = (u64::BITS / <$number>::BITS) as usize;
                let mut result = [0; $lanes];
                let words: [u64; $lanes / IN_WORD] = Words::words(self);
                for (mut word, lanes) in words.into_iter().zip(result.chunks_exact_mut(IN_WORD)) {
                    for lane in lanes {
                        *lane = word as $number as u16;
                        word >>= <$number>::BITS;
                    }
                }
                result
            }
        }
    )*};
}

packed! {
    u64: 8 lanes of u8;
    u128: 16 lanes of u8;
    [u64; 3]: 24 lanes of u8;
    [u64; 4]: 16 lanes of u16;
    [u64; 6]: 24 lanes of u16;
    [u64; 12]: 48 lanes of u16;
    [u64; 88]: 352 lanes of u16;
}

/// A packed value as words of 64 bits.
trait Words<const N: usize> {
    fn of(words: [u64; N]) -> Self;
    fn words(self) -> [u64; N];
}

impl<const N: usize> Words<N> for [u64; N] {
    #[inline]
    fn of(words: [u64; N]) -> Self {
        words
    }

    #[inline]
    fn words(self) -> [u64; N] {
        self
    }
}

impl Words<1> for u64 {
    #[inline]
    fn of([word]: [u64; 1]) -> Self {
        word
    }

    #[inline]
    fn words(self) -> [u64; 1] {
        [self]
    }
}

impl Words<2> for u128 {
    #[inline]
    fn of([low, high]: [u64; 2]) -> Self {
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// Packs a position in which some containers, by place, have got other contents.
#[inline]
pub(crate) fn changed<P: Packed>(
    mut lanes: P::Lanes,
    containers: usize,
    changes: impl IntoIterator<Item = (usize, u16)>,
) -> P {
    let numbers = &mut lanes.as_mut()[..containers];
    for (place, number) in changes {
        numbers[place] = number;
    }
    sort(numbers);
    P::pack(lanes)
}

/// Sorts numbers of which all but a few are in order: by insertion.
#[inline]
fn sort(numbers: &mut [u16]) {
    for end in 1..numbers.len() {
        let number = numbers[end];
        let mut place = end;
        while place > 0 && numbers[place - 1] > number {
            numbers[place] = numbers[place - 1];
            place -= 1;
        }
        numbers[place] = number;
    }
}
