//! Lists that grow, all in one allocation.
//!
//! A list lies in a place for a power of two of entries. When it outgrows that, it moves to one
//! of twice the length, and the place that it leaves is taken by the next list that needs such a one.

/// Lists of entries, numbered from 0.
#[derive(Debug, Default)]
pub(super) struct Rows<T> {
    entries: Vec<T>,
    rows: Vec<Row>,
    /// Where the places begin that no list has any more, by the powers of two of their lengths.
    free: Vec<Vec<usize>>,
}

/// There are `len` entries from `start`, and room for two to the `power`.
#[derive(Debug, Clone, Copy)]
struct Row {
    start: usize,
    len: usize,
    power: usize,
}

impl<T: Copy + Default> Rows<T> {
    /// Adds a list, the last.
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        let start = self.entries.len();
        self.entries.extend(list);
        let len = self.entries.len() - start;
        let power = power(len);
        self.entries.resize(start + (1 << power), T::default());
        self.rows.push(Row { start, len, power });
    }

    /// How many bytes lists of these lengths take.
    pub(super) fn bytes_of(lens: impl Iterator<Item = usize>) -> usize {
        lens.map(|len| (size_of::<T>() << power(len)) + size_of::<Row>()).sum()
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.entries[..]) + size_of_val(&self.rows[..])
    }

    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    #[inline]
    pub(super) fn get(&self, list: u32) -> &[T] {
        let Row { start, len, .. } = self.rows[list as usize];
        &self.entries[start..start + len]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, list: u32) -> &mut [T] {
        let Row { start, len, .. } = self.rows[list as usize];
        &mut self.entries[start..start + len]
    }

    /// Makes a list so long. What it gets is what lay there.
    #[inline]
    pub(super) fn resize(&mut self, list: u32, len: usize) -> &mut [T] {
        if len > 1 << self.rows[list as usize].power {
            self.move_to(list, power(len));
        }
        self.rows[list as usize].len = len;
        self.get_mut(list)
    }

    /// Moves a list to a place for two to the `power` entries.
    #[cold]
    fn move_to(&mut self, list: u32, power: usize) {
        let row = self.rows[list as usize];
        let start = self.place(power);
        self.entries.copy_within(row.start..row.start + row.len, start);
        self.give_up(row);
        self.rows[list as usize] = Row { start, power, ..row };
    }

    /// Leaves nothing of a list, which is not asked for again.
    pub(super) fn remove(&mut self, list: u32) {
        self.give_up(self.rows[list as usize]);
    }

    /// A place for two to the `power` entries.
    fn place(&mut self, power: usize) -> usize {
        if let Some(start) = self.free.get_mut(power).and_then(Vec::pop) {
            return start;
        }
        let start = self.entries.len();
        self.entries.resize(start + (1 << power), T::default());
        start
    }

    fn give_up(&mut self, row: Row) {
        if self.free.len() <= row.power {
            self.free.resize_with(row.power + 1, Vec::new);
        }
        self.free[row.power].push(row.start);
    }
}

/// The least power of two that is as much as `len`.
fn power(len: usize) -> usize {
    len.next_power_of_two().trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lists_keep_what_they_hold_while_others_grow(
            steps in prop::collection::vec((0_u32..20, 0_usize..40), 1..200),
        ) {
            let mut rows = Rows::default();
            let mut plain: Vec<Vec<u32>> = (0..20).map(|list| vec![list; list as usize]).collect();
            plain.iter().for_each(|list| rows.push(list.iter().copied()));
            for (step, (list, len)) in steps.into_iter().enumerate() {
                let old = &mut plain[list as usize];
                let before = old.len();
                old.resize(len, step as u32);
                let new = rows.resize(list, len);
                new.iter_mut().skip(before).for_each(|entry| *entry = step as u32);
                for (list, plain) in plain.iter().enumerate() {
                    prop_assert_eq!(rows.get(list as u32), plain);
                }
            }
            prop_assert_eq!(rows.len(), plain.len());
        }
    }

    #[test]
    fn places_that_are_left_are_taken_again() {
        let mut rows = Rows::default();
        for list in [3, 1, 1] {
            rows.push(vec![list; list]);
        }
        assert_eq!(rows.bytes(), Rows::<usize>::bytes_of([3, 1, 1].into_iter()));
        rows.resize(0, 5);
        let entries = rows.entries.len();
        rows.resize(1, 4);
        rows.remove(0);
        rows.resize(2, 8);
        assert_eq!((rows.entries.len(), rows.get(1)[0], rows.get(2)[0]), (entries, 1, 1));
    }
}
