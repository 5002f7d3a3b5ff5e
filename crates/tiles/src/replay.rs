//! Replaying a solution on a plain list of numbers, by code apart from the searches.

use crate::position::Position;
use crate::size::Metric;

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move that the rules do not allow.
    #[error("move {number}, {text:?}: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The moves lead elsewhere.
    #[error("the moves end at {end}, not at {goal}")]
    Elsewhere {
        /// Where they end.
        end: String,
        /// Where they should.
        goal: String,
    },
}

/// Makes the moves, each given in notation (see [`Solution`](crate::Solution)), and checks that
/// they lead from `start` to `goal`.
///
/// # Errors
/// If a move is badly written or cannot be made, or they lead elsewhere.
pub fn replay(
    start: &Position,
    goal: &Position,
    metric: Metric,
    moves: &[String],
) -> Result<(), ReplayError> {
    let width = start.size().width();
    let mut tiles: Vec<usize> = start.tiles().collect();
    for (index, text) in moves.iter().enumerate() {
        press(&mut tiles, width, metric, text).map_err(|reason| ReplayError::Illegal {
            number: index + 1,
            text: text.clone(),
            reason,
        })?;
    }
    if tiles.iter().copied().eq(goal.tiles()) {
        return Ok(());
    }
    let end = tiles.chunks(width).map(|row| format!("{row:?}")).collect();
    Err(ReplayError::Elsewhere { end, goal: goal.to_string() })
}

fn press(
    tiles: &mut [usize],
    width: usize,
    metric: Metric,
    text: &str,
) -> Result<(), &'static str> {
    let digits = text.trim_end_matches(['u', 'd', 'l', 'r']);
    let tile: usize = digits.parse().map_err(|_| "it names no tile")?;
    let pressed = tiles.iter().position(|&other| other == tile && tile != 0);
    let pressed = pressed.ok_or("there is no such tile")?;
    let blank = tiles.iter().position(|&other| other == 0).ok_or("there is no blank")?;
    // How far on in the list a tile goes that moves by one cell.
    let (stride, same_line) = match &text[digits.len()..] {
        "l" => (-1, blank / width == pressed / width),
        "r" => (1, blank / width == pressed / width),
        "u" => (-(width as isize), blank % width == pressed % width),
        "d" => (width as isize, blank % width == pressed % width),
        _ => return Err("it names no direction"),
    };
    let cells = (blank as isize - pressed as isize) / stride;
    if !same_line || cells < 1 {
        return Err("the blank is not on that side of the tile");
    }
    if metric == Metric::Single && cells != 1 {
        return Err("it slides more than one tile");
    }
    let mut hole = blank;
    for _ in 0..cells {
        let next = (hole as isize - stride) as usize;
        tiles.swap(hole, next);
        hole = next;
    }
    Ok(())
}
