//! The groups of the listed puzzles: how many boards are how far from the goal.

use std::collections::BTreeSet;

use antipode_blocks::solve::SolveError;
use antipode_blocks::{Group, Metric, Puzzle, Room};
use antipode_frontier::{Full, Progress};

use crate::batch::Batch;
use crate::error::Error;
use crate::stages::found_rows::FoundRows;
use crate::table::cell::Cell;
use crate::table::puzzles::{GroupRow, PuzzleRow, puzzle};
use crate::turns::in_turns;

/// Larger groups have no histogram.
pub(super) const MOST_BOARDS: usize = 1_000_000;

/// About what the largest of the others take. No more of them are searched at once than there is memory for, but
/// one always is, as a table must not depend on it.
const GROUP_BYTES: usize = 64 << 20;

/// How many threads may search a group each in so many bytes.
pub(super) fn threads_within(memory: usize) -> usize {
    (memory / GROUP_BYTES).clamp(1, rayon::current_num_threads())
}

/// How many boards of the group of a puzzle are 0, 1, 2, .. actions from the goal; none if it is too large.
pub(super) fn histogram(
    puzzle: &Puzzle,
    metric: Metric,
    progress: &dyn Progress,
) -> Result<Option<Vec<u64>>, Error> {
    match Group::search(puzzle, metric, Room::Boards(MOST_BOARDS), progress) {
        Err(SolveError::Full(Full::States { .. })) => Ok(None),
        group => Ok(Some(group?.histogram())),
    }
}

/// A row for each group of these puzzles; some may be listed more than once.
pub(super) fn groups<'a>(
    batch: &Batch,
    rows: impl Iterator<Item = &'a PuzzleRow>,
    found: FoundRows<'_, GroupRow>,
    progress: &dyn Progress,
) -> Result<Vec<GroupRow>, Error> {
    let mut seen = BTreeSet::new();
    let rows: Vec<_> = rows.filter(|row| row.moves > 0 && seen.insert(key(row))).collect();
    let missing = found.missing(rows.clone(), |row| key(row), progress);
    progress.expect(missing.iter().map(|row| row.group_states).sum());
    let group = |row: &&PuzzleRow| {
        if progress.stop() {
            return Err(Error::Stopped);
        }
        let bug = |error| Error::Bug(format!("puzzle {}: {error}", row.start));
        let puzzle = puzzle(row.family, &row.start, &row.goal).map_err(bug)?;
        let histogram = histogram(&puzzle, row.metric, progress)?;
        progress.advance(row.group_states);
        let group = GroupRow {
            grid: row.grid,
            family: row.family,
            metric: row.metric,
            pieces: row.pieces,
            moves: row.moves,
            start: row.start.clone(),
            goal: row.goal.clone(),
            group_states: row.group_states,
            farthest: histogram.as_ref().map(|counts| counts.len().saturating_sub(1) as u32),
            histogram: histogram
                .map(|counts| counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
        };
        Ok(found.add(vec![(key(row), group)])?)
    };
    let threads = threads_within(batch.memory);
    in_turns(threads, &missing, || (), |(), row| group(row))?;
    let found = found.into_rows();
    Ok(rows.into_iter().map(|row| found[&key(row)].clone()).collect())
}

/// What makes a group.
fn key(row: &PuzzleRow) -> String {
    format!("{} {} {} {}", row.family.write(), row.metric.name(), row.start, row.goal)
}
