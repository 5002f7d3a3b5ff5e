//! How long exchanges took by structure: `structure.csv`, a row a height.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use antipode_panex::Task;
use antipode_panex::formula::{L, U};
use antipode_panex::structure::{LEAST_HEIGHT, MOST_HEIGHT};
use anyhow::{Result, ensure};

use super::results::{How, Results};
use super::sheets::STRUCTURE;
use crate::sheet::{alone, at};

/// A row: the height, the number of moves, the paper's bounds, the seconds, and how it was found.
type Row = (u8, u64, Option<u64>, Option<u64>, f64, How);

/// The number of moves and the seconds, by height.
type Times = BTreeMap<u8, (u64, f64)>;

fn file(folder: &Path) -> PathBuf {
    folder.join("structure.csv")
}

/// What is kept in a folder. It is written again with more, so that all of it has to be understood.
pub fn read(folder: &Path, results: &Results) -> Result<Times> {
    let path = file(folder);
    let mut times = Times::new();
    for (line, row) in STRUCTURE.read(&path)? {
        at(&path.display().to_string(), line, check(&row, results, &times))?;
        let (height, moves, _, _, seconds, _) = row;
        times.insert(height, (moves, seconds));
    }
    Ok(times)
}

/// Refuses a row that cannot be true, or whose height was there before.
fn check(row: &Row, results: &Results, before: &Times) -> Result<()> {
    let &(height, moves, upper, lower, seconds, how) = row;
    let heights = LEAST_HEIGHT..=MOST_HEIGHT;
    ensure!(heights.contains(&height), "structure is not for height {height}");
    ensure!(!before.contains_key(&height), "this height is there twice");
    results.check_moves(Task::Exchange, height, moves)?;
    ensure!((upper, lower) == (U(height), L(height)), "these are not the bounds of that height");
    ensure!(seconds >= 0.0 && how == How::Structure, "this was not found by structure");
    Ok(())
}

/// Keeps how long an exchange took, with what others have kept meanwhile.
pub fn add(folder: &Path, results: &Results, height: u8, moves: u64, took: Duration) -> Result<()> {
    let _alone = alone(folder)?;
    let mut times = read(folder, results)?;
    times.insert(height, (moves, took.as_secs_f64()));
    let bound = |bound: Option<u64>| bound.map_or(String::new(), |bound| bound.to_string());
    let cells = |(height, (moves, seconds)): (u8, (u64, f64))| {
        let [upper, lower] = [U(height), L(height)].map(bound);
        let how = How::Structure.name().to_owned();
        [height.to_string(), moves.to_string(), upper, lower, format!("{seconds:.1}"), how]
    };
    STRUCTURE.write(&file(folder), times.into_iter().map(cells))
}
