//! An enumeration that is stopped goes on where it was.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};

use antipode_frontier::{Progress, Silent};
use antipode_pipeline::inspect::counted;
use antipode_pipeline::{Batch, Error, Overrides, Settings, enumerate};
use tempfile::TempDir;

/// Asks for a stop once it was asked so many times.
struct Impatient(AtomicI64);

impl Progress for Impatient {
    fn stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) <= 0
    }
}

fn batch(config: &str, out: &Path) -> Batch {
    let overrides = Overrides { out: Some(out.to_owned()), ..Overrides::default() };
    Batch::new(Settings::parse("batch.toml".as_ref(), config, &overrides).unwrap())
}

/// Stops a batch again and again, and compares what it ends with.
fn stopped(config: &str, patience: i64) {
    let (whole, torn) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let (whole, torn) = (batch(config, whole.path()), batch(config, torn.path()));
    enumerate(&whole, &Silent).unwrap();
    let (mut stops, mut boards) = (0, 0);
    while let Err(error) = enumerate(&torn, &Impatient(patience.into())) {
        assert!(matches!(error, Error::Stopped), "{error}");
        // Every run goes on where the one before was stopped.
        assert!(counted(&torn) > boards);
        boards = counted(&torn);
        stops += 1;
    }
    assert!(stops > 10, "{stops}");
    assert_eq!(counted(&torn), 0);
    let manifest = |batch: &Batch| fs::read_to_string(batch.folder.join("manifest.json")).unwrap();
    assert!(manifest(&whole) == manifest(&torn), "{config}");
}

#[test]
fn an_enumeration_goes_on_where_it_was_stopped() {
    stopped("width = 3\nheight = 4\nboards = false", 300);
}

#[test]
fn of_some_pieces_and_of_several_families() {
    let lists = "rule = ['strict', 'non-strict']\nmetric = ['move', 'super-move']\nboards = false";
    stopped(&format!("width = 3\nheight = 4\npieces = ['2-4', '7']\n{lists}"), 200);
}

#[test]
fn without_a_goal_piece() {
    stopped("width = 3\nheight = 3\nfamily = 'compound'\nboards = false", 10);
}

#[test]
fn a_single_number_of_pieces_is_cut_between_classes_that_differ_by_more_than_single_cells() {
    let out = TempDir::new().unwrap();
    let config = "width = 3\nheight = 6\npieces = 9\nboards = false";
    let shards = enumerate(&batch(config, out.path()), &Silent).unwrap().shards;
    let largest = shards.iter().map(|shard| shard.boards).max().unwrap();
    let all: u64 = shards.iter().map(|shard| shard.boards).sum();
    assert!(shards.len() > 50 && largest < all / 10, "{} {largest} {all}", shards.len());
    // What single cells make of one class is all in one shard.
    for shard in &shards[..shards.len() - 1] {
        assert!(!shard.first.ends_with(",1,1"), "{}", shard.first);
    }
}
