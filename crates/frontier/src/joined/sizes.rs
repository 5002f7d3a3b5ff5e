//! The cliques of a graph, those of each size in lists of their own.
//!
//! Most have two or three members, and going through them is a quarter faster if the processor can tell
//! how many come next. Where all have as many, none need say where its members begin. Their numbers
//! run on from the lists of one size to those of the next.

use std::array;
use std::ops::Range;

use crate::joined::cliques::Places;
use crate::joined::shifted::Shifted;
use crate::memory::{OutOfMemory, reserve};

/// Cliques of 2 members and more have lists of their own, but for the larger ones.
const SMALLEST: usize = 2;
const SMALL: usize = 3;

/// All cliques.
#[derive(Debug, Default)]
pub(super) struct Cliques {
    small: [Alike; SMALL],
    large: Alike,
    /// Where the members of the large ones end.
    ends: Vec<u32>,
}

/// Cliques with lists in common.
#[derive(Debug, Default)]
struct Alike {
    /// The places of the set of each where it is not shifted.
    moved: Vec<Places>,
    /// The members of each, the one that it was found from first.
    members: Vec<Shifted>,
}

impl Alike {
    /// A clique by its number, if all have so many members.
    #[inline]
    fn get(&self, size: usize, number: usize) -> (Places, &[Shifted]) {
        (self.moved[number], &self.members[number * size..][..size])
    }
}

/// Cliques that were found one after the other: of each size some, large ones last.
pub(super) type Section = [Range<u32>; SMALL + 1];

impl Cliques {
    /// What a clique takes, without its members.
    pub(super) const BYTES: usize = size_of::<Places>();

    /// Forgets all cliques and keeps the memory.
    pub(super) fn clear(&mut self) {
        for alike in self.small.iter_mut().chain([&mut self.large]) {
            alike.moved.clear();
            alike.members.clear();
        }
        self.ends.clear();
    }

    /// The number of cliques.
    pub(super) fn len(&self) -> usize {
        self.alike().map(|alike| alike.moved.len()).sum()
    }

    /// The number of members of all cliques.
    pub(super) fn members(&self) -> usize {
        self.alike().map(|alike| alike.members.len()).sum()
    }

    /// The cliques of each size.
    fn alike(&self) -> impl Iterator<Item = &Alike> {
        self.small.iter().chain([&self.large])
    }

    /// Makes room for so many members more, of whatever cliques.
    pub(super) fn make_room(
        &mut self,
        more: usize,
        purpose: &'static str,
    ) -> Result<(), OutOfMemory> {
        for alike in self.small.iter_mut().chain([&mut self.large]) {
            reserve(&mut alike.moved, more / SMALLEST, purpose)?;
            reserve(&mut alike.members, more, purpose)?;
        }
        reserve(&mut self.ends, more / SMALLEST, purpose)
    }

    /// Adds a clique of at least two members.
    #[inline]
    pub(super) fn add(&mut self, moved: Places, members: &[Shifted]) {
        let alike = match self.small.get_mut(members.len() - SMALLEST) {
            Some(alike) => alike,
            None => {
                self.ends.push((self.large.members.len() + members.len()) as u32);
                &mut self.large
            }
        };
        alike.moved.push(moved);
        alike.members.extend_from_slice(members);
    }

    /// How many cliques there are of each size: where a section ends and the next begins.
    pub(super) fn counts(&self) -> [u32; SMALL + 1] {
        let mut alike = self.alike();
        array::from_fn(|_| alike.next().map_or(0, |alike| alike.moved.len() as u32))
    }

    /// A clique by its number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> (Places, &[Shifted]) {
        let mut number = number as usize;
        for (size, alike) in (SMALLEST..).zip(&self.small) {
            if number < alike.moved.len() {
                return alike.get(size, number);
            }
            number -= alike.moved.len();
        }
        self.get_large(number)
    }

    /// The members of all cliques, in the order of their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = &[Shifted]> + Clone {
        let small = (SMALLEST..).zip(&self.small);
        let large = 0..self.large.moved.len();
        small
            .flat_map(|(size, alike)| alike.members.chunks_exact(size))
            .chain(large.map(|number| self.large_members(number)))
    }

    /// The cliques of a section, size by size.
    pub(super) fn of(&self, section: &Section) -> impl Iterator<Item = (Places, &[Shifted])> {
        let small =
            (SMALLEST..).zip(&self.small).zip(section).flat_map(|((size, alike), range)| {
                let [first, end] = [range.start as usize, range.end as usize];
                let members = alike.members[first * size..end * size].chunks_exact(size);
                alike.moved[first..end].iter().copied().zip(members)
            });
        small.chain(self.large_of(section))
    }

    /// Takes the cliques that were found from a vertex off a section, in which there are none that were
    /// found from one before it, and hands them to `visit`.
    #[inline]
    pub(super) fn take(
        &self,
        section: &mut Section,
        vertex: u32,
        mut visit: impl FnMut(Places, &[Shifted]),
    ) {
        for (index, range) in section.iter_mut().enumerate() {
            while range.start < range.end {
                let number = range.start as usize;
                let (moved, members) = match self.small.get(index) {
                    Some(alike) => alike.get(SMALLEST + index, number),
                    None => self.get_large(number),
                };
                if members[0].number() != vertex {
                    break;
                }
                visit(moved, members);
                range.start += 1;
            }
        }
    }

    /// The cliques of `SIZE` members of a section, which must have lists of their own.
    #[inline]
    pub(super) fn of_size<const SIZE: usize>(
        &self,
        section: &Section,
    ) -> impl Iterator<Item = (Places, &[Shifted; SIZE])> {
        let Alike { moved, members } = &self.small[SIZE - SMALLEST];
        let range = &section[SIZE - SMALLEST];
        let range = range.start as usize..range.end as usize;
        let members = members.as_chunks().0[range.clone()].iter();
        moved[range].iter().copied().zip(members)
    }

    /// The cliques of a section that are of none of those sizes.
    #[inline]
    pub(super) fn large_of(&self, section: &Section) -> impl Iterator<Item = (Places, &[Shifted])> {
        let range = section[SMALL].start as usize..section[SMALL].end as usize;
        range.map(|number| self.get_large(number))
    }

    #[inline]
    fn get_large(&self, number: usize) -> (Places, &[Shifted]) {
        (self.large.moved[number], self.large_members(number))
    }

    fn large_members(&self, number: usize) -> &[Shifted] {
        let first = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.large.members[first as usize..self.ends[number] as usize]
    }
}
