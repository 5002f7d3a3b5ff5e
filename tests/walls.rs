//! Batches on outlines with walls, and between named cells.

use crate::support::Desk;
use crate::support::same::assert_same;

const RING: &str = "board = [\"....\", \".##.\", \"....\"]\ntop = 10\n";
const PLUS: &str = "board = [\"#.#\", \"...\", \"...\", \"#.#\"]\nstart_cell = [2, 1]\n\
                    goal_cell = [2, 4]\ntop = 10\n";

#[test]
fn a_rectangle_may_be_drawn() {
    let desk = Desk::new();
    desk.write("drawn.toml", "board = [\"...\", \"...\", \"...\"]\n");
    desk.ok("run configs/3x3.toml");
    desk.ok("run drawn.toml");
    assert_same(&desk.files("out/3x3"), &desk.files("out/drawn"));
}

#[test]
fn every_metric_and_rule_is_verified() {
    let desk = Desk::new();
    for (name, config) in [("ring", RING), ("plus", PLUS)] {
        for rule in ["strict", "non-strict"] {
            desk.write(&format!("{name}.toml"), &format!("{config}rule = \"{rule}\"\n"));
            for metric in ["step", "slide", "move", "super-step", "super-slide", "super-move"] {
                desk.ok(&format!("run {name}.toml --quiet --metric {metric} --out {rule}"));
                let other = if metric == "move" { String::new() } else { format!("-{metric}") };
                let told = desk.ok(&format!("verify {rule}/{name}{other} --quiet"));
                assert!(told.starts_with("puzzles=1"), "{told}");
            }
        }
    }
}

#[test]
fn tables_tell_walls_and_cells() {
    let desk = Desk::new();
    desk.write("plus.toml", PLUS);
    desk.ok("run plus.toml --threads 1 --out one");
    desk.ok("run plus.toml --threads 2 --out two");
    let one = desk.files("one/plus");
    assert_same(&one, &desk.files("two/plus"));
    desk.write("plus.toml", &(PLUS.to_owned() + "generator = \"fillboard\"\n"));
    desk.ok("run plus.toml --out filled");
    let filled = desk.files("filled/plus");
    for (path, bytes) in &one {
        let name = path.to_string_lossy();
        if name.starts_with("boards") || name.ends_with(".csv") {
            assert!(filled[path] == *bytes, "{name} differs");
        }
    }

    let hardest = desk.read("one/plus/hardest.csv");
    assert!(hardest.lines().next().unwrap().ends_with(",walk,start_cell,goal_cell"), "{hardest}");
    let row = hardest.lines().nth(3).unwrap();
    assert!(row.starts_with("#.#/.../.../#.#,simple3,strict,move,3,"), "{row}");
    assert!(row.ends_with(",\"2,1\",\"2,4\""), "{row}");
    let summary: serde_json::Value =
        serde_json::from_str(&desk.read("one/plus/summary.json")).unwrap();
    assert_eq!((&summary["start_cell"], &summary["goal_cell"]), (&"2,1".into(), &"2,4".into()));
    let page = desk.read("one/plus/index.html");
    assert!(page.contains("<h1>The hardest plus puzzles</h1>"));
    assert!(page.contains("Bring piece A to the dashed place."));

    let moves = row.split(',').nth(7).unwrap();
    let solved = desk.ok("solve one/plus/hardest.csv:3 --quiet");
    assert!(solved.contains(&format!("\nmoves={moves}\n")), "{solved}");
    let boards = desk.ok("boards one/plus --pieces 3 --format csv");
    assert!(boards.lines().skip(1).all(|line| line.ends_with("/#A#")), "{boards}");
    assert!(desk.fails("boards one/plus --pieces 3 --format array", 2).contains("a wall"));
}

#[test]
fn every_family_has_walls() {
    let desk = Desk::new();
    for family in ["simple2", "simple", "compound"] {
        desk.write("ring.toml", &format!("{RING}family = \"{family}\"\n"));
        desk.ok(&format!("run ring.toml --out {family}"));
        let table = desk.read(&format!("{family}/ring/puzzles.csv"));
        assert_eq!(table.lines().count(), 11, "{family}");
        assert_eq!(desk.ok(&format!("verify {family}/ring --quiet")), "puzzles=19\n", "{family}");
        for (number, row) in (1..).zip(table.lines().skip(1)) {
            let moves = row.split(',').nth(7).unwrap();
            let words = format!("solve {family}/ring/puzzles.csv:{number} --quiet");
            assert!(desk.ok(&words).contains(&format!("\nmoves={moves}\n")), "{family} {number}");
        }
    }
}

#[test]
fn an_estimate_knows_walls() {
    let desk = Desk::new();
    desk.write("ring.toml", RING);
    let text = desk.ok("run ring.toml --quiet");
    let output = desk.ok("estimate ring.toml");
    let value = |text: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix("justsolved="));
        line.and_then(|value| value.parse().ok()).unwrap()
    };
    assert!((value(&output) / value(&text) - 1.0).abs() < 0.25, "{output} {text}");
}

#[test]
fn what_cannot_be_is_told_in_one_line() {
    let desk = Desk::new();
    for (config, told) in [
        ("board = [\"..\", \".\"]", "bad.toml:1: board: row 2 is 1 wide where row 1 is 2"),
        ("board = [\"..\", \".#\"]", "bad.toml:1: board: the lower-right cell is a wall"),
        ("width = 3\nboard = [\"...\"]", "bad.toml:1: width = 3: board says"),
    ] {
        desk.write("bad.toml", config);
        let error = desk.fails("run bad.toml", 2);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(told), "{error}");
    }
    assert!(desk.fails("init #../...", 2).contains("board"));
    assert!(!desk.path("out").exists(), "nothing is written");
}
