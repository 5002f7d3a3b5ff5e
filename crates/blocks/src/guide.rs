//! The way home from any board of a group: hints for who plays.
//!
//! One search outwards from all goals tells how far every board of the group is from the nearest.
//! A hint is then a look at the neighbours.

use std::fmt;

use antipode_frontier::Progress;

use crate::elsewhere::NoBoard;
use crate::grid::Cells;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::solve::{SolveError, Table, before, outwards, whole};
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};
use crate::walk::Walk;

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// How many moves are still to make at the least.
    pub togo: usize,
    /// The first of them, in notation; none on a solved board.
    pub next: Option<String>,
}

/// The distances of all boards of a group from the nearest goal.
pub struct Guide {
    puzzle: Puzzle,
    map: Box<dyn Map>,
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guide").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl Guide {
    /// Searches the group of the start of `puzzle`, in about `memory` bytes.
    pub fn new(
        puzzle: &Puzzle,
        metric: Metric,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        let map = visit(puzzle, metric, Mapping { memory, progress })??;
        Ok(Guide { puzzle: puzzle.clone(), map })
    }

    /// Whether a board, as [`Puzzle::board`] writes it, is of the group.
    pub fn knows(&self, board: &str) -> Result<bool, NoBoard> {
        Ok(self.map.knows(&self.puzzle.read_board(board)?))
    }

    /// What to do at a board, as [`Puzzle::board`] writes it; none if no goal can be reached from
    /// there, or the board is of another group.
    pub fn hint(&self, board: &str) -> Result<Option<Hint>, NoBoard> {
        Ok(self.map.hint(&self.puzzle, &self.puzzle.read_board(board)?))
    }
}

/// A searched group, whatever its positions are packed in. Boards are the cells of every piece.
trait Map {
    fn knows(&self, board: &[Cells]) -> bool;

    fn hint(&self, puzzle: &Puzzle, board: &[Cells]) -> Option<Hint>;
}

struct Mapping<'a> {
    memory: usize,
    progress: &'a dyn Progress,
}

impl Visit for Mapping<'_> {
    type Output = Result<Box<dyn Map>, SolveError>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        let group = whole(positions, self.memory / 2, self.progress)?;
        let table = outwards(positions, &group, self.memory / 2, self.progress)?;
        let is_solvable = !table.is_empty();
        let table = if is_solvable { table } else { group };
        Ok(Box::new(Mapped { positions: positions.clone(), table, is_solvable }))
    }
}

struct Mapped<K: Packed> {
    positions: Positions<K>,
    /// The group, by the distance from the nearest goal if there is one.
    table: Table<K>,
    is_solvable: bool,
}

impl<K: Packed> Map for Mapped<K> {
    fn knows(&self, board: &[Cells]) -> bool {
        let position = self.positions.pack(board.iter().copied());
        position.is_some_and(|position| self.table.find(position).is_some())
    }

    fn hint(&self, puzzle: &Puzzle, board: &[Cells]) -> Option<Hint> {
        let places = self.positions.places(board.iter().copied())?;
        let position = self.positions.packed(places);
        let index = self.table.find(position).filter(|_| self.is_solvable)?;
        let togo = self.table.distance(index);
        let next = togo.checked_sub(1).map(|nearer| {
            let next = before(&self.positions, &self.table, position, nearer);
            let next = *next.first().expect("every state was reached from the layer before");
            Walk::from(puzzle, &self.positions, places).go(next)
        });
        Some(Hint { togo, next })
    }
}

#[cfg(test)]
mod tests {
    use antipode_frontier::Silent;

    use super::*;
    use crate::format::text::read_board;
    use crate::replay::replay;

    #[test]
    fn hints_lead_home_along_a_shortest_way() {
        for (_, metric) in Metric::NAMES {
            let puzzle = read_board("AB./CBD/EFD/GHD", None).unwrap();
            let guide = Guide::new(&puzzle, metric, 1 << 24, &Silent).unwrap();
            let mut board = puzzle.start();
            let mut moves = Vec::new();
            let first = guide.hint(&board).unwrap().unwrap();
            while let Some(next) = guide.hint(&board).unwrap().unwrap().next {
                moves.push(next);
                let togo = first.togo - moves.len();
                let boards = crate::replay::play(&puzzle, metric, &puzzle.start(), &moves).unwrap();
                board = boards.last().unwrap().clone();
                assert_eq!(guide.hint(&board).unwrap().unwrap().togo, togo);
            }
            assert_eq!(moves.len(), first.togo);
            assert!(replay(&puzzle, metric, &puzzle.start(), &moves).is_ok());
        }
    }

    #[test]
    fn where_there_is_no_way_home_there_is_no_hint() {
        let puzzle = read_board("AB/CC/.D", None).unwrap();
        let guide = Guide::new(&puzzle, Metric::Move, 1 << 24, &Silent).unwrap();
        assert_eq!(guide.hint("AB/CC/D."), Ok(None));
        assert_eq!(guide.knows("AB/CC/D."), Ok(true));
        assert_eq!(guide.knows("CC/AB/D."), Ok(false));
        assert!(guide.hint("AB/CC").is_err());
    }
}
