//! The page of a batch: its tables as pictures that can be played.
//!
//! It reads the tables that `export` wrote, as anyone could, and knows their columns by name.
//! Columns that it has never heard of are shown as they are.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_blocks::solve::SolveError;
use antipode_blocks::{Group, Metric, Room};
use antipode_frontier::{Progress, Silent};
use antipode_gallery::{Chart, Look, Page, Puzzle, Rules, Series, html};
use antipode_sealed::replace;
use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use serde_json::Value;

use crate::table::of_table;

/// The columns that tell what a puzzle is, shown by its picture, its title or the page's.
const TOLD: [&str; 10] = [
    "grid",
    "family",
    "rule",
    "metric",
    "goal_shape",
    "start",
    "goal",
    "solution",
    "start_cell",
    "goal_cell",
];

/// Columns whose names are not what a reader would say.
const NAMES: [(&str, &str); 6] = [
    ("group_states", "Group size"),
    ("bb", "BB difficulty"),
    ("bb_error", "BB error"),
    ("paths", "Shortest solutions"),
    ("on_paths", "Share on them"),
    ("walk", "Random walk"),
];

/// Groups of more boards have no chart of their distances.
const MOST_BOARDS: usize = 1_000_000;

/// Writes `index.html` into the folder of a batch, and returns its path.
pub fn gallery(folder: &Path, progress: &dyn Progress) -> Result<PathBuf> {
    let started = Instant::now();
    let path = folder.join("index.html");
    let page = html(&page(folder)?);
    replace(&path, |file| file.write_all(page.as_bytes()))?;
    progress.note(&format!("{}, {:.1} s", path.display(), started.elapsed().as_secs_f64()));
    Ok(path)
}

/// A row of a table, by the names of its columns.
pub(super) type Row = HashMap<String, String>;

fn page(folder: &Path) -> Result<Page> {
    let (header, hardest) = table(&folder.join("hardest.csv"))?;
    let (_, others) = table(&folder.join("puzzles.csv"))?;
    let columns: Vec<&String> =
        header.iter().filter(|column| !TOLD.contains(&column.as_str())).collect();

    let mut ranks: HashMap<u64, usize> = HashMap::new();
    let mut seen = HashSet::new();
    let mut puzzles = Vec::new();
    let mut in_table = Vec::new();
    let listed = [("hardest.csv", &hardest), ("puzzles.csv", &others)];
    let numbered = listed.iter().flat_map(|(name, rows)| {
        rows.iter().enumerate().map(move |(index, row)| (*name, index + 1, row))
    });
    for (name, number, row) in numbered {
        let text = |column: &str| row.get(column).map_or("", String::as_str);
        // A row without a start says that there is no such puzzle.
        if text("start").is_empty() || !seen.insert((text("start"), text("goal"))) {
            continue;
        }
        let pieces = text("pieces").parse().unwrap_or(0);
        let rank = ranks.entry(pieces).or_default();
        *rank += 1;
        let id = format!("p{pieces}-{rank}");
        if name == "hardest.csv" {
            in_table.push(id.clone());
        }
        let values = columns.iter().map(|column| text(column).to_owned()).collect();
        let place = || format!("{}, row {number}", folder.join(name).display());
        puzzles.push(puzzle(row, id, values).with_context(place)?);
    }
    let first = hardest.first().or(others.first());
    let said = |column: &str| first.and_then(|row| row.get(column)).map_or("", String::as_str);
    let counts = counts(said("family"));
    let classes = folder.join("classes.csv");
    let classes = if classes.exists() { table(&classes)?.1 } else { Vec::new() };
    // A grid with walls goes by the name of its batch.
    let named = folder.file_name().filter(|_| said("grid").contains('#'));
    let grid = named.map_or(said("grid").into(), |name| name.to_string_lossy());
    let corners = !["start_cell", "goal_cell"].map(said).iter().any(|cell| !cell.is_empty());
    Ok(Page {
        title: format!("The hardest {grid} puzzles"),
        about: about(said("family"), corners, said("rule"), said("metric")),
        facts: facts(&folder.join("summary.json"), &counts)?,
        columns: columns.iter().map(|column| name(column)).collect(),
        sorted: name("moves"),
        charts: [by_pieces(&puzzles, &hardest, &classes, said("metric"), &counts)]
            .into_iter()
            .chain(by_distance(&hardest, said("metric")))
            .collect(),
        puzzles,
        table: in_table,
    })
}

