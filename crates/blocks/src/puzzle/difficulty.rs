//! How hard a puzzle is, from the graph of its group.

use antipode_frontier::{Effort, Figures, Full};

use crate::board::Board;
use crate::family::Rule;
use crate::grid::Cells;
use crate::metric::Metric;
use crate::puzzle::field::{Field, FieldError};
use crate::puzzle::packed::Packed;
use crate::puzzle::positions::{Positions, TooManyBits, Visit, visit};
use crate::puzzle::{Axes, Goal, Piece, Puzzle};
use crate::shape::Shape;

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

impl Puzzle {
    /// The puzzle that brings the goal piece of `start` home under `rule`; one without a goal if
    /// the rule does not allow it.
    pub fn simple3(start: &Board, rule: Rule) -> Result<Self, FieldError> {
        let grid = &start.grid;
        let home = start.class().goal.at_lower_right(grid);
        let corner: Cells = 1 << (grid.size() - 1);
        let reachable = rule == Rule::NonStrict || home & corner != 0;
        let goal = Board { grid: *grid, pieces: vec![('A', home)] };
        Self::between(start, reachable.then_some(&goal), true)
    }

    /// The puzzle that brings the pieces of `start` to where pieces like them are on `goal`. Piece
    /// A may be `told_apart` from others of its shape.
    pub fn between(
        start: &Board,
        goal: Option<&Board>,
        told_apart: bool,
    ) -> Result<Self, FieldError> {
        let grid = &start.grid;
        let shape = |cells| Shape::of(grid, cells);
        let mut pieces: Vec<Piece> = start
            .pieces
            .iter()
            .map(|&(name, cells)| Piece {
                name,
                cells,
                axes: Axes::BOTH,
                mark: u32::from(told_apart && name == 'A'),
            })
            .collect();
        pieces.sort_unstable_by_key(|piece| piece.cells.trailing_zeros());
        let place = |&(name, cells): &(char, Cells)| {
            let alike = |piece: &Piece| {
                shape(piece.cells) == shape(cells)
                    && (!told_apart || (piece.name == 'A') == (name == 'A'))
            };
            Some((pieces.iter().position(alike)?, cells))
        };
        let goals = goal.and_then(|goal| {
            let placed = goal.pieces.iter().map(place).collect::<Option<_>>()?;
            Some(Goal { placed, holes: 0 })
        });
        Ok(Puzzle {
            title: String::new(),
            field: Field::new(grid.width() as usize, grid.height() as usize, |_, _| true)?,
            pieces,
            goals: goals.into_iter().collect(),
        })
    }
}
