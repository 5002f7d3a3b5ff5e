//! The page of a batch: its tables as pictures that can be played.
//!
//! It reads the tables that `export` wrote, as anyone could, and knows their columns by name.
//! Columns that it has never heard of are shown as they are.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_families::Task;
use antipode_frontier::Progress;
use antipode_gallery::{Chart, Look, Page, Puzzle, Rules, Series, html};

use super::groups::{MOST_BOARDS, histogram, threads_within};
use super::page::put;
use crate::batch::Batch;
use crate::document::SealError;
use crate::error::Error;
use crate::summary::{self, SUMMARY, Summary, told_config};
use crate::table::column::Column;
use crate::table::file::{Record, Table};
use crate::table::kinds::{Kind, Kinds, kind};
use crate::table::puzzles::{self, ClassRow, PuzzleRow};
use crate::turns::in_turns;

/// The columns that tell what a puzzle is, shown by its picture, its title or the page's.
const TOLD: [&str; 10] = [
    PuzzleRow::GRID.name,
    PuzzleRow::FAMILY.name,
    PuzzleRow::RULE.name,
    PuzzleRow::METRIC.name,
    PuzzleRow::GOAL_SHAPE.name,
    PuzzleRow::START.name,
    PuzzleRow::GOAL.name,
    PuzzleRow::SOLUTION.name,
    PuzzleRow::START_CELL.name,
    PuzzleRow::GOAL_CELL.name,
];

/// Columns whose names are not what a reader would say.
const NAMES: [(&str, &str); 6] = [
    (PuzzleRow::GROUP_STATES.name, "Group size"),
    (PuzzleRow::BB.name, "BB difficulty"),
    (PuzzleRow::BB_ERROR.name, "BB error"),
    (PuzzleRow::PATHS.name, "Shortest solutions"),
    (PuzzleRow::ON_PATHS.name, "Share on them"),
    (PuzzleRow::WALK.name, "Random walk"),
];

/// Writes `index.html` into the folder of a batch in so many bytes of memory, and returns its path.
///
/// # Errors
/// If the tables are missing, damaged or of no batch, or the page cannot be written.
pub fn gallery(folder: &Path, memory: usize, progress: &dyn Progress) -> Result<PathBuf, Error> {
    let started = Instant::now();
    let page = html(&page(folder, memory, progress)?);
    if progress.stop() {
        return Err(Error::Stopped);
    }
    let path = put(folder, &page)?;
    progress.note(&format!("{}, {:.1} s", path.display(), started.elapsed().as_secs_f64()));
    Ok(path)
}

fn page(folder: &Path, memory: usize, progress: &dyn Progress) -> Result<Page, Error> {
    let hardest = Table::read(&folder.join("hardest.csv"))?;
    let others = Table::read(&folder.join("puzzles.csv"))?;
    for table in [&hardest, &others] {
        PuzzleRow::require(table, &[PuzzleRow::START])?;
    }
    let kinds = Kinds::of(&hardest);
    let is_shown = |column: &&str| !TOLD.contains(column) || kinds.tells(column);
    let columns: Vec<&str> = hardest.header().filter(is_shown).collect();

    let mut ranks: HashMap<u64, usize> = HashMap::new();
    let mut seen = HashSet::new();
    let mut puzzles = Vec::new();
    let mut in_table = Vec::new();
    let mut ids: Ids<'_> = HashMap::new();
    for (name, table) in [("hardest.csv", &hardest), ("puzzles.csv", &others)] {
        for (number, row) in (1..).zip(table.records()) {
            let (start, goal) = (row.text(&PuzzleRow::START), row.text(&PuzzleRow::GOAL));
            // A row without a start says that there is no such puzzle.
            if start.is_empty() || !seen.insert((start, goal, kind(row))) {
                continue;
            }
            let pieces = row.text(&PuzzleRow::PIECES).parse().unwrap_or(0);
            let rank = ranks.entry(pieces).or_default();
            *rank += 1;
            let id = format!("p{pieces}-{rank}");
            if name == "hardest.csv" {
                in_table.push(id.clone());
                ids.entry((kind(row), pieces)).or_insert_with(|| id.clone());
            }
            let value = |column: &&str| row.under(column).unwrap_or("").to_owned();
            let values = columns.iter().map(value).collect();
            puzzles.push(puzzle(row, number, id, values)?);
        }
    }
    let first = hardest.records().chain(others.records()).next();
    let grid = first.map_or("", |row| row.text(&PuzzleRow::GRID));
    let cells = [PuzzleRow::START_CELL, PuzzleRow::GOAL_CELL];
    let corners = cells.iter().all(|cell| first.is_none_or(|row| row.text(cell).is_empty()));
    let counts = counts(&kinds);
    let classes = folder.join("classes.csv");
    let classes = if classes.exists() { Some(Table::read(&classes)?) } else { None };
    // A grid with walls goes by the name of its batch.
    let whole = folder.canonicalize().unwrap_or_default();
    let named = folder.file_name().or(whole.file_name()).filter(|_| grid.contains('#'));
    let grid = named.map_or(grid.into(), |name| name.to_string_lossy());
    Ok(Page {
        title: format!("The hardest {grid} puzzles"),
        about: about(&kinds, corners),
        facts: facts(&folder.join(SUMMARY), &counts)?,
        columns: columns.iter().map(|column| name(column)).collect(),
        sorted: name(PuzzleRow::MOVES.name),
        charts: [by_pieces(&ids, &hardest, classes.as_ref(), &kinds, &counts)]
            .into_iter()
            .chain(by_distance(&ids, &hardest, &kinds, memory, progress)?)
            .collect(),
        puzzles,
        table: in_table,
    })
}

