//! The rule of the game: how the tiles slide.

use antipode_frontier::Space;

use crate::frame::Board;
use crate::size::{Direction, Metric, Size};

/// The moves on a board, whose goal has its blank in cell `home`.
///
/// Neighbours come in the order in which [`Direction`]s do, those of several tiles after those
/// of fewer. The used operators are directions, one bit each. In the single-tile metric that
/// is the way back. In the multi-tile metric it is both directions of the line along which the
/// blank came: what lies on it is reached from where the blank started.
#[derive(Debug, Clone, Copy)]
pub struct Slides {
    size: Size,
    home: usize,
    metric: Metric,
}

impl Slides {
    /// The moves for goals with their blank in cell `home`.
    pub fn new(size: Size, home: usize, metric: Metric) -> Self {
        Slides { size, home, metric }
    }
}

impl Space for Slides {
    type State = Board;
    type Used = u8;
    const REVERSIBLE: bool = true;

    #[inline]
    fn expand(&self, state: Board, used: u8, mut emit: impl FnMut(Board, u8)) {
        let blank = state.find(self.home);
        for direction in Direction::ALL {
            let bit = |direction: Direction| 1 << direction as u8;
            if used & bit(direction) != 0 {
                continue;
            }
            let back = bit(direction.opposite());
            let mut next = (state, blank);
            while let Some(cell) = self.size.step(next.1, direction) {
                next = (next.0.slide(self.home, next.1, cell), cell);
                match self.metric {
                    Metric::Single => {
                        emit(next.0, back);
                        break;
                    }
                    Metric::Multi => emit(next.0, back | bit(direction)),
                }
            }
        }
    }
}
