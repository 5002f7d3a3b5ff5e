//! Checks the tables of a batch by other means than made them.
//!
//! A solution is replayed on the letters. That it is shortest, that nothing in its group is harder,
//! and how large the group is, is found again by searching the whole group with the state space of
//! the general solver, which shares no search code with the batches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_blocks::replay::replay;
use antipode_blocks::solve::SolveError;
use antipode_blocks::{Board, Cells, Grid, Group, Metric, Puzzle, Room, Rule};
use antipode_families::{Class, Family, Shape, Task};
use antipode_frontier::{Progress, UNREACHED};
use anyhow::{Context, Result, anyhow, bail, ensure};
use rayon::prelude::*;
use serde::Deserialize;

use crate::error::Interrupted;

/// What a row of a table claims.
#[derive(Debug, Deserialize)]
struct Claim {
    grid: String,
    family: String,
    rule: String,
    metric: String,
    pieces: usize,
    holes: Option<u32>,
    goal_shape: String,
    moves: usize,
    start: String,
    goal: String,
    group_states: usize,
    solution: String,
    /// Where these are named, the cells are no corners.
    #[serde(default)]
    start_cell: Option<String>,
    #[serde(default)]
    goal_cell: Option<String>,
}

/// Checks every row of hardest.csv and puzzles.csv in the folder of a batch, in that much memory,
/// all threads together, and tells how many there are; fails with all that are wrong.
pub fn verify(folder: &Path, memory: usize, progress: &dyn Progress) -> Result<usize> {
    let started = Instant::now();
    let mut claims = Vec::new();
    for name in ["hardest.csv", "puzzles.csv"] {
        let path = folder.join(name);
        claims.extend(read(&path)?.into_iter().map(|(line, claim)| (path.clone(), line, claim)));
    }
    let puzzles = claims.iter().filter(|(_, _, claim)| !claim.is_empty()).count();
    let memory = memory / rayon::current_num_threads();
    progress.expect(claims.len() as u64);
    let check = |(path, line, claim): &(PathBuf, u64, Claim)| {
        let checked = claim.check(memory, progress);
        progress.advance(1);
        match checked {
            Err(error) if error.is::<Interrupted>() => Err(error),
            Err(error) => Ok(Some(format!("{}:{line}: {error:#}", path.display()))),
            Ok(()) => Ok(None),
        }
    };
    let checked: Result<Vec<_>> = claims.par_iter().map(check).collect();
    let wrong: Vec<String> = checked?.into_iter().flatten().collect();
    if !wrong.is_empty() {
        bail!("{} of {puzzles} puzzles are not as written\n{}", wrong.len(), wrong.join("\n"));
    }
    let seconds = started.elapsed().as_secs_f64();
    progress.note(&format!("{puzzles} puzzles are as written, {seconds:.1} s"));
    Ok(puzzles)
}

/// The rows of a table, with their lines.
fn read(path: &Path) -> Result<Vec<(u64, Claim)>> {
    let mut table =
        csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
    let header = table.headers()?.clone();
    let mut claims = Vec::new();
    for record in table.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let claim = record
            .deserialize(Some(&header))
            .with_context(|| format!("{}:{line}: no row of a batch", path.display()))?;
        claims.push((line, claim));
    }
    Ok(claims)
}

impl Claim {
    /// Whether the row says that there is no puzzle.
    fn is_empty(&self) -> bool {
        self.moves == 0 && self.start.is_empty() && self.solution.is_empty()
    }

    fn check(&self, memory: usize, progress: &dyn Progress) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        let task = named(&Task::NAMES, "family", &self.family)?;
        let metric = named(&Metric::NAMES, "metric", &self.metric)?;
        let start = Board::parse_start(&self.start)?;
        let grid: Grid = self.grid.parse()?;
        let piece = start.goal().context("there is no goal piece A")?;
        ensure!(start.grid == grid, "the start is no board of {grid}");
        ensure!(start.pieces.len() == self.pieces, "the start has {} pieces", start.pieces.len());
        ensure!(Some(start.holes()) == self.holes, "the start has {} holes", start.holes());
        let shape = Shape::of(&grid, piece);
        let goal_shape = match task {
            Task::Compound => String::new(),
            _ => shape.text(&grid, 'A'),
        };
        ensure!(goal_shape == self.goal_shape, "the goal piece has another shape");
        let family = self.family(task, grid)?;
        ensure!(
            task != Task::Simple3 || family.start(shape) == Some(piece),
            "the goal piece is not where puzzles start"
        );

        let puzzle = self.puzzle(&family, &start)?;
        let solution: Vec<_> = self.solution.split_whitespace().collect();
        let boards = replay(&puzzle, metric, &self.start, &solution)?;
        ensure!(boards.len() == self.moves, "the solution has {} moves", boards.len());
        ensure!(boards.last() == Some(&self.goal), "the solution ends with another board");

