//! Deals: every container of a colour's worth of objects is full, and some more are empty.

use crate::position::Position;

/// How many colours, objects of each (as many as a container holds) and empty containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// The number of colours.
    pub colours: usize,
    /// The capacity of the containers.
    pub capacity: usize,
    /// The number of empty containers.
    pub empty: usize,
}

impl Deal {
    /// The position in which the colours, counted from 0, lie in this order: container after
    /// container, each from bottom to top.
    pub fn position(&self, objects: &[u8]) -> Position {
        Position::dealt(objects, self.capacity, self.empty)
    }

    /// A deal by chance; all are equally likely, and a seed always gives the same one.
    ///
    /// The objects, in order of their colours, are shuffled (Fisher and Yates, from the last to
    /// the second) by the generator SplitMix64 started with `seed`.
    pub fn shuffled(&self, seed: u64) -> Position {
        let mut objects: Vec<u8> = (0..self.colours * self.capacity)
            .map(|object| (object / self.capacity) as u8)
            .collect();
        let mut chance = SplitMix64(seed);
        for last in (1..objects.len()).rev() {
            objects.swap(last, chance.below(last as u64 + 1) as usize);
        }
        self.position(&objects)
    }
}

/// Steele, Lea and Flood's generator of 64-bit numbers.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, each as likely: those of an uneven last part are thrown away.
    fn below(&mut self, bound: u64) -> u64 {
        let even = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < even {
                return number % bound;
            }
        }
    }
}
