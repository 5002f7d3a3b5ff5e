//! Checks the tables of a batch by other means than made them.
//!
//! A solution is replayed on the letters. That it is shortest, that nothing in its group is harder,
//! and how large the group is, is found again by searching the whole group with the state space of
//! the general solver, which shares no search code with the batches.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_blocks::replay::replay;
use antipode_blocks::{Board, Cells, Grid, Metric, Rule};
use antipode_blocks::{Packed, Positions, Puzzle, Visit, visit};
use antipode_families::{Class, Family, Shape, Task};
use antipode_frontier::{Full, Layers, Progress};
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
        let corner = puzzle.pieces[piece].cells;
        let found = visit(&puzzle, metric, Survey { task, piece, corner, memory, progress })??;
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

/// Searches a whole group: for its boards, and then from goals.
struct Survey<'a> {
    task: Task,
    /// The number of the goal piece.
    piece: usize,
    /// Its cells at a start of simple^3.
    corner: Cells,
    memory: usize,
    progress: &'a dyn Progress,
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

impl Survey<'_> {
    fn exhaust<K: Packed>(
        &self,
        positions: &Positions<K>,
        sources: impl Iterator<Item = K>,
    ) -> Result<Layers<K, u64, ()>> {
        let mut table = Layers::with_memory(self.memory / 2);
        sources.map(|source| table.add_source(source)).collect::<Result<Vec<_>, Full>>()?;
        loop {
            let found = table.advance_while(positions, || !self.progress.stop())?;
            let found = found.ok_or(Interrupted::Lost)?;
            self.progress.stored(found as u64);
            if found == 0 {
                return Ok(table);
            }
        }
    }
}

impl Visit for Survey<'_> {
    type Output = Result<Found>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Result<Found> {
        let group = self.exhaust(positions, std::iter::once(positions.start()))?;
        let all = || (0..group.len()).map(|index| group.state(index));
        let solved = self.exhaust(positions, all().filter(|&at| positions.is_goal(at)))?;
        let place = |at| positions.cells(at)[self.piece];
        // Layer 0 are the sources.
        let farthest = |table: &Layers<K, u64, ()>| table.depth().saturating_sub(1);
        let mut hardest = farthest(&solved);
        match self.task {
            Task::Simple3 => {
                let is_start = |index| place(solved.state(index)) == self.corner;
                let layers = (0..solved.depth()).rev();
                hardest =
                    layers.into_iter().find(|&it| solved.layer(it).any(is_start)).unwrap_or(0);
            }
            Task::Simple2 => {}
            Task::Simple => {
                for goal in all().map(place).collect::<BTreeSet<_>>() {
                    let table = self.exhaust(positions, all().filter(|&at| place(at) == goal))?;
                    hardest = hardest.max(farthest(&table));
                }
            }
            Task::Compound => {
                hardest = hardest.max(farthest(&group));
                for end in all().filter(|_| group.len() <= ALL_ENDS) {
                    hardest =
                        hardest.max(farthest(&self.exhaust(positions, std::iter::once(end))?));
                }
            }
        }
        Ok(Found {
            moves: solved.find(positions.start()).map(|index| solved.distance(index)),
            hardest,
            states: group.len(),
        })
    }
}
