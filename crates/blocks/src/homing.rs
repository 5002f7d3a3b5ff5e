//! Puzzles from boards in the notation of the tables, whose goal piece is `A`.

use crate::board::Board;
use crate::field::{Field, FieldError};
use crate::grid::{Cells, each};
use crate::puzzle::{Axes, Goal, Piece, Puzzle};
use crate::rule::Rule;

impl Puzzle {
    /// The puzzle that brings the goal piece of `start` to the lower-right corner under `rule`; one
    /// without a goal if the rule, or a wall, does not allow it.
    ///
    /// # Errors
    /// If the board is larger than a [`Field`] may be.
    pub fn simple3(start: &Board, rule: Rule) -> Result<Self, FieldError> {
        let corner = start.grid.frame() - 1;
        let home = start.goal().and_then(|goal| rule.home(&start.grid, goal, corner));
        Self::homing(start, home)
    }

    /// The puzzle that brings the goal piece of `start` to the cells `home`, which have its shape;
    /// one without a goal if there are none.
    ///
    /// # Errors
    /// If the board is larger than a [`Field`] may be.
    pub fn homing(start: &Board, home: Option<Cells>) -> Result<Self, FieldError> {
        let goal = home.map(|home| Board { grid: start.grid, pieces: vec![('A', home)] });
        Self::between(start, goal.as_ref(), true)
    }

    /// The puzzle that brings the pieces of `start` to where pieces like them are on `goal`, which is a board of
    /// the same grid. Piece A may be `told_apart` from others of its shape.
    ///
    /// # Errors
    /// If the board is larger than a [`Field`] may be.
    pub fn between(
        start: &Board,
        goal: Option<&Board>,
        told_apart: bool,
    ) -> Result<Self, FieldError> {
        let grid = &start.grid;
        // A field numbers its open cells, a grid all.
        let number = |cell: u32| (grid.cells() & ((1 << cell) - 1)).count_ones();
        let cells_of = |cells| each(cells).fold(0, |set, cell| set | 1 << number(cell));
        let open = |x, y| grid.cells() >> (y * grid.width() as usize + x) & 1 == 1;
        let field = Field::new(grid.width() as usize, grid.height() as usize, open)?;
        let mut pieces: Vec<Piece> = start
            .pieces
            .iter()
            .map(|&(name, cells)| Piece {
                name,
                cells: cells_of(cells),
                axes: Axes::BOTH,
                mark: u32::from(told_apart && name == 'A'),
            })
            .collect();
        pieces.sort_unstable_by_key(|piece| piece.cells.trailing_zeros());
        let place = |&(name, cells): &(char, Cells)| {
            let cells = cells_of(cells);
            let alike = |piece: &Piece| {
                field.shape(piece.cells) == field.shape(cells)
                    && (!told_apart || (piece.name == 'A') == (name == 'A'))
            };
            Some((pieces.iter().position(alike)?, cells))
        };
        let goals = goal.and_then(|goal| {
            let placed = goal.pieces.iter().map(place).collect::<Option<_>>()?;
            Some(Goal { placed, holes: 0 })
        });
        let goals = goals.into_iter().collect();
        Ok(Puzzle { title: String::new(), field, pieces, goals })
    }
}