/// The puzzle of a row of that number, with these values.
pub(super) fn puzzle(
    row: Record<'_>,
    number: usize,
    id: String,
    values: Vec<String>,
) -> Result<Puzzle, Error> {
    shown(row, id, values).map_err(|problem| {
        let place = format!("{}, row {number}", row.path().display());
        Error::Shown { place, problem }
    })
}

fn shown(row: Record<'_>, id: String, values: Vec<String>) -> Result<Puzzle, String> {
    let (start, moves) = (row.text(&PuzzleRow::START), row.text(&PuzzleRow::MOVES));
    let rows: Vec<usize> = start.split('/').map(|row| row.chars().count()).collect();
    if rows.iter().any(|&row| row != rows[0] || row == 0) {
        return Err(format!("{start:?} is not a board"));
    }
    let best = moves.parse().map_err(|_| format!("{moves:?} is not a number of moves"))?;
    // Any board of a compound puzzle may be its goal; the others are about the goal piece.
    let whole = row.read(&PuzzleRow::FAMILY).is_ok_and(|family| family == Task::Compound);
    let goal = row.text(&PuzzleRow::GOAL);
    let goal = if whole { goal.to_owned() } else { goal.replace(|at| !"A/".contains(at), ".") };
    let look = Look { goal: true, mark: 1, ..Look::default() };
    let pieces = (!whole).then_some(('A', look)).into_iter().collect();
    let rules = Rules::Slide { pieces, barriers: Vec::new(), goals: vec![goal] };
    let metric = row.text(&PuzzleRow::METRIC);
    let title = title(row.text(&PuzzleRow::PIECES), moves, metric);
    Ok(Puzzle {
        id,
        values,
        best: Some(best),
        solution: row.text(&PuzzleRow::SOLUTION).to_owned(),
        ..Puzzle::new(title, metric, start, rules)
    })
}

fn title(pieces: &str, moves: &str, metric: &str) -> String {
    let many =
        |count: &str, what: &str| format!("{count} {what}{}", if count == "1" { "" } else { "s" });
    format!("{}, {}", many(pieces, "piece"), many(moves, metric))
}

