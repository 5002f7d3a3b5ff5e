//! Boards, pieces and goals as forms say them that number their pieces or mark them.

use crate::field::{Field, FieldError};
use crate::format::error::{At, FormatError, Inexpressible, cannot, error};
use crate::grid::Cells;
use crate::puzzle::{Goal, Piece, Puzzle};

/// Characters that cannot be a piece's name: they mean something, here or in solutions.
pub(crate) const RESERVED: &str = ".#_+:/,\"";

/// Whether a character can be a piece's name.
pub(crate) fn is_name(symbol: char) -> bool {
    // No XML, as in pictures and graphs, may hold the last two.
    let is_text = !symbol.is_control() && !matches!(symbol, '\u{fffe}' | '\u{ffff}');
    is_text && !symbol.is_whitespace() && !RESERVED.contains(symbol)
}

/// A board that cannot be used, at the place that says how large it is.
pub(super) fn sized(field: Result<Field, FieldError>, at: At) -> Result<Field, FormatError> {
    field.or_else(|bad| error(at, bad))
}

/// Puts pieces in row order and gives every one a name of its own: the one that it has, unless
/// an earlier piece has it already or it cannot be a name.
pub(super) fn name(pieces: &mut [Piece]) {
    pieces.sort_by_key(|piece| piece.cells.trailing_zeros());
    let mut taken: Vec<char> = Vec::new();
    let mut unnamed = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        if is_name(piece.name) && !taken.contains(&piece.name) {
            taken.push(piece.name);
        } else {
            unnamed.push(index);
        }
    }
    // There are at most 64 pieces.
    let names = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('À'..='Ö');
    let mut free = names.filter(|name| !taken.contains(name)).collect::<Vec<_>>().into_iter();
    for (index, name) in unnamed.into_iter().zip(&mut free) {
        pieces[index].name = name;
    }
}

/// The goal that pieces with these marks and shapes be at these places, as far as there are
/// pieces; the place of the first that there is none for is returned as an error.
pub(super) fn goal_by_mark(
    field: &Field,
    pieces: &[Piece],
    wanted: &[(u32, Cells, At)],
) -> Result<Goal, FormatError> {
    let mut goal = Goal::default();
    for &(mark, cells, at) in wanted {
        let shape = field.shape(cells);
        let piece = (0..pieces.len()).find(|&piece| {
            pieces[piece].mark == mark
                && field.shape(pieces[piece].cells) == shape
                && goal.placed.iter().all(|placed| placed.0 != piece)
        });
        match piece {
            Some(piece) => goal.placed.push((piece, cells)),
            None => return error(at, "there are not as many pieces of this kind at the start"),
        }
    }
    Ok(goal)
}

/// Refuses a puzzle unless its goal piece is told apart from pieces of its shape, and no other is.
pub(super) fn only_goal_piece_apart(puzzle: &Puzzle, goal: usize) -> Result<(), Inexpressible> {
    let shape = |piece: usize| puzzle.field.shape(puzzle.pieces[piece].cells);
    for one in 0..puzzle.pieces.len() {
        for other in 0..one {
            let apart = one == goal || other == goal;
            if shape(one) == shape(other) && puzzle.alike(one, other) == apart {
                return cannot("which pieces of equal shape are told apart");
            }
        }
    }
    Ok(())
}
