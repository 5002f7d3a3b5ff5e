//! The last stage: the tables that people read.
//!
//! Only the farthest starts come out of the search. Here each is solved again by itself, for
//! the goal board and the solution, and what is found is replayed on the letters before it is
//! written.

use std::path::Path;
use std::time::Instant;

use antipode_blocks::replay::replay;
use antipode_blocks::solve::{Limits, Question, SolveError, Walked, solve};
use antipode_blocks::{Board, Group, Metric, Puzzle, Room, Rule};
use antipode_families::{Budget, Class, Family, Puzzle as Farthest, Shape, Tally, Task};
use antipode_frontier::{Effort, Figures, Progress};
use antipode_sealed::{FileError, remove_abandoned, replace};
use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use serde::Serialize;

use crate::batch::Batch;
use crate::config::{Settings, name_of};
use crate::error::Interrupted;
use crate::plan::Plan;

/// A row of `hardest.csv` or `puzzles.csv`.
#[derive(Debug, Serialize)]
struct Row {
    grid: String,
    family: &'static str,
    rule: &'static str,
    metric: &'static str,
    pieces: u32,
    holes: Option<u32>,
    goal_shape: String,
    moves: u32,
    start: String,
    goal: String,
    ties: u64,
    group_states: u64,
    solution: String,
    bb: String,
    bb_error: String,
    paths: String,
    on_paths: String,
    branching: String,
    dead_ends: String,
    walk: String,
    // These columns are there only where the config names the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_cell: Option<String>,
}

#[derive(Debug, Serialize)]
struct Summary<'a> {
    version: &'static str,
    config: &'a str,
    grid: String,
    family: &'static str,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_cell: Option<String>,
    metric: &'static str,
    generator: &'static str,
    packings_seen: u64,
    justsolved: u64,
    classes: u64,
    groups: u64,
    states: u64,
    searched_states: u64,
    largest_class: u64,
    hardest_by_pieces: Vec<Hardest>,
}

#[derive(Debug, Serialize)]
struct Hardest {
    pieces: u32,
    moves: u32,
}

/// What the figures of a row are worth: about ten milliseconds for most rows of a 4x4 batch.
const EFFORT: Effort = Effort { steps: 3e5, seed: 1 };

/// Puzzles of larger groups have no figures in the tables.
const MOST_STATES: usize = 2_000_000;

/// Writes `hardest.csv`, `puzzles.csv`, `classes.csv` and `summary.json`.
pub fn export(batch: &Batch, plan: &Plan, tally: &Tally, progress: &dyn Progress) -> Result<()> {
    let started = Instant::now();
    let settings = &batch.settings;
    let family = &settings.family;
    let mut wanted: Vec<_> =
        family.pieces.clone().map(|pieces| (pieces, tally.hardest.get(&pieces))).collect();
    let by_pieces = wanted.len();
    for puzzle in &tally.puzzles {
        wanted.push((pieces(puzzle)?, Some(puzzle)));
    }
    // A few rows take as long as all the others together.
    progress.expect(wanted.len() as u64);
    let rows = wanted.into_par_iter().with_max_len(1).map(|(pieces, puzzle)| {
        if progress.stop() {
            bail!(Interrupted::Lost);
        }
        let row = row(batch, pieces, puzzle, progress)?;
        progress.advance(1);
        Ok(row)
    });
    let mut hardest = rows.collect::<Result<Vec<Row>>>()?;
    let puzzles = hardest.split_off(by_pieces);

    let named: Vec<_> = settings.named_cells().into_iter().map(|(key, _)| key).collect();
    write_csv(&batch.folder.join("puzzles.csv"), &named, &puzzles)?;
    write_classes(&batch.folder.join("classes.csv"), tally)?;
    let totals = tally.totals();
    let of = |row: &Row| Hardest { pieces: row.pieces, moves: row.moves };
    let summary = Summary {
        version: env!("CARGO_PKG_VERSION"),
        config: &batch.config,
        grid: family.grid.to_string(),
        family: name_of(&Task::NAMES, family.task),
        rule: rule(family),
        start_cell: named_cell(settings, "start_cell"),
        goal_cell: named_cell(settings, "goal_cell"),
        metric: family.metric.name(),
        generator: name_of(&antipode_families::Method::NAMES, settings.generator),
        packings_seen: plan.packings_seen,
        justsolved: totals.boards,
        classes: tally.classes,
        groups: totals.groups,
        states: totals.states,
        searched_states: tally.searched_states,
        largest_class: tally.largest_class,
        hardest_by_pieces: hardest.iter().map(of).collect(),
    };
    replace(&batch.folder.join("summary.json"), |file| {
        Ok(serde_json::to_writer_pretty(file, &summary)?)
    })?;
    write_csv(&batch.folder.join("hardest.csv"), &named, &hardest)?;
    for folder in ["", "boards", "shards"] {
        remove_abandoned(&batch.folder.join(folder));
    }
    let elapsed = started.elapsed();
    progress.note(&format!("{}, {:.1} s", batch.folder.display(), elapsed.as_secs_f64()));
    batch.took("export", elapsed, None)
}

/// The name of the rule, where there is one.
fn rule(family: &Family) -> &'static str {
    if family.task.has_corner() { name_of(&Rule::NAMES, family.rule) } else { "" }
}

/// The cell of that key, where the config names one.
fn named_cell(settings: &Settings, key: &str) -> Option<String> {
    let mut named = settings.named_cells().into_iter();
    named.find(|named| named.0 == key).map(|(_, cell)| cell)
}

fn pieces(puzzle: &Farthest) -> Result<u32> {
    Ok(Board::parse_start(&puzzle.start)?.pieces.len() as u32)
}

