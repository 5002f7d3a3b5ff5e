//! A list for each vertex, one after the other.

use crate::memory::{OutOfMemory, reserve};

/// A list of entries for each vertex.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    /// Where the list of each vertex begins, and where that of the last ends.
    begins: Vec<u32>,
    entries: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// Forgets all lists and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.begins.clear();
        self.entries.clear();
    }

    /// The memory of the lists, for other use while there are none.
    pub(super) fn room(&mut self) -> &mut Vec<T> {
        self.clear();
        &mut self.entries
    }

    /// Lists entries for each of so many vertices, in the order in which they are `placed`. `counted` has
    /// the vertices of the same entries.
    pub(super) fn fill(
        &mut self,
        vertices: usize,
        counted: impl ExactSizeIterator<Item = u32>,
        placed: impl Iterator<Item = (u32, T)>,
        purpose: &'static str,
    ) -> Result<(), OutOfMemory> {
        self.clear();
        let Self { begins, entries } = self;
        let count = counted.len();
        reserve(begins, vertices + 2, purpose)?;
        reserve(entries, count, purpose)?;
        // Two ahead, so that filling the lists moves each beginning to its place.
        begins.resize(vertices + 2, 0);
        counted.for_each(|vertex| begins[vertex as usize + 2] += 1);
        let mut sum = 0;
        for begin in &mut *begins {
            sum += *begin;
            *begin = sum;
        }
        entries.resize(count, T::default());
        placed.for_each(|(vertex, entry)| {
            let begin = &mut begins[vertex as usize + 1];
            entries[*begin as usize] = entry;
            *begin += 1;
        });
        begins.pop();
        Ok(())
    }

    /// The list of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> &[T] {
        let (first, end) = (self.begins[vertex as usize], self.begins[vertex as usize + 1]);
        &self.entries[first as usize..end as usize]
    }
}
