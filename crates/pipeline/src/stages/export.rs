//! The fourth stage: the tables that people read.
//!
//! Only the farthest starts come out of the search. Here each is solved again by itself, for
//! the goal board and the solution, and what is found is replayed on the letters before it is
//! written.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::Write;

use antipode_blocks::replay::replay;
use antipode_blocks::solve::{Limits, Question, SolveError, Walked, solve};
use antipode_blocks::{Board, Group, Metric, Puzzle, Rule};
use antipode_families::{
    Budget, Class, Family, Puzzle as Farthest, Shape, SizeClass, Sizes, Tally, Task,
};
use antipode_frontier::{Begun, Effort, Figures, Full, Progress};
use antipode_sealed::{FileError, replace};
use fxhash::FxHashSet;
use rayon::prelude::*;

use crate::batch::{Batch, COMMAND};
use crate::claim::AtWork;
use crate::config::settings::Settings;
use crate::error::Error;
use crate::plan::Plan;
use crate::removal::remove;
use crate::stages::found_rows::{FoundRows, GROUPS, PUZZLES};
use crate::stages::groups::groups;
use crate::stopwatch::Stopwatch;
use crate::summary::{self, Hardest, SUMMARY, Summary, told_config};
use crate::table::cell::{Cell, Decimal};
use crate::table::puzzles::{ClassRow, PuzzleRow};
use crate::table::row;
use crate::turns::in_turns;

/// How many steps of random walks the figures of a row are worth: about ten milliseconds for most rows of a 4x4 batch.
const STEPS: f64 = 3e5;

/// Where random walks start from.
const SEED: u64 = 1;

/// Puzzles of larger groups have no figures in the tables: those of few pieces have many neighbours,
/// and would take gigabytes.
const MOST_STATES: usize = 400_000;

/// About what the figures of nearly all others take. No more of them are made at once than there is memory for. Those
/// that take more than their part of it are made one by one at the end, however much that is, as they must not depend
/// on it.
const ROW_BYTES: usize = 400 << 20;

/// So many puzzles are solved at a time at the most, as their figures are had in less time together,
const MOST_TOGETHER: usize = 8;

/// fewer where a thread would have fewer turns,
const TURNS: usize = 4;

/// and no more than have so many boards in their groups together: none is kept before all are finished.
const STATES_TOGETHER: u64 = 100_000;

/// About how many boards of a group take as long as what every puzzle takes.
const ROW_STATES: u64 = 2_500;

/// A row to be written: of which family, with how many pieces, and the puzzle if there is one.
type Wanted<'a> = (&'a Family, u32, Option<&'a Farthest>);

/// Writes `hardest.csv`, `puzzles.csv`, `classes.csv` and `summary.json`, family after family,
/// `groups.csv` if it is asked for, and in `command.txt` the command that makes them.
///
/// # Errors
/// If the figures of a row do not fit in memory, a file cannot be written, or `progress` asks to stop.
pub fn export(
    batch: &Batch,
    plan: &Plan,
    tallies: &[Tally],
    progress: &dyn Progress,
) -> Result<(), Error> {
    let watch = Stopwatch::start(batch, "export");
    let _at_work = AtWork::in_folder(&batch.folder);
    batch.keep_little();
    let families = &batch.settings.families;
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    for (family, tally) in families.iter().zip(tallies) {
        let hardest = |pieces| (family, pieces, tally.hardest.get(&pieces));
        wanted.extend(family.pieces.iter().map(hardest));
    }
    let by_pieces = wanted.len();
    for (family, tally) in families.iter().zip(tallies) {
        for puzzle in &tally.puzzles {
            wanted.push((family, pieces(puzzle)?, Some(puzzle)));
        }
    }
    let found = FoundRows::kept(batch, &watch, PUZZLES, progress)?;
    let found_groups = FoundRows::kept(batch, &watch, GROUPS, progress)?;
    let mut hardest = watch.unless_done(rows(batch, &wanted, found, progress))?;
    let puzzles = hardest.split_off(by_pieces);

    let cells = [PuzzleRow::START_CELL.name, PuzzleRow::GOAL_CELL.name].into_iter();
    let named = |key| families.iter().any(|family| named_cell(family, key).is_some());
    let left_out: Vec<_> = cells.filter(|key| !named(key)).collect();
    let write = |name: &str, rows: &[PuzzleRow]| {
        replace(&batch.folder.join(name), |output| row::write(output, rows, &left_out))
    };
    let classes: Vec<ClassRow> =
        families.iter().zip(tallies).flat_map(|(family, tally)| classes(family, tally)).collect();
    let told = [ClassRow::FAMILY.name, ClassRow::RULE.name, ClassRow::METRIC.name];
    let told = if families.len() == 1 { &told[..] } else { &[] };
    let summary = |(family, tally)| summary(batch, plan, family, tally);
    let summaries: Vec<Summary> = families.iter().zip(tallies).map(summary).collect();
    let groups = batch
        .settings
        .groups
        .then(|| groups(batch, hardest.iter().chain(&puzzles), found_groups, progress))
        .transpose();
    let groups = watch.unless_done(groups)?;
    // One of another config must not stand for what a stop may leave of these.
    let summary_file = batch.folder.join(SUMMARY);
    if !matches!(told_config(&summary_file), Ok(Some(config)) if config == batch.config) {
        remove(&summary_file)?;
    }
    let groups_file = batch.folder.join("groups.csv");
    match groups {
        Some(groups) => replace(&groups_file, |output| row::write(output, &groups, &[]))?,
        // One that is there is of other tables.
        None => remove(&groups_file)?,
    }
    // Each waits for the disk.
    let tables: [&(dyn Fn() -> Result<(), FileError> + Sync); 4] = [
        &|| write("hardest.csv", &hardest),
        &|| write("puzzles.csv", &puzzles),
        &|| replace(&batch.folder.join("classes.csv"), |output| row::write(output, &classes, told)),
        &|| {
            replace(&batch.folder.join(COMMAND), |output| {
                writeln!(output, "{}", batch.settings.command)
            })
        },
    ];
    tables.par_iter().try_for_each(|table| table())?;
    // It tells of which config all the others are.
    replace(&summary_file, |output| summary::write(output, &summaries))?;
    [PUZZLES, GROUPS].iter().try_for_each(|kind| remove(&batch.folder.join(kind.file)))?;
    let seconds = watch.elapsed().as_secs_f64();
    progress.note(&format!("{}, {seconds:.1} s", batch.folder.display()));
    Ok(watch.stop()?)
}

