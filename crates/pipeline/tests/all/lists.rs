//! A batch of several families has in its tables what the batches of the single ones have.

use std::fs;
use std::path::Path;

use antipode_frontier::Silent;
use antipode_pipeline::inspect::verify;
use antipode_pipeline::table::cell::Cell;
use antipode_pipeline::table::file::Table;
use antipode_pipeline::table::puzzles::{ClassRow, PuzzleRow};
use antipode_pipeline::table::row::Row;
use antipode_pipeline::{
    Batch, Overrides, Part, Settings, enumerate, export, gallery, merge, search,
};
use serde_json::Value;
use tempfile::TempDir;

/// Runs a batch with its results in `out`.
fn run(config: &str, name: &str, out: &Path) -> Batch {
    let overrides = Overrides { out: Some(out.to_owned()), ..Overrides::default() };
    let path = format!("{name}.toml");
    let batch = Batch::new(Settings::parse(path.as_ref(), config, &overrides).unwrap());
    let plan = enumerate(&batch, &Silent).unwrap();
    search(&batch, &plan, Part::WHOLE, &Silent).unwrap();
    let tallies = merge(&batch, &plan, &Silent).unwrap();
    export(&batch, &plan, &tallies, &Silent).unwrap();
    gallery(&batch.folder, batch.memory, &Silent).unwrap();
    batch
}

fn rows<R: Row>(batch: &Batch, table: &str) -> Vec<R> {
    Table::read(&batch.folder.join(table)).unwrap().rows().unwrap()
}

fn summary(batch: &Batch) -> Value {
    serde_json::from_slice(&fs::read(batch.folder.join("summary.json")).unwrap()).unwrap()
}

/// A summary without what belongs to the whole batch.
fn own(mut summary: Value) -> Value {
    for key in ["config", "packings_seen"] {
        summary.as_object_mut().unwrap().remove(key);
    }
    summary
}

/// Compares a batch of `lists`, and some `lines` more, with the batches of its families.
fn compare(lines: &str, lists: &str) {
    let folder = TempDir::new().unwrap();
    let together = run(&format!("{lines}\n{lists}"), "together", folder.path());
    let mut hardest: Vec<PuzzleRow> = Vec::new();
    let mut puzzles: Vec<PuzzleRow> = Vec::new();
    let mut classes: Vec<ClassRow> = Vec::new();
    let mut summaries = Vec::new();
    for family in &together.settings.families {
        let rule = family.task.has_corner().then_some(family.rule);
        let metric = family.metric;
        let mut config =
            format!("{lines}\nfamily = '{}'\nmetric = '{}'", family.task.write(), metric.name());
        config += &rule.map_or(String::new(), |rule| format!("\nrule = '{}'", rule.write()));
        let name = format!("{}-{}-{}", family.task.write(), rule.write(), metric.name());
        let single = run(&config, &name, folder.path());
        assert_eq!(single.settings.families, std::slice::from_ref(family));
        hardest.extend(rows::<PuzzleRow>(&single, "hardest.csv"));
        puzzles.extend(rows::<PuzzleRow>(&single, "puzzles.csv"));
        let told = |row| ClassRow { family: Some(family.task), rule, metric: Some(metric), ..row };
        classes.extend(rows(&single, "classes.csv").into_iter().map(told));
        summaries.push(own(summary(&single)));
    }
    assert_eq!(rows::<PuzzleRow>(&together, "hardest.csv"), hardest, "{lines} {lists}");
    assert_eq!(rows::<PuzzleRow>(&together, "puzzles.csv"), puzzles, "{lines} {lists}");
    assert_eq!(rows::<ClassRow>(&together, "classes.csv"), classes, "{lines} {lists}");
    let found = summary(&together).as_array().unwrap().iter().cloned().map(own).collect::<Vec<_>>();
    assert_eq!(found, summaries, "{lines} {lists}");
    let told = hardest.iter().chain(&puzzles).filter(|row| !row.start.is_empty()).count();
    assert_eq!(verify(&together.folder, 1 << 30, &Silent).unwrap(), told);
}

#[test]
fn every_family_rule_and_metric_of_small_grids_at_once() {
    for (width, height) in [(2, 3), (3, 2), (3, 3)] {
        let lines = format!("width = {width}\nheight = {height}\ntop = 5");
        compare(&lines, "family = 'all'\nrule = 'all'\nmetric = 'all'");
    }
}

#[test]
fn every_rule_and_metric_of_3x4_at_once() {
    compare("width = 3\nheight = 4\ntop = 3", "rule = 'all'\nmetric = 'all'");
}

#[test]
fn rules_alone_with_boards_by_fillboard() {
    let lines = "width = 3\nheight = 3\ntop = 20\ndistinct = 'class'\ngenerator = 'fillboard'";
    compare(lines, "rule = 'all'");
    compare(
        lines,
        "rule = 'all'\nmetric = ['move', 'super-step']\nfamily = ['simple3', 'simple2']",
    );
}

#[test]
fn lists_between_walls() {
    let lines = "board = ['.#..', '....', '..#.']\ngoal_cell = [4, 2]\ntop = 5";
    compare(
        lines,
        "rule = 'all'\nmetric = ['slide', 'super-move']\nfamily = ['simple3', 'simple2']",
    );
}

#[test]
fn lists_of_pieces_leave_out_what_lies_between() {
    let lines = "width = 3\nheight = 3\ntop = 1000000\ndistinct = 'group'";
    let folder = TempDir::new().unwrap();
    let all = run(&format!("{lines}\nrule = 'all'"), "all", folder.path());
    let part =
        run(&format!("{lines}\nrule = 'all'\npieces = ['1-2', 5, '7-8']"), "part", folder.path());
    fn is_told(pieces: u32) -> bool {
        [1, 2, 5, 7, 8].contains(&pieces)
    }
    for table in ["hardest.csv", "puzzles.csv"] {
        let mut wanted: Vec<PuzzleRow> = rows(&all, table);
        wanted.retain(|row| is_told(row.pieces));
        assert_eq!(rows::<PuzzleRow>(&part, table), wanted, "{table}");
    }
    let mut wanted: Vec<ClassRow> = rows(&all, "classes.csv");
    wanted.retain(|row| is_told(row.pieces));
    assert_eq!(rows::<ClassRow>(&part, "classes.csv"), wanted);
}