/// The row of a puzzle, solved and replayed; an empty one if there is no puzzle.
fn row(
    batch: &Batch,
    pieces: u32,
    puzzle: Option<&Farthest>,
    progress: &dyn Progress,
) -> Result<Row> {
    let settings = &batch.settings;
    let family = &settings.family;
    let mut row = Row {
        grid: family.grid.to_string(),
        family: name_of(&Task::NAMES, family.task),
        rule: rule(family),
        metric: family.metric.name(),
        pieces,
        holes: None,
        goal_shape: String::new(),
        moves: 0,
        start: String::new(),
        goal: String::new(),
        ties: 0,
        group_states: 0,
        solution: String::new(),
        bb: String::new(),
        bb_error: String::new(),
        paths: String::new(),
        on_paths: String::new(),
        branching: String::new(),
        dead_ends: String::new(),
        walk: String::new(),
        start_cell: named_cell(settings, "start_cell"),
        goal_cell: named_cell(settings, "goal_cell"),
    };
    let Some(puzzle) = puzzle else { return Ok(row) };
    let start = Board::parse_start(&puzzle.start)?;
    let target = puzzle.target.as_deref().map(Board::parse).transpose()?;
    let home = family.home(Class::of(&start).goal);
    let whole = match &target {
        None => Puzzle::homing(&start, home)?,
        target => Puzzle::between(&start, target.as_ref(), family.task != Task::Compound)?,
    };
    let group = match Group::search(&whole, family.metric, Room::Boards(MOST_STATES), progress) {
        Err(SolveError::Full(_)) => None,
        group => Some(group?),
    };
    let solution = match &group {
        // Puzzles with a goal of their own list the solution that is the first to be found.
        Some(group) if target.is_some() => group.earliest(),
        Some(group) => group.solution(),
        None => shortest(&whole, family.metric, batch.budget(), progress)?,
    };
    let Walked { moves, goal, .. } =
        solution.with_context(|| format!("{} turned out to have no solution", puzzle.start))?;
    let boards = replay(&whole, family.metric, &puzzle.start, &moves)
        .with_context(|| format!("the solution of {}", puzzle.start))?;
    let moves = moves.join(" ");
    ensure!(
        boards.len() == puzzle.moves as usize && boards.last() == Some(&goal),
        "the solution {moves:?} of {} did not replay",
        puzzle.start
    );
    row.holes = Some(start.holes());
    if family.task != Task::Compound {
        row.goal_shape =
            Shape::of(&start.grid, start.goal().unwrap_or_default()).text(&start.grid, 'A');
    }
    row.moves = puzzle.moves;
    row.start.clone_from(&puzzle.start);
    row.goal = goal;
    row.ties = puzzle.ties;
    row.group_states = puzzle.group_states;
    row.solution = moves;
    if let Some(group) = group {
        let figures = group.figures(&EFFORT).context("a group without its goals")?;
        ensure!(
            (figures.shortest.length, figures.states as u64) == (puzzle.moves, puzzle.group_states),
            "the graph of {} is not the one that was searched",
            puzzle.start
        );
        row.add(&figures);
    }
    Ok(row)
}

/// A shortest solution of a puzzle whose group is too large to be kept.
fn shortest(
    whole: &Puzzle,
    metric: Metric,
    budget: Budget,
    progress: &dyn Progress,
) -> Result<Option<Walked>> {
    let limits = Limits { memory: budget.memory, scratch: budget.scratch };
    Ok(solve(whole, metric, Question::Shortest, &limits, progress)?.solution)
}

impl Row {
    /// Fills in what the graph of the group tells.
    fn add(&mut self, figures: &Figures) {
        let tenths = |value: f64| format!("{value:.1}");
        if let Some((bb, error)) = figures.bb() {
            self.bb = tenths(bb);
            self.bb_error = tenths(error);
        }
        self.paths = figures.shortest.number.map_or(String::new(), |number| number.to_string());
        self.on_paths = format!("{:.4}", figures.shortest.vertices as f64 / figures.states as f64);
        self.branching = format!("{:.3}", figures.branching);
        self.dead_ends = figures.dead_ends.to_string();
        self.walk = figures.random_walk.map_or(String::new(), tenths);
    }
}

fn write_csv(path: &Path, named: &[&str], rows: &[Row]) -> Result<(), FileError> {
    replace(path, |file| {
        let mut csv = csv::WriterBuilder::new().has_headers(false).from_writer(file);
        // The header is written by hand so that an empty table has one.
        let columns = [
            "grid",
            "family",
            "rule",
            "metric",
            "pieces",
            "holes",
            "goal_shape",
            "moves",
            "start",
            "goal",
            "ties",
            "group_states",
            "solution",
            "bb",
            "bb_error",
            "paths",
            "on_paths",
            "branching",
            "dead_ends",
            "walk",
        ];
        csv.write_record(columns.iter().chain(named))?;
        for row in rows {
            csv.serialize(row)?;
        }
        csv.flush()
    })
}

fn write_classes(path: &Path, tally: &Tally) -> Result<(), FileError> {
    let mut rows: Vec<_> = tally.size_classes.iter().collect();
    rows.sort_by_key(|(sizes, _)| (sizes.pieces(), *sizes));
    replace(path, |file| {
        let mut csv = csv::Writer::from_writer(file);
        csv.write_record(["pieces", "sizes", "boards", "groups", "states", "hardest"])?;
        for (sizes, counts) in rows {
            csv.serialize((
                sizes.pieces(),
                String::from(sizes.clone()),
                counts.boards,
                counts.groups,
                counts.states,
                counts.hardest,
            ))?;
        }
        csv.flush()
    })
}
