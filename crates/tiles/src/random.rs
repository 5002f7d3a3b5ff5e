//! Random positions, the same ones for the same seed.

use crate::frame::Frame;
use crate::position::Position;

/// An endless sequence of positions from which a goal can be reached, all equally likely.
#[derive(Debug, Clone)]
pub struct Random {
    frame: Frame,
    state: u64,
}

impl Random {
    /// The sequence of this seed.
    pub fn new(goal: Position, seed: u64) -> Self {
        Random { frame: Frame::new(goal), state: seed }
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

impl Iterator for Random {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let size = self.frame.size();
        loop {
            let mut tiles: Vec<usize> = (0..size.cells()).collect();
            // Fisher and Yates; of 2^64 numbers the remainder by 16 is as good as even.
            for last in (1..tiles.len()).rev() {
                let other = self.number() % (last as u64 + 1);
                tiles.swap(last, other as usize);
            }
            let position = Position::new(size, &tiles).expect("it is a permutation");
            if self.frame.is_reachable(&position) {
                return Some(position);
            }
        }
    }
}
