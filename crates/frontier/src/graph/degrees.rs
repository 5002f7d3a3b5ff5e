//! Vertices in the order of their degrees.
//!
//! The vertices of each degree are a tree of bits, 64 to a word: a bit of a word further up says that
//! there is some bit in the word below. The first vertex of the least degree is found in a few
//! steps, and nothing is ever compared.

/// A set of vertices whose degrees change.
#[derive(Debug)]
pub(super) struct Degrees {
    vertices: usize,
    most: usize,
    /// For each degree, the vertices that have it.
    sets: Vec<Bits>,
}

impl Degrees {
    /// An empty set of vertices below `vertices`. Those of degrees beyond `most` are left out.
    pub(super) fn new(vertices: usize, most: usize) -> Self {
        Degrees { vertices, most, sets: Vec::new() }
    }

    /// Takes in a vertex of that degree.
    pub(super) fn insert(&mut self, vertex: u32, degree: usize) {
        if degree > self.most {
            return;
        }
        if self.sets.len() <= degree {
            self.sets.resize_with(degree + 1, || Bits::new(self.vertices));
        }
        self.sets[degree].insert(vertex as usize);
    }

    /// Takes out a vertex of that degree.
    pub(super) fn remove(&mut self, vertex: u32, degree: usize) {
        if degree <= self.most {
            self.sets[degree].remove(vertex as usize);
        }
    }

    /// Takes out the first of the vertices of the least degree.
    pub(super) fn take_first(&mut self) -> Option<u32> {
        let set = self.sets.iter_mut().find(|set| !set.is_empty())?;
        let first = set.first();
        set.remove(first);
        Some(first as u32)
    }
}

/// A set of numbers.
#[derive(Debug)]
struct Bits {
    /// The bits of the numbers, those of its words that are not 0, and so on up to one word.
    levels: Vec<Vec<u64>>,
}

const WORD_BITS: usize = u64::BITS as usize;

impl Bits {
    /// An empty set of numbers below `size`.
    fn new(size: usize) -> Self {
        let mut levels = Vec::new();
        let mut words = size;
        while words > 1 || levels.is_empty() {
            words = words.div_ceil(WORD_BITS).max(1);
            levels.push(vec![0; words]);
        }
        Bits { levels }
    }

    fn is_empty(&self) -> bool {
        self.levels.last().is_none_or(|top| top[0] == 0)
    }

    fn insert(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number / WORD_BITS];
            let was = *word;
            *word |= 1 << (number % WORD_BITS);
            if was != 0 {
                break;
            }
            number /= WORD_BITS;
        }
    }

    fn remove(&mut self, mut number: usize) {
        for level in &mut self.levels {
            let word = &mut level[number / WORD_BITS];
            *word &= !(1 << (number % WORD_BITS));
            if *word != 0 {
                break;
            }
            number /= WORD_BITS;
        }
    }

    /// The least number of a set that is not empty.
    fn first(&self) -> usize {
        let down = |number: usize, level: &Vec<u64>| {
            number * WORD_BITS + level[number].trailing_zeros() as usize
        };
        self.levels.iter().rev().fold(0, down)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_vertex_of_the_least_degree_comes_first(
            steps in prop::collection::vec((0_u32..5000, 0_usize..12, any::<bool>()), 1..300),
        ) {
            let mut degrees = Degrees::new(5000, 9);
            let mut plain = BTreeSet::new();
            for (vertex, degree, takes) in steps {
                if takes {
                    let first = plain.pop_first();
                    prop_assert_eq!(degrees.take_first(), first.map(|(_, vertex)| vertex));
                } else if plain.remove(&(degree, vertex)) {
                    degrees.remove(vertex, degree);
                } else {
                    degrees.insert(vertex, degree);
                    if degree <= 9 {
                        plain.insert((degree, vertex));
                    }
                }
            }
            while let Some((_, vertex)) = plain.pop_first() {
                prop_assert_eq!(degrees.take_first(), Some(vertex));
            }
            prop_assert_eq!(degrees.take_first(), None);
        }
    }
}
