//! The recursive search that takes the best move first.
//!
//! The search goes down into the neighbour that looks nearest to the goal, by the sum of the
//! tiles' distances to their homes, then into the next. A depth limit keeps branches short, and
//! a limit on visited branches ends the search. The first solution found is seldom shortest, so
//! from then on only branches that could end sooner are visited: a lower depth limit or a
//! higher limit on branches gives shorter solutions, in more time or less.

use antipode_frontier::Progress;

use crate::frame::{Board, Frame};
use crate::position::Position;
use crate::size::{Direction, Size};
use crate::solution::Solution;

/// How far a heuristic search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most moves of a solution.
    pub depth: usize,
    /// The most branches visited.
    pub branches: u64,
}

/// What a heuristic search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Whether there is a solution of any length: if not, the goal is of the other parity.
    pub solvable: bool,
    /// The shortest solution met, in the single-tile metric.
    pub solution: Option<Solution>,
    /// How many branches were visited.
    pub branches: u64,
    /// Whether all branches within the limits were visited. If so no shorter solution exists;
    /// and if there is no solution, none is as short as the depth limit. If not, a shorter one
    /// may exist.
    pub exhausted: bool,
}

/// Searches for short solutions from `start` to `goal`. Stops early if `progress` says so; then
/// the search is not exhausted. A `start` of the wrong parity is not searched at all.
pub fn search(start: &Position, goal: &Position, limits: Limits, progress: &dyn Progress) -> Found {
    let frame = Frame::new(*goal);
    if !frame.is_reachable(start) {
        return Found { solvable: false, solution: None, branches: 0, exhausted: true };
    }
    let board = frame.board(start);
    let mut descent = Descent {
        size: frame.size(),
        home: frame.blank(),
        path: vec![board],
        limits,
        best: None,
        branches: 0,
        halted: false,
        progress,
    };
    let blank = board.find(descent.home);
    descent.descend(blank, descent.estimate(board));
    Found {
        solvable: true,
        solution: descent.best.map(|path| Solution::of(&frame, &path)),
        branches: descent.branches,
        exhausted: !descent.halted,
    }
}

struct Descent<'a> {
    size: Size,
    home: usize,
    /// The boards from the start to where the search is.
    path: Vec<Board>,
    /// The depth limit sinks below the length of the best solution.
    limits: Limits,
    best: Option<Vec<Board>>,
    branches: u64,
    halted: bool,
    progress: &'a dyn Progress,
}

/// How many branches go by between two looks at whether to stop.
const LOOK_EVERY: u64 = 1 << 16;

impl Descent<'_> {
    /// The sum of the distances of all tiles from their homes: no solution is shorter.
    fn estimate(&self, board: Board) -> usize {
        let tiles = (0..self.size.cells()).filter(|&cell| board.home(cell) != self.home);
        tiles.map(|cell| self.size.distance(cell, board.home(cell))).sum()
    }

    /// Visits all branches from the end of the path, whose blank is in cell `blank` and whose
    /// estimate is given.
    fn descend(&mut self, blank: usize, estimate: usize) {
        let board = self.path[self.path.len() - 1];
        if estimate == 0 {
            self.limits.depth = (self.path.len() - 1).saturating_sub(1);
            self.best = Some(self.path.clone());
            return;
        }
        let mut next: Vec<_> = Direction::ALL
            .into_iter()
            .filter_map(|direction| self.size.step(blank, direction))
            .map(|cell| {
                let home = board.home(cell);
                let nearer = self.size.distance(blank, home);
                let estimate = estimate + nearer - self.size.distance(cell, home);
                (estimate, cell, board.slide(self.home, blank, cell))
            })
            .collect();
        next.sort_by_key(|&(estimate, ..)| estimate);
        for (estimate, cell, board) in next {
            if self.path.len() + estimate > self.limits.depth || self.path.contains(&board) {
                continue;
            }
            if self.branches == self.limits.branches {
                self.halted = true;
            }
            if self.halted {
                return;
            }
            self.branches += 1;
            if self.branches.is_multiple_of(LOOK_EVERY) {
                self.progress.advance(LOOK_EVERY);
                self.halted = self.progress.stop();
            }
            self.path.push(board);
            self.descend(cell, estimate);
            self.path.pop();
        }
    }
}
