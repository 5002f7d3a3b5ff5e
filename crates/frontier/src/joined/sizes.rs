//! The cliques of a graph, those of each size in lists of their own.
//!
//! Most have two or three members, and going through them is a quarter faster if the processor can tell
//! how many come next. Where all have as many, none need say where its members begin. Their numbers
//! run on from the lists of one size to those of the next.
//!
//! A word holds the number of a member and its shift, which leaves fewer bits for the number than there may be
//! vertices. Cliques lie in the order of the vertices that they were found from, and their members not far from
//! those. So the members of each block of cliques are counted from a vertex before them.
//!
//! Nearly all sets are a token that is at place 0 where it is not shifted, in most metrics all are. So sets are
//! listed from the first on that is another.

use std::array;
use std::ops::Range;

use crate::joined::cliques::{Places, TOKEN};
use crate::joined::shifted::{LongShifted, Shifted};
use crate::memory::{OutOfMemory, keep_ahead};

/// Cliques of 2 members and more have lists of their own, but for the larger ones.
const SMALLEST: usize = 2;
const SMALL: usize = 3;

/// So many cliques of a size are a block.
const BLOCK: usize = 64;

/// How far behind the vertex that its members are counted from the first clique of a block was found, at most.
const BEHIND: u32 = Shifted::MOST / 2 + 1;

/// All cliques.
#[derive(Debug, Default)]
pub(super) struct Cliques {
    small: [Alike; SMALL],
    large: Alike,
    /// Where the members of the large ones end.
    ends: Vec<u32>,
    /// Whether the members of some block lie too far apart to be numbered.
    is_outgrown: bool,
}

/// Cliques with lists in common.
#[derive(Debug, Default)]
struct Alike {
    /// How many of the first move [`TOKEN`], and the places of the sets of all others where they are not shifted.
    tokens: usize,
    moved: Vec<Places>,
    /// The members of each, the one that it was found from first,
    members: Vec<Shifted>,
    /// and the vertices that those of each block are counted from.
    bases: Vec<u32>,
}

/// The members of a clique. Where `WIDE` is false, all are counted from vertex 0, which searches know of graphs that
/// are not [wide](Cliques::are_wide): 4x4 takes 3% longer without.
#[derive(Debug, Clone, Copy)]
pub(super) struct Members<'a, const WIDE: bool> {
    base: u32,
    counted: &'a [Shifted],
}

impl<const WIDE: bool> Members<'_, WIDE> {
    /// The vertex that all are counted from.
    #[inline(always)]
    fn base(self) -> u32 {
        if WIDE { self.base } else { 0 }
    }

    /// Each vertex, and how far the set is shifted there, the one that the clique was found from first.
    #[inline(always)]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = (u32, u32)> + Clone {
        self.counted.iter().map(move |it| (self.base() + it.number(), it.shift()))
    }

    /// The vertex that the clique was found from.
    #[inline]
    fn from(self) -> u32 {
        self.base() + self.counted[0].number()
    }

    /// How far the set is shifted in one of the members.
    #[inline]
    pub(super) fn shift_of(self, vertex: u32) -> u32 {
        let number = vertex - self.base();
        self.counted.iter().find(|it| it.number() == number).map_or(0, |it| it.shift())
    }
}

impl Alike {
    /// Their number.
    fn len(&self) -> usize {
        self.tokens + self.moved.len()
    }

    /// A clique by its number, if all have so many members.
    #[inline]
    fn get<const WIDE: bool>(&self, size: usize, number: usize) -> (Places, Members<'_, WIDE>) {
        self.found(number, &self.members[number * size..][..size])
    }

