//! What is shown of a stage while it works is so: it does as much as it said it would.

use std::sync::atomic::{AtomicU64, Ordering};

use antipode_frontier::{Progress, Silent};
use antipode_pipeline::inspect::verify;
use antipode_pipeline::{
    Batch, Error, Overrides, Part, Settings, enumerate, export, merge, search,
};
use tempfile::TempDir;

/// Counts what is told.
#[derive(Default)]
struct Counts {
    expected: AtomicU64,
    done: AtomicU64,
}

impl Progress for Counts {
    fn expect(&self, amount: u64) {
        self.expected.fetch_add(amount, Ordering::Relaxed);
    }

    fn advance(&self, amount: u64) {
        self.done.fetch_add(amount, Ordering::Relaxed);
    }
}

/// Does a stage that has something to do, and is to end with all done that it expected.
fn told<T>(stage: &str, work: impl FnOnce(&Counts) -> Result<T, Error>) -> T {
    let counts = Counts::default();
    let result = work(&counts).unwrap();
    let [expected, done] =
        [&counts.expected, &counts.done].map(|count| count.load(Ordering::Relaxed));
    assert!(expected > 0 && done == expected, "{stage}: {done} of {expected}");
    result
}

#[test]
fn every_long_stage_does_as_much_as_it_expected() {
    let out = TempDir::new().unwrap();
    let config = "width = 3\nheight = 3\ngroups = true\nrule = ['strict', 'non-strict']\n";
    let overrides = Overrides { out: Some(out.path().to_owned()), ..Overrides::default() };
    let batch = Batch::new(Settings::parse("all.toml".as_ref(), config, &overrides).unwrap());
    let plan = told("enumerate", |progress| enumerate(&batch, progress));
    told("search", |progress| search(&batch, &plan, Part::WHOLE, progress));
    let tallies = merge(&batch, &plan, &Silent).unwrap();
    told("export", |progress| export(&batch, &plan, &tallies, progress));
    told("verify", |progress| verify(&batch.folder, 1 << 30, progress));
}
