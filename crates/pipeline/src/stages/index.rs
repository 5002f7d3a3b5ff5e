//! The page over all batches in a folder: what each holds, and two of them side by side.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_gallery::{Index, Listed, Puzzle, index_html};
use antipode_sealed::FileError;

use super::gallery::puzzle;
use super::page::put;
use crate::error::Error;
use crate::table::file::Table;
use crate::table::kinds::{Kind, Kinds, kind};
use crate::table::puzzles::PuzzleRow;

/// Whether a folder holds batches, rather than being one.
pub fn holds_batches(folder: &Path) -> bool {
    !folder.join("hardest.csv").exists() && !batches(folder).unwrap_or_default().is_empty()
}

/// Writes `index.html` into a folder that holds batches, and returns its path.
///
/// # Errors
/// If there is none, or a table or the page cannot be read or written.
pub fn index(folder: &Path, progress: &dyn Progress) -> Result<PathBuf, Error> {
    let listed =
        batches(folder)?.iter().map(|batch| listed(batch)).collect::<Result<Vec<_>, Error>>()?;
    let batches: Vec<Listed> = listed.into_iter().flatten().collect();
    if batches.is_empty() {
        let problem = "no batch here has a table of puzzles".to_owned();
        return Err(Error::Shown { place: folder.display().to_string(), problem });
    }
    let page = index_html(&Index { title: "The hardest puzzles".to_owned(), batches });
    let path = put(folder, &page)?;
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

/// A batch by its table, once for each kind of puzzles in it.
fn listed(batch: &Path) -> Result<Vec<Listed>, Error> {
    let path = batch.join("hardest.csv");
    let table = Table::read(&path)?;
    PuzzleRow::require(&table, &[PuzzleRow::START])?;
    let kinds = Kinds::of(&table);
    let folder = batch.file_name().map(|name| name.to_string_lossy().into_owned());
    let folder = folder.unwrap_or_default();
    let mut listed: Vec<Listed> =
        kinds.all.iter().map(|&of| empty(batch, &folder, &kinds, of)).collect();
    let mut ranks: HashMap<&str, usize> = HashMap::new();
    for (number, row) in (1..).zip(table.records()) {
        if row.text(&PuzzleRow::START).is_empty() {
            continue;
        }
        // As the page of the batch calls it.
        let pieces = row.text(&PuzzleRow::PIECES);
        let rank = ranks.entry(pieces).or_default();
        *rank += 1;
        let place = kinds.all.iter().position(|&of| of == kind(row)).unwrap_or(0);
        let puzzles = &mut listed[place].puzzles;
        if puzzles.iter().any(|puzzle| puzzle.values[0] == pieces) {
            continue;
        }
        let puzzle = puzzle(row, number, format!("p{pieces}-{rank}"), vec![pieces.to_owned()])?;
        puzzles.push(Puzzle { solution: String::new(), ..puzzle });
    }
    listed.retain(|listed| !listed.puzzles.is_empty());
    Ok(listed)
}

/// One kind of the puzzles of a batch, none of which is listed yet.
fn empty(batch: &Path, folder: &str, kinds: &Kinds<'_>, of: Kind<'_>) -> Listed {
    let words: Vec<&str> = of.into_iter().filter(|word| !word.is_empty()).collect();
    Listed {
        name: match kinds.name(of).as_str() {
            "" => folder.to_owned(),
            kind => format!("{folder}: {kind}"),
        },
        folder: folder.to_owned(),
        kind: words.join(", "),
        page: batch.join("index.html").exists(),
        puzzles: Vec::new(),
    }
}
