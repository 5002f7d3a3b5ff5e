//! What an estimate says, compared with what is known of families that were searched whole.

use std::fs;
use std::path::Path;

use antipode_families::{Class, Crowded, Orderly, Searched, Span, Symmetries, Visitor};
use antipode_frontier::Silent;
use antipode_pipeline::inspect::{Estimate, Interval, estimate_from};
use antipode_pipeline::{Batch, Overrides, Settings};
use rayon::prelude::*;
use serde_json::Value;

fn batch(config: &str) -> Batch {
    let settings = Settings::parse(Path::new("a.toml"), config, &Overrides::default()).unwrap();
    Batch::new(settings)
}

/// From twenty samples by one thread: with two it is left to chance which samples are the last.
fn estimated(batch: &Batch, seed: u64) -> Estimate {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| estimate_from(batch, seed..seed + 20, &Silent)).unwrap()
}

/// Counts the boards of all classes that are searched.
struct Boards(u64);

impl Visitor for Boards {
    type Error = Crowded;

    fn class<K: Searched>(
        &mut self,
        _: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Crowded> {
        self.0 += boards.len() as u64;
        Ok(())
    }
}

fn boards(batch: &Batch) -> u64 {
    let family = batch.settings.widest();
    let symmetries = Symmetries::of(family);
    let mut boards = Boards(0);
    Orderly::new(family, &symmetries).visit(&Span::default(), &mut boards).unwrap();
    boards.0
}

/// How far the truth is from a figure, as a share of the way to the end of the interval.
fn distance(interval: &Interval, truth: u64) -> f64 {
    let (value, truth) = (interval.value, truth as f64);
    let end = if truth < value { interval.low } else { interval.high };
    if (truth - value).abs() < 1e-9 * value {
        0.0
    } else {
        (truth / value).ln() / (end / value).ln()
    }
}

#[test]
fn what_is_sampled_whole_is_exact() {
    let batch = batch("width = 2\nheight = 2\n");
    let estimate = estimated(&batch, 0);
    assert_eq!(estimate.justsolved.value.round() as u64, 10);
    assert_eq!(estimate.states.value.round() as u64, 36);
    assert_eq!(estimate.boards.value.round() as u64, boards(&batch));
    assert!(estimate.states.error() < 1e-9);
    let by_pieces = estimate.by_pieces.iter().map(|row| row.justsolved).sum::<f64>();
    assert_eq!(by_pieces.round() as u64, 10);
}

#[test]
fn classes_too_large_to_be_searched_are_told() {
    let tokens = ["\"X\""; 12].join(", ");
    let batch = batch(&format!("width = 5\nheight = 5\nshapes.exactly = [{tokens}]\n"));
    let estimate = estimated(&batch, 0);
    assert_eq!(estimate.searched, 0);
    assert!(estimate.boards.value > 1e6 && estimate.largest_class > 5e6);
}

/// The tables that are published for small grids: what their summaries say.
const TABLES: [&str; 14] = [
    "2x8",
    "2x8-nonstrict-super-slide",
    "3x3-compound",
    "3x3-simple",
    "3x3-simple2",
    "3x4",
    "3x4-compound",
    "3x4-nonstrict-step",
    "3x4-simple",
    "3x4-simple2",
    "3x4-slide",
    "3x4-super-move",
    "4x4",
    "4x4-nonstrict",
];

/// The config of a table, and its summary.
fn published(name: &str) -> (String, Value) {
    let out = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../out");
    let text = fs::read_to_string(out.join(name).join("summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&text).unwrap();
    let (width, height) = summary["grid"].as_str().unwrap().split_once('x').unwrap();
    let mut config = format!("width = {width}\nheight = {height}\n");
    for key in ["family", "rule", "metric"] {
        if summary[key] != "" {
            config += &format!("{key} = {}\n", summary[key]);
        }
    }
    (config, summary)
}

#[test]
fn intervals_hold_the_truth_nineteen_times_out_of_twenty() {
    let distances = TABLES.into_par_iter().enumerate().flat_map_iter(|(number, name)| {
        let (config, summary) = published(name);
        let batch = batch(&config);
        let estimate = estimated(&batch, 1000 * (number as u64 + 1));
        let count = |name: &str| summary[name].as_u64().unwrap();
        [
            ("boards", estimate.boards, boards(&batch)),
            ("justsolved", estimate.justsolved, count("justsolved")),
            ("states", estimate.states, count("states")),
        ]
        .map(|(figure, interval, truth)| {
            let distance = distance(&interval, truth);
            println!("{name}: {distance:.2}, {truth} {figure}, {interval:?}");
            distance
        })
    });
    let distances: Vec<f64> = distances.collect();
    let outside = distances.iter().filter(|&&distance| distance > 1.0).count();
    let farthest = distances.iter().copied().fold(0.0, f64::max);
    assert!(20 * outside <= distances.len() && farthest < 2.0, "{outside} outside, {farthest}");
}
