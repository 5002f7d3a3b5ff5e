//! Tiles, as a person solves them.

use std::fs;

use crate::support::Desk;

#[test]
fn a_tree_is_built_and_solved_from() {
    let desk = Desk::new();
    let told = desk.ok("tiles build --size 3x3 --out out/tiles/3x3.tree");
    assert!(told.starts_with("entries=181440\nfile=out/tiles/3x3.tree\n"), "{told}");
    let known = desk.ok("tiles solve --tree out/tiles/3x3.tree 647850321");
    assert!(known.starts_with("31 moves: "), "{known}");
    assert_eq!(desk.ok("tiles solve 6,4,7,8,5,0,3,2,1"), known);
    assert_eq!(desk.ok("tiles solve 213456780"), "no solution: the goal is of the other parity\n");
    assert_eq!(desk.ok("tiles solve 123456780"), "0 moves: \n");
    assert_eq!(desk.ok("tiles solve 123456078 --metric multi"), "1 move: 8l\n");
    assert_eq!(desk.ok("tiles solve 123456078 --goal 123456708"), "1 move: 7l\n");
}

#[test]
fn an_answer_is_a_line_of_json() {
    let desk = Desk::new();
    let line = desk.ok("tiles solve 123456078 --json");
    let start = r#"{"moves":2,"proved":true,"metric":"single-tile","states":181440,"solution":"7l 8l","start":"1 2 3/4 5 6/0 7 8","goal":"1 2 3/4 5 6/7 8 0","seconds":"#;
    assert!(line.starts_with(start), "{line}");
    let line = desk.ok("tiles solve 213456780 --json");
    assert!(line.starts_with(r#"{"moves":null,"proved":true,"#), "{line}");
}

#[test]
fn positions_come_from_standard_input() {
    let desk = Desk::new();
    let random = desk.ok("tiles random 3x3 --count 20 --seed 3");
    assert_eq!(random.lines().count(), 20);
    let output = desk.fed("tiles solve -", &random);
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.lines().count() == 20 && told.lines().all(|line| line.contains(" moves: ")));
}

#[test]
fn bad_input_is_one_line_and_writes_nothing() {
    let desk = Desk::new();
    let cases = [
        ("tiles solve 12345678x", "\"12345678x\" is no position: \"12345678x\" is no number"),
        (
            "tiles solve 123",
            "\"123\" is no position: 123 is one number: separate numbers by spaces",
        ),
        ("tiles solve 12345678901", "12345678901 is one number: separate numbers by spaces"),
        ("tiles solve 120/345/678", "120 is one number: separate numbers by spaces"),
        ("tiles solve 112345678", "1 in cell 2 is there twice"),
        ("tiles solve 123456780 --goal 1230", "numbers for 4"),
        ("tiles solve 123456780 --tree missing.tree", "there is no file missing.tree"),
        ("tiles solve 123456780 --tree .", ". is a folder, not a file"),
        ("tiles depths 4x4", "a 4x4 board is too large for a table of all positions"),
        ("tiles build --size 3x4 --metric multi", "up to 10 cells, and 3x4 has 12"),
    ];
    for (words, told) in cases {
        let error = desk.fails(words, 2);
        assert!(error.contains(told) && error.lines().count() == 1, "{words}: {error}");
    }
    assert!(!desk.path("out").exists());
    desk.ok("tiles build --size 2x2");
    let path = desk.path("out/tiles/2x2.tree");
    let mut bytes = fs::read(&path).unwrap();
    bytes[50] ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = desk.fails("tiles solve 1230", 2);
    assert!(error.contains("2x2.tree is damaged"), "{error}");
    assert!(error.ends_with("; remove it, and it is built again\n"), "{error}");
    let error = desk.fails("tiles solve 1230 --tree out/tiles/2x2.tree", 2);
    assert!(error.contains("2x2.tree is damaged"), "{error}");
    assert!(error.ends_with("; `antipode tiles build --out` writes another\n"), "{error}");
}

#[test]
fn a_table_goes_to_one_place() {
    let desk = Desk::new();
    let error = desk.fails("tiles build --size 2x2 --out a.tree --store b", 2);
    assert!(error.contains("'--out <FILE>' cannot be used with '--store <DIR>'"), "{error}");
}

#[test]
fn depths_are_printed_and_written() {
    let desk = Desk::new();
    let told = desk.ok("tiles depths 2x3 --metric multi --out out/tiles");
    assert!(told.contains("states=360\n"), "{told}");
    let table = desk.read("out/tiles/2x3-multi-tile-depths.csv");
    assert!(table.starts_with("size,metric,goal,depth,states\n2x3,multi-tile,1 2/3 4/5 0,0,1\n"));
    let farthest = desk.read("out/tiles/2x3-multi-tile-farthest.csv");
    assert!(farthest.starts_with("size,metric,goal,depth,position\n2x3,multi-tile,1 2/3 4/5 0,"));
}

#[test]
fn the_heuristic_search_tells_whether_a_shorter_solution_may_exist() {
    let desk = Desk::new();
    let told = desk.ok("tiles heuristic 820461375 --depth-limit 31 --branch-limit 10000000");
    assert!(told.starts_with("24 moves: ") && told.contains("\nshorter=none exists\n"), "{told}");
    let told = desk.ok("tiles heuristic 647850321 --depth-limit 80 --branch-limit 500");
    assert!(told.contains("\nshorter=may exist\nbranches=500\n"), "{told}");
    let table = desk.ok("tiles compare --count 5 --depth-limits 31 --branch-limits 100,100000000");
    let last = table.lines().last().unwrap();
    assert!(last.starts_with("31,100000000,5,5,5,5,"), "{table}");
}

#[test]
fn positions_and_solutions_are_drawn() {
    let desk = Desk::new();
    let picture = desk.ok("tiles draw 647850321");
    assert!(picture.starts_with("<svg ") && picture.contains(">6 4 7/8 5 0/3 2 1</title>"));
    desk.ok("tiles solve 123456078 --picture strip.svg");
    let strip = desk.read("strip.svg");
    assert_eq!(strip.matches("class=\"frame\"").count(), 3);
    assert!(strip.contains(">start</text>") && strip.contains(">2. 8l</text>"));
    let error = desk.fails("tiles draw 64785032", 2);
    assert!(error.contains("8 numbers make no square board"), "{error}");
}

#[test]
fn a_depth_limit_below_the_shortest_solution_is_not_taken_for_the_other_parity() {
    let desk = Desk::new();
    let told = desk.ok("tiles heuristic 647850321 --depth-limit 10");
    assert!(told.starts_with("no solution of up to 10 moves\nshorter=none exists\n"), "{told}");
    let json = desk.ok("tiles heuristic 647850321 --depth-limit 10 --json");
    assert!(json.starts_with(r#"{"moves":null,"proved":false,"#), "{json}");
    let told = desk.ok("tiles heuristic 213456780 --depth-limit 10");
    assert!(told.starts_with("no solution: the goal is of the other parity\n"), "{told}");
    let json = desk.ok("tiles heuristic 213456780 --depth-limit 10 --json");
    assert!(json.starts_with(r#"{"moves":null,"proved":true,"#), "{json}");
}

#[test]
fn no_positions_are_not_compared() {
    let desk = Desk::new();
    let error = desk.fails("tiles compare --count 0", 2);
    assert!(error.contains("--count"), "{error}");
}

#[test]
fn tables_of_another_metric_are_not_told_to_be_removed() {
    let desk = Desk::new();
    // Whatever is kept for the board: there are no tables for this metric.
    desk.write("3x4.patterns", "");
    let error =
        desk.fails("tiles solve 1,2,3,4,5,6,7,8,9,10,0,11 --size 3x4 --metric multi --store .", 2);
    assert!(error.contains("up to 10 cells, and 3x4 has 12"), "{error}");
}

#[test]
fn a_picture_is_of_the_form_that_its_name_says() {
    let desk = Desk::new();
    desk.ok("tiles draw 647850321 -o drawn.png");
    desk.ok("tiles solve 123456078 --picture solved.PNG");
    desk.ok("panex draw b2b1//o2o1 -o panex.png");
    desk.ok("colorsort solve FOFO;OFOF; --draw poured.png --html poured.html --quiet");
    for name in ["drawn.png", "solved.PNG", "panex.png", "poured.png"] {
        assert!(fs::read(desk.path(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
    for words in [
        "tiles draw 647850321 -o x.gif",
        "tiles draw 647850321 -o x.html",
        "tiles solve 123456078 --picture x",
        "tiles solve 123456078 --html x.svg",
        "panex draw b2b1//o2o1 -o x.pdf",
        "colorsort draw FOFO;OFOF; -o x.html",
        "solve AB./CBD/EFD/GHD --html x.png",
        "draw AB./CBD/EFD/GHD -o x.txt",
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains("the name of a p"), "{words}: {error}");
    }
    assert!(
        fs::read_dir(desk.path(""))
            .unwrap()
            .flatten()
            .all(|entry| { !entry.file_name().to_string_lossy().starts_with("x") })
    );
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_do_not_matter() {
    let desk = Desk::new();
    let texts = [
        ("tiles solve -", "\u{feff}1 2 3/4 5 6/0 7 8\r\n", "2 moves: 7l 8l\n"),
        ("colorsort solve - --quiet", "\u{feff}FOFO;OFOF;\r\n", "start=FOFO;OFOF;\n"),
        ("colorsort batch - --quiet", "\u{feff}FOFO;OFOF;\r\n", "line,rule,"),
        ("solve -", "\u{feff}start:\r\nAB\r\nC.\r\ngoal:\r\n..\r\n.A\r\n", "solution="),
        ("solve -", "\u{feff}AB\r\nC.\r\n", "solution="),
    ];
    for (words, text, told) in texts {
        let output = desk.fed(words, text);
        let (out, error) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
        assert!(out.unwrap().starts_with(told), "{words} {text:?}: {}", error.unwrap());
    }
}

#[test]
fn another_goal_takes_nothing_from_the_usual_one() {
    let desk = Desk::new();
    let solved = desk.ok("tiles solve 0321");
    let kept = desk.files("out/tiles");
    let error = desk.fails("tiles build --size 2x2 --goal 0123", 2);
    assert!(error.contains("--out FILE") && error.lines().count() == 1, "{error}");
    desk.ok("tiles build --size 2x2 --goal 0123 --out other.tree");
    crate::support::same::assert_same(&desk.files("out/tiles"), &kept);
    assert_eq!(desk.ok("tiles solve 0321"), solved);

    desk.ok("tiles depths 2x2 --out depths");
    let usual = desk.read("depths/2x2-single-tile-depths.csv");
    desk.ok("tiles depths 2x2 --goal 0123 --out depths");
    assert_eq!(desk.read("depths/2x2-single-tile-depths.csv"), usual);
    let other = desk.read("depths/2x2-single-tile-to-0-1-2-3-depths.csv");
    assert!(other.contains("\n2x2,single-tile,0 1/2 3,0,1\n"), "{other}");
    assert!(desk.path("depths/2x2-single-tile-to-0-1-2-3-farthest.csv").exists());
}