/// What puzzles are about; the goal piece goes from corner to corner, or not.
fn about(kinds: &Kinds<'_>, corners: bool) -> String {
    let [families, rules, metrics] = [0, 1, 2].map(|place| kinds.words(place));
    let task = match families[..] {
        [] | [_, _, ..] => "These are the hardest of all puzzles of their kinds.",
        ["simple3"] if corners => {
            "Bring piece A from the upper-left to the lower-right corner. Of all puzzles of this \
             kind these take the most moves."
        }
        ["compound"] => "Bring every piece to its place on another board, as far away as can be.",
        _ => {
            "Bring piece A to the dashed place. Of all puzzles of this kind these are the hardest."
        }
    };
    let shown = |family| match family {
        "simple3" => "simple\u{b3}",
        "simple2" => "simple\u{b2}",
        other => other,
    };
    let families: Vec<&str> = families.into_iter().map(shown).collect();
    let rules = match rules[..] {
        [] => String::new(),
        _ => format!(" Rule: {}.", rules.join(", ")),
    };
    format!("{task} Family: {}.{rules} Metric: {}.", families.join(", "), metrics.join(", "))
}

/// A number that a batch tells of itself and of every class.
struct Count {
    /// What it is in all, as far as the summary tells.
    total: fn(&Summary) -> Option<u64>,
    /// Its column in the table of classes.
    column: Column<u64>,
    /// What it is called after the numbers before it, and alone.
    names: [&'static str; 2],
    /// What is counted.
    unit: &'static str,
}

fn counts(kinds: &Kinds<'_>) -> [Count; 3] {
    // Where all boards are searched, they are what is counted first.
    let every = kinds.all.iter().all(|kind| matches!(kind[0], "simple" | "compound"));
    let first = if every { "boards" } else { "justsolved boards" };
    [
        Count {
            total: |summary| summary.justsolved,
            column: ClassRow::BOARDS,
            names: [first; 2],
            unit: "boards",
        },
        Count {
            total: |summary| summary.groups,
            column: ClassRow::GROUPS,
            names: ["groups"; 2],
            unit: "groups",
        },
        Count {
            total: |summary| summary.states,
            column: ClassRow::STATES,
            names: ["boards in them", "boards in groups"],
            unit: "boards",
        },
    ]
}

/// The name of a column as a reader would say it.
fn name(column: &str) -> String {
    if let Some(&(_, name)) = NAMES.iter().find(|known| known.0 == column) {
        return name.to_owned();
    }
    let mut letters = column.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str().replace('_', " "))
}

/// Refuses tables of another config in the folder of a batch, as far as its summary tells.
///
/// # Errors
/// If there are.
pub fn check_config(batch: &Batch) -> Result<(), SealError> {
    let path = batch.folder.join(SUMMARY);
    match told_config(&path)? {
        Some(found) if found != batch.config => {
            Err(SealError::Foreign { path, found, expected: batch.config.clone() })
        }
        _ => Ok(()),
    }
}

/// The counts of the whole batch, as far as its summary has them.
fn facts(path: &Path, counts: &[Count]) -> Result<Vec<(String, String)>, Error> {
    let summaries = summary::read(path)?;
    let [summary] = &summaries[..] else { return Ok(Vec::new()) };
    let mut known: Vec<_> =
        counts.iter().map(|count| (count.names[0], (count.total)(summary))).collect();
    known.insert(1, ("classes", summary.classes));
    let fact = |(name, total): (&str, Option<u64>)| Some((name.to_owned(), total?.to_string()));
    Ok(known.into_iter().filter_map(fact).collect())
}

/// The ids of the hardest puzzles, by their kind and their number of pieces.
type Ids<'a> = HashMap<(Kind<'a>, u64), String>;

