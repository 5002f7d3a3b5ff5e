//! The linear tree: all positions in breadth-first order from the goal, with a parent table.
//!
//! Two tables stand for the tree of all positions: the positions in the order in which they are
//! found, and for each the index of the one it was reached from. A solution is read off by
//! finding the start in the first table and following the second down to index 0, the goal.
//! They are the state table of a breadth-first search, saved. (The reference program calls it
//! linear tree search; its index 0 is unused.)
//!
//! The body of the file is both tables, at four bytes an entry: ranks (see [`Ranking`]), then
//! parents. For the 8-puzzle that is 1,451,520 bytes.

use std::path::Path;

use antipode_frontier::{Full, Layers, Parents};
use antipode_sealed::FileError;

use crate::frame::{Board, Frame};
use crate::position::Position;
use crate::rank::Ranking;
use crate::sealed::{Header, Sealed};
use crate::size::{Metric, Size};
use crate::slides::Slides;
use crate::solution::Solution;

/// The bytes of an entry of either table.
const ENTRY: usize = 4;

/// A board with too many positions for a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a {size} board is too large for {method}: at most {most} cells")]
pub struct TooLarge {
    /// The board.
    pub size: Size,
    /// What it is too large for.
    pub method: &'static str,
    /// The most cells that would do.
    pub most: usize,
}

/// Why there is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The board has too many positions.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The system has not the memory.
    #[error(transparent)]
    Memory(#[from] Full),
}

/// The linear tree of a goal, in memory or in a mapped file.
#[derive(Debug)]
pub struct Tree {
    sealed: Sealed,
    frame: Frame,
    ranking: Ranking,
}

impl Tree {
    /// The most cells of a board with a tree: 1,814,400 positions, a file of 14.5 MB.
    pub const MOST_CELLS: usize = 10;

    /// What a file of one begins with.
    pub const MAGIC: [u8; 8] = *b"TileTree";

    /// Searches everything that can be reached from `goal`.
    ///
    /// # Errors
    /// If the board is too large, or the system has not the memory.
    pub fn build(goal: Position, metric: Metric) -> Result<Self, TreeError> {
        let size = goal.size();
        let frame = Frame::new(goal);
        let too_large = TooLarge { size, method: "a tree", most: Self::MOST_CELLS };
        let ranking = ranking(&frame).ok_or(too_large)?;
        let space = Slides::new(size, frame.blank(), metric);
        let mut layers = Layers::<Board, u8, Parents>::default();
        layers.clear(ranking.states() as usize);
        layers.add_source(Board::solved(size))?;
        while layers.advance(&space)? > 0 {}
        let states = 0..layers.len();
        let ranks = states.clone().map(|index| ranking.rank(layers.state(index)));
        let parents = states.map(|index| match layers.mark(index) {
            Parents::NONE => 0,
            parent => parent,
        });
        let body = ranks.chain(parents).flat_map(u32::to_le_bytes).collect();
        let header = Header { magic: Self::MAGIC, metric, goal, count: layers.len() as u64 };
        Ok(Tree { sealed: Sealed::new(header, body), frame, ranking })
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.sealed.save(path)
    }