    /// A clique by its number and its members.
    #[inline]
    fn found<'a, const WIDE: bool>(
        &self,
        number: usize,
        counted: &'a [Shifted],
    ) -> (Places, Members<'a, WIDE>) {
        (self.moved(number), Members { base: self.base::<WIDE>(number), counted })
    }

    /// The places of the set of a clique where it is not shifted.
    #[inline(always)]
    fn moved(&self, number: usize) -> Places {
        self.moved.get(number.wrapping_sub(self.tokens)).copied().unwrap_or(TOKEN)
    }

    /// The vertex that the members of a clique are counted from.
    #[inline(always)]
    fn base<const WIDE: bool>(&self, number: usize) -> u32 {
        if WIDE { self.bases[number / BLOCK] } else { 0 }
    }

    /// The cliques of a range, the first of which have these members.
    #[inline]
    fn found_of<'a, const WIDE: bool>(
        &'a self,
        range: Range<u32>,
        members: impl Iterator<Item = &'a [Shifted]> + Clone,
    ) -> impl Iterator<Item = (Places, Members<'a, WIDE>)> + Clone {
        let range = range.start as usize..range.end as usize;
        range.zip(members).map(|(number, counted)| self.found(number, counted))
    }

    /// Adds a clique. Returns whether all members could be numbered.
    #[inline]
    fn add(&mut self, moved: Places, members: &[LongShifted]) -> bool {
        let number = self.len();
        if number.is_multiple_of(BLOCK) {
            self.bases.push(members[0].number().saturating_sub(BEHIND));
        }
        let base = self.bases[number / BLOCK];
        if moved == TOKEN && self.moved.is_empty() {
            self.tokens += 1;
        } else {
            self.moved.push(moved);
        }
        let mut fit = true;
        self.members.extend(members.iter().map(|member| {
            let (counted, fits) = member.counted_from(base);
            fit &= fits;
            counted
        }));
        fit
    }
}

/// Cliques that were found one after the other: of each size some, large ones last.
pub(super) type Section = [Range<u32>; SMALL + 1];

impl Cliques {
    /// Forgets all cliques and keeps the memory.
    pub(super) fn clear(&mut self) {
        for alike in self.small.iter_mut().chain([&mut self.large]) {
            alike.tokens = 0;
            alike.moved.clear();
            alike.members.clear();
            alike.bases.clear();
        }
        self.ends.clear();
        self.is_outgrown = false;
    }

    /// The number of cliques.
    pub(super) fn len(&self) -> usize {
        self.alike().map(Alike::len).sum()
    }

    /// The number of members of all cliques.
    pub(super) fn members(&self) -> usize {
        self.alike().map(|alike| alike.members.len()).sum()
    }

    /// The number of sets that are listed.
    pub(super) fn sets(&self) -> usize {
        self.alike().map(|alike| alike.moved.len()).sum()
    }

    /// The cliques of each size.
    fn alike(&self) -> impl Iterator<Item = &Alike> {
        self.small.iter().chain([&self.large])
    }

    /// Keeps room for so many members more, of whatever cliques.
    pub(super) fn keep_ahead(
        &mut self,
        ahead: usize,
        purpose: &'static str,
    ) -> Result<(), OutOfMemory> {
        for alike in self.small.iter_mut().chain([&mut self.large]) {
            keep_ahead(&mut alike.moved, ahead / SMALLEST, purpose)?;
            keep_ahead(&mut alike.members, ahead, purpose)?;
            keep_ahead(&mut alike.bases, ahead / BLOCK, purpose)?;
        }
        keep_ahead(&mut self.ends, ahead / SMALLEST, purpose)
    }

    /// Whether those of a graph of so many vertices are counted from others than vertex 0.
    pub(super) fn are_wide(vertices: usize) -> bool {
        vertices > BEHIND as usize
    }

    /// Whether some cliques cannot be told from others. Then the graph is of no use.
    pub(super) fn is_outgrown(&self) -> bool {
        self.is_outgrown
    }

    /// Adds a clique of at least two members, the one that it was found from first. No clique that was found from a
    /// vertex after that may come before it.
    #[inline]
    pub(super) fn add(&mut self, moved: Places, members: &[LongShifted]) {
        let alike = match self.small.get_mut(members.len() - SMALLEST) {
            Some(alike) => alike,
            None => {
                self.ends.push((self.large.members.len() + members.len()) as u32);
                &mut self.large
            }
        };
        self.is_outgrown |= !alike.add(moved, members);
    }

    /// How many cliques there are of each size: where a section ends and the next begins.
    pub(super) fn counts(&self) -> [u32; SMALL + 1] {
        let mut alike = self.alike();
        array::from_fn(|_| alike.next().map_or(0, |alike| alike.len() as u32))
    }

    /// A clique by its number.
    #[inline]
    pub(super) fn get<const WIDE: bool>(&self, number: u32) -> (Places, Members<'_, WIDE>) {
        let mut number = number as usize;
        for (size, alike) in (SMALLEST..).zip(&self.small) {
            if number < alike.len() {
                return alike.get(size, number);
            }
            number -= alike.len();
        }
        self.get_large(number)
    }

