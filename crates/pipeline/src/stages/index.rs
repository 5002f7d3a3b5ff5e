//! The page over all batches in a folder: what each holds, and two of them side by side.

use std::io::Write;
use std::path::{Path, PathBuf};

use antipode_frontier::Progress;
use antipode_gallery::{Index, Listed, Puzzle, index_html};
use antipode_sealed::replace;
use anyhow::{Context, Result, ensure};

use super::gallery::{puzzle, table};

/// Whether a folder holds batches, rather than being one.
pub fn holds_batches(folder: &Path) -> bool {
    !folder.join("hardest.csv").exists() && !batches(folder).unwrap_or_default().is_empty()
}

/// Writes `index.html` into a folder that holds batches, and returns its path.
pub fn index(folder: &Path, progress: &dyn Progress) -> Result<PathBuf> {
    let listed = batches(folder)?.iter().map(|batch| listed(batch)).collect::<Result<Vec<_>>>()?;
    let batches: Vec<Listed> = listed.into_iter().flatten().collect();
    ensure!(!batches.is_empty(), "{}: no batch here has a table of puzzles", folder.display());
    let path = folder.join("index.html");
    let page = index_html(&Index { title: "The hardest puzzles".to_owned(), batches });
    replace(&path, |file| file.write_all(page.as_bytes()))?;
    progress.note(&path.display().to_string());
    Ok(path)
}

/// The folders that hold a batch, by name.
fn batches(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    let mut found = read().with_context(|| format!("cannot read {}", folder.display()))?;
    found.retain(|batch| batch.join("hardest.csv").exists());
    found.sort();
    Ok(found)
}

/// A batch by its table; nothing if no puzzle is in it.
fn listed(batch: &Path) -> Result<Option<Listed>> {
    let path = batch.join("hardest.csv");
    let (_, rows) = table(&path)?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for (number, row) in (1..).zip(&rows) {
        let text = |column: &str| row.get(column).cloned().unwrap_or_default();
        let first = !puzzles.iter().any(|puzzle| puzzle.values[0] == text("pieces"));
        if text("start").is_empty() || !first {
            continue;
        }
        let id = format!("p{}-1", text("pieces"));
        let puzzle = puzzle(row, id, vec![text("pieces")])
            .with_context(|| format!("{}, row {number}", path.display()))?;
        puzzles.push(Puzzle { solution: String::new(), ..puzzle });
    }
    let Some(first) = rows.first().filter(|_| !puzzles.is_empty()) else { return Ok(None) };
    let said = ["family", "rule", "metric"].map(|column| first.get(column).cloned());
    let kind: Vec<String> = said.into_iter().flatten().filter(|word| !word.is_empty()).collect();
    let name = batch.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok(Some(Listed {
        name: name.unwrap_or_default(),
        kind: kind.join(", "),
        page: batch.join("index.html").exists(),
        puzzles,
    }))
}
