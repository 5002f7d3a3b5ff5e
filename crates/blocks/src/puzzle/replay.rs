//! Plays a written solution on the letters of a board, and looks whether it solves the puzzle.
//!
//! Nothing here is shared with the search: no tables of places, no groups, no sets of cells.

use crate::metric::{Metric, Reach};
use crate::puzzle::Puzzle;
use crate::puzzle::field::Step;

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not pieces' names joined by `+` and their unit steps.
    #[error(
        "move {number} ({token:?}) is not a piece, or pieces joined by +, and steps u, d, l, r"
    )]
    Malformed {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
    /// More than one action counts.
    #[error("move {number} ({token:?}) is more than one {metric}")]
    Metric {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
        /// What counts as one action.
        metric: &'static str,
    },
    /// A step into a wall, another piece or off the axis.
    #[error("move {number} ({token:?}): something is in the way")]
    Blocked {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
    /// The last board is no goal.
    #[error("the last board, {0}, is no goal")]
    Unsolved(String),
}

/// The boards after each move of a solution in `metric` that begins at the board `start`, as
/// [`Puzzle::board`] writes it. The last of them is a goal.
pub fn replay(
    puzzle: &Puzzle,
    metric: Metric,
    start: &str,
    moves: &[String],
) -> Result<Vec<String>, ReplayError> {
    let mut rows: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
    let text = |rows: &[Vec<char>]| {
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    };
    let mut boards = Vec::new();
    for (index, token) in moves.iter().enumerate() {
        let number = index + 1;
        let Some((names, steps)) = parse(token) else {
            return Err(ReplayError::Malformed { number, token: token.clone() });
        };
        let far_enough = match metric.reach() {
            Reach::Unit => steps.len() == 1,
            Reach::Line => steps.iter().all(|&step| step == steps[0]),
            Reach::Path => true,
        };
        if !far_enough || names.len() > 1 && !metric.is_super() {
            let (token, metric) = (token.clone(), metric.name());
            return Err(ReplayError::Metric { number, token, metric });
        }
        for step in steps {
            match moved(puzzle, &rows, &names, step) {
                Some(next) => rows = next,
                None => return Err(ReplayError::Blocked { number, token: token.clone() }),
            }
        }
        boards.push(text(&rows));
    }
    if is_goal(puzzle, &rows) { Ok(boards) } else { Err(ReplayError::Unsolved(text(&rows))) }
}

/// The names and the steps of a move.
fn parse(token: &str) -> Option<(Vec<char>, Vec<Step>)> {
    let symbols: Vec<char> = token.chars().collect();
    let mut names = vec![*symbols.first()?];
    let mut next = 1;
    while symbols.get(next) == Some(&'+') {
        names.push(*symbols.get(next + 1)?);
        next += 2;
    }
    let step = |&letter: &char| Step::ALL.into_iter().find(|step| step.letter() == letter);
    let steps = symbols[next..].iter().map(step).collect::<Option<Vec<_>>>()?;
    (!steps.is_empty()).then_some((names, steps))
}

/// The board after all pieces of these names have made a step together.
fn moved(
    puzzle: &Puzzle,
    rows: &[Vec<char>],
    names: &[char],
    step: Step,
) -> Option<Vec<Vec<char>>> {
    for name in names {
        let piece = puzzle.pieces.iter().find(|piece| piece.name == *name)?;
        if !piece.axes.allow(step) {
            return None;
        }
    }
    let lift = |&symbol: &char| if names.contains(&symbol) { '.' } else { symbol };
    let mut next: Vec<Vec<char>> = rows.iter().map(|row| row.iter().map(lift).collect()).collect();
    let (dx, dy) = step.offset();
    for (y, row) in rows.iter().enumerate() {
        for (x, &name) in row.iter().enumerate().filter(|(_, name)| names.contains(name)) {
            let (to_x, to_y) =
                (x.checked_add_signed(dx as isize)?, y.checked_add_signed(dy as isize)?);
            let target = next.get_mut(to_y)?.get_mut(to_x).filter(|target| **target == '.')?;
            *target = name;
            if walled(puzzle, (x, y), (to_x, to_y)) {
                return None;
            }
        }
    }
    // No piece may lie across a wall either.
    for (y, row) in next.iter().enumerate() {
        for (x, name) in row.iter().enumerate().filter(|(_, name)| names.contains(name)) {
            for other in [(x + 1, y), (x, y + 1)] {
                let same = next.get(other.1).and_then(|row| row.get(other.0)) == Some(name);
                if same && walled(puzzle, (x, y), other) {
                    return None;
                }
            }
        }
    }
    Some(next)
}

/// Whether there is a wall between two cells side by side.
fn walled(puzzle: &Puzzle, one: (usize, usize), other: (usize, usize)) -> bool {
    puzzle.field.walls().any(|(cell, step)| {
        let (x, y) = puzzle.field.place(cell);
        let next = if step == Step::Right { (x + 1, y) } else { (x, y + 1) };
        [(one, other), (other, one)].contains(&((x, y), next))
    })
}

/// Whether a board is one of the goals.
fn is_goal(puzzle: &Puzzle, rows: &[Vec<char>]) -> bool {
    let cells = |set: u64| {
        let cells = (0..puzzle.field.size()).filter(move |cell| set >> cell & 1 == 1);
        cells.map(|cell| puzzle.field.place(cell))
    };
    let all: Vec<char> = rows.iter().flatten().copied().collect();
    puzzle.goals.iter().any(|goal| {
        let placed = goal.placed.iter().all(|&(piece, set)| {
            let Some((x, y)) = cells(set).next() else { return false };
            let name = rows[y][x];
            let there = puzzle.pieces.iter().position(|piece| piece.name == name);
            let covered = cells(set).all(|(x, y)| rows[y][x] == name);
            let whole = all.iter().filter(|&&symbol| symbol == name).count();
            covered
                && whole == set.count_ones() as usize
                && there.is_some_and(|there| puzzle.alike(there, piece))
        });
        placed && cells(goal.holes).all(|(x, y)| rows[y][x] == '.')
    })
}
