//! What a puzzle is: a board, pieces at their start, and goals.

use std::collections::BTreeMap;

use crate::direction::Direction;
use crate::field::Field;
use crate::grid::{Cells, each};

/// The axes along which a piece may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axes {
    /// Along its row.
    pub horizontal: bool,
    /// Along its column.
    pub vertical: bool,
}

impl Axes {
    /// Both axes.
    pub const BOTH: Self = Axes { horizontal: true, vertical: true };

    /// Whether a step is along an axis that is allowed.
    pub fn allow(self, step: Direction) -> bool {
        if step.is_horizontal() { self.horizontal } else { self.vertical }
    }
}

/// A piece of a puzzle.
///
/// Two pieces of the same shape, the same axes and the same mark are interchangeable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Its name on boards and in solutions; no two pieces have the same.
    pub name: char,
    /// The cells that it covers at the start.
    pub cells: Cells,
    /// How it may move.
    pub axes: Axes,
    /// What tells it apart from pieces of the same shape.
    pub mark: u32,
}

/// One way to have solved a puzzle. All of it must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Goal {
    /// These cells are covered by this piece (its number), or by one interchangeable with it.
    pub placed: Vec<(usize, Cells)>,
    /// These cells are holes.
    pub holes: Cells,
}

/// A puzzle: a board, pieces at their start, and one or more goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// Its title, perhaps empty.
    pub title: String,
    /// Its board.
    pub field: Field,
    /// Its pieces, in the row order of their first cells. A piece is of one part, as [`text`](crate::format::text) has
    /// them, or of several; no wall runs through it, and no two overlap.
    pub pieces: Vec<Piece>,
    /// Its goals: it is solved when one of them is reached. Every `placed` has the shape of its
    /// piece.
    pub goals: Vec<Goal>,
}

impl Puzzle {
    /// Whether two pieces, by number, are interchangeable.
    pub fn alike(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.pieces[one], &self.pieces[other]);
        (one.mark, one.axes) == (other.mark, other.axes)
            && self.field.shape(one.cells) == self.field.shape(other.cells)
    }

    /// Pieces, by number, of which a goal names the places of several though they are
    /// interchangeable: any of them may then stand in the place of any other.
    pub fn alike_in_goals(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for goal in &self.goals {
            let mut of_goal: Vec<Vec<usize>> = Vec::new();
            for &(piece, _) in &goal.placed {
                match of_goal.iter_mut().find(|group| self.alike(group[0], piece)) {
                    Some(group) => group.push(piece),
                    None => of_goal.push(vec![piece]),
                }
            }
            of_goal.iter_mut().for_each(|group| group.sort_unstable());
            groups.extend(of_goal.into_iter().filter(|group| group.len() > 1));
        }
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// A board as text: rows separated by `/`, every piece by its name, a hole `.`, a wall `#`.
    /// `cells` are the cells of each piece.
    pub fn board(&self, cells: impl IntoIterator<Item = Cells>) -> String {
        let mut open = vec!['.'; self.field.size() as usize];
        for (piece, cells) in self.pieces.iter().zip(cells) {
            for cell in each(cells) {
                open[cell as usize] = piece.name;
            }
        }
        let symbol = |x, y| self.field.cell(x, y).map_or('#', |cell| open[cell as usize]);
        let row = |y| (0..self.field.width()).map(|x| symbol(x, y)).collect::<String>();
        (0..self.field.height()).map(row).collect::<Vec<_>>().join("/")
    }

    /// A goal as text: like a board with nothing but the pieces that the goal places, and `_` where
    /// it asks for a hole.
    pub fn goal_board(&self, goal: &Goal) -> String {
        let cells = |piece| {
            let placed = goal.placed.iter().find(|placed| placed.0 == piece);
            placed.map_or(0, |placed| placed.1)
        };
        let mut board: Vec<char> = self.board((0..self.pieces.len()).map(cells)).chars().collect();
        for (x, y) in each(goal.holes).map(|cell| self.field.place(cell)) {
            board[y * (self.field.width() + 1) + x] = '_';
        }
        board.into_iter().collect()
    }

    /// The goal pieces by number, with the places where they are home, if there are one or two of
    /// them: where all pieces have a place, none stands out.
    pub fn goal_pieces(&self) -> BTreeMap<usize, Cells> {
        match &self.goals[..] {
            [goal] if goal.placed.len() <= 2 => goal.placed.iter().copied().collect(),
            _ => BTreeMap::new(),
        }
    }

    /// The start as text.
    pub fn start(&self) -> String {
        self.board(self.pieces.iter().map(|piece| piece.cells))
    }
}
