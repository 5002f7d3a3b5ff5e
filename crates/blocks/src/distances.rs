//! How the boards of a group lie around its goals.

use antipode_frontier::{Full, Layers};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, TooManyBits, Visit, visit};

/// How many boards of the group of `puzzle` are 0, 1, 2, .. actions from the nearest solved one;
/// empty if none is solved. Fails inside if the group has more than `limit` boards.
pub fn distances(
    puzzle: &Puzzle,
    metric: Metric,
    limit: usize,
) -> Result<Result<Vec<u64>, Full>, TooManyBits> {
    visit(puzzle, metric, Counting { limit })
}

struct Counting {
    limit: usize,
}

impl Visit for Counting {
    type Output = Result<Vec<u64>, Full>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        let mut table = Layers::<K, u64, ()>::with_limit(self.limit);
        table.add_source(positions.start())?;
        while table.advance(positions)? > 0 {}
        let states = table.len();
        let group = (0..states).map(|index| table.state(index));
        let goals: Vec<K> = group.filter(|&position| positions.is_goal(position)).collect();
        if goals.is_empty() {
            return Ok(Vec::new());
        }
        table.clear(states);
        for goal in goals {
            table.add_source(goal)?;
        }
        while table.advance(positions)? > 0 {}
        Ok((0..table.depth()).map(|depth| table.layer(depth).len() as u64).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rule::Rule;

    fn counted(start: &str, metric: Metric, limit: usize) -> Result<Vec<u64>, Full> {
        let start = Board::parse_start(start).unwrap();
        distances(&Puzzle::simple3(&start, Rule::NonStrict).unwrap(), metric, limit).unwrap()
    }

    #[test]
    fn boards_are_counted_by_their_distance() {
        assert_eq!(counted("A./..", Metric::Move, 9), Ok(vec![1, 3]));
        assert_eq!(counted("A./..", Metric::Step, 9), Ok(vec![1, 2, 1]));
        assert_eq!(counted("A./..", Metric::Step, 3), Err(Full::States { limit: 3 }));
        // The 132 moves, from the farthest of 9,591 boards.
        let layers = counted("AABC/DEBB/DFGH/.FI.", Metric::Move, 10_000).unwrap();
        assert_eq!((layers.len() >= 133, layers.iter().sum()), (true, 9591));
    }
}