/// The heading and the rows of a table.
pub(super) fn table(path: &Path) -> Result<(Vec<String>, Vec<Row>)> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            bail!("{} is missing; run the batch, or export it, first", path.display())
        }
        file => file.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let mut reader = csv::Reader::from_reader(file);
    let mut read = || -> Result<_, csv::Error> {
        let header: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
        let rows = reader.deserialize().collect::<Result<_, _>>()?;
        Ok((header, rows))
    };
    read().with_context(|| format!("{} is not a table", path.display()))
}

/// The puzzle of a row, with these values.
pub(super) fn puzzle(row: &Row, id: String, values: Vec<String>) -> Result<Puzzle> {
    let text = |column: &str| row.get(column).map_or("", String::as_str);
    let (start, moves) = (text("start"), text("moves"));
    let rows: Vec<usize> = start.split('/').map(|row| row.chars().count()).collect();
    ensure!(rows.iter().all(|&row| row == rows[0] && row > 0), "{start:?} is not a board");
    let best = moves.parse().with_context(|| format!("{moves:?} is not a number of moves"))?;
    // Any board of a compound puzzle may be its goal; the others are about the goal piece.
    let whole = text("family") == "compound";
    let goal = text("goal");
    let goal = if whole { goal.to_owned() } else { goal.replace(|at| !"A/".contains(at), ".") };
    let look = Look { goal: true, mark: 1, ..Look::default() };
    let pieces = (!whole).then_some(('A', look)).into_iter().collect();
    let rules = Rules::Slide { pieces, barriers: Vec::new(), goals: vec![goal] };
    let title = title(text("pieces"), moves, text("metric"));
    Ok(Puzzle {
        id,
        values,
        best: Some(best),
        solution: text("solution").to_owned(),
        ..Puzzle::new(title, text("metric"), start, rules)
    })
}

fn title(pieces: &str, moves: &str, metric: &str) -> String {
    let many =
        |count: &str, what: &str| format!("{count} {what}{}", if count == "1" { "" } else { "s" });
    format!("{}, {}", many(pieces, "piece"), many(moves, metric))
}

/// What puzzles are about; the goal piece goes from corner to corner, or not.
fn about(family: &str, corners: bool, rule: &str, metric: &str) -> String {
    let task = match family {
        "simple3" if corners => {
            "Bring piece A from the upper-left to the lower-right corner. Of all puzzles of this \
             kind these take the most moves."
        }
        "compound" => "Bring every piece to its place on another board, as far away as can be.",
        _ => {
            "Bring piece A to the dashed place. Of all puzzles of this kind these are the hardest."
        }
    };
    let family = match family {
        "simple3" => "simple\u{b3}",
        "simple2" => "simple\u{b2}",
        other => other,
    };
    let rule = if rule.is_empty() { String::new() } else { format!(" Rule: {rule}.") };
    format!("{task} Family: {family}.{rule} Metric: {metric}.")
}