/// The rows that are wanted. A puzzle that is wanted more than once, by both rules perhaps or in both
/// tables, is solved once.
fn rows(
    batch: &Batch,
    wanted: &[Wanted<'_>],
    found: FoundRows<'_, PuzzleRow>,
    progress: &dyn Progress,
) -> Result<Vec<PuzzleRow>, Error> {
    let mut known = FxHashSet::default();
    let puzzles = wanted.iter().filter_map(|&(family, _, puzzle)| Some((family, puzzle?)));
    let mut puzzles: Vec<_> =
        puzzles.filter(|(family, puzzle)| known.insert(key(family, puzzle))).collect();
    // The smallest last, so that no thread has much left to do when all others are done.
    puzzles.sort_by_key(|(_, puzzle)| Reverse(puzzle.group_states));
    let puzzles = found.missing(puzzles, |(family, puzzle)| key(family, puzzle), progress);
    progress.expect(puzzles.iter().map(|(_, puzzle)| work(puzzle)).sum());
    let threads = (batch.memory / ROW_BYTES).clamp(1, rayon::current_num_threads());
    let each = (puzzles.len() / (TURNS * threads)).clamp(1, MOST_TOGETHER);
    let mut some: Vec<&[_]> = Vec::new();
    let mut left = &puzzles[..];
    while let Some((_, largest)) = left.first() {
        let count = (STATES_TOGETHER / largest.group_states.max(1)).clamp(1, each as u64) as usize;
        let (first, rest) = left.split_at(count.min(left.len()));
        some.push(first);
        left = rest;
    }
    let part = batch.memory / threads;
    let kept = part.saturating_sub(ROW_BYTES);
    let room = Room { row: if threads > 1 { part } else { usize::MAX }, kept };
    // Those that take more memory than that are left.
    let solve = |puzzles: &[_], room| {
        let solved = solved(batch, puzzles, room, progress)?;
        let is_stopped = solved.len() < puzzles.len();
        let mut large = Vec::new();
        let mut rows = Vec::new();
        for (&(family, puzzle), row) in puzzles.iter().zip(solved) {
            match row {
                Some(row) => rows.push((key(family, puzzle), row)),
                None => large.push((family, puzzle)),
            }
        }
        found.add(rows)?;
        if is_stopped { Err(Error::Stopped) } else { Ok(large) }
    };
    let large = in_turns(threads, &some, || (), |(), some| solve(some, room))?;
    let alone = Room { row: usize::MAX, kept: 0 };
    large.iter().flatten().try_for_each(|&one| solve(&[one], alone).map(drop))?;
    let rows = found.into_rows();
    let row = |&(family, pieces, puzzle): &Wanted<'_>| match puzzle {
        None => empty(family, pieces),
        Some(puzzle) => PuzzleRow {
            rule: rule(family),
            ties: puzzle.ties,
            ..rows[&key(family, puzzle)].clone()
        },
    };
    Ok(wanted.iter().map(row).collect())
}

