//! The four ways to go.

/// A way to go by one unit. The order is that of the letters, which is also the order of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row up.
    Up,
}

impl Direction {
    /// All of them, by number.
    pub const ALL: [Self; 4] = [Self::Down, Self::Left, Self::Right, Self::Up];

    /// Its letter in the notation of moves.
    pub fn letter(self) -> char {
        ['d', 'l', 'r', 'u'][self as usize]
    }

    /// The columns and rows that it leads to the right and down.
    pub fn offset(self) -> (i32, i32) {
        [(0, 1), (-1, 0), (1, 0), (0, -1)][self as usize]
    }

    /// The way back.
    pub fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// Whether it leads along a row.
    pub fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}