/// A number that a batch tells of itself and of every class.
struct Count {
    /// Its key in the summary.
    key: &'static str,
    /// Its column in the table of classes.
    column: &'static str,
    /// What it is called after the numbers before it, and alone.
    names: [&'static str; 2],
    /// What is counted.
    unit: &'static str,
}

fn counts(family: &str) -> [Count; 3] {
    // Where all boards are searched, they are what is counted first.
    let every = matches!(family, "simple" | "compound");
    let first = if every { "boards" } else { "justsolved boards" };
    [
        Count { key: "justsolved", column: "boards", names: [first; 2], unit: "boards" },
        Count { key: "groups", column: "groups", names: ["groups"; 2], unit: "groups" },
        Count {
            key: "states",
            column: "states",
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

/// The counts of the whole batch, as far as its summary has them.
fn facts(path: &Path, counts: &[Count]) -> Result<Vec<(String, String)>> {
    let summary: Value = match std::fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Value::Null,
        text => {
            let text = text.with_context(|| format!("cannot read {}", path.display()))?;
            serde_json::from_slice(&text)
                .with_context(|| format!("{} is not JSON", path.display()))?
        }
    };
    let mut known: Vec<_> = counts.iter().map(|count| (count.key, count.names[0])).collect();
    known.insert(1, ("classes", "classes"));
    let fact = |(key, name): (&str, &str)| {
        Some((name.to_owned(), summary.get(key)?.as_u64()?.to_string()))
    };
    Ok(known.into_iter().filter_map(fact).collect())
}

fn number(row: &Row, column: &str) -> Option<u64> {
    row.get(column)?.parse().ok()
}

/// The hardest puzzle of each number of pieces and, from the table of classes, how many boards
/// there are with as many.
fn by_pieces(
    puzzles: &[Puzzle],
    hardest: &[Row],
    classes: &[Row],
    metric: &str,
    counts: &[Count],
) -> Chart {
    let point = |row: &Row| {
        let (pieces, moves) = (number(row, "pieces")?, number(row, "moves")?);
        let id = format!("p{pieces}-1");
        let link = puzzles.iter().any(|puzzle| puzzle.id == id).then_some(id);
        Some((pieces, moves, link))
    };
    let mut series = vec![Series {
        name: format!("{metric}s of the hardest"),
        y: format!("{metric}s"),
        points: hardest.iter().filter_map(point).collect(),
        ..Series::default()
    }];
    for count in counts {
        let mut sums = BTreeMap::<u64, u64>::new();
        for row in classes {
            if let (Some(pieces), Some(more)) = (number(row, "pieces"), number(row, count.column)) {
                let sum = sums.entry(pieces).or_default();
                *sum = sum.saturating_add(more);
            }
        }
        if !sums.is_empty() {
            let points = sums.into_iter().map(|(pieces, sum)| (pieces, sum, None)).collect();
            let (name, y) = (count.names[1].to_owned(), count.unit.to_owned());
            series.push(Series { name, y, points, ..Series::default() });
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
fn by_distance(hardest: &[Row], metric: &str) -> Option<Chart> {
    let series = |row: &Row| {
        let text = |column: &str| row.get(column).map_or("", String::as_str);
        let (_, metric) = Metric::NAMES.into_iter().find(|named| named.0 == text("metric"))?;
        let blocks = of_table(text("family"), text("start"), text("goal")).ok()?;
        let layers = match Group::search(&blocks, metric, Room::Boards(MOST_BOARDS), &Silent) {
            Err(SolveError::Full(_)) => return Some(Err(text("pieces").to_owned())),
            group => group.ok()?.histogram(),
        };
        let points = (0..).zip(layers).map(|(distance, boards)| (distance, boards, None));
        let name = title(text("pieces"), text("moves"), text("metric"));
        let puzzle = Some(format!("p{}-1", text("pieces")));
        Some(Ok(Series { name, y: "boards".to_owned(), puzzle, points: points.collect() }))
    };
    let found: Vec<_> = hardest.par_iter().map(series).collect();
    let (found, large): (Vec<_>, Vec<_>) = found.into_iter().flatten().partition(Result::is_ok);
    let found: Vec<Series> = found.into_iter().flatten().collect();
    let large: Vec<String> = large.into_iter().filter_map(Result::err).collect();
    if found.is_empty() && large.is_empty() {
        return None;
    }
    // The farthest of all is shown first.
    let farthest = (0..found.len()).rev().max_by_key(|&index| found[index].points.len());
    let note = format!(
        "Without the groups of the puzzles of {} pieces, which have more than {MOST_BOARDS} boards.",
        large.join(", ")
    );
    Some(Chart {
        title: "Boards by distance from the goal".to_owned(),
        x: format!("{metric}s to the goal"),
        line: true,
        shown: farthest.unwrap_or(0),
        series: found,
        note: (!large.is_empty()).then_some(note),
    })
}
