//! The page of a batch, as files; `make test-web` looks at it in a browser.

use crate::support::Desk;

#[test]
fn a_run_ends_with_a_page_and_the_command_writes_the_same() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let page = desk.read("out/3x3/index.html");
    assert!(page.contains("<h1>The hardest 3x3 puzzles</h1>"));
    assert!(page.contains("\"id\":\"p6-1\",\"title\":\"6 pieces, 22 moves\""));
    for words in ["gallery configs/3x3.toml", "gallery out/3x3", "gallery out/3x3/"] {
        desk.write("out/3x3/index.html", "");
        assert_eq!(desk.ok(words), "");
        assert!(desk.read("out/3x3/index.html") == page, "{words}");
    }
    desk.ok("gallery out");
    desk.ok("gallery out");
    for (words, path) in
        [("gallery out", "out/index.html"), ("gallery out/3x3", "out/3x3/index.html")]
    {
        desk.write(path, "<h1>My own</h1>");
        let error = desk.fails(words, 2);
        assert!(error.contains(&format!("{path}: `antipode gallery` did not make")), "{error}");
        assert_eq!(desk.read(path), "<h1>My own</h1>");
    }
}

#[test]
fn columns_that_are_new_are_shown_and_text_is_escaped() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("batch")).unwrap();
    let table = "solution,moves,start,goal,pieces,metric,family,dead_ends,grid\n\
                 Ar,1,A.,.A,1,move,simple3,17,</script><b>\n\
                 ,0,,,2,move,simple3,,2x1\n";
    desk.write("batch/hardest.csv", table);
    desk.write("batch/puzzles.csv", table);
    desk.ok("gallery batch");
    let page = desk.read("batch/index.html");
    assert!(page.contains("&lt;/script&gt;&lt;b&gt;"));
    assert!(page.contains("\"columns\":[\"Moves\",\"Pieces\",\"Dead ends\"]"));
    assert!(page.contains("\"values\":[\"1\",\"1\",\"17\"]"));
    assert_eq!(page.matches("\"id\":").count(), 1, "the same puzzle twice, and one that is none");
}

#[test]
fn what_cannot_be_shown_is_told() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("batch")).unwrap();
    let error = desk.fails("gallery batch", 2);
    assert!(error.contains("batch/hardest.csv is missing; run the batch"), "{error}");
    for (row, wrong) in [("A./.,.A/.,1", "\"A./.\" is not a board"), ("A.,.A,x", "\"x\" is not")] {
        desk.write("batch/hardest.csv", &format!("start,goal,moves\n{row}\n"));
        desk.write("batch/puzzles.csv", "start\n");
        let error = desk.fails("gallery batch", 2);
        assert!(error.contains(wrong) && error.contains("hardest.csv, row 1"), "{error}");
    }
    // As a spreadsheet of some countries saves it.
    desk.write("batch/hardest.csv", "start;goal;moves\nA.;.A;1\n");
    for words in ["gallery batch", "gallery ."] {
        let error = desk.fails(words, 2);
        assert!(error.contains("batch/hardest.csv:1: this is no table of puzzles"), "{error}");
        assert!(error.contains("`antipode export` writes"), "{error}");
    }
    desk.write("batch/hardest.csv", "start,goal\nA.\n");
    assert!(desk.fails("gallery batch", 2).contains("hardest.csv"));
    assert!(!desk.path("batch/index.html").exists());
    desk.fails("gallery no/such.toml", 2);
}

#[test]
fn the_page_of_any_family_has_distances_and_boards_by_pieces() {
    let desk = Desk::new();
    for family in ["simple", "simple2", "compound"] {
        desk.ok(&format!("run configs/3x3-{family}.toml --quiet --pieces 1-4"));
        let page = desk.read(&format!("out/3x3-{family}-pieces-1-4/index.html"));
        assert_eq!(page.matches("\"name\":\"4 pieces, ").count(), 1, "{family}");
        assert_eq!(page.matches("\"name\":\"boards in groups\"").count(), 1, "{family}");
        let boards = if family == "simple2" { "justsolved boards" } else { "boards" };
        assert!(page.contains(&format!("\"facts\":[[\"{boards}\",")), "{family}");
    }
    // Nine boards with a piece, of which all but the goal are one move away.
    let page = desk.read("out/3x3-simple-pieces-1-4/index.html");
    assert!(page.contains(
        "\"name\":\"1 piece, 1 move\",\"y\":\"boards\",\"puzzle\":\"p1-1\",\"points\":[[0,1,null],[1,8,null]]"
    ));
}

