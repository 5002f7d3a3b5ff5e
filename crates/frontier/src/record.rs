//! The encoding of states and used operators in files.

/// A value that takes the same number of bytes in every file.
///
/// Reading gives back the value that was written. Numbers are written least significant byte
/// first, so files may move between machines.
pub trait Record: Copy {
    /// The number of bytes.
    const BYTES: usize;

    /// Writes the value to `bytes`, which is [`BYTES`](Self::BYTES) long.
    fn write(self, bytes: &mut [u8]);

    /// Reads a value from `bytes`, which is [`BYTES`](Self::BYTES) long.
    fn read(bytes: &[u8]) -> Self;
}

impl Record for () {
    const BYTES: usize = 0;

    fn write(self, _: &mut [u8]) {}
    fn read(_: &[u8]) {}
}

macro_rules! number_record {
    ($($number:ty),*) => {$(
        impl Record for $number {
            const BYTES: usize = size_of::<$number>();

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let mut number = [0; size_of::<$number>()];
                number.copy_from_slice(bytes);
                Self::from_le_bytes(number)
            }
        }
    )*};
}
number_record!(u8, u16, u32, u64, u128);

impl<const N: usize> Record for [u64; N] {
    const BYTES: usize = 8 * N;

    fn write(self, bytes: &mut [u8]) {
        for (number, bytes) in self.into_iter().zip(bytes.chunks_exact_mut(8)) {
            number.write(bytes);
        }
    }

    fn read(bytes: &[u8]) -> Self {
        std::array::from_fn(|index| u64::read(&bytes[8 * index..8 * index + 8]))
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    fn survives<R: Record + PartialEq + std::fmt::Debug>(value: R) {
        let mut bytes = vec![0xAA; R::BYTES];
        value.write(&mut bytes);
        assert_eq!(R::read(&bytes), value);
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        survives(());
        survives(0xFEu8);
        survives(0xFEDCu16);
        survives(0xFEDC_BA98u32);
        survives(0xFEDC_BA98_7654_3210u64);
        survives(0xFEDC_BA98_7654_3210_0123_4567_89AB_CDEFu128);
        survives([1u64, u64::MAX, 0x0123_4567_89AB_CDEF]);
    }
}