    /// The members of all cliques, in the order of their numbers.
    pub(super) fn all<const WIDE: bool>(&self) -> impl Iterator<Item = Members<'_, WIDE>> + Clone {
        self.of(&self.counts().map(|count| 0..count)).map(|(_, members)| members)
    }

    /// The cliques of a section, size by size.
    pub(super) fn of<'a, const WIDE: bool>(
        &'a self,
        section: &Section,
    ) -> impl Iterator<Item = (Places, Members<'a, WIDE>)> + Clone + use<'a, WIDE> {
        let [two, three, four, _] = section.clone();
        let small = [two, three, four].into_iter().zip(&self.small).zip(SMALLEST..);
        let small = small.flat_map(|((range, alike), size)| {
            let first = range.start as usize * size;
            alike.found_of(range, alike.members[first..].chunks_exact(size))
        });
        small.chain(self.large_of(section))
    }

    /// Takes the cliques that were found from a vertex off a section, in which there are none that were
    /// found from one before it, and hands them to `visit`.
    #[inline]
    pub(super) fn take<const WIDE: bool>(
        &self,
        section: &mut Section,
        vertex: u32,
        mut visit: impl FnMut(Places, Members<'_, WIDE>),
    ) {
        for (index, range) in section.iter_mut().enumerate() {
            while range.start < range.end {
                let (moved, members) = self.at::<WIDE>(index, range.start);
                if members.from() != vertex {
                    break;
                }
                visit(moved, members);
                range.start += 1;
            }
        }
    }

    /// A clique by the place of its size in sections, and its number there.
    #[inline]
    fn at<const WIDE: bool>(&self, index: usize, number: u32) -> (Places, Members<'_, WIDE>) {
        match self.small.get(index) {
            Some(alike) => alike.get(SMALLEST + index, number as usize),
            None => self.get_large(number as usize),
        }
    }

    /// How many members the cliques of a section have together.
    pub(super) fn members_of(&self, section: &Section) -> usize {
        let large = section[SMALL].clone();
        let end = |number: u32| if number == 0 { 0 } else { self.ends[number as usize - 1] };
        let small = (SMALLEST..).zip(&section[..SMALL]).map(|(size, range)| size * range.len());
        small.sum::<usize>() + (end(large.end) - end(large.start)) as usize
    }

    /// The cliques of a section that were found from vertices before this one.
    pub(super) fn before(&self, section: &Section, vertex: u32) -> Section {
        array::from_fn(|index| {
            let is_before = |number| self.at::<true>(index, number).1.from() < vertex;
            section[index].start..partition_point(section[index].clone(), is_before)
        })
    }

    /// The first of some vertices, or the end of them, such that the cliques of a section that were found from those
    /// before it have so many members.
    pub(super) fn vertex_after(
        &self,
        section: &Section,
        vertices: &Range<u32>,
        members: usize,
    ) -> u32 {
        partition_point(vertices.clone(), |vertex| {
            self.members_of(&self.before(section, vertex)) < members
        })
    }

    /// Cuts a section in three: of the cliques of each size first those before the first that has a member from
    /// `vertex` on, and last those after the last that has one before it.
    pub(super) fn cut(&self, section: &Section, vertex: u32) -> [Section; 3] {
        let across = array::from_fn(|index| {
            let members = |number| self.at::<true>(index, number).1.iter();
            let is_behind = |&number: &u32| members(number).any(|it| it.0 >= vertex);
            let is_before = |&number: &u32| members(number).any(|it| it.0 < vertex);
            let Range { start, end } = section[index];
            let first = (start..end).find(is_behind).unwrap_or(end);
            first..(first..end).rfind(is_before).map_or(first, |last| last + 1)
        });
        let before = array::from_fn(|index| section[index].start..across[index].start);
        let after = array::from_fn(|index| across[index].end..section[index].end);
        [before, across, after]
    }

    /// The vertices from the first member of the cliques of a section to the last, if there are cliques.
    pub(super) fn reach_of(&self, section: &Section) -> Option<Range<u32>> {
        let members = self.of::<true>(section).flat_map(|(_, members)| members.iter());
        members.fold(None, |reach: Option<Range<u32>>, (vertex, _)| {
            let Range { start, end } = reach.unwrap_or(vertex..vertex);
            Some(start.min(vertex)..end.max(vertex + 1))
        })
    }

    /// The cliques of `SIZE` members of a section, which must have lists of their own.
    #[inline]
    pub(super) fn of_size<const SIZE: usize, const WIDE: bool>(
        &self,
        section: &Section,
    ) -> impl Iterator<Item = (Places, Members<'_, WIDE>)> {
        let alike = &self.small[SIZE - SMALLEST];
        let range = &section[SIZE - SMALLEST];
        let members = &alike.members.as_chunks::<SIZE>().0[range.start as usize..];
        alike.found_of(range.clone(), members.iter().map(|members| members.as_slice()))
    }

    /// The cliques of a section that are of none of those sizes.
    #[inline]
    pub(super) fn large_of<'a, const WIDE: bool>(
        &'a self,
        section: &Section,
    ) -> impl Iterator<Item = (Places, Members<'a, WIDE>)> + Clone + use<'a, WIDE> {
        let range = section[SMALL].start as usize..section[SMALL].end as usize;
        range.map(|number| self.get_large(number))
    }

    #[inline]
    fn get_large<const WIDE: bool>(&self, number: usize) -> (Places, Members<'_, WIDE>) {
        let first = if number == 0 { 0 } else { self.ends[number - 1] };
        self.large.found(number, &self.large.members[first as usize..self.ends[number] as usize])
    }
}

/// The first of some numbers that is not `before`, or the end of them; those that are come first.
fn partition_point(Range { mut start, mut end }: Range<u32>, before: impl Fn(u32) -> bool) -> u32 {
    while start < end {
        let middle = start + (end - start) / 2;
        if before(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many cliques of all sizes, found from vertices so far apart, with members on both sides.
    fn cliques(count: u32, apart: u32) -> (Cliques, Vec<Vec<(u32, u32)>>) {
        let mut cliques = Cliques::default();
        let mut all: Vec<Vec<_>> = Vec::new();
        for number in 0..count {
            let from = BEHIND + number * apart;
            let others = (1..2 + number % 5).map(|other| match other % 2 {
                0 => (from + BEHIND / 2 + other, 31),
                _ => (from - BEHIND / 2 - other, other),
            });
            let members: Vec<_> = [(from, number % 32)].into_iter().chain(others).collect();
            let found = members.iter().map(|&(vertex, shift)| LongShifted::new(vertex, shift));
            cliques.add(number, &found.collect::<Vec<_>>());
            all.push(members);
        }
        // In the order of their numbers.
        all.sort_by_key(|members| members.len().min(SMALLEST + SMALL));
        (cliques, all)
    }

    #[test]
    fn vertices_of_more_bits_than_beside_a_shift_are_told_apart() {
        let (cliques, all) = cliques(40_000, 100_000);
        assert!(all.last().unwrap()[0].0 > 1 << 31 && !cliques.is_outgrown());
        assert_eq!((cliques.len(), cliques.members()), (40_000, 160_000));
        let of_section = |section: Section| {
            let of =
                cliques.of::<true>(&section).map(|(_, members)| members.iter().collect::<Vec<_>>());
            of.collect::<Vec<_>>()
        };
        let counts = cliques.counts();
        assert_eq!(of_section(counts.map(|count| 0..count)), all);
        for (number, expected) in (0..).zip(&all) {
            let (moved, members) = cliques.get::<true>(number);
            assert_eq!(&members.iter().collect::<Vec<_>>(), expected);
            assert_eq!(moved % 5, expected.len() as u32 - 2);
            for &(vertex, shift) in expected {
                assert_eq!(members.shift_of(vertex), shift);
            }
        }
        // Parts that begin and end within blocks.
        let section = counts.map(|count| 3..count - 5);
        let mut parts: Vec<Vec<_>> = Vec::new();
        parts.extend(cliques.of_size::<2, true>(&section).map(|it| it.1.iter().collect()));
        parts.extend(cliques.of_size::<3, true>(&section).map(|it| it.1.iter().collect()));
        parts.extend(cliques.of_size::<4, true>(&section).map(|it| it.1.iter().collect()));
        parts.extend(cliques.large_of::<true>(&section).map(|it| it.1.iter().collect()));
        assert_eq!(parts, of_section(section));
    }

    #[test]
    fn vertices_that_cannot_be_told_apart_are_told() {
        assert!(cliques(400, 200_000).0.is_outgrown());
    }
}
