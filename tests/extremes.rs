//! Every extreme of the keys that say which boards there are, in a process that may have one gigabyte: an
//! answer, a line, or work that stops when told, and never an end by the system.
#![cfg(target_os = "linux")]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::Desk;

/// How the batch of a config ends in a gigabyte of memory, told to stop after some seconds.
fn end(desk: &Desk, number: usize, config: &str, patience: Duration) -> (Option<i32>, String) {
    let name = format!("c{number}");
    desk.write(&format!("{name}.toml"), config);
    let told = std::fs::File::create(desk.path("told")).unwrap();
    let script = "ulimit -v 1048576; exec \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_antipode")])
        .args(["run", &format!("{name}.toml"), "--quiet", "--yes", "--threads", "2"])
        .current_dir(desk.path(""))
        .stdout(Stdio::null())
        .stderr(told)
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > patience {
            Command::new("kill").arg(child.id().to_string()).status().unwrap();
            break;
        }
        sleep(Duration::from_millis(20));
    }
    (child.wait().unwrap().code(), desk.read("told"))
}

fn try_all(sizes: &[(u32, u32)], lines: &[&str], patience: Duration) {
    let desk = Desk::new();
    let mut number = 0;
    for (width, height) in sizes {
        for line in lines {
            number += 1;
            let config = format!("width = {width}\nheight = {height}\n{line}\n");
            let (code, told) = end(&desk, number, &config, patience);
            assert!(matches!(code, Some(0 | 1 | 2 | 75)), "{config}: {code:?} {told}");
            assert!(told.lines().count() <= 1, "{config}: {told}");
            assert!(code != Some(1) || told.contains("--memory"), "{config}: {told}");
        }
    }
}

const LINES: &[&str] = &[
    "",
    "pieces = 1",
    "pieces = 31",
    "pieces = \"16-31\"",
    "shapes = [\"X\"]",
    "shapes = [\"X\"]\npieces = 16",
    "shapes = [\"XX\", \"X\"]",
    "max_holes = 1",
    "min_holes = 31",
    "max_shapes = 1",
    "generator = \"fillboard\"",
    "generator = \"fillboard\"\npieces = 31",
    "rule = \"non-strict\"\nmetric = \"super-move\"",
    "family = \"compound\"",
    "family = \"simple\"",
];

#[test]
fn the_longest_and_the_largest_grids_end_within_a_gigabyte() {
    let few = ["", "pieces = 31", "shapes = [\"X\"]\npieces = 16"];
    try_all(&[(32, 1), (2, 16), (8, 4)], &few, Duration::from_secs(4));
}

#[test]
#[ignore = "long: some minutes"]
fn every_extreme_ends_within_a_gigabyte() {
    let sizes = [(1, 32), (32, 1), (2, 16), (16, 2), (8, 4), (4, 8), (5, 6), (31, 1), (1, 2)];
    try_all(&sizes, LINES, Duration::from_secs(4));
}
