//! Random positions, the same ones for the same seed.

use antipode_frontier::SplitMix64;

use crate::frame::Frame;
use crate::position::Position;

/// An endless sequence of positions from which a goal can be reached, all equally likely.
#[derive(Debug, Clone)]
pub struct Random {
    frame: Frame,
    chance: SplitMix64,
}

impl Random {
    /// The sequence of this seed.
    pub fn new(goal: Position, seed: u64) -> Self {
        Random { frame: Frame::new(goal), chance: SplitMix64::new(seed) }
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
                let other = self.chance.number() % (last as u64 + 1);
                tiles.swap(last, other as usize);
            }
            let position = Position::new(size, &tiles).expect("it is a permutation");
            if self.frame.is_reachable(&position) {
                return Some(position);
            }
        }
    }
}
