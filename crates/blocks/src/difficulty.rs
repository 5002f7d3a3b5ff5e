//! How hard a puzzle is, from the graph of its group.

use antipode_frontier::{Effort, Figures, Full};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, TooManyBits, Visit, visit};

/// The figures of `puzzle` in `metric`, or none if it has no solution. Fails inside if its group
/// has more than `limit` positions.
pub fn difficulty(
    puzzle: &Puzzle,
    metric: Metric,
    effort: &Effort,
    limit: usize,
) -> Result<Result<Option<Figures>, Full>, TooManyBits> {
    visit(puzzle, metric, Measuring { effort, limit })
}

struct Measuring<'a> {
    effort: &'a Effort,
    limit: usize,
}

impl Visit for Measuring<'_> {
    type Output = Result<Option<Figures>, Full>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        let goal = |position| positions.is_goal(position);
        Figures::new(positions, positions.start(), goal, self.effort, self.limit)
    }
}
