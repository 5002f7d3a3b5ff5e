//! The cliques of a component in parts, which several threads go through at a time.
//!
//! A part has some vertices, one after the other, and cliques that join no others: what one thread writes no
//! other looks at. Cliques lie in the order of the vertices that they were found from, and reach mostly no further
//! than one layer of the breadth-first search that numbered those. So all can be of a part but those that
//! cross its ends, which make seams and are left to one thread.

use std::ops::Range;

use crate::joined::sizes::{Cliques, Section};

/// The cliques of a component.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) parts: Vec<Part>,
    /// The cliques of no part.
    pub(super) seams: Vec<Section>,
}

/// Some vertices, and cliques that join those alone.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) vertices: Range<u32>,
    pub(super) cliques: Section,
}

impl Parts {
    /// Cuts a section, the cliques between these vertices, into so many parts of about as many members each.
    pub(super) fn new(
        cliques: &Cliques,
        section: &Section,
        vertices: Range<u32>,
        count: usize,
    ) -> Self {
        let mut cut = Parts::default();
        let all = cliques.members_of(section);
        let (mut at, mut left) = (vertices.start, section.clone());
        let mut seam = cliques.before(section, at);
        for part in 1..=count {
            let end = match part {
                _ if part == count => vertices.end,
                _ => at.max(cliques.vertex_after(section, vertices.clone(), all * part / count)),
            };
            let found = cliques.before(&left, end);
            let own = cliques.within(&found, &(at..end));
            for (size, own) in own.iter().enumerate() {
                seam[size].end = own.start;
                left[size].start = found[size].end;
            }
            cut.seams.push(std::mem::replace(&mut seam, own.clone().map(|own| own.end..own.end)));
            cut.parts.push(Part { vertices: at..end, cliques: own });
            at = end;
        }
        for (seam, section) in seam.iter_mut().zip(section) {
            seam.end = section.end;
        }
        cut.seams.push(seam);
        cut
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use proptest::prelude::*;

    use super::*;
    use crate::joined::shifted::LongShifted;

    proptest! {
        #[test]
        fn each_clique_is_in_one_part_or_seam_and_parts_join_their_own(
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
            let cut = Parts::new(&cliques, &section, 0..40, count);
            let mut at = 0;
            for Part { vertices, cliques: own } in &cut.parts {
                prop_assert_eq!(vertices.start, at);
                at = vertices.end;
                for (_, members) in cliques.of::<true>(own) {
                    prop_assert!(members.iter().all(|(vertex, _)| vertices.contains(&vertex)));
                }
            }
            prop_assert_eq!((at, cut.parts.len()), (40, count));
            let sections = || cut.parts.iter().map(|part| &part.cliques).chain(&cut.seams);
            for size in 0..section.len() {
                let numbers = sections().flat_map(|section| section[size].clone());
                let mut numbers: Vec<u32> = numbers.collect();
                numbers.sort_unstable();
                prop_assert_eq!(numbers, section[size].clone().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn cliques_that_reach_not_far_are_in_parts_of_about_one_size() {
        let mut cliques = Cliques::default();
        for from in 0..10_000 {
            for other in 1..4 {
                cliques.add(0, &[from, from + other].map(|vertex| LongShifted::new(vertex, 0)));
            }
        }
        let section = array::from_fn(|size| 0..cliques.counts()[size]);
        let cut = Parts::new(&cliques, &section, 0..10_003, 3);
        for part in cut.parts {
            assert!(cliques.members_of(&part.cliques) > 19_900, "{:?}", part.vertices);
        }
    }
}
