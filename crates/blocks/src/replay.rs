//! Plays written moves on the letters of a board, and looks whether they solve the puzzle.
//!
//! Nothing here is shared with the searches, so that it can check them: no tables of places, no
//! groups, no sets of cells.

use crate::direction::Direction;
use crate::metric::{Metric, Reach};
use crate::puzzle::Puzzle;

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not the names of pieces joined by `+` and their unit steps.
    #[error(
        "move {number} ({token:?}) is not a piece of the board, or several joined by +, and then \
         steps u, d, l or r"
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
/// [`Puzzle::board`] writes it. The last of them, or `start` if there are none, is a goal.
///
/// # Errors
/// As [`play`], and if the last board is no goal.
pub fn replay(
    puzzle: &Puzzle,
    metric: Metric,
    start: &str,
    moves: &[impl AsRef<str>],
) -> Result<Vec<String>, ReplayError> {
    let boards = play(puzzle, metric, start, moves)?;
    let last = boards.last().map_or(start, String::as_str);
    if is_goal(puzzle, &rows(last)) {
        Ok(boards)
    } else {
        Err(ReplayError::Unsolved(last.to_owned()))
    }
}

/// The boards after each of some moves, wherever they lead.
///
/// A move is the name of a piece, or those of several that move together, joined by `+`, and their
/// unit steps `u`, `d`, `l`, `r`. Each has to be one action of `metric`.
///
/// # Errors
/// If a move is none, has something in its way, or is no single action of `metric`.
pub fn play(
    puzzle: &Puzzle,
    metric: Metric,
    start: &str,
    moves: &[impl AsRef<str>],
) -> Result<Vec<String>, ReplayError> {
    let mut rows = rows(start);
    let mut boards = Vec::new();
    for (index, token) in moves.iter().enumerate() {
        let (number, token) = (index + 1, token.as_ref().to_owned());
        let Some((names, steps)) = parse(puzzle, &token) else {
            return Err(ReplayError::Malformed { number, token });
        };
        let far_enough = match metric.reach() {
            Reach::Unit => steps.len() == 1,
            Reach::Line => steps.iter().all(|&step| step == steps[0]),
            Reach::Path => true,
        };
        if !far_enough || names.len() > 1 && !metric.is_super() {
            return Err(ReplayError::Metric { number, token, metric: metric.name() });
        }
        for step in steps {
            match moved(puzzle, &rows, &names, step) {
                Some(next) => rows = next,
                None => return Err(ReplayError::Blocked { number, token }),
            }
        }
        let texts: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        boards.push(texts.join("/"));
    }
    Ok(boards)
}

fn rows(board: &str) -> Vec<Vec<char>> {
    board.split('/').map(|row| row.chars().collect()).collect()
}

/// The names and the steps of a move.
fn parse(puzzle: &Puzzle, token: &str) -> Option<(Vec<char>, Vec<Direction>)> {
    let symbols: Vec<char> = token.chars().collect();
    let mut names = vec![*symbols.first()?];
    let mut next = 1;
    while symbols.get(next) == Some(&'+') {
        names.push(*symbols.get(next + 1)?);
        next += 2;
    }
    let known = |name: &char| puzzle.pieces.iter().any(|piece| piece.name == *name);
    let step = |&letter: &char| Direction::ALL.into_iter().find(|step| step.letter() == letter);
    let steps = symbols[next..].iter().map(step).collect::<Option<Vec<_>>>()?;
    (names.iter().all(known) && !steps.is_empty()).then_some((names, steps))
}

/// The board after all pieces of these names have made a step together.
fn moved(
    puzzle: &Puzzle,
    rows: &[Vec<char>],
    names: &[char],
    step: Direction,
) -> Option<Vec<Vec<char>>> {
    let moving = puzzle.pieces.iter().filter(|piece| names.contains(&piece.name));
    if !moving.into_iter().all(|piece| piece.axes.allow(step)) {
        return None;
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
        let next = if step == Direction::Right { (x + 1, y) } else { (x, y + 1) };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::{read, read_board};

    fn played(board: &str, moves: &str, metric: Metric) -> Result<Vec<String>, ReplayError> {
        let puzzle = read_board(board, None).unwrap();
        play(&puzzle, metric, board, &moves.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn legal_moves_are_played() {
        let blocked = ReplayError::Blocked { number: 3, token: "Add".into() };
        assert_eq!(played("AB/../..", "Bdd Ar Add", Metric::Move), Err(blocked));
        let boards = played("A./A./.B", "Ar Bl Ad", Metric::Step).unwrap();
        assert_eq!(boards, [".A/.A/.B", ".A/.A/B.", "../.A/BA"]);
    }

    #[test]
    fn a_solution_ends_on_a_goal() {
        let puzzle = read_board("A./.B", None).unwrap();
        let replay = |moves: &[&str]| replay(&puzzle, Metric::Move, "A./.B", moves);
        assert_eq!(replay(&["Bl", "Ard"]).unwrap(), ["A./B.", "../BA"]);
        assert_eq!(replay(&["Bl"]), Err(ReplayError::Unsolved("A./B.".into())));
        assert_eq!(replay(&[]), Err(ReplayError::Unsolved("A./.B".into())));
    }

    #[test]
    fn sets_of_pieces_move_as_one() {
        let play = |moves| played("AB./.C.", moves, Metric::SuperMove);
        assert_eq!(play("A+Br").unwrap(), [".AB/.C."]);
        assert_eq!(play("A+B+Cr A+Cl").unwrap(), [".AB/..C", "A.B/.C."]);
        assert!(matches!(play("B+Cu"), Err(ReplayError::Blocked { .. })));
        assert!(matches!(play("A+Crr"), Err(ReplayError::Blocked { .. })));
    }

    #[test]
    fn pieces_keep_to_their_axes_and_off_walls() {
        let puzzle = read("horizontal: A\nstart:\nA#.\n...\ngoal:\n.#.\nA..\n");
        let blocked = |board: &str, moves: &[&str]| {
            let outcome = play(puzzle.as_ref().unwrap(), Metric::Step, board, moves);
            matches!(outcome, Err(ReplayError::Blocked { number: 1, .. }))
        };
        assert!(blocked("A#./...", &["Ad"]) && blocked("A#./...", &["Ar"]));
        assert!(!blocked(".#./A..", &["Ar"]));
    }

    #[test]
    fn a_move_is_one_action_of_its_metric() {
        for (moves, fitting) in [
            ("Ar", "step slide move super-step super-slide super-move"),
            ("Arr", "slide move super-slide super-move"),
            ("Arrd", "move super-move"),
            ("A+Br", "super-step super-slide super-move"),
        ] {
            let fits = |metric| match played("A../.B.", moves, metric) {
                Ok(_) => true,
                Err(ReplayError::Metric { .. }) => false,
                Err(error) => panic!("{moves}: {error}"),
            };
            let fits: Vec<_> = Metric::NAMES.into_iter().filter(|named| fits(named.1)).collect();
            let fits: Vec<_> = fits.into_iter().map(|(name, _)| name).collect();
            assert_eq!(fits.join(" "), fitting, "{moves}");
        }
    }

    #[test]
    fn malformed_moves_are_refused() {
        for moves in
            ["A", "Cd", "Ax", ".d", "\u{e9}", "A\u{e9}", "A+d", "+Ad", "A+B", "A+Cd", "AB+Cd"]
        {
            let outcome = played("AB/..", moves, Metric::SuperMove);
            assert!(matches!(outcome, Err(ReplayError::Malformed { .. })), "{moves}");
        }
    }
}
