//! The farthest starts of a group.
//!
//! Where a family leaves open where the goal piece starts, or where it ends, many starts of a group may be the farthest
//! ones. Where they are too many to be listed, they are searched for once more when they are asked for.

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

/// So many of them are listed.
const MOST_LISTED: usize = 1 << 12;

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

    /// As [`meet`](Self::meet), but lists no more than some of those that are wanted.
    #[inline]
    pub(crate) fn meet_some(&mut self, moves: u32, start: S, wanted: bool) {
        self.meet(moves, start, wanted);
        self.boards.truncate(MOST_LISTED);
    }
}

impl<S: Copy> Farthest<S> {
    /// Hands each of them to `visit`. If not all are listed, `search` finds all starts once more, and hands on how many
    /// moves each takes.
    pub(crate) fn each(
        &self,
        mut visit: impl FnMut(S),
        search: impl FnOnce(&mut dyn FnMut(u32, S)),
    ) {
        if self.boards.len() as u64 == self.starts {
            self.boards.iter().copied().for_each(visit);
            return;
        }
        search(&mut |moves, start| {
            if moves == self.moves {
                visit(start);
            }
        });
    }
}