/// How much memory there is for rows whose figures are finished together.
#[derive(Debug, Clone, Copy)]
struct Room {
    /// How many bytes one of them may take, with what others keep meanwhile,
    row: usize,
    /// and how many of these that may be.
    kept: usize,
}

/// The rows of some puzzles, none for those that take more memory than there is, and no more once `progress` asks to
/// stop. Figures are finished together, as far as there is memory to keep what they need until then.
fn solved(
    batch: &Batch,
    puzzles: &[(&Family, &Farthest)],
    room: Room,
    progress: &dyn Progress,
) -> Result<Vec<Option<PuzzleRow>>, Error> {
    let mut rows = Vec::new();
    let (mut begun, mut kept) = (Vec::new(), 0);
    for (number, &(family, puzzle)) in puzzles.iter().enumerate() {
        if progress.stop() {
            break;
        }
        let (row, figures) = match row(batch, family, puzzle, room.row - kept, progress) {
            Err(Error::Stopped) => break,
            Ok(None) => {
                rows.push(None);
                continue;
            }
            Ok(Some(row)) => row,
            Err(error) => return Err(error),
        };
        rows.push(Some(row));
        kept += figures.as_ref().map_or(0, Begun::bytes);
        begun.extend(figures.map(|figures| (number, figures)));
        if kept > room.kept {
            finish(puzzles, &mut rows, &mut begun)?;
            kept = 0;
        }
        progress.advance(work(puzzle));
    }
    finish(puzzles, &mut rows, &mut begun)?;
    Ok(rows)
}

/// Fills in the figures that were begun, each with the number of its row.
fn finish(
    puzzles: &[(&Family, &Farthest)],
    rows: &mut [Option<PuzzleRow>],
    begun: &mut Vec<(usize, Begun)>,
) -> Result<(), Error> {
    let (numbers, begun): (Vec<_>, Vec<_>) = begun.drain(..).unzip();
    for (number, figures) in numbers.into_iter().zip(Figures::finish(begun, SEED)) {
        let (_, puzzle) = puzzles[number];
        let found = (figures.shortest.length, figures.states as u64);
        if found != (puzzle.moves, puzzle.group_states) {
            return Err(bug(puzzle)(&"its graph is not the one that was searched"));
        }
        rows[number].iter_mut().for_each(|row| add(row, &figures));
    }
    Ok(())
}

/// What makes a puzzle: its solution is the same by both rules.
fn key(family: &Family, puzzle: &Farthest) -> String {
    let (task, metric) = (family.task.write(), family.metric.name());
    format!("{task} {metric} {} {}", puzzle.start, puzzle.target.as_deref().unwrap_or_default())
}

/// About how long a puzzle takes, in boards of its group.
fn work(puzzle: &Farthest) -> u64 {
    puzzle.group_states + ROW_STATES
}

/// The counts of a family.
fn summary(batch: &Batch, plan: &Plan, family: &Family, tally: &Tally) -> Summary {
    let totals = tally.totals();
    let hardest = |pieces| Hardest {
        pieces,
        moves: tally.hardest.get(&pieces).map_or(0, |puzzle| puzzle.moves),
    };
    Summary {
        version: env!("CARGO_PKG_VERSION"),
        config: Some(batch.config.clone()),
        grid: family.grid.to_string(),
        family: Some(family.task.write()),
        rule: Some(rule(family).write()),
        start_cell: named_cell(family, "start_cell"),
        goal_cell: named_cell(family, "goal_cell"),
        metric: Some(family.metric.name().to_owned()),
        generator: plan.generator.clone(),
        packings_seen: plan.packings_seen,
        justsolved: Some(totals.boards),
        classes: Some(tally.classes),
        groups: Some(totals.groups),
        states: Some(totals.states),
        searched_states: tally.searched_states,
        largest_class: tally.largest_class,
        hardest_by_pieces: Some(family.pieces.iter().map(hardest).collect()),
    }
}

/// The rule, where there is one.
fn rule(family: &Family) -> Option<Rule> {
    family.task.has_corner().then_some(family.rule)
}

/// The cell of that key, where the config names one.
fn named_cell(family: &Family, key: &str) -> Option<String> {
    let mut named = Settings::named_cells(family).into_iter();
    named.find(|named| named.0 == key).map(|(_, cell)| cell)
}

/// What should hold of every puzzle that was searched does not hold of this one.
fn bug(puzzle: &Farthest) -> impl Fn(&dyn Display) -> Error {
    let start = puzzle.start.clone();
    move |problem| Error::Bug(format!("puzzle {start}: {problem}"))
}

fn pieces(puzzle: &Farthest) -> Result<u32, Error> {
    let start = Board::parse_start(&puzzle.start).map_err(|error| bug(puzzle)(&error))?;
    Ok(start.pieces.len() as u32)
}