/// The hardest puzzle of each number of pieces and, from the table of classes, how many boards
/// there are with as many. A table of one kind need not tell it.
fn by_pieces(
    ids: &Ids<'_>,
    hardest: &Table,
    classes: Option<&Table>,
    kinds: &Kinds<'_>,
    counts: &[Count],
) -> Chart {
    let mut series = Vec::new();
    for &of in &kinds.all {
        let (name, metric) = (kinds.name(of), of[2]);
        let named = |what: &str| match name.as_str() {
            "" => what.to_owned(),
            name => format!("{name}: {what}"),
        };
        let point = |row: Record<'_>| {
            let pieces: u64 = row.read(&PuzzleRow::PIECES).ok()?.into();
            let moves = row.read(&PuzzleRow::MOVES).ok()?.into();
            Some((pieces, moves, ids.get(&(of, pieces)).cloned()))
        };
        series.push(Series {
            name: named(&format!("{metric}s of the hardest")),
            y: format!("{metric}s"),
            points: hardest.records().filter(|&row| kind(row) == of).filter_map(point).collect(),
            ..Series::default()
        });
        for count in counts {
            let mut sums = BTreeMap::<u64, u64>::new();
            let rows = classes.into_iter().flat_map(Table::records);
            for row in rows.filter(|&row| kinds.all.len() == 1 || kind(row) == of) {
                if let (Ok(pieces), Ok(more)) =
                    (row.read(&ClassRow::PIECES), row.read(&count.column))
                {
                    let sum = sums.entry(pieces.into()).or_default();
                    *sum = sum.saturating_add(more);
                }
            }
            if !sums.is_empty() {
                let points = sums.into_iter().map(|(pieces, sum)| (pieces, sum, None)).collect();
                let (name, y) = (named(count.names[1]), count.unit.to_owned());
                series.push(Series { name, y, points, ..Series::default() });
            }
        }
    }
    Chart {
        title: "By number of pieces".to_owned(),
        x: "pieces".to_owned(),
        series,
        ..Chart::default()
    }
}

/// How the boards of the hardest puzzles' groups lie around their goals, as far as the groups are
/// small enough to be searched in a moment.
fn by_distance(
    ids: &Ids<'_>,
    hardest: &Table,
    kinds: &Kinds<'_>,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Option<Chart>, Error> {
    // The puzzle of a row, if it has one.
    let blocks = |row: Record<'_>| {
        let (start, goal) = (row.text(&PuzzleRow::START), row.text(&PuzzleRow::GOAL));
        puzzles::puzzle(row.read(&PuzzleRow::FAMILY).ok()?, start, goal).ok()
    };
    // What is shown of a row; the number of pieces if its group is too large.
    let series = |row: Record<'_>| {
        let (Some(blocks), Ok(metric)) = (blocks(row), row.read(&PuzzleRow::METRIC)) else {
            return Ok(None);
        };
        let pieces = row.text(&PuzzleRow::PIECES);
        let Some(layers) = histogram(&blocks, metric, progress)? else {
            return Ok(Some(Err(pieces.to_owned())));
        };
        let points = (0..).zip(layers).map(|(distance, boards)| (distance, boards, None));
        let name = title(pieces, row.text(&PuzzleRow::MOVES), metric.name());
        let puzzle = ids.get(&(kind(row), pieces.parse().unwrap_or(0))).cloned();
        let y = "boards".to_owned();
        Ok(Some(Ok(Series { name, y, puzzle, points: points.collect() })))
    };
    // A puzzle that is the hardest by both rules is shown once.
    let mut seen = HashSet::new();
    let mut rows: Vec<Record<'_>> = hardest.records().collect();
    rows.retain(|row| {
        let [family, _, metric] = kind(*row);
        seen.insert((family, metric, row.text(&PuzzleRow::START), row.text(&PuzzleRow::GOAL)))
    });
    let found = in_turns(threads_within(memory), &rows, || (), |(), row| series(*row))?;
    let (found, large): (Vec<_>, Vec<_>) = found.into_iter().flatten().partition(Result::is_ok);
    let found: Vec<Series> = found.into_iter().flatten().collect();
    let mut large: Vec<String> = large.into_iter().filter_map(Result::err).collect();
    let mut named = HashSet::new();
    large.retain(|pieces| named.insert(pieces.clone()));
    if found.is_empty() && large.is_empty() {
        return Ok(None);
    }
    // The farthest of all is shown first.
    let farthest = (0..found.len()).rev().max_by_key(|&index| found[index].points.len());
    let note = format!(
        "Without the groups of the puzzles of {} pieces, which have more than {MOST_BOARDS} boards.",
        large.join(", ")
    );
    Ok(Some(Chart {
        title: "Boards by distance from the goal".to_owned(),
        x: match kinds.words(2)[..] {
            [metric] => format!("{metric}s to the goal"),
            _ => "actions to the goal".to_owned(),
        },
        line: true,
        shown: farthest.unwrap_or(0),
        series: found,
        note: (!large.is_empty()).then_some(note),
    }))
}
