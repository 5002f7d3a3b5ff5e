//! Replays a written solution, cell by cell on the letters of a board.
//!
//! Shares nothing with the searches, so that it can check them.

use crate::metric::{Metric, Reach};

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not pieces and their unit steps.
    #[error(
        "move {number} ({token:?}) is not the letters of pieces on the board, in order and joined \
         by +, and then steps u, d, l or r"
    )]
    Malformed {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
    /// More than one action in its metric.
    #[error("move {number} ({token:?}) is no single {}", metric.name())]
    TooMuch {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
        /// What it should be one action of.
        metric: Metric,
    },
    /// A step off the board or into another piece.
    #[error("move {number} ({token:?}): there is no way for that")]
    Blocked {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
}

/// The boards after each move of `solution`, which starts from the rows of letters `start`.
///
/// A move is the letter of a piece, or those of several that move together, in order and joined
/// by `+`, and their unit steps `u`, `d`, `l`, `r`; moves are separated by spaces. Each has to be
/// one action of `metric`.
pub fn replay(start: &str, solution: &str, metric: Metric) -> Result<Vec<String>, ReplayError> {
    let mut rows: Vec<Vec<u8>> = start.split('/').map(|row| row.bytes().collect()).collect();
    let mut boards = Vec::new();
    for (index, token) in solution.split_whitespace().enumerate() {
        let (number, token) = (index + 1, token.to_owned());
        let Some((pieces, steps)) = parsed(&token, &rows) else {
            return Err(ReplayError::Malformed { number, token });
        };
        let together = pieces.len() == 1 || metric.is_super();
        let near = match metric.reach() {
            Reach::Unit => steps.len() == 1,
            Reach::Line => steps.iter().all(|step| *step == steps[0]),
            Reach::Path => true,
        };
        if !together || !near {
            return Err(ReplayError::TooMuch { number, token, metric });
        }
        for step in steps {
            match moved(&rows, &pieces, step) {
                Some(next) => rows = next,
                None => return Err(ReplayError::Blocked { number, token }),
            }
        }
        let text: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        boards.push(text.join("/"));
    }
    Ok(boards)
}

/// How many columns and rows a unit step goes right and down.
type Step = (isize, isize);

/// The letters and the unit steps of a move, at least one of each.
fn parsed(token: &str, rows: &[Vec<u8>]) -> Option<(Vec<u8>, Vec<Step>)> {
    let (others, last) = token.rsplit_once('+').map_or((None, token), |(a, b)| (Some(a), b));
    let mut letters: Vec<&str> = others.into_iter().flat_map(|text| text.split('+')).collect();
    let (letter, steps) = last.split_at_checked(1)?;
    letters.push(letter);
    let one = |text: &&str| match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(*letter),
        _ => None,
    };
    let pieces: Vec<u8> = letters.iter().map(one).collect::<Option<_>>()?;
    let known = |piece: &u8| rows.iter().any(|row| row.contains(piece));
    let in_order = pieces.windows(2).all(|pair| pair[0] < pair[1]);
    let step = |letter: u8| match letter {
        b'u' => Some((0, -1)),
        b'd' => Some((0, 1)),
        b'l' => Some((-1, 0)),
        b'r' => Some((1, 0)),
        _ => None,
    };
    let steps: Vec<_> = steps.bytes().map(step).collect::<Option<_>>()?;
    (in_order && pieces.iter().all(known) && !steps.is_empty()).then_some((pieces, steps))
}

fn moved(rows: &[Vec<u8>], pieces: &[u8], (dx, dy): Step) -> Option<Vec<Vec<u8>>> {
    let goes = |cell: &u8| pieces.contains(cell);
    let mut next: Vec<Vec<u8>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| if goes(cell) { b'.' } else { *cell }).collect())
        .collect();
    for (y, row) in rows.iter().enumerate() {
        for (x, &cell) in row.iter().enumerate().filter(|(_, cell)| goes(cell)) {
            let target = next
                .get_mut(y.checked_add_signed(dy)?)?
                .get_mut(x.checked_add_signed(dx)?)
                .filter(|target| **target == b'.')?;
            *target = cell;
        }
    }
    Some(next)
}

/// Whether the goal piece `A` has its bounding box in the lower-right corner of `board`, and,
/// where `strict`, covers that corner.
pub fn is_home(board: &str, strict: bool) -> bool {
    let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
    let last_row = rows.last().is_some_and(|row| row.contains(&b'A'));
    let last_column = rows.iter().any(|row| row.last() == Some(&b'A'));
    let corner = rows.last().is_some_and(|row| row.last() == Some(&b'A'));
    last_row && last_column && (corner || !strict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_are_played() {
        let blocked = ReplayError::Blocked { number: 3, token: "Add".into() };
        assert_eq!(replay("AB/../..", "Bdd Ar Add", Metric::Move), Err(blocked));
        let boards = replay("A./A./.B", "Ar Bl Ad", Metric::Step).unwrap();
        assert_eq!(boards, [".A/.A/.B", ".A/.A/B.", "../.A/BA"]);
        assert!(is_home(&boards[2], true));
    }

    #[test]
    fn sets_of_pieces_move_as_one() {
        let play = |solution| replay("AB./.C.", solution, Metric::SuperMove);
        assert_eq!(play("A+Br").unwrap(), [".AB/.C."]);
        assert_eq!(play("A+B+Cr A+Cl").unwrap(), [".AB/..C", "A.B/.C."]);
        assert!(matches!(play("B+Cu"), Err(ReplayError::Blocked { .. })));
        assert!(matches!(play("A+Crr"), Err(ReplayError::Blocked { .. })));
    }

    #[test]
    fn a_move_is_one_action_of_its_metric() {
        let refused = |solution, metric| {
            let played = replay("A../.B.", solution, metric);
            assert!(
                matches!(played, Err(ReplayError::TooMuch { .. }) | Ok(_)),
                "{solution}: {played:?}"
            );
            played.is_err()
        };
        for (solution, fitting) in [
            ("Ar", "step slide move super-step super-slide super-move"),
            ("Arr", "slide move super-slide super-move"),
            ("Arrd", "move super-move"),
            ("A+Br", "super-step super-slide super-move"),
        ] {
            let fits: Vec<_> =
                Metric::NAMES.into_iter().filter(|named| !refused(solution, named.1)).collect();
            let fits: Vec<_> = fits.into_iter().map(|(name, _)| name).collect();
            assert_eq!(fits.join(" "), fitting, "{solution}");
        }
    }

    #[test]
    fn malformed_moves_are_refused() {
        for solution in
            ["A", "Cd", "Ax", ".d", "é", "Aé", "A+d", "+Ad", "A+B", "B+Ad", "A+Ad", "A+Cd", "AB+Cd"]
        {
            let played = replay("AB/..", solution, Metric::SuperMove);
            assert!(matches!(played, Err(ReplayError::Malformed { .. })), "{solution}");
        }
    }

    #[test]
    fn home_by_either_rule() {
        assert!(is_home("..A/AA.", false) && !is_home("..A/AA.", true));
        assert!(!is_home("AA/..", false));
    }
}