/// The row that says that there is no puzzle.
fn empty(family: &Family, pieces: u32) -> PuzzleRow {
    PuzzleRow {
        grid: family.grid,
        family: family.task,
        rule: rule(family),
        metric: family.metric,
        pieces,
        holes: None,
        goal_shape: String::new(),
        moves: 0,
        start: String::new(),
        goal: String::new(),
        ties: 0,
        group_states: 0,
        solution: String::new(),
        bb: None,
        bb_error: None,
        paths: None,
        on_paths: None,
        branching: None,
        dead_ends: None,
        walk: None,
        start_cell: named_cell(family, PuzzleRow::START_CELL.name),
        goal_cell: named_cell(family, PuzzleRow::GOAL_CELL.name),
    }
}

/// The row of a puzzle, solved and replayed, and the beginning of its figures if it has any. None if these take more
/// than `memory` bytes.
fn row(
    batch: &Batch,
    family: &Family,
    puzzle: &Farthest,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Option<(PuzzleRow, Option<Begun>)>, Error> {
    let mut row = empty(family, pieces(puzzle)?);
    let bug = bug(puzzle);
    let start = Board::parse_start(&puzzle.start).map_err(|error| bug(&error))?;
    let target = puzzle.target.as_deref().map(Board::parse).transpose();
    let target = target.map_err(|error| bug(&error))?;
    let home = family.home(Class::of(&start).goal);
    let whole = match &target {
        None => Puzzle::homing(&start, home),
        target => Puzzle::between(&start, target.as_ref(), family.task != Task::Compound),
    }
    .map_err(|error| bug(&error))?;
    let group = match Group::joined(&whole, family.metric, MOST_STATES, memory, progress) {
        Err(SolveError::Full(Full::States { .. })) => None,
        Err(SolveError::Full(Full::Room { .. })) => return Ok(None),
        group => Some(group?),
    };
    let solution = match &group {
        // Puzzles with a goal of their own list the solution that is the first to be found.
        Some((group, _)) if target.is_some() => group.earliest(),
        Some((group, graph)) => {
            let goals = group.goals().map(|goal| goal as u32);
            group.solution_along(&graph.distances(goals))
        }
        None => shortest(&whole, family.metric, batch.budget(), progress)?,
    };
    let Walked { moves, goal, .. } = solution.ok_or_else(|| bug(&"there is no solution"))?;
    let boards =
        replay(&whole, family.metric, &puzzle.start, &moves).map_err(|error| bug(&error))?;
    if boards.len() != puzzle.moves as usize || boards.last() != Some(&goal) {
        return Err(bug(&format!("the solution {} does not replay", moves.join(" "))));
    }
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
    row.solution = moves.join(" ");
    let Some((group, graph)) = group else { return Ok(Some((row, None))) };
    match group.begin_figures(graph, &Effort { steps: STEPS, seed: SEED, memory }) {
        Err(Full::Room { .. }) => Ok(None),
        figures => {
            let figures = figures.map_err(SolveError::from)?;
            let figures = figures.ok_or_else(|| bug(&"a group without its goals"))?;
            Ok(Some((row, Some(figures))))
        }
    }
}

/// A shortest solution of a puzzle whose group is too large to be kept.
fn shortest(
    whole: &Puzzle,
    metric: Metric,
    budget: Budget,
    progress: &dyn Progress,
) -> Result<Option<Walked>, Error> {
    let limits = Limits { memory: budget.memory, scratch: budget.scratch };
    Ok(solve(whole, metric, Question::Shortest, &limits, progress)?.solution)
}

/// Fills in what the graph of the group tells.
fn add(row: &mut PuzzleRow, figures: &Figures) {
    if let Some((bb, error)) = figures.bb() {
        row.bb = Some(Decimal(bb));
        row.bb_error = Some(Decimal(error));
    }
    row.paths = figures.shortest.number;
    row.on_paths = Some(Decimal(figures.shortest.vertices as f64 / figures.states as f64));
    row.branching = Some(Decimal(figures.branching));
    row.dead_ends = Some(figures.dead_ends as u64);
    row.walk = figures.random_walk.map(Decimal);
}

/// The rows of a family in `classes.csv`.
fn classes(family: &Family, tally: &Tally) -> Vec<ClassRow> {
    let mut classes: Vec<_> = tally.size_classes.iter().collect();
    classes.sort_by_key(|(sizes, _)| (sizes.pieces(), *sizes));
    let row = |(sizes, counts): (&Sizes, &SizeClass)| ClassRow {
        family: Some(family.task),
        rule: rule(family),
        metric: Some(family.metric),
        pieces: sizes.pieces() as u32,
        sizes: String::from(sizes.clone()),
        boards: counts.boards,
        groups: counts.groups,
        states: counts.states,
        hardest: counts.hardest,
    };
    classes.into_iter().map(row).collect()
}
