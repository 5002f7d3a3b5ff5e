//! A puzzle begun elsewhere: from a board that somebody has come to.

use crate::grid::Cells;
use crate::puzzle::{Goal, Puzzle};
use crate::rows::{self, Rows};

/// A text that is no board of a puzzle, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{board:?} is no board of this puzzle: {problem}")]
pub struct NoBoard {
    /// The text.
    pub board: String,
    /// What is wrong with it.
    pub problem: String,
}

impl Puzzle {
    /// The cells of every piece, in the order of the pieces, on a board as
    /// [`board`](Puzzle::board) writes it.
    ///
    /// # Errors
    /// If it is no board of this puzzle.
    pub fn read_board(&self, board: &str) -> Result<Vec<Cells>, NoBoard> {
        let no_board = |problem| NoBoard { board: board.to_owned(), problem };
        let wrong = |problem| Err(no_board(problem));
        let field = &self.field;
        let rows = rows::split(board);
        let rows = Rows::new(&rows).map_err(|ragged| no_board(ragged.to_string()))?;
        if rows.size() != (field.width(), field.height()) {
            return wrong(format!("the size is {}x{}", field.width(), field.height()));
        }
        let mut cells = vec![0; self.pieces.len()];
        for (x, y, name) in rows.each() {
            let cell = field.cell(x, y);
            let piece = self.pieces.iter().position(|piece| piece.name == name);
            match (cell, piece) {
                (Some(cell), Some(piece)) => cells[piece] |= 1 << cell,
                (Some(_), None) if name == '.' => {}
                (None, None) if name == '#' => {}
                _ => return wrong(format!("row {} has {name:?} in column {}", y + 1, x + 1)),
            }
        }
        for (piece, &cells) in self.pieces.iter().zip(&cells) {
            let alike = cells != 0 && field.shape(cells) == field.shape(piece.cells);
            if !alike || field.cuts(cells) {
                return wrong(format!("piece {} has another shape", piece.name));
            }
        }
        Ok(cells)
    }

    /// The same puzzle with another start, a board as [`board`](Puzzle::board) writes it.
    ///
    /// # Errors
    /// As [`read_board`](Self::read_board).
    pub fn started_at(&self, board: &str) -> Result<Self, NoBoard> {
        let cells = self.read_board(board)?;
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_unstable_by_key(|&piece| cells[piece].trailing_zeros());
        let mut puzzle = self.clone();
        puzzle.pieces = order.iter().map(|&piece| self.pieces[piece].clone()).collect();
        for (piece, &old) in puzzle.pieces.iter_mut().zip(&order) {
            piece.cells = cells[old];
        }
        let number = |old: usize| order.iter().position(|&piece| piece == old).unwrap_or(old);
        for Goal { placed, .. } in &mut puzzle.goals {
            placed.iter_mut().for_each(|(piece, _)| *piece = number(*piece));
        }
        Ok(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use crate::format::text::read_board;

    #[test]
    fn a_puzzle_goes_on_from_a_board() {
        let puzzle = read_board("AB/C.", None).unwrap();
        let other = puzzle.started_at("CB/.A").unwrap();
        assert_eq!(other.start(), "CB/.A");
        assert_eq!(other.goal_board(&other.goals[0]), puzzle.goal_board(&puzzle.goals[0]));
        let problem = |board| puzzle.started_at(board).unwrap_err().problem;
        assert_eq!(problem("ABC/..."), "the size is 2x2");
        assert_eq!(problem("AB/D."), "row 2 has 'D' in column 1");
        assert_eq!(problem("AB/#."), "row 2 has '#' in column 1");
        assert_eq!(problem("AB/CC"), "piece C has another shape");
        assert_eq!(problem("AB/.."), "piece C has another shape");
    }
}
