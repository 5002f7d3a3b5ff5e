//! Sets of sets of holes: a bit for each set of the free cells of a position.
//!
//! The free cells are numbered in row order, and a set of them is a number: bit *i* says that cell *i* is a
//! hole. What is true of some sets is a row of words with the bit of each. So all that a move does to the sets
//! of a position is shifting, and picking out the bits of sets that hold some cells.

/// In the words of such a row, the sets that hold cell 0, cell 1, and so on up to cell 5.
pub(crate) const HOLDING: [u64; IN_WORD as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// So many cells tell apart the sets of one word.
pub(crate) const IN_WORD: u32 = u64::BITS.ilog2();

/// In a word, the sets of no cell, of one cell, and so on, of those that tell them apart.
const OF_SIZE: [u64; IN_WORD as usize + 1] = {
    let mut of_size = [0; IN_WORD as usize + 1];
    let mut set = 0_u64;
    while set < u64::BITS as u64 {
        of_size[set.count_ones() as usize] |= 1 << set;
        set += 1;
    }
    of_size
};

/// The words of a row for so many free cells.
pub(crate) fn words(free: u32) -> usize {
    1 << free.saturating_sub(IN_WORD)
}

/// Counts the sets of a row by their sizes: `count` is told a size and how many more have it.
pub(crate) fn each_size(row: &[u64], mut count: impl FnMut(usize, u32)) {
    for (high, &word) in row.iter().enumerate().filter(|it| *it.1 != 0) {
        for (low, &of_size) in OF_SIZE.iter().enumerate() {
            let sets = (word & of_size).count_ones();
            if sets > 0 {
                count(high.count_ones() as usize + low, sets);
            }
        }
    }
}

/// Each set of a row, as a number.
#[inline(always)]
pub(crate) fn each_set(row: &[u64]) -> impl Iterator<Item = u32> {
    row.iter().enumerate().flat_map(|(high, &word)| {
        antipode_blocks::each(word).map(move |low| (high as u32) << IN_WORD | low)
    })
}

/// Picking bits out of words and putting them in, which processors do in one instruction, or not.
pub(crate) trait Bits: Copy {
    /// The bits of `word` at the places of `mask`, next to each other.
    fn extract(self, word: u64, mask: u64) -> u64;

    /// The lowest bits of `word`, one at each place of `mask`.
    fn deposit(self, word: u64, mask: u64) -> u64;
}

/// Something that is done fastest by a processor with such instructions.
pub(crate) trait Kernel {
    /// What comes of it.
    type Output;

    /// Does it. What takes time in it has to be compiled into it, so that it knows the processor.
    fn run(self, bits: impl Bits) -> Self::Output;
}

/// Does something with the instructions that there are.
pub(crate) fn with_bits<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(processor) = pulp::x86::V3::try_new() {
        return processor.vectorize(
            #[inline(always)]
            || kernel.run(processor),
        );
    }
    kernel.run(Portable)
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "`V3` is only there if the processor has these instructions")]
impl Bits for pulp::x86::V3 {
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn deposit(self, word: u64, mask: u64) -> u64 {
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// No such instructions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

impl Bits for Portable {
    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let (mut bits, mut place) = (0, 0);
        while mask != 0 {
            bits |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        bits
    }

    fn deposit(self, mut word: u64, mut mask: u64) -> u64 {
        let mut bits = 0;
        while mask != 0 {
            bits |= (word & 1) << mask.trailing_zeros();
            word >>= 1;
            mask &= mask - 1;
        }
        bits
    }
}

/// What becomes of sets of holes when a piece takes a step: it enters some cells that are holes, and the cells
/// that it leaves are holes after that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shift {
    /// The cells that it enters, by their numbers among the free cells before,
    pub(crate) enters: u32,
    /// and those that it leaves, among the free cells after; as many.
    pub(crate) leaves: u32,
}

/// In a word, the sets that hold all of some of the cells that tell them apart.
static HOLDING_ALL: [u64; 1 << IN_WORD] = {
    let mut all = [u64::MAX; 1 << IN_WORD];
    let mut cells = 1_u32;
    while cells < 1 << IN_WORD {
        let first = cells.trailing_zeros() as usize;
        all[cells as usize] = all[(cells & (cells - 1)) as usize] & HOLDING[first];
        cells += 1;
    }
    all
};

#[inline(always)]
fn holding(cells: u32) -> u64 {
    HOLDING_ALL[cells as usize % HOLDING_ALL.len()]
}

impl Shift {
    /// The same where a cell is none of the free ones, by its numbers before and after; it is neither entered nor left.
    pub(crate) fn without(self, before: u32, after: u32) -> Self {
        let without = |cells: u32, cell: u32| {
            let low = (1 << cell) - 1;
            cells & low | (cells >> 1) & !low
        };
        Shift { enters: without(self.enters, before), leaves: without(self.leaves, after) }
    }

