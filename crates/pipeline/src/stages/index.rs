//! The page over all batches in a folder: what each holds, and two of them side by side.

use std::io::Write;
use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_gallery::{Index, Listed, Puzzle, index_html};
use antipode_sealed::{FileError, replace};

use super::gallery::puzzle;
use crate::error::Error;
use crate::table::file::Table;
use crate::table::puzzles::PuzzleRow;

/// Whether a folder holds batches, rather than being one.
pub fn holds_batches(folder: &Path) -> bool {
    !folder.join("hardest.csv").exists() && !batches(folder).unwrap_or_default().is_empty()
}

/// Writes `index.html` into a folder that holds batches, and returns its path.
pub fn index(folder: &Path, progress: &dyn Progress) -> Result<PathBuf, Error> {
    let listed =
        batches(folder)?.iter().map(|batch| listed(batch)).collect::<Result<Vec<_>, Error>>()?;
    let batches: Vec<Listed> = listed.into_iter().flatten().collect();
    if batches.is_empty() {
        let problem = "no batch here has a table of puzzles".to_owned();
        return Err(Error::Shown { place: folder.display().to_string(), problem });
    }
    let path = folder.join("index.html");
    let page = index_html(&Index { title: "The hardest puzzles".to_owned(), batches });
    replace(&path, |file| file.write_all(page.as_bytes()))?;
    progress.note(&path.display().to_string());
    Ok(path)
}

/// The folders that hold a batch, by name.
fn batches(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    let mut found = read().map_err(FileError::io("read", folder))?;
    found.retain(|batch| batch.join("hardest.csv").exists());
    found.sort();
    Ok(found)
}

/// A batch by its table; nothing if no puzzle is in it.
fn listed(batch: &Path) -> Result<Option<Listed>, Error> {
    let path = batch.join("hardest.csv");
    let table = Table::read(&path)?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for (number, row) in (1..).zip(table.records()) {
        let pieces = row.text(&PuzzleRow::PIECES);
        let first = !puzzles.iter().any(|puzzle| puzzle.values[0] == pieces);
        if row.text(&PuzzleRow::START).is_empty() || !first {
            continue;
        }
        let puzzle = puzzle(row, format!("p{pieces}-1"), vec![pieces.to_owned()]);
        let puzzle = puzzle.map_err(|problem| {
            let place = format!("{}, row {number}", path.display());
            Error::Shown { place, problem }
        })?;
        puzzles.push(Puzzle { solution: String::new(), ..puzzle });
    }
    let Some(first) = table.records().next().filter(|_| !puzzles.is_empty()) else {
        return Ok(None);
    };
    let (family, rule) = (first.text(&PuzzleRow::FAMILY), first.text(&PuzzleRow::RULE));
    let kind = [family, rule, first.text(&PuzzleRow::METRIC)].into_iter();
    let kind: Vec<&str> = kind.filter(|word| !word.is_empty()).collect();
    let name = batch.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Some(Listed {
        name: name.unwrap_or_default(),
        kind: kind.join(", "),
        page: batch.join("index.html").exists(),
        puzzles,
    }))
}
