//! The farthest starts of a group.

/// The farthest starts that were met so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Farthest {
    pub(crate) moves: u32,
    pub(crate) starts: u64,
    /// Those that are wanted as boards: the vertex, the anchor of the goal piece, and where it goes
    /// if the family leaves that open.
    pub(crate) boards: Vec<(u32, u8, u8)>,
}

impl Farthest {
    /// Forgets everything but its memory.
    pub(crate) fn clear(&mut self) {
        (self.moves, self.starts) = (0, 0);
        self.boards.clear();
    }

    /// Takes note of a start, as a board too if that many moves are wanted.
    #[inline]
    pub(crate) fn meet(&mut self, moves: u32, start: (u32, u8, u8), wanted: bool) {
        if moves < self.moves {
            return;
        }
        if moves > self.moves {
            self.moves = moves;
            self.starts = 0;
            self.boards.clear();
        }
        self.starts += 1;
        if wanted {
            self.boards.push(start);
        }
    }
}
