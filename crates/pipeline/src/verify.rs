//! Checks the tables of a batch by other means than made them.
//!
//! A solution is replayed on the letters. That it is shortest, that nothing in its group is harder, how many
//! starts are as hard, and how large the group is, is found again by searching the whole group with the state
//! space of the general solver, which shares neither boards nor moves with the search of a batch.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_blocks::field::Field;
use antipode_blocks::replay::replay;
use antipode_blocks::{Board, Cells, Grid, Group, Metric, Puzzle, Room, Rule, each};
use antipode_families::{Class, Family, Shape, Task};
use antipode_frontier::{Progress, UNREACHED};
use antipode_gallery::counted;
use rayon::prelude::*;

use crate::agree::Tables;
use crate::error::Error;
use crate::table::file::{Table, TableError};
use crate::table::puzzles::PuzzleRow;
use crate::table::row::Row;

/// What a row of a table says of a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct RowClaim {
    path: PathBuf,
    line: u64,
    row: PuzzleRow,
    ties: Ties,
}

/// Which starts that are as hard are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ties {
    /// Those of the group and its transpose.
    OfGroup,
    /// Those of other groups, too, as may be.
    OfMore,
}

impl RowClaim {
    /// What the rows of a table say, each with its number from 1. Rows without a puzzle are left out. Those of a table
    /// that is called `puzzles.csv` are of one group each.
    ///
    /// # Errors
    /// If a value is none of its column.
    pub fn all(table: &Table) -> Result<Vec<(usize, Self)>, TableError> {
        let lists_groups = table.path().file_name().is_some_and(|name| name == "puzzles.csv");
        let ties = if lists_groups { Ties::OfGroup } else { Ties::OfMore };
        PuzzleRow::require(table, &[PuzzleRow::START, PuzzleRow::SOLUTION])?;
        let mut claims = Vec::new();
        for (number, record) in (1..).zip(table.records()) {
            let row = PuzzleRow::read(&record)?;
            if !is_empty(&row) {
                let (path, line) = (table.path().to_owned(), record.line());
                claims.push((number, RowClaim { path, line, row, ties }));
            }
        }
        Ok(claims)
    }

    /// What the row says.
    pub fn row(&self) -> &PuzzleRow {
        &self.row
    }

    /// What counts as a move.
    pub fn metric(&self) -> Metric {
        self.row.metric
    }

