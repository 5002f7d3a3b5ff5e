//! The five canonical positions of the watched tiles.

use crate::position::{Cell, Track};

/// A canonical position of the top N pairs, without their colours: full towers on two of the
/// tracks, so that nothing is in the way of a larger tile on the third.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// Towers on both sides, the centre open.
    Home,
    /// Towers in the centre and on the right, the left open.
    Left,
    /// The same, but the first tile of the centre is on top of the right tower.
    LeftTopped,
    /// Towers on the left and in the centre, the right open.
    Right,
    /// The same, but the first tile of the centre is on top of the left tower.
    RightTopped,
}

impl Shape {
    /// All of them. Those with the right track open are images of those with the left one open.
    pub const ALL: [Shape; 5] =
        [Shape::Home, Shape::Left, Shape::LeftTopped, Shape::Right, Shape::RightTopped];

    /// The track that has none of the watched tiles.
    pub fn open(self) -> Track {
        match self {
            Shape::Home => Track::Centre,
            Shape::Left | Shape::LeftTopped => Track::Left,
            Shape::Right | Shape::RightTopped => Track::Right,
        }
    }

    /// The shape with left and right swapped.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Shape::Home => Shape::Home,
            Shape::Left => Shape::Right,
            Shape::LeftTopped => Shape::RightTopped,
            Shape::Right => Shape::Left,
            Shape::RightTopped => Shape::LeftTopped,
        }
    }

    /// Where the two tiles of a size are, the first of them first. The one on top of a tower counts
    /// as in the centre, so that a reflection always swaps first and second. A pair is swapped if
    /// its first tile is orange.
    pub fn cells(self, size: u8) -> [Cell; 2] {
        use Track::{Centre, Left, Right};
        match (self, size) {
            (Shape::LeftTopped, 1) => [(Right, 0), (Right, 1)],
            (Shape::RightTopped, 1) => [(Left, 1), (Left, 0)],
            (Shape::Home, _) => [(Left, size), (Right, size)],
            (Shape::Left | Shape::LeftTopped, _) => [(Centre, size), (Right, size)],
            (Shape::Right | Shape::RightTopped, _) => [(Left, size), (Centre, size)],
        }
    }
}
