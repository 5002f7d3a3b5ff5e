//! The cliques of a component in parts, which several threads go through at a time.
//!
//! Cliques lie in the order of the vertices that they were found from, and reach no further than one layer of the
//! breadth-first search that numbered those. So where the vertices of a component are cut in two, few cliques have
//! some on either side, and all before these have none behind the cut, all after them none before it. They are
//! gone through once all others are, so that no two threads have to do with the same vertices at a time.

use std::ops::Range;

use crate::joined::sizes::{Cliques, Section};

/// Some cliques of a component, and the vertices among which all of their members are.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) vertices: Range<u32>,
    pub(super) cliques: Section,
}

impl Part {
    /// Cuts a section, the cliques between these vertices, into so many parts of about as many members each, or fewer
    /// if layers are large, and what is between them. The vertices of neither have any in common.
    pub(super) fn cut(
        cliques: &Cliques,
        section: &Section,
        vertices: &Range<u32>,
        count: usize,
    ) -> [Vec<Self>; 2] {
        let all = cliques.members_of(section);
        let [mut parts, mut between] = [Vec::new(), Vec::<Part>::new()];
        let mut left = Part { vertices: vertices.clone(), cliques: section.clone() };
        for part in 1..count {
            let cut = cliques.vertex_after(section, vertices, all * part / count);
            let [before, across, after] = cliques.cut(&left.cliques, cut);
            let reach = cliques.reach_of(&across).unwrap_or(cut..cut);
            if reach.start >= between.last().map_or(0, |last| last.vertices.end) {
                parts.push(Part { vertices: left.vertices.start..cut, cliques: before });
                between.push(Part { vertices: reach, cliques: across });
                left = Part { vertices: cut..vertices.end, cliques: after };
            }
        }
        parts.push(left);
        [parts, between]
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
            let turns = Part::cut(&cliques, &section, &(0..40), count);
            for parts in &turns {
                prop_assert!(parts.len() <= count);
                let mut end = 0;
                for Part { vertices, cliques: own } in parts {
                    prop_assert!(end <= vertices.start, "{turns:?}");
                    end = vertices.end;
                    let mut members = cliques.of::<true>(own).flat_map(|(_, members)| members.iter());
                    prop_assert!(members.all(|(vertex, _)| vertices.contains(&vertex)), "{turns:?}");
                }
                prop_assert!(end <= 40);
            }
            for (size, all) in section.into_iter().enumerate() {
                let parts = turns.iter().flatten();
                let mut numbers: Vec<u32> = parts.flat_map(|part| part.cliques[size].clone()).collect();
                numbers.sort_unstable();
                prop_assert!(numbers.into_iter().eq(all));
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
        let [parts, between] = Part::cut(&cliques, &section, &(0..10_003), 3);
        assert_eq!((parts.len(), between.len()), (3, 2));
        for part in parts {
            assert!(cliques.members_of(&part.cliques) > 19_900, "{part:?}");
            assert!(part.vertices.len() < 3_400, "{part:?}");
        }
        for part in between {
            assert!(cliques.members_of(&part.cliques) < 20, "{part:?}");
        }
    }
}