    /// Checks it in so many bytes of memory, and says what is wrong with it, if anything is.
    ///
    /// # Errors
    /// If it cannot be looked at, as it does not fit in memory or `progress` asks to stop.
    pub fn check(
        &self,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<Option<TableError>, Error> {
        let RowClaim { path, line, row, ties } = self;
        match check(row, *ties, memory, progress) {
            Err(Failure::Wrong(problem)) => {
                Ok(Some(TableError::Value { path: path.clone(), line: *line, problem }))
            }
            Err(Failure::Error(error)) => Err(error),
            Ok(()) => Ok(None),
        }
    }
}

/// Checks every row of hardest.csv and puzzles.csv in the folder of a batch, in that much memory, all threads together,
/// and that its tables agree with each other, and tells how many puzzles there are. Ties are counted in the group alone,
/// so only those of puzzles.csv have to be as many. The figures of difficulty are not looked at.
///
/// # Errors
/// If a table cannot be read, a puzzle does not fit in memory, `progress` asks to stop, or a puzzle is wrong: then with
/// all that are.
pub fn verify(folder: &Path, memory: usize, progress: &dyn Progress) -> Result<usize, Error> {
    let tables = Tables::read(folder)?;
    let mut claims = RowClaim::all(&tables.hardest)?;
    claims.append(&mut RowClaim::all(&tables.listed)?);
    check_all(&claims, Some(&tables), memory, progress)
}

/// The same of one table.
///
/// # Errors
/// As [`verify`].
pub fn verify_table(table: &Table, memory: usize, progress: &dyn Progress) -> Result<usize, Error> {
    check_all(&RowClaim::all(table)?, None, memory, progress)
}

fn check_all(
    claims: &[(usize, RowClaim)],
    tables: Option<&Tables>,
    memory: usize,
    progress: &dyn Progress,
) -> Result<usize, Error> {
    let started = Instant::now();
    progress.expect(claims.len() as u64);
    let check = |claim: &RowClaim, memory| -> Result<_, Error> {
        let problem = claim.check(memory, progress)?;
        progress.advance(1);
        Ok(problem)
    };
    let part = memory / rayon::current_num_threads();
    // What does not fit in the part of a thread is left until there is all of the memory.
    let checked: Result<Vec<_>, Error> = claims
        .par_iter()
        .map(|(_, claim)| match check(claim, part) {
            Err(error) if part < memory && error.is_full() => Ok(None),
            problem => problem.map(Some),
        })
        .collect();
    let mut wrong = Vec::new();
    for (checked, (_, claim)) in checked?.into_iter().zip(claims) {
        let problem = match checked {
            Some(problem) => problem,
            None => check(claim, memory)?,
        };
        wrong.extend(problem.map(|problem| problem.to_string()));
    }
    let puzzles = claims.len();
    if !wrong.is_empty() {
        return Err(Error::Wrong { wrong, puzzles });
    }
    if let Some(tables) = tables {
        tables.agree(progress)?;
    }
    let seconds = started.elapsed().as_secs_f64();
    progress.note(&format!("as written: {}, {seconds:.1} s", counted(puzzles, "puzzle")));
    Ok(puzzles)
}

/// Why a row was not found to be right.
enum Failure {
    /// It is wrong.
    Wrong(String),
    /// Nobody knows.
    Error(Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Error(error.into())
    }
}

/// What someone says is wrong with a row.
fn wrong(problem: impl ToString) -> Failure {
    Failure::Wrong(problem.to_string())
}

/// Whether the row says that there is no puzzle.
fn is_empty(claim: &PuzzleRow) -> bool {
    claim.moves == 0 && claim.start.is_empty() && claim.solution.is_empty()
}

macro_rules! ensure {
    ($holds:expr, $($problem:tt)*) => {
        if !$holds {
            return Err(Failure::Wrong(format!($($problem)*)));
        }
    };
}

fn check(
    claim: &PuzzleRow,
    ties: Ties,
    memory: usize,
    progress: &dyn Progress,
) -> Result<(), Failure> {
    let (task, metric, grid) = (claim.family, claim.metric, claim.grid);
    let start = Board::parse_start(&claim.start).map_err(wrong)?;
    let piece = start.goal().ok_or_else(|| wrong("there is no goal piece A"))?;
    let pieces = start.pieces.len();
    ensure!(start.grid == grid, "the start is no board of {grid}");
    ensure!(pieces == claim.pieces as usize, "the start has {}", counted(pieces, "piece"));
    let holes = start.holes();
    ensure!(Some(holes) == claim.holes, "the start has {}", counted(holes as usize, "hole"));
    let shape = Shape::of(&grid, piece);
    let goal_shape = match task {
        Task::Compound => String::new(),
        _ => shape.text(&grid, 'A'),
    };
    ensure!(goal_shape == claim.goal_shape, "the goal piece has another shape");
    let family = family(claim)?;
    ensure!(
        task != Task::Simple3 || family.start(shape) == Some(piece),
        "the goal piece is not where puzzles start"
    );

    let puzzle = puzzle(claim, &family, &start)?;
    let solution: Vec<_> = claim.solution.split_whitespace().collect();
    let boards = replay(&puzzle, metric, &claim.start, &solution).map_err(wrong)?;
    let moves = claim.moves as usize;
    ensure!(boards.len() == moves, "the solution has {}", counted(boards.len(), "move"));
    ensure!(boards.last() == Some(&claim.goal), "the solution ends with another board");

    let piece = puzzle.pieces.iter().position(|piece| piece.name == 'A').unwrap_or(0);
    let group = Group::search(&puzzle, metric, Room::Memory(memory), progress)?;
    let found = GroupFacts::survey(&group, task, piece, progress)?;
    let least = found.moves.ok_or_else(|| wrong("there is no solution"))?;
    ensure!(least == moves, "a shortest solution takes {least}");
    ensure!(found.hardest == moves, "another one of the group takes {}", found.hardest);
    let states = counted(found.states, "board");
    ensure!(found.states as u64 == claim.group_states, "the group has {states}");
    let starts = found.starts;
    // Of the transposes of its starts those that are not in the group itself may count as well.
    let may_be_twice = family.twin(&Class::of(&start)).is_some()
        && transposed(&puzzle.field, &group.cells(0), task.tells_goal().then_some(piece))
            .is_none_or(|it| group.find(&it).is_none());
    let is_right = match ties {
        Ties::OfGroup => claim.ties == starts || may_be_twice && claim.ties == 2 * starts,
        Ties::OfMore => claim.ties >= starts,
    };
    ensure!(is_right, "starts in the group that are as hard: {starts}");
    Ok(())
}

/// The family of the row, as far as it tells where goal pieces start and end.
fn family(claim: &PuzzleRow) -> Result<Family, Failure> {
    let PuzzleRow { grid, family: task, .. } = *claim;
    let rule = match (task.has_corner(), claim.rule) {
        (true, rule) => rule.ok_or_else(|| wrong("there is no rule"))?,
        (false, _) => Rule::NonStrict,
    };
    let corners = Family::whole(grid, rule);
    let cell = |name: &Option<String>, corner| {
        name.as_ref().map_or(Ok(corner), |name| named_cell(&grid, name))
    };
    let start_cell = cell(&claim.start_cell, corners.start_cell)?;
    let goal_cell = cell(&claim.goal_cell, corners.goal_cell)?;
    Ok(Family { task, start_cell, goal_cell, ..corners })
}

/// The puzzle that the row is about.
fn puzzle(claim: &PuzzleRow, family: &Family, start: &Board) -> Result<Puzzle, Failure> {
    if family.task.has_corner() {
        return Puzzle::homing(start, family.home(Class::of(start).goal)).map_err(wrong);
    }
    let mut goal = Board::parse(&claim.goal).map_err(wrong)?;
    ensure!(goal.grid == family.grid, "the goal is no board of {}", family.grid);
    if family.task == Task::Simple {
        goal.pieces.retain(|piece| piece.0 == 'A');
    }
    Puzzle::between(start, Some(&goal), family.task != Task::Compound).map_err(wrong)
}

/// The transpose of a board, given and told by the cells of each of its pieces, of which one may be told apart as the
/// goal piece; none if that is a board of other pieces.
fn transposed(field: &Field, cells: &[Cells], goal: Option<usize>) -> Option<Vec<Cells>> {
    let is_goal = |piece| Some(piece) == goal;
    let transpose = |set| {
        each(set).try_fold(0, |image, cell| {
            let (x, y) = field.place(cell);
            Some(image | 1 << field.cell(y, x)?)
        })
    };
    let image = |(piece, &set)| Some((is_goal(piece), transpose(set)?));
    let mut images = cells.iter().enumerate().map(image).collect::<Option<Vec<_>>>()?;
    let take_alike = |(piece, &set)| {
        let alike = |&(is_image_of_goal, image): &(bool, Cells)| {
            is_image_of_goal == is_goal(piece) && field.shape(image) == field.shape(set)
        };
        let place = images.iter().position(alike)?;
        Some(images.swap_remove(place).1)
    };
    cells.iter().enumerate().map(take_alike).collect()
}

/// The cell of a column and a row, counted from 1: `2,1`.
fn named_cell(grid: &Grid, text: &str) -> Result<u32, Failure> {
    let number = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
    let place = text.split_once(',').and_then(|(x, y)| grid.cell(number(x)?, number(y)?));
    place.ok_or_else(|| Failure::Wrong(format!("{grid} has no cell {text:?}")))
}

/// What a group is like.
struct GroupFacts {
    /// The distance of the start from the nearest goal, if there is one.
    moves: Option<usize>,
    /// The most that any puzzle of the task takes in the group.
    hardest: usize,
    /// How many of its starts take as many.
    starts: u64,
    /// The number of boards.
    states: usize,
}

impl GroupFacts {
    /// Surveys a group. `piece` is the number of the goal piece, whose cells at a start of simple^3
    /// are those that it has at the start of the puzzle.
    fn survey(
        group: &Group,
        task: Task,
        piece: usize,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let boards = || 0..group.len();
        let farthest = |distances: &[u32]| {
            let reached = distances.iter().copied().filter(|&distance| distance != UNREACHED);
            reached.max().unwrap_or(0) as usize
        };
        let from = |sources: &mut dyn Iterator<Item = usize>| {
            if progress.stop() {
                return Err(Error::Stopped);
            }
            let distances = group.distances(sources);
            let farthest = farthest(&distances);
            Ok((distances, farthest))
        };
        let count = |distances: &[u32], hardest: usize| {
            distances.iter().filter(|&&distance| distance as usize == hardest).count() as u64
        };
        let to_goal = group.to_goal();
        let mut hardest = farthest(&to_goal);
        let starts = match task {
            Task::Simple3 => {
                let corner = group.cells(0)[piece];
                let at_corner = boards().filter(|&board| group.cells(board)[piece] == corner);
                let distances: Vec<u32> = at_corner.map(|board| to_goal[board]).collect();
                hardest = farthest(&distances);
                count(&distances, hardest)
            }
            Task::Simple2 => count(&to_goal, hardest),
            Task::Simple => {
                let mut pairs = 0;
                let mut places: BTreeMap<Cells, Vec<usize>> = BTreeMap::new();
                for board in boards() {
                    places.entry(group.cells(board)[piece]).or_default().push(board);
                }
                for goals in places.into_values() {
                    let (distances, farthest) = from(&mut goals.into_iter())?;
                    if farthest > hardest {
                        (hardest, pairs) = (farthest, 0);
                    }
                    pairs += count(&distances, hardest);
                }
                pairs
            }
            Task::Compound => {
                // No board is farther from a third than its way there by another one. Boards in the middle bound
                // many others, and those that may be the farthest have to be looked at in the end.
                let mut most = vec![usize::MAX; group.len()];
                let mut looked_at = vec![false; group.len()];
                let mut outward = false;
                let mut end = Some(0);
                while let Some(board) = end {
                    looked_at[board] = true;
                    let (distances, farthest) = from(&mut std::iter::once(board))?;
                    hardest = hardest.max(farthest);
                    for (most, distance) in most.iter_mut().zip(distances) {
                        *most = (*most).min(distance as usize + farthest);
                    }
                    let harder = boards().filter(|&board| most[board] > hardest);
                    let harder = match outward {
                        true => harder.max_by_key(|&board| most[board]),
                        false => harder.min_by_key(|&board| most[board]),
                    };
                    let mut open = boards().filter(|&board| !looked_at[board]);
                    end = harder.or_else(|| open.find(|&board| most[board] == hardest));
                    outward = !outward;
                }
                most.iter().filter(|&&most| most == hardest).count() as u64
            }
        };
        let moves = (to_goal[0] != UNREACHED).then_some(to_goal[0] as usize);
        Ok(GroupFacts { moves, hardest, starts, states: group.len() })
    }
}
