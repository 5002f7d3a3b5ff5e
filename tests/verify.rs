//! `antipode verify`: what a batch wrote, checked by other means.

mod support;

use support::Desk;

#[test]
fn every_metric_is_verified() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 3\nheight = 3\ntop = 20\npieces = \"1-7\"\n");
    for metric in ["step", "slide", "move", "super-step", "super-slide", "super-move"] {
        desk.ok(&format!("run small.toml --quiet --metric {metric}"));
        let folder = if metric == "move" { "out/small" } else { &format!("out/small-{metric}") };
        assert!(desk.read(&format!("{folder}/hardest.csv")).contains(&format!(",{metric},")));
        assert_eq!(desk.ok(&format!("verify {folder} --quiet")), "puzzles=27\n");
    }
}

#[test]
fn every_family_is_verified() {
    let desk = Desk::new();
    for family in ["simple2", "simple", "compound"] {
        desk.write("small.toml", &format!("width = 3\nheight = 3\nfamily = \"{family}\"\n"));
        desk.ok("run small.toml --quiet --fresh");
        assert_eq!(desk.ok("verify out/small --quiet"), "puzzles=108\n");
    }
    let table = desk.read("out/small/hardest.csv");
    let last = table.lines().last().unwrap();
    let shorter = last.replacen(",4,", ",3,", 1);
    desk.write("out/small/hardest.csv", &table.replace(last, &shorter));
    assert!(desk.fails("verify out/small --quiet", 2).contains("hardest.csv:9: "));
}

#[test]
fn what_is_wrong_is_named() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 2\nheight = 2\n");
    desk.ok("run small.toml --quiet");
    let table = desk.read("out/small/hardest.csv");
    // One piece needs one move; steps would be two.
    for (from, to, problem) in [
        (",1,A./..,", ",2,A./..,", "hardest.csv:2: the solution has 1 moves"),
        (",Adr,", ",Ad,", "hardest.csv:2: the last board, ../A., is no goal"),
        (",Adr,", ",Add,", "hardest.csv:2: move 1 (\"Add\"): something is in the way"),
        (",move,1,", ",mvoe,1,", "hardest.csv:2: there is no metric \"mvoe\""),
        (",4,Adr,", ",5,Adr,", "hardest.csv:2: the group has 4 boards"),
        (",4,Adr,", ",many,Adr,", "hardest.csv:2: no row of a batch"),
    ] {
        assert!(table.contains(from), "{from} in {table}");
        desk.write("out/small/hardest.csv", &table.replace(from, to));
        let error = desk.fails("verify out/small --quiet", 2);
        assert!(error.contains(problem), "{problem}: {error}");
    }
    desk.fails("verify out/nothing", 2);
}
