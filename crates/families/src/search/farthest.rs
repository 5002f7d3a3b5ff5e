//! The farthest starts of a group.

/// The farthest starts that were met so far.
#[derive(Debug, Clone)]
pub(crate) struct Farthest<S> {
    pub(crate) moves: u32,
    pub(crate) starts: u64,
    /// Those that are wanted as boards.
    pub(crate) boards: Vec<S>,
}

/// A start: the vertex, the anchor of the goal piece, and where it goes if the family leaves that open.
pub(crate) type Start = (u32, u8, u8);

impl<S> Default for Farthest<S> {
    fn default() -> Self {
        Farthest { moves: 0, starts: 0, boards: Vec::new() }
    }
}

impl<S> Farthest<S> {
    /// Forgets everything but its memory.
    pub(crate) fn clear(&mut self) {
        (self.moves, self.starts) = (0, 0);
        self.boards.clear();
    }

    /// Takes note of a start, as a board too if that many moves are wanted.
    #[inline]
    pub(crate) fn meet(&mut self, moves: u32, start: S, wanted: bool) {
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
