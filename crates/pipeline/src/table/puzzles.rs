//! The rows of the tables that `export` writes.

use antipode_blocks::format::text::{BoardError, read_board, read_boards};
use antipode_blocks::{Grid, Metric, Puzzle, Rule};
use antipode_families::Task;

use super::cell::Decimal;
use super::column::Column;
use super::file::{Table, TableError};
use super::row::rows;

rows! {
    /// A row of `hardest.csv` or `puzzles.csv`: a hardest puzzle, or that there is none.
    PuzzleRow {
        GRID grid: Grid, "the grid, width first, or its rows of free cells and walls";
        FAMILY family: Task, "what puzzles are about: simple3, simple2, simple or compound";
        RULE rule: Option<Rule>, "strict or non-strict, in the families that end in a corner";
        METRIC metric: Metric, "what counts as one action";
        PIECES pieces: u32, "the number of pieces";
        HOLES holes: Option<u32>, "the number of free cells";
        GOAL_SHAPE goal_shape: String, "the goal piece";
        MOVES moves: u32, "the least number of moves to the goal; 0 if there is no puzzle";
        START start: String, "the board before";
        GOAL goal: String, "the board after";
        TIES ties: u64, "how many starts are as hard: in hardest.csv of all with as many pieces, in puzzles.csv of the same group; transposed ones counted";
        GROUP_STATES group_states: u64, "how many boards can be reached";
        SOLUTION solution: String, "a shortest solution";
        BB bb: Option<Decimal<1>>, "the BB difficulty";
        BB_ERROR bb_error: Option<Decimal<1>>, "half of its 95% confidence interval; 0.0 where it is exact or less than 0.05";
        PATHS paths: Option<u128>, "how many shortest solutions there are, as sequences of boards";
        ON_PATHS on_paths: Option<Decimal<4>>, "the share of the group that lies on one";
        BRANCHING branching: Option<Decimal<3>>, "the mean number of boards one action away";
        DEAD_ENDS dead_ends: Option<u64>, "how many unsolved boards have only one board one action away";
        WALK walk: Option<Decimal<1>>, "the expected number of actions of a random walk to a solved board";
        START_CELL start_cell: Option<String>, "where the goal piece starts, as column and row; only where the config names it";
        GOAL_CELL goal_cell: Option<String>, "where the goal piece ends, as column and row; only where the config names it";
    }
}

impl PuzzleRow {
    /// Refuses a table that lacks one of some columns: it is none of puzzles, or another program wrote it anew in a form
    /// of its own.
    ///
    /// # Errors
    /// If it does.
    pub fn require(table: &Table, columns: &[Column<String>]) -> Result<(), TableError> {
        let is_there = |name| table.header().any(|heading| heading == name);
        let Some(lost) = columns.iter().find(|column| !is_there(column.name)) else {
            return Ok(());
        };
        let problem = format!("this is no table of puzzles: there is no column {:?}", lost.name);
        Err(TableError::Value { path: table.path().to_owned(), line: 1, problem })
    }
}

rows! {
    /// A row of `classes.csv`: all classes of the same sizes of pieces.
    ClassRow {
        FAMILY family: Option<Task>, "what puzzles are about; only in a batch of several";
        RULE rule: Option<Rule>, "when the goal piece is home; only in a batch of several";
        METRIC metric: Option<Metric>, "what counts as one action; only in a batch of several";
        PIECES pieces: u32, "the number of pieces";
        SIZES sizes: String, "the sizes of the pieces, as 3+2+1+1";
        BOARDS boards: u64, "the number of justsolved boards; of all boards in simple and compound";
        GROUPS groups: u64, "the number of groups that hold one";
        STATES states: u64, "the number of boards in those groups";
        HARDEST hardest: u32, "the moves of the hardest puzzle";
    }
}

rows! {
    /// A row of `groups.csv`: the group of a listed puzzle.
    GroupRow {
        GRID grid: Grid, "the grid, width first, or its rows of free cells and walls";
        FAMILY family: Task, "what puzzles are about: simple3, simple2, simple or compound";
        METRIC metric: Metric, "what counts as one action";
        PIECES pieces: u32, "the number of pieces";
        MOVES moves: u32, "the least number of moves to the goal";
        START start: String, "the board before";
        GOAL goal: String, "the board after";
        GROUP_STATES group_states: u64, "how many boards can be reached";
        FARTHEST farthest: Option<u32>, "how far any of them is from the goal, with the goal piece wherever it is";
        HISTOGRAM histogram: Option<String>, "how many of them are 0, 1, 2, .. moves from the goal; empty if they are more than a million";
    }
}

/// The puzzle that the columns family, start and goal tell.
///
/// # Errors
/// If one of them is no board.
pub fn puzzle(family: Task, start: &str, goal: &str) -> Result<Puzzle, BoardError> {
    match family {
        Task::Compound => read_boards(start, goal),
        _ => read_board(start, Some(goal)),
    }
}
