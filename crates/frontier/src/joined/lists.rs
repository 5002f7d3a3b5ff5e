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

    /// Lists entries for each of so many vertices, in the order in which they are `placed`.
    pub(super) fn fill(
        &mut self,
        vertices: usize,
        placed: impl Iterator<Item = (u32, T)> + Clone,
        purpose: &'static str,
    ) -> Result<(), OutOfMemory> {
        self.clear();
        let Self { begins, entries } = self;
        reserve(begins, vertices + 2, purpose)?;
        // Two ahead, so that filling the lists moves each beginning to its place.
        begins.resize(vertices + 2, 0);
        placed.clone().for_each(|(vertex, _)| begins[vertex as usize + 2] += 1);
        let mut sum = 0;
        for begin in &mut *begins {
            sum += *begin;
            *begin = sum;
        }
        reserve(entries, sum as usize, purpose)?;
        entries.resize(sum as usize, T::default());
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
