//! The cliques of a component in parts, which several threads go through at a time.
//!
//! Cliques lie in the order of the vertices that they were found from, and reach no further than one layer of the
//! breadth-first search that numbered those. So each part has to do with a range of vertices only. The ranges
//! have vertices in common: what is written to those of a part other than the first is put elsewhere, and brought
//! together once all are done.

use std::ops::Range;

use crate::joined::sizes::{Cliques, Section};

/// Some cliques of a component, and the vertices among which all of their members are.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) vertices: Range<u32>,
    pub(super) cliques: Section,
}

impl Part {
    /// Cuts a section, the cliques between these vertices, into so many parts of about as many members each.
    pub(super) fn cut(
        cliques: &Cliques,
        section: &Section,
        vertices: &Range<u32>,
        count: usize,
    ) -> Vec<Self> {
        let all = cliques.members_of(section);
        let mut left = section.clone();
        let part = |part| {
            let own = if part == count {
                left.clone()
            } else {
                let end = cliques.vertex_after(section, vertices, all * part / count);
                cliques.before(&left, end)
            };
            left.iter_mut().zip(&own).for_each(|(left, own)| left.start = own.end);
            Part { vertices: cliques.reach_of(&own), cliques: own }
        };
        (1..=count).map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::joined::shifted::LongShifted;

    proptest! {
        #[test]
        fn each_clique_is_of_one_part_that_has_its_members(
            mut found in prop::collection::vec((0_u32..40, prop::collection::btree_set(0_u32..40, 1..6)), 1..80),
            count in 1_usize..5,
        ) {
            found.sort();
            let mut cliques = Cliques::default();
            for (number, (from, others)) in (0..).zip(&found) {
                let others = others.iter().filter(|&other| other != from);
                let members = [from].into_iter().chain(others);
                let members: Vec<_> = members.map(|&it| LongShifted::new(it, 0)).collect();
                if members.len() > 1 {
                    cliques.add(number, &members);
                }
            }
            let section: Section = cliques.counts().map(|count| 0..count);
            let parts = Part::cut(&cliques, &section, &(0..40), count);
            prop_assert_eq!(parts.len(), count);
            for Part { vertices, cliques: own } in &parts {
                let members = cliques.of::<true>(own).flat_map(|(_, members)| members.iter());
                let members: Vec<u32> = members.map(|(vertex, _)| vertex).collect();
                let first = members.iter().min().map_or(0, |&first| first);
                prop_assert_eq!(vertices, &(first..members.iter().max().map_or(0, |last| last + 1)));
            }
            for (size, all) in section.into_iter().enumerate() {
                let numbers = parts.iter().flat_map(|part| part.cliques[size].clone());
                prop_assert!(numbers.eq(all));
            }
        }
    }

    #[test]
    fn parts_are_of_about_one_size() {
        let mut cliques = Cliques::default();
        for from in 0..10_000 {
            for other in 1..4 {
                cliques.add(0, &[from, from + other].map(|vertex| LongShifted::new(vertex, 0)));
            }
        }
        let section = cliques.counts().map(|count| 0..count);
        for part in Part::cut(&cliques, &section, &(0..10_003), 3) {
            assert!(cliques.members_of(&part.cliques) > 19_900, "{part:?}");
            assert!(part.vertices.len() < 3_400, "{part:?}");
        }
    }
}
