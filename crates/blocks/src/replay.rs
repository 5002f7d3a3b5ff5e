//! Replays a written solution, cell by cell on the letters of a board.
//!
//! Shares nothing with the searches, so that it can check them.

/// What is wrong with a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not a piece's letter and its unit steps.
    #[error("move {number} ({token:?}) is not a letter followed by steps u, d, l or r")]
    Malformed {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
    /// A step off the board or into another piece.
    #[error("move {number} ({token:?}): the piece cannot go that way")]
    Blocked {
        /// The move, counted from 1.
        number: usize,
        /// The move as written.
        token: String,
    },
}

/// The boards after each move of `solution`, which starts from the rows of letters `start`.
///
/// A move is a piece's letter and its unit steps `u`, `d`, `l`, `r`; moves are separated by
/// spaces.
pub fn replay(start: &str, solution: &str) -> Result<Vec<String>, ReplayError> {
    let mut rows: Vec<Vec<u8>> = start.split('/').map(|row| row.bytes().collect()).collect();
    let mut boards = Vec::new();
    for (index, token) in solution.split_whitespace().enumerate() {
        let (number, token) = (index + 1, token.to_owned());
        let bytes = token.as_bytes();
        let piece = bytes[0];
        let present = rows.iter().flatten().any(|&cell| cell == piece);
        if !piece.is_ascii_alphabetic() || bytes.len() < 2 || !present {
            return Err(ReplayError::Malformed { number, token });
        }
        for &step in &bytes[1..] {
            let (dx, dy) = match step {
                b'u' => (0, -1),
                b'd' => (0, 1),
                b'l' => (-1, 0),
                b'r' => (1, 0),
                _ => return Err(ReplayError::Malformed { number, token }),
            };
            match moved(&rows, piece, dx, dy) {
                Some(next) => rows = next,
                None => return Err(ReplayError::Blocked { number, token }),
            }
        }
        let text: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        boards.push(text.join("/"));
    }
    Ok(boards)
}

fn moved(rows: &[Vec<u8>], piece: u8, dx: isize, dy: isize) -> Option<Vec<Vec<u8>>> {
    let mut next: Vec<Vec<u8>> = rows
        .iter()
        .map(|row| row.iter().map(|&cell| if cell == piece { b'.' } else { cell }).collect())
        .collect();
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|&(_, &cell)| cell == piece) {
            let target = next
                .get_mut(y.checked_add_signed(dy)?)?
                .get_mut(x.checked_add_signed(dx)?)
                .filter(|target| **target == b'.')?;
            *target = piece;
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
        assert_eq!(replay("AB/../..", "Bdd Ar Add"), Err(blocked));
        let boards = replay("A./A./.B", "Ar Bl Ad").unwrap();
        assert_eq!(boards, [".A/.A/.B", ".A/.A/B.", "../.A/BA"]);
        assert!(is_home(&boards[2], true));
    }

    #[test]
    fn malformed_moves_are_refused() {
        for solution in ["A", "Cd", "Ax", ".d", "é"] {
            assert!(matches!(replay("AB/..", solution), Err(ReplayError::Malformed { .. })));
        }
    }

    #[test]
    fn home_by_either_rule() {
        assert!(is_home("..A/AA.", false) && !is_home("..A/AA.", true));
        assert!(!is_home("AA/..", false));
    }
}