    /// Maps a file that was [saved](Self::save), having checked all of it.
    ///
    /// # Errors
    /// If it cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let sealed = Sealed::open(path, Self::MAGIC, |header| {
            let ranking = ranking(&Frame::new(header.goal))?;
            (header.count == ranking.states()).then_some(2 * ENTRY as u64 * header.count)
        })?;
        let frame = Frame::new(sealed.header.goal);
        let damaged = || FileError::damaged(path, "it is of no board");
        let ranking = ranking(&frame).ok_or_else(damaged)?;
        let tree = Tree { sealed, frame, ranking };
        if !tree.is_tree() {
            return Err(FileError::damaged(path, "its entries are no tree"));
        }
        Ok(tree)
    }

    /// Whether the entries are all positions, each once, and each but the goal with a parent before it, in the order of
    /// their distances along parents: a file of another program may hold anything, checksum or not.
    fn is_tree(&self) -> bool {
        let states = self.states() as usize;
        let rank = |index| entry(self.tables().0, index);
        let mut is_there = vec![false; states];
        let mut is_new = |rank: u32| {
            is_there.get_mut(rank as usize).is_some_and(|known| !std::mem::replace(known, true))
        };
        rank(0) == self.ranking.rank(Board::solved(self.frame.size()))
            && (0..states).all(|index| is_new(rank(index)))
            && (1..states).all(|index| self.parent(index) < index)
            && self.distances().is_sorted()
    }

    /// The goal.
    pub fn goal(&self) -> Position {
        self.sealed.header.goal
    }

    /// The metric.
    pub fn metric(&self) -> Metric {
        self.sealed.header.metric
    }

    /// The number of positions, the goal included.
    pub fn states(&self) -> u64 {
        self.sealed.header.count
    }

    /// A shortest solution, or none if the goal cannot be reached from `start`. Of several it
    /// is the one along parents: always the first position found that is nearer to the goal.
    ///
    /// # Panics
    ///
    /// If `start` is a position of another board.
    pub fn solve(&self, start: &Position) -> Option<Solution> {
        assert_eq!(start.size(), self.goal().size(), "the tree is of another board");
        if !self.frame.is_reachable(start) {
            return None;
        }
        let rank = self.ranking.rank(self.frame.board(start)).to_le_bytes();
        let (ranks, _) = self.tables();
        let mut index = ranks.chunks_exact(ENTRY).position(|entry| entry == rank)?;
        let mut path = vec![self.board(index)];
        while index > 0 {
            index = self.parent(index);
            path.push(self.board(index));
        }
        Some(Solution::of(&self.frame, &path))
    }

    /// The number of positions at each distance from the goal.
    pub fn depths(&self) -> Vec<u64> {
        let mut depths = Vec::new();
        for distance in self.distances() {
            if distance as usize == depths.len() {
                depths.push(0);
            }
            depths[distance as usize] += 1;
        }
        depths
    }

    /// The distance of each position from the goal, along parents.
    fn distances(&self) -> Vec<u32> {
        let mut distances = vec![0];
        for index in 1..self.states() as usize {
            distances.push(distances[self.parent(index)] + 1);
        }
        distances
    }

    fn board(&self, index: usize) -> Board {
        self.ranking.board(entry(self.tables().0, index))
    }

    fn parent(&self, index: usize) -> usize {
        entry(self.tables().1, index) as usize
    }

    /// Ranks and parents.
    fn tables(&self) -> (&[u8], &[u8]) {
        let body = self.sealed.body();
        body.split_at(body.len() / 2)
    }
}

fn ranking(frame: &Frame) -> Option<Ranking> {
    let fits = frame.size().cells() <= Tree::MOST_CELLS;
    Ranking::new(frame.size(), frame.blank()).filter(|_| fits)
}

fn entry(table: &[u8], index: usize) -> u32 {
    let bytes = &table[ENTRY * index..][..ENTRY];
    u32::from_le_bytes(bytes.try_into().expect("an entry is four bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_file_that_holds_no_tree_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("2x2.tree");
        let goal = Position::solved("2x2".parse().unwrap());
        let tree = Tree::build(goal, Metric::Single).unwrap();
        tree.save(&path).unwrap();
        let states = Tree::open(&path).unwrap().states() as usize;
        let second = entry(tree.tables().0, 2);
        // The goal's rank, another rank: that of no position, or of one that is there; a parent: none where there is
        // one, the entry itself, or one that is too near for those behind it.
        for (entry, value) in [
            (0, 1),
            (1, u32::MAX),
            (1, second),
            (states + 3, u32::MAX),
            (states + 3, 3),
            (states + 9, 0),
        ] {
            let mut body = tree.sealed.body().to_vec();
            body[ENTRY * entry..][..ENTRY].copy_from_slice(&value.to_le_bytes());
            Sealed::new(tree.sealed.header, body).save(&path).unwrap();
            assert!(matches!(Tree::open(&path), Err(FileError::Damaged { .. })), "{entry}");
        }
    }
}