        let piece = puzzle.pieces.iter().position(|piece| piece.name == 'A').unwrap_or(0);
        let group = match Group::search(&puzzle, metric, Room::Memory(memory), progress) {
            Err(SolveError::Stopped(_)) => bail!(Interrupted::Lost),
            group => group?,
        };
        let found = Found::survey(&group, task, piece, progress)?;
        ensure!(found.moves == Some(self.moves), "a shortest solution takes {:?}", found.moves);
        ensure!(found.hardest == self.moves, "another one of the group takes {}", found.hardest);
        ensure!(found.states == self.group_states, "the group has {} boards", found.states);
        Ok(())
    }

    /// The family of the row, as far as it tells where goal pieces start and end.
    fn family(&self, task: Task, grid: Grid) -> Result<Family> {
        let rule = match task.has_corner() {
            true => named(&Rule::NAMES, "rule", &self.rule)?,
            false => Rule::NonStrict,
        };
        let corners = Family::whole(grid, rule);
        let cell = |name: &Option<String>, corner| {
            name.as_ref().map_or(Ok(corner), |name| named_cell(&grid, name))
        };
        let start_cell = cell(&self.start_cell, corners.start_cell)?;
        let goal_cell = cell(&self.goal_cell, corners.goal_cell)?;
        Ok(Family { task, start_cell, goal_cell, ..corners })
    }

    /// The puzzle that the row is about.
    fn puzzle(&self, family: &Family, start: &Board) -> Result<Puzzle> {
        if family.task.has_corner() {
            return Ok(Puzzle::homing(start, family.home(Class::of(start).goal))?);
        }
        let mut goal = Board::parse(&self.goal)?;
        if family.task == Task::Simple {
            goal.pieces.retain(|piece| piece.0 == 'A');
        }
        Ok(Puzzle::between(start, Some(&goal), family.task != Task::Compound)?)
    }
}

/// The cell of a column and a row, counted from 1: `2,1`.
fn named_cell(grid: &Grid, text: &str) -> Result<u32> {
    let number = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
    let place = text.split_once(',').and_then(|(x, y)| grid.cell(number(x)?, number(y)?));
    place.with_context(|| format!("{grid} has no cell {text:?}"))
}

fn named<T: Copy>(names: &[(&'static str, T)], noun: &str, text: &str) -> Result<T> {
    let found = names.iter().find(|(name, _)| *name == text);
    found.map(|named| named.1).ok_or_else(|| anyhow!("there is no {noun} {text:?}"))
}

/// What a group is like.
struct Found {
    /// The distance of the start from the nearest goal, if there is one.
    moves: Option<usize>,
    /// The most that any puzzle of the task takes in the group.
    hardest: usize,
    /// The number of boards.
    states: usize,
}

/// Of the task compound, groups of more boards than this are searched from the two ends alone, and
/// not from every board.
const ALL_ENDS: usize = 4096;

impl Found {
    /// Surveys a group. `piece` is the number of the goal piece, whose cells at a start of simple^3
    /// are those that it has at the start of the puzzle.
    fn survey(group: &Group, task: Task, piece: usize, progress: &dyn Progress) -> Result<Self> {
        let boards = || 0..group.len();
        let farthest = |distances: &[u32]| {
            let reached = distances.iter().copied().filter(|&distance| distance != UNREACHED);
            reached.max().unwrap_or(0) as usize
        };
        let eccentricity = |sources: &mut dyn Iterator<Item = usize>| {
            if progress.stop() {
                bail!(Interrupted::Lost);
            }
            Ok(farthest(&group.distances(sources)))
        };
        let to_goal = group.to_goal();
        let mut hardest = farthest(&to_goal);
        match task {
            Task::Simple3 => {
                let corner = group.cells(0)[piece];
                let starts = boards().filter(|&board| group.cells(board)[piece] == corner);
                let starts: Vec<u32> = starts.map(|board| to_goal[board]).collect();
                hardest = farthest(&starts);
            }
            Task::Simple2 => {}
            Task::Simple => {
                let mut places: BTreeMap<Cells, Vec<usize>> = BTreeMap::new();
                for board in boards() {
                    places.entry(group.cells(board)[piece]).or_default().push(board);
                }
                for goals in places.into_values() {
                    hardest = hardest.max(eccentricity(&mut goals.into_iter())?);
                }
            }
            Task::Compound => {
                hardest = hardest.max(eccentricity(&mut std::iter::once(0))?);
                for end in boards().filter(|_| group.len() <= ALL_ENDS) {
                    hardest = hardest.max(eccentricity(&mut std::iter::once(end))?);
                }
            }
        }
        let moves = (to_goal[0] != UNREACHED).then_some(to_goal[0] as usize);
        Ok(Found { moves, hardest, states: group.len() })
    }
}