#[test]
fn solutions_of_all_kinds_become_pages_to_play() {
    let desk = Desk::new();
    for (words, best, kind) in [
        ("solve A.B/.CC/... --metric slide", 2, "\"metric\":\"slide\""),
        ("panex solve --exchange --height 2", 13, "\"names\":\"L>R L>C"),
        ("colorsort solve FOFO;OFOF; --rule 2", 10, "\"rule\":2"),
        ("tiles solve 647850321", 31, "\"metric\":\"move\""),
        ("tiles solve 647850321 --metric multi", 20, "\"metric\":\"push\""),
    ] {
        let said = |more: &str| {
            let said = desk.ok(&format!("{words} --quiet{more}"));
            let lines = said.lines().filter(|line| !line.starts_with("seconds="));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(said(" --html play.html"), said(""), "{words}");
        let page = desk.read("play.html");
        assert!(page.contains(&format!("\"best\":{best},")), "{words}");
        assert!(page.contains(kind), "{words}");
    }
    desk.ok("colorsort solve FOFO;OFOF; --fast --quiet --html play.html");
    assert!(!desk.read("play.html").contains("\"best\":"), "nobody has proved it");
    for (words, told) in [
        ("solve AB/CD", "no solution"),
        ("colorsort solve 0110;0110;", "no solution"),
        ("tiles solve 213456780", "no solution"),
        ("panex solve --exchange --height 2 --length-only", "--length-only"),
    ] {
        let output = desk.run(&format!("{words} --quiet --html none/page.html"));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains(told), "{words}: {error}");
        assert!(!desk.path("none/page.html").exists(), "{words}");
    }
}

#[test]
fn pictures_are_drawn_in_the_form_that_the_name_asks_for() {
    let desk = Desk::new();
    let board = "A.B/.CC/...";
    let picture = desk.ok(&format!("draw {board}"));
    assert!(picture.starts_with("<svg ") && picture.contains("bring piece A to the dashed place"));
    desk.ok(&format!("draw {board} -o board.png"));
    let file = std::fs::read(desk.path("board.png")).unwrap();
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    let moves = ["--solution", "Arrdd"];
    let strip = |name: &str, moves: [&str; 2]| {
        let mut command = desk.command(&format!("draw {board} -o {name}"));
        command.args(moves).output().unwrap()
    };
    assert!(!strip("strip.svg", moves).status.success(), "B is in the way");
    let moves = ["--solution", "Cd Ad Ar"];
    for name in ["strip.svg", "strip.png", "play.html"] {
        let output = strip(name, moves);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(desk.read("strip.svg").matches("class=\"frame\"").count(), 4);
    assert!(desk.read("strip.svg").contains(">1. Cd</text>"));
    assert!(desk.read("play.html").contains("\"solution\":\"Cd Ad Ar\""));
    assert!(desk.fails(&format!("draw {board} -o board.gif"), 2).contains(".svg, .png or .html"));
}

#[test]
fn a_puzzle_file_titled_with_markup_is_shown_as_text() {
    let desk = Desk::new();
    desk.write("evil.txt", "title: <script>alert(1)</script>\nstart:\nAB.\n...\ngoal:\n...\nA..\n");
    let picture = desk.ok("draw evil.txt");
    assert!(picture.contains("&lt;script&gt;alert(1)") && !picture.contains("<script"));
    desk.ok("draw evil.txt -o evil.html");
    let page = desk.read("evil.html");
    assert!(page.contains("<h1>&lt;script&gt;alert(1)"));
    assert_eq!(page.matches("<script").count(), 3, "those of the page itself");
    desk.ok("solve evil.txt --quiet --html solved.html");
    assert!(desk.read("solved.html").contains("<h1>&lt;script&gt;alert(1)"));
    assert_eq!(desk.read("solved.html").matches("<script").count(), 3);
}

#[test]
fn a_page_leads_to_all_batches_of_a_folder() {
    let desk = Desk::new();
    assert!(desk.fails("gallery out", 2).contains("out"));
    for batch in ["3x3", "3x3-compound"] {
        desk.ok(&format!("run configs/{batch}.toml --quiet"));
    }
    std::fs::remove_file(desk.path("out/3x3/index.html")).unwrap();
    desk.ok("gallery out --quiet");
    let page = desk.read("out/index.html");
    assert!(page.contains("\"name\":\"3x3\",\"kind\":\"simple3, strict, move\",\"page\":false"));
    assert!(page.contains("\"name\":\"3x3-compound\",\"kind\":\"compound, move\",\"page\":true"));
    assert_eq!(page.matches("\"id\":\"p3-1\"").count(), 2, "a puzzle of each number of pieces");
}

#[test]
fn the_studio_is_a_page_alone_or_begins_with_a_puzzle() {
    let desk = Desk::new();
    let page = desk.ok("studio");
    assert!(page.contains("<h1>Antipode studio</h1>") && page.contains("\"puzzles\":[]"));
    desk.ok("studio A.B/.CC/... --metric slide -o studio.html");
    let page = desk.read("studio.html");
    assert!(page.contains("\"metric\":\"slide\",\"board\":\"A.B/.CC/...\""));
    assert!(desk.fails("studio no-such.txt -o none.html", 2).contains("no-such.txt"));
    assert!(!desk.path("none.html").exists());
}
