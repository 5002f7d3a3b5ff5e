//! A path of positions told as moves of named pieces.
//!
//! The search does not tell interchangeable pieces apart; here every piece keeps its name. Of the
//! moves that lead from one position of a path to the next, the smallest as text is taken.

use std::collections::BTreeSet;

use antipode_frontier::Space;

use crate::direction::Direction;
use crate::metric::Reach;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Places, Positions};

/// A solution told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walked {
    /// The board at the beginning, as [`Puzzle::board`] writes it.
    pub start: String,
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The board at the end.
    pub goal: String,
}

/// A position whose pieces are told apart.
pub(crate) struct Walk<'a, K> {
    puzzle: &'a Puzzle,
    positions: &'a Positions<K>,
    /// The place of each piece, in the slot that it had at the beginning. A packed position has
    /// the pieces of a group sorted; these are not.
    places: Places,
}

impl<'a, K: Packed> Walk<'a, K> {
    /// A walk from a position. At the start of the puzzle every piece has its own name, elsewhere
    /// interchangeable pieces are named in row order.
    pub(crate) fn new(puzzle: &'a Puzzle, positions: &'a Positions<K>, start: K) -> Self {
        Self::from(puzzle, positions, positions.unpack(start))
    }

    /// A walk from these places of the pieces, those of a group in any order.
    pub(crate) fn from(puzzle: &'a Puzzle, positions: &'a Positions<K>, places: Places) -> Self {
        Walk { puzzle, positions, places }
    }

    /// Walks along `path`, which begins here.
    pub(crate) fn follow(mut self, path: &[K]) -> Walked {
        let start = self.board();
        let moves = path[1..].iter().map(|&next| self.go(|position| position == next)).collect();
        Walked { start, moves, goal: self.board() }
    }

    fn board(&self) -> String {
        let cells = |&slot: &usize| self.positions.piece(slot, self.places[slot]).cells;
        self.puzzle.board(self.positions.order.iter().map(cells))
    }

    /// Walks by the smallest of `length` moves. Of the positions a move away, `nearer` picks those from
    /// which so many moves are left.
    pub(crate) fn shortest<E>(
        mut self,
        length: usize,
        mut nearer: impl FnMut(BTreeSet<K>, usize) -> Result<BTreeSet<K>, E>,
    ) -> Result<Walked, E> {
        let start = self.board();
        let mut moves = Vec::with_capacity(length);
        for left in (0..length).rev() {
            let mut beside = BTreeSet::new();
            let at = self.positions.packed(self.places);
            self.positions.expand(at, 0, |neighbour, _| {
                beside.insert(neighbour);
            });
            let wanted = nearer(beside, left)?;
            moves.push(self.go(|position| wanted.contains(&position)));
        }
        Ok(Walked { start, moves, goal: self.board() })
    }

    /// Makes the smallest move to a position that is `wanted`, and tells it. A move of fewer pieces
    /// is smaller, then the one that comes first as text.
    pub(crate) fn go(&mut self, wanted: impl Fn(K) -> bool) -> String {
        let mut best: Option<((u32, String), Places)> = None;
        let mut consider = |set: u64, places: &Places| {
            if wanted(self.positions.packed(*places)) {
                let name = format!("{}{}", self.names(set), self.steps(set, places));
                let name = (set.count_ones(), name);
                if best.as_ref().is_none_or(|best| name < best.0) {
                    best = Some((name, *places));
                }
            }
        };
        self.positions.each_action(&self.places, &mut consider);
        let ((_, name), places) = best.expect("neighbours on a path are an action apart");
        self.places = places;
        name
    }

    /// The names of the pieces in a set, in their order, joined by `+`.
    fn names(&self, set: u64) -> String {
        let pieces = self.puzzle.pieces.iter().zip(&self.positions.order);
        let mut names: Vec<char> = pieces
            .filter(|(_, slot)| set >> **slot & 1 == 1)
            .map(|(piece, _)| piece.name)
            .collect();
        names.sort_unstable();
        names.iter().map(char::to_string).collect::<Vec<_>>().join("+")
    }

    /// The smallest of the shortest paths that take `set` from here to `to`.
    fn steps(&self, set: u64, to: &Places) -> String {
        let here = &self.places;
        let others = self.positions.covered(here) ^ self.positions.cells_of(here, set);
        let mut paths = vec![(self.places, String::new(), None)];
        let mut next = 0;
        while next < paths.len() {
            let (places, path, last) = paths[next].clone();
            next += 1;
            if places == *to && !path.is_empty() {
                return path;
            }
            // In a straight line, the first step is also the last.
            let straight = self.positions.metric().reach() != Reach::Path;
            for step in Direction::ALL {
                if let Some(after) = self.positions.pushed(&places, set, others, step)
                    && !(straight && last.is_some_and(|last| last != step))
                    && paths.iter().all(|known| known.0 != after)
                {
                    paths.push((after, format!("{path}{}", step.letter()), Some(step)));
                }
            }
        }
        unreachable!("an action has a path of unit steps")
    }
}
