//! Replays a written solution, object by object on the characters of a written position.
//!
//! Shares nothing with the searches, so that it can check them.

use crate::rule::Rule;

/// What is wrong with a solution. Moves are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum ReplayError {
    #[error("container {number} ({text:?}) does not say its capacity, or a wrong one")]
    Capacity { number: usize, text: String },
    #[error("move {number} ({token:?}) is not two numbers of containers, as in 3>5")]
    Malformed { number: usize, token: String },
    #[error("move {number} ({token:?}) cannot be made")]
    Illegal { number: usize, token: String },
}

/// Plays `moves` (`3>5 1>3 ..`) on containers that are written from bottom to top with their
/// capacities (`ABCD:4;DCBA:4;:4`), and returns the position after each move, written likewise.
///
/// # Errors
/// If a container or a move is badly written, or a move cannot be made.
pub fn replay(start: &str, rule: Rule, moves: &str) -> Result<Vec<String>, ReplayError> {
    let mut containers = Vec::new();
    for (index, text) in start.split(';').enumerate() {
        let read = || {
            let (objects, capacity) = text.split_once(':')?;
            let capacity: usize = capacity.parse().ok()?;
            (objects.len() <= capacity).then(|| (objects.to_owned(), capacity))
        };
        let wrong = || ReplayError::Capacity { number: index + 1, text: text.to_owned() };
        containers.push(read().ok_or_else(wrong)?);
    }
    let mut positions = Vec::new();
    for (index, token) in moves.split_whitespace().enumerate() {
        let (number, token) = (index + 1, token.to_owned());
        let place = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let Some((from, to)) =
            token.split_once('>').and_then(|(f, t)| Some((place(f)?, place(t)?)))
        else {
            return Err(ReplayError::Malformed { number, token });
        };
        let (Some(source), Some((objects, capacity)), true) =
            (containers.get(from).cloned(), containers.get(to).cloned(), from != to)
        else {
            return Err(ReplayError::Illegal { number, token });
        };
        let (mut source, mut objects) = (source.0, objects);
        let colour = source.chars().last();
        let fits = objects.is_empty() || objects.chars().last() == colour;
        let (Some(colour), true, true) = (colour, fits, objects.len() < capacity) else {
            return Err(ReplayError::Illegal { number, token });
        };
        while source.ends_with(colour) && objects.len() < capacity {
            source.pop();
            objects.push(colour);
            if rule == Rule::Two {
                break;
            }
        }
        containers[from].0 = source;
        containers[to].0 = objects;
        let written: Vec<_> =
            containers.iter().map(|(held, most)| format!("{held}:{most}")).collect();
        positions.push(written.join(";"));
    }
    Ok(positions)
}

/// Whether every colour of a written position lies together, alone in its container.
pub fn is_solved(position: &str) -> bool {
    let mut seen = String::new();
    position.split(';').all(|container| {
        let objects = container.split(':').next().unwrap_or_default();
        let Some(colour) = objects.chars().next() else { return true };
        let alone = !seen.contains(colour) && objects.chars().all(|object| object == colour);
        seen.push(colour);
        alone
    })
}
