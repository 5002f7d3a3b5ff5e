//! The tasks of the paper, as pairs of positions.

use std::ops::RangeInclusive;

use crate::position::{Colour, MOST_HEIGHT, Position, Tile};

/// A task for towers of some height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Task {
    /// X: to exchange the towers.
    Exchange,
    /// T: to bring the blue tower to the centre track. Barred: but for the first tile, which ends
    /// on top of the orange tower.
    Transfer {
        /// Whether it is the barred task.
        barred: bool,
    },
    /// S: to sink the largest blue tile, alone on the left, under the other ones, a tower in the
    /// centre, which end up on the left. Barred: the first tile starts on top of the orange tower.
    Sink {
        /// Whether it is the barred task.
        barred: bool,
    },
}

impl Task {
    /// The first and the last position of the task for towers of `height`; none if that is not from 1 to 12. There is
    /// nothing to sink below height 2.
    pub fn ends(self, height: u8) -> Option<(Position, Position)> {
        let [first, last] = self.stacks(height).filter(|_| height <= MOST_HEIGHT)?;
        Some((Position::stacked(height, &first)?, Position::stacked(height, &last)?))
    }

    /// The same two positions as they are written, for towers of any height.
    pub fn written_ends(self, height: u8) -> Option<(String, String)> {
        let track = |stack: Vec<Tile>| stack.iter().map(Tile::to_string).collect::<String>();
        let [first, last] = self.stacks(height)?.map(|stacks| stacks.map(track).join("/"));
        Some((first, last))
    }

    /// The stacks of the first and of the last position, by track and from the bottom up, for
    /// towers of any height.
    pub(crate) fn stacks(self, height: u8) -> Option<[[Vec<Tile>; 3]; 2]> {
        let tower = |colour, sizes: RangeInclusive<u8>| -> Vec<Tile> {
            sizes.rev().map(|size| Tile { size, colour }).collect()
        };
        let barred = matches!(self, Task::Transfer { barred: true } | Task::Sink { barred: true });
        let blue = |sizes| tower(Colour::Blue, sizes);
        let orange = tower(Colour::Orange, 1..=height);
        let topped = [&orange[..], &blue(1..=u8::from(barred))].concat();
        // The highest tile that is with the other blue ones.
        let highest = 1 + u8::from(barred);
        let start = [blue(1..=height), vec![], orange.clone()];
        match self {
            Task::Exchange if height >= 1 => {
                let goal = [orange, vec![], blue(1..=height)];
                Some([start, goal])
            }
            Task::Transfer { .. } if height >= 1 => {
                Some([start, [vec![], blue(highest..=height), topped]])
            }
            Task::Sink { .. } if height >= 2 => Some([
                [blue(height..=height), blue(highest..=height - 1), topped],
                [blue(1..=height - 1), blue(height..=height), orange],
            ]),
            _ => None,
        }
    }
}