    /// Moves the sets of a row that hold all cells which are entered to what becomes of them. If there are any, all of
    /// `to`, a row of as many words, is written, and true is returned. `room` is a row of any contents.
    #[inline(always)]
    pub(crate) fn apply(
        self,
        bits: impl Bits,
        from: &[u64],
        to: &mut [u64],
        room: &mut [u64],
    ) -> bool {
        let (before, after) = (holding(self.enters), holding(self.leaves));
        if let ([from], [to]) = (from, &mut *to) {
            if from & before == 0 {
                return false;
            }
            *to = bits.deposit(bits.extract(*from, before), after);
            return *to != 0;
        }
        let all = from.len() as u32 - 1;
        let (enters, leaves) = (self.enters >> IN_WORD, self.leaves >> IN_WORD);
        // The parts of words with the sets at hand, and how many there are in all.
        let (size_before, size_after) = (before.count_ones(), after.count_ones());
        let mut any = 0;
        if size_before == size_after {
            to.fill(0);
            let (mut source, mut target) = (enters, leaves);
            loop {
                let part = bits.deposit(bits.extract(from[source as usize], before), after);
                to[target as usize] = part;
                any |= part;
                if source == all {
                    return any != 0;
                }
                source = (source + 1) | enters;
                target = (target + 1) | leaves;
            }
        }
        // All of them next to each other; parts are of sizes that divide a word.
        let length = 1 + ((from.len() as u32 >> enters.count_ones()) * size_before - 1) / u64::BITS;
        let room = &mut room[..length as usize];
        room.fill(0);
        let (mut source, mut place) = (enters, 0);
        loop {
            let part = bits.extract(from[source as usize], before);
            room[(place / u64::BITS) as usize] |= part << (place % u64::BITS);
            any |= part;
            place += size_before;
            if source == all {
                break;
            }
            source = (source + 1) | enters;
        }
        to.fill(0);
        if any == 0 {
            return false;
        }
        let (mut target, mut place) = (leaves, 0);
        loop {
            let part = room[(place / u64::BITS) as usize] >> (place % u64::BITS);
            to[target as usize] = bits.deposit(part, after);
            place += size_after;
            if target == all {
                return true;
            }
            target = (target + 1) | leaves;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Apply<'a> {
        shift: Shift,
        from: &'a [u64],
    }

    impl Kernel for Apply<'_> {
        type Output = (bool, Vec<u64>);

        fn run(self, bits: impl Bits) -> Self::Output {
            let (mut to, mut room) = (vec![u64::MAX; self.from.len()], vec![0; self.from.len()]);
            (self.shift.apply(bits, self.from, &mut to, &mut room), to)
        }
    }

    proptest! {
        #[test]
        fn sets_are_taken_along_cell_by_cell(
            free in 2_u32..11,
            seed in prop::collection::vec(any::<u64>(), 16),
            cells in (any::<u32>(), any::<u32>()),
        ) {
            let all = (1_u32 << free) - 1;
            let (mut enters, mut leaves) = (cells.0 & all, cells.1 & all);
            while enters.count_ones() > leaves.count_ones() {
                enters &= enters - 1;
            }
            while leaves.count_ones() > enters.count_ones() {
                leaves &= leaves - 1;
            }
            let mut from = seed[..words(free)].to_vec();
            if free < IN_WORD {
                from[0] &= (1 << (1 << free)) - 1;
            }
            let mut expected = vec![0; from.len()];
            for set in each_set(&from).filter(|set| enters & !set == 0) {
                let others = Portable.extract((set & !enters).into(), (all & !enters).into());
                let set = Portable.deposit(others, (all & !leaves).into()) as u32 | leaves;
                expected[set as usize / 64] |= 1 << (set % 64);
            }
            let shift = Shift { enters, leaves };
            let any = expected.iter().any(|&word| word != 0);
            for (found, to) in [
                with_bits(Apply { shift, from: &from }),
                Apply { shift, from: &from }.run(Portable),
            ] {
                prop_assert_eq!(found, any);
                // Where there is nothing, nothing need be written.
                prop_assert!(!found || to == expected);
            }
            let mut sizes = [0; 12];
            each_size(&from, |size, sets| sizes[size] += sets);
            for (size, &sets) in sizes.iter().enumerate() {
                let of_size = each_set(&from).filter(|set| set.count_ones() as usize == size);
                prop_assert_eq!(of_size.count(), sets as usize);
            }
        }
    }
}
