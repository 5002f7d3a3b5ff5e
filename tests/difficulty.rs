//! The figures of single puzzles, and those in the tables.

use crate::support::Desk;

#[test]
fn figures_of_a_puzzle() {
    let desk = Desk::new();
    // Twelve boards in a ring, three of them solved, one after the other. That leaves a ring of
    // ten, with the goal 4 one way and 6 the other: E is 4 * 0.6 + 6 * 0.4, and a walk takes 4 * 6.
    let text = desk.ok("difficulty AB/.C");
    assert!(text.contains("\nstates=12\ngoals=3\nbb=4.2\nbb_error=0.0\nbb_walks=0\n"), "{text}");
    assert!(text.ends_with("\nwalk=24.0\n"), "{text}");
    let json = desk.ok("difficulty AABC/DEBB/DFGH/.FI. --effort 1e6 --json");
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&told["moves"], &told["states"]), (&132.into(), &9591.into()));
    let (bb, error) = (told["bb"].as_f64().unwrap(), told["bb_error"].as_f64().unwrap());
    assert!(8_600.0 < bb && bb < 8_800.0 && error < 60.0, "{bb} {error}");
    assert_eq!(json, desk.ok("difficulty AABC/DEBB/DFGH/.FI. --effort 1e6 --json"));
    assert_ne!(json, desk.ok("difficulty AABC/DEBB/DFGH/.FI. --effort 1e6 --json --seed 2"));
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let desk = Desk::new();
    assert!(desk.fails("difficulty A.A/...", 2).contains("line 1, column 1: piece A is not"));
    assert!(desk.fails("difficulty AB/CC/.D", 2).contains("no solution"));
    assert!(desk.fails("difficulty AB/.. --effort many", 2).contains("1e8"));
    assert!(desk.fails("difficulty ABC/DEF/GH. --limit 50", 1).contains("more states than the 50"));
    assert!(desk.fails("difficulty ABC/DEF/GH. --memory 1KiB", 1).contains("--memory"));
}

#[test]
fn tables_have_the_figures() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml");
    let hardest = desk.read("out/3x3/hardest.csv");
    assert!(
        hardest
            .lines()
            .next()
            .unwrap()
            .ends_with(",solution,bb,bb_error,paths,on_paths,branching,dead_ends,walk")
    );
    // The first row's group is two boards with an edge between them.
    assert!(hardest.lines().nth(1).unwrap().ends_with(",Ad,0.0,0.0,1,1.0000,1.000,1,1.0"));
}

#[test]
fn a_path_is_not_difficult_by_a_hair() {
    let desk = Desk::new();
    desk.write("path.txt", "start:\nA......\ngoal:\n......A\n");
    let told = desk.ok("difficulty path.txt --metric step");
    assert!(told.contains("\nbb=0.0\n"), "{told}");
    let error = desk.fails("difficulty path.txt --metric step --limit 6", 1);
    assert!(error.contains("--limit") && !error.contains("--memory"), "{error}");
    desk.ok("difficulty path.txt --metric step --limit 7");
}

#[test]
fn a_list_of_puzzles_is_told_line_by_line() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let words = "difficulty out/3x3/hardest.csv --all --json --quiet";
    let printed = desk.ok(words);
    assert_eq!(printed.lines().count(), 8);
    let last: serde_json::Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["row"], &last["moves"], &last["metric"]),
        (&8.into(), &13.into(), &"move".into())
    );
    desk.write("some.jsonl", printed.lines().next().unwrap());
    desk.ok(&format!("{words} -o some.jsonl --threads 2"));
    assert_eq!(desk.read("some.jsonl"), printed);
    desk.write("two.txt", "AB/.C\n\nAB/CC/.D\n");
    let printed = desk.ok("difficulty two.txt --all --json --quiet");
    let impossible = printed.lines().nth(1).unwrap();
    assert!(impossible.starts_with("{\"row\":3,"), "{impossible}");
    assert!(impossible.ends_with("\"moves\":null,\"metric\":\"move\"}"), "{impossible}");
    // By another seed it is another estimate.
    let error = desk.fails(&format!("{words} -o some.jsonl --seed 2"), 2);
    assert!(error.contains("some.jsonl:1: this answers another question"), "{error}");
}
