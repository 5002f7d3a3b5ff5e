//! `antipode solve` and `antipode convert`, run as a person runs them.

use std::process::Stdio;

use crate::support::Desk;

/// A puzzle in which A has to pass B, with a hole to spare.
const SMALL: &str = "title: Small\nstart:\nABC\nDE.\ngoal:\n...\n..A\n";

fn value<'a>(output: &'a str, key: &str) -> &'a str {
    let line = output.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    line.unwrap_or_else(|| panic!("no {key} in {output}"))
}

#[test]
fn a_puzzle_is_solved_from_anywhere() {
    let desk = Desk::new();
    desk.write("small.txt", SMALL);
    let from_file = desk.ok("solve small.txt");
    assert!(from_file.starts_with("Small\nsolution="), "{from_file}");
    let moves = value(&from_file, "moves").to_owned();
    assert_eq!(value(&desk.ok("solve ABC/DE. --goal .../..A"), "moves"), moves);
    assert_eq!(value(&desk.ok("solve ABC/DE."), "moves"), moves);
    assert_eq!(fed(&desk, "solve -", SMALL).0, from_file);
}

#[test]
fn a_row_of_a_batch_is_solved_in_its_metric() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let output = desk.ok("solve out/3x3/hardest.csv:6 --json");
    assert!(output.starts_with("{\"moves\":22,\"proved\":true,\"metric\":\"move\","), "{output}");
    let error = desk.fails("solve out/3x3/hardest.csv:60", 2);
    assert!(error.contains("out/3x3/hardest.csv has no row 60"), "{error}");
}

#[test]
fn json_has_the_keys_of_every_solver() {
    let desk = Desk::new();
    let output = desk.ok("solve AB/CD --goal A./.. --json");
    assert!(output.starts_with("{\"moves\":0,"), "{output}");
    let answer = desk.ok("solve AB/C. --json");
    let keys = ["moves", "proved", "metric", "states", "solution", "start", "goal", "seconds"];
    let mut rest = answer.as_str();
    for key in keys {
        let at = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key}: {answer}"));
        rest = &rest[at..];
    }
}

#[test]
fn no_solution_is_said_after_the_whole_group() {
    let desk = Desk::new();
    desk.write("stuck.txt", "distinct: ABC\nstart:\nAB\nC.\ngoal:\nBA\nC.\n");
    let output = desk.ok("solve stuck.txt");
    assert_eq!((value(&output, "moves"), value(&output, "states")), ("none", "12"));
    let json = desk.ok("solve stuck.txt --json");
    assert!(json.starts_with("{\"moves\":null,\"proved\":true,"), "{json}");
    assert!(json.contains("\"solution\":null") && json.contains("\"goal\":null"), "{json}");
}

#[test]
fn all_shortest_solutions_are_counted_and_boards_shown() {
    let desk = Desk::new();
    // Two independent pieces, one move each: either may go first.
    desk.write("two.txt", "start:\nA.\n##\nB.\ngoal:\n.A\n##\n.B\n");
    let output = desk.ok("solve two.txt --all-shortest --boards");
    assert_eq!(value(&output, "shortest_solutions"), "2");
    assert!(output.contains("1. Ar\n.A\n##\nB.\n\n2. Br\n.A\n##\n.B\n"), "{output}");
}

#[test]
fn the_hardest_start_and_the_graph_are_found() {
    let desk = Desk::new();
    desk.write("simplicity.txt", SIMPLICITY);
    let output = desk.ok("solve simplicity.txt --farthest --graph group.graphml --quiet");
    assert_eq!((value(&output, "moves"), value(&output, "states")), ("18", "161"));
    let graph = desk.read("group.graphml");
    assert_eq!(graph.matches("<node ").count(), 161);
    desk.ok("solve simplicity.txt --graph group.csv --quiet");
    let edges = desk.read("group.csv");
    assert_eq!(edges.lines().count() - 1, graph.matches("<edge ").count());
    assert!(edges.starts_with("from,to\n\"..Y./BBYY/.GR./.GRR\",\""), "{edges}");
}

const SIMPLICITY: &str = "start:\n..Y.\nBBYY\n.GR.\n.GRR\ngoal:\nR...\nRR..\n....\n....\n";

#[test]
fn what_does_not_fit_in_memory_is_searched_on_disk() {
    let desk = Desk::new();
    desk.write("simplicity.txt", SIMPLICITY);
    for metric in ["step", "slide", "move", "super-step", "super-slide", "super-move"] {
        for question in ["", "--farthest"] {
            let words = format!("solve simplicity.txt --quiet --metric {metric} {question}");
            let roomy = desk.ok(&words);
            let tight = desk.ok(&format!("{words} --memory 4KiB --scratch ."));
            assert_eq!(value(&roomy, "moves"), value(&tight, "moves"), "{words}");
            assert_eq!(value(&roomy, "start"), value(&tight, "start"), "{words}");
        }
    }
    let left = std::fs::read_dir(desk.path(".")).unwrap().count();
    assert_eq!(left, 2, "nothing stays in the scratch folder");
}

#[test]
fn forms_are_converted_and_stay_the_same_puzzle() {
    let desk = Desk::new();
    let klotski = "start:\nBAAC\nBAAC\nDEEF\nDGHF\nI..J\ngoal:\n....\n....\n....\n.AA.\n.AA.\n";
    desk.write("klotski.txt", klotski);
    desk.ok("convert klotski.txt --to jimslide -o klotski.puz");
    assert_eq!(desk.ok("convert klotski.puz --to text"), klotski);
    assert_eq!(value(&desk.ok("solve klotski.puz --metric slide"), "moves"), "90");
    let error = desk.fails("convert klotski.txt --to knuth", 2);
    assert!(error.contains("not written as knuth: this form cannot say"), "{error}");
    let error = desk.fails("convert klotski.txt --to array", 2);
    assert!(error.contains("a goal outside the lower-right corner"), "{error}");
    let array = desk.ok("convert AABC/DEBB/DFGH/.FI. --to array");
    assert_eq!(array, "1 1 2 3\n4 5 2 2\n4 6 7 8\n0 6 9 0\n");
    desk.write("one.array", &array.replace('\n', " "));
    let error = desk.fails("solve one.array", 2);
    assert!(error.contains("--width"), "{error}");
    assert_eq!(value(&desk.ok("solve one.array --width 4"), "moves"), "132");
}

#[test]
fn mistakes_are_one_line_with_their_place() {
    let desk = Desk::new();
    desk.write("bad.txt", "title: Bad\nstart:\nAB\nA.\ngoal:\n.C\n..\n");
    for (words, expected) in [
        ("solve bad.txt", "antipode: bad.txt:6:2: there is no piece 'C' at the start\n"),
        (
            "solve nothing.txt",
            "antipode: \"nothing.txt\" is neither a file nor a board such as AB/C.\n",
        ),
        (
            "solve AB1/C.",
            "antipode: board AB1/C.: line 1, column 5: this row is 2 wide, the first 3\n",
        ),
    ] {
        assert_eq!(desk.fails(words, 2), expected);
    }
}

/// What is printed for `words` with `text` on standard input, and what is told.
fn fed(desk: &Desk, words: &str, text: &str) -> (String, String) {
    let output = desk.fed(words, text);
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_bare_board_on_standard_input_is_a_puzzle() {
    let desk = Desk::new();
    let (solved, _) = fed(&desk, "solve -", "ABC\nDE.\n\n");
    assert_eq!(solved, desk.ok("solve ABC/DE."));
    let (_, error) = fed(&desk, "solve -", "ABC\nDE.\n\nABC\n.DE\n");
    assert!(error.contains("standard input holds 2 boards"), "{error}");
}

#[test]
fn a_table_is_not_taken_for_a_puzzle() {
    let desk = Desk::new();
    desk.write("hardest.csv", "family,start,goal\nsimple3,AB/C.,../.A\n");
    let error = desk.fails("solve hardest.csv", 2);
    assert!(error.contains("hardest.csv:9"), "{error}");
    desk.ok("solve hardest.csv:1");
}

#[test]
fn it_is_told_which_pieces_of_a_goal_are_alike() {
    let desk = Desk::new();
    let puzzle = "start:\nABC\nED.\ngoal:\nABC\nDE.\n";
    let (solved, told) = fed(&desk, "solve -", puzzle);
    assert_eq!(value(&solved, "moves"), "0");
    assert!(told.contains("the pieces ABCED are alike"), "{told}");
    let (solved, told) = fed(&desk, "solve -", &format!("distinct: ABCDE\n{puzzle}"));
    assert_eq!(value(&solved, "moves"), "none");
    assert!(!told.contains("alike"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_of_by_its_name() {
    let desk = Desk::new();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for words in ["solve AB/C.", "draw AB/C.", "tiles compare --count 1", "panex table", "man"] {
        let output = desk.command(words).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let last = error.lines().last().unwrap_or_default();
        assert!(last.starts_with("antipode: cannot write to standard output: No space"), "{last}");
        assert_eq!(output.status.code(), Some(1), "{words}");
    }
}

#[test]
fn the_boards_in_the_help_have_solutions() {
    let desk = Desk::new();
    let help = desk.ok("solve --help");
    let is_board = |word: &&str| {
        word.contains('/')
            && word.chars().all(|symbol| symbol.is_ascii_uppercase() || "./".contains(symbol))
    };
    let boards: Vec<&str> = help.split([' ', ',', '\n']).filter(is_board).collect();
    assert!(boards.len() >= 2, "{boards:?}");
    for board in boards {
        // The last one of a sentence has a full stop.
        let is_even = board.split('/').all(|row| row.len() == board.find('/').unwrap());
        let board = if is_even { board } else { board.strip_suffix('.').unwrap() };
        let output = desk.ok(&format!("solve {board} --quiet"));
        assert!(value(&output, "moves").parse::<u32>().is_ok(), "{board}");
    }
}

#[test]
fn what_a_link_leads_to_is_solved() {
    let desk = Desk::new();
    let solved = |link: &str, moves: u32, metric: &str| {
        let output = desk.ok(&format!("solve --quiet --json --link {link}"));
        let told = format!("{{\"moves\":{moves},\"proved\":true,\"metric\":\"{metric}\",");
        assert!(output.starts_with(&told), "{link}: {output}");
    };
    solved("https://example.org/page.html#p1=4x4:A.../..../..../....:///...A:slide", 2, "slide");
    solved("c1=FOFO;OFOF;:rule1", 7, "rule 1");
    // A single container is taken for the name of no file.
    desk.write("AAAA", "AB;BA;");
    solved("c1=AAAA:rule1", 0, "rule 1");
    solved("c1=AAAA:6:rule2", 0, "rule 2");
    solved("#t1=6,4,7/8,5,0/3,2,1:single", 31, "single-tile");
    solved("x1=b2b1//o2o1:o2o1//b2b1:move", 13, "move");
    assert!(desk.ok("difficulty --link p1=2x2:A:/.A:step").starts_with("moves=2\n"));
    for (link, said) in [
        ("p1=4x4:AABC/DE", "cut off"),
        ("p2=4x4:AABC", "another version"),
        ("c1=FOFO;OFOF;", "cut off"),
        ("AB/C.", "no link to a puzzle"),
    ] {
        let error = desk.fails(&format!("solve --link {link}"), 2);
        assert!(error.contains(said), "{link}: {error}");
    }
    assert!(desk.fails("draw --link c1=FOFO;OFOF;:rule1", 2).contains("no puzzle of blocks"));
    assert!(desk.fails("solve", 2).contains("PUZZLE"));
    assert!(desk.fails("solve t1=8,2,0/4,6,1/3,7,5:single", 2).contains("goes with --link"));
    desk.ok("solve --quiet --link x1=b2b1//o2o1:o2o1//b2b1:move --html play.html");
    assert!(desk.read("play.html").contains("<h1>"));
}

#[test]
fn the_hardest_arrangement_is_found_from_any_start() {
    let desk = Desk::new();
    let output = desk.ok("solve BAC/DEF/GH. --hardest --quiet");
    assert_eq!(value(&output, "moves"), "13");
}

#[test]
fn all_rows_of_a_table_are_solved_and_gone_on_with() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let without_seconds = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(",\"seconds\"").next().unwrap().to_owned()).collect()
    };
    let printed = desk.ok("solve out/3x3/hardest.csv --all --json --quiet");
    let moves: Vec<_> = printed
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["moves"].clone())
        .collect();
    assert_eq!(moves, [1, 2, 5, 10, 14, 22, 18, 13]);
    desk.ok("solve out/3x3/hardest.csv --all --json --quiet -o solved.jsonl");
    let whole = desk.read("solved.jsonl");
    assert_eq!(without_seconds(&whole), without_seconds(&printed));
    for cut in [0, 5, whole.len() / 2, whole.len() - 1] {
        desk.write("solved.jsonl", &whole[..cut]);
        desk.ok("solve out/3x3/hardest.csv --all --json --quiet -o solved.jsonl");
        assert_eq!(without_seconds(&desk.read("solved.jsonl")), without_seconds(&whole));
    }
    let other = "solve out/3x3/hardest.csv --all --json --quiet --metric step -o solved.jsonl";
    let error = desk.fails(other, 2);
    assert!(error.contains("solved.jsonl:1: this answers another question"), "{error}");
    assert_eq!(without_seconds(&desk.read("solved.jsonl")), without_seconds(&whole));
    let other = "difficulty out/3x3/hardest.csv --all --json --quiet -o solved.jsonl";
    assert!(desk.fails(other, 2).contains("solved.jsonl:1: this answers another question"));
    // What has no end of line may still be all that somebody has.
    for text in ["{\"my\":\"only copy\"}", "x"] {
        desk.write("notes.json", text);
        let words = "solve out/3x3/hardest.csv --all --json --quiet -o notes.json";
        assert!(desk.fails(words, 2).contains("notes.json: this is no file of answers"));
        assert_eq!(desk.read("notes.json"), text);
    }
    let table = desk.read("out/3x3/hardest.csv");
    let (solved, _) = fed(&desk, "solve - --all --json --quiet", &table);
    assert_eq!(without_seconds(&solved), without_seconds(&printed));
    let (_, error) = fed(&desk, "solve -", &table);
    assert!(error.contains("standard input is a table: choose a row"), "{error}");
    let boards = desk.ok("boards out/3x3 --pieces 2");
    for input in ["-", "/dev/stdin"] {
        let (solved, _) = fed(&desk, &format!("solve {input} --all --json --quiet"), &boards);
        assert_eq!(solved.lines().count(), boards.split_terminator("\n\n").count());
    }
}

#[test]
fn a_list_is_read_as_what_it_is() {
    let desk = Desk::new();
    // Lines of one length are no rows of one board.
    let lines = ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "oooooooooooooAAooooooooooooooooooooo"];
    desk.write("list.txt", &format!("{}\n{}\n", lines[0], lines[1]));
    for words in ["", "--format rush-hour"] {
        let solved = desk.ok(&format!("solve list.txt --all --json --quiet {words}"));
        let moves = |line: &str| -> serde_json::Value {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["moves"].clone()
        };
        assert_eq!(solved.lines().map(moves).collect::<Vec<_>>(), [60, 1], "{words}");
    }
    // One of them is taken out of as long a list as `--all` takes.
    desk.write("long.txt", &format!("{}\n", lines[1]).repeat(30_000));
    assert_eq!(value(&desk.ok("solve long.txt:29999 --quiet"), "moves"), "1");
}

#[test]
fn mistakes_on_boards_are_told_where_they_stand() {
    let desk = Desk::new();
    desk.write("ragged.txt", "AB\nCDE\n");
    desk.write("second.txt", "AB\nC.\n\nAB\nCDE\n");
    desk.write("long.txt", &format!("AB\nC\n{}\n", "A".repeat(100_000)));
    desk.write("two.txt", "start:\nAB\nC.\ngoal:\n..\n.A\n");
    desk.write("board.txt", "AB\nC.\n");
    desk.write("board.svg", "AB\nC.\n");
    desk.write("lines.txt", "AB/C.\nAB/CDE\n");
    let row = |metric: &str, start: &str, goal: &str| format!("simple3,{metric},{start},{goal}\n");
    let rows = [
        row("move", "AB/CDE", "../.A"),
        row("move", "A./..", "A/."),
        row("slid", "A./..", "../.A"),
    ];
    desk.write("table.csv", &format!("family,metric,start,goal\n{}", rows.concat()));
    desk.write("lines.rush", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n1\n");
    let wins = "win: 1 (1,0)\nwin: 0 (1,0)\n";
    desk.write(
        "wins.txt",
        &format!("xsize: 2\nysize: 2\npiece: 1 (0,0)\nput: 1 (0,0)\nput: 1 (0,1)\n{wins}"),
    );
    desk.write("cut.txt", "wall: 2,2 3,2\nstart:\nAA.\n...\ngoal:\n...\n.AA\n");
    desk.write("empty.txt", "start:\n..\n..\ngoal:\n__\n..\n");
    desk.write("walls.txt", "xsize: 2\nysize: 2\nhwall: 0 (2,1)\n");
    desk.write("array.txt", "1 2\n0 3\n");
    desk.write("titles.txt", "title: a\ntitle: b\nstart:\nA.\ngoal:\n.A\n");
    desk.write("marks.txt", "distinct: AB\nalike: BA\nstart:\nAB.\ngoal:\nBA.\n");
    desk.write("escape.txt", "A\u{1b}[31mA\nA.\u{1b}[3.A\n");
    for (words, told) in [
        ("solve ragged.txt", "ragged.txt:2:1: this row is 3 wide, the first 2"),
        ("solve second.txt --all --json", "second.txt:5:1: this row is 3 wide"),
        ("solve AB/CDE", "column 4: this row is 3 wide"),
        ("solve AB/C. --goal ../A", "--goal ../A: line 1, column 4: this row is 1 wide"),
        ("solve board.txt --goal ../X.", "--goal ../X.: line 1, column 4: there is no piece 'X'"),
        ("solve lines.txt --all --json", "lines.txt:2:4: this row is 3 wide"),
        ("solve lines.txt:0", "lines.txt:0: rows and lines count from 1"),
        ("solve table.csv:1", "table.csv:2: start: line 1, column 4: this row is 3 wide"),
        ("solve table.csv:2", "table.csv:3: goal: line 1, column 1: this goal is 1x2"),
        ("solve table.csv:3", "table.csv:4: there is no metric \"slid\""),
        ("solve table.csv:4", "table.csv has no row 4"),
        ("solve walls.txt", "walls.txt:3:1: a wall from 2 to 1 has no cells"),
        ("solve array.txt --width 4", "the rows are 2 wide, and are to be 4"),
        ("solve titles.txt", "titles.txt:2:8: there is a second \"title:\""),
        ("solve marks.txt", "marks.txt:2:8: 'B' is in an \"alike:\" or \"distinct:\" above"),
        ("solve long.txt", "long.txt:2:1: "),
        ("solve escape.txt", "escape.txt:1:2: "),
        ("solve ragged.txt --width 2", "--width"),
        ("solve AB/C. --width 2", "--width"),
        ("solve AB/C. --format text", "--format"),
        ("solve two.txt --goal A./..", "--goal"),
        ("solve AB/C. --graph -", "the graph goes to a file"),
        ("solve AB/C. --graph /dev/stdout", "the graph goes to a file"),
        ("solve AB/C. --html a.html --graph ./a.html", "a.html is to be written twice"),
        ("solve AB/C. --html new/a.html --graph ./new/a.html", "a.html is to be written twice"),
        ("draw board.svg -o board.svg", "board.svg is what is read"),
        ("studio board.txt -o board.txt", "board.txt is what is read"),
        ("studio table.csv:1 -o table.csv", "table.csv is what is read"),
        ("convert board.txt --to array -o ./board.txt", "board.txt is what is read"),
        ("solve AB/.. --goal B./.A", "--goal B./.A: it tells where A goes and nothing else"),
        ("solve AB/.. --goal _./.A", "--goal _./.A: it tells where A goes and nothing else"),
        ("solve lines.rush --all --json", "lines.rush:2:1: a Rush Hour board has 36 characters"),
        ("solve lines.rush:2", "lines.rush:2:1: a Rush Hour board has 36 characters"),
        ("draw second.txt", "choose one by its line, such as second.txt:4"),
        ("solve wins.txt", "wins.txt:7:1: another win wants a piece here"),
        ("solve cut.txt", "cut.txt:7:2: a wall runs through piece A here"),
        ("convert empty.txt --to jimslide", "jimslide has no such puzzles"),
        (
            "solve --link t1=8,2,0/4,6,1/3,7,5:single --memory 1KiB",
            "--memory is not for `antipode tiles",
        ),
        (
            "solve --link c1=FOFO;OFOF;:rule1 --threads 1",
            "--threads is not for `antipode colorsort",
        ),
        ("solve two.txt --graph two.txt", "two.txt is what is read"),
        ("solve --link t1=8,2,0/4,6,1/3,7,5:single --farthest", "--farthest"),
        ("solve --link p1=2x2:A:/.A:title=a%0Abc:move", "title"),
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains(told), "{words}: {error}");
        assert!(error.lines().count() == 1 && error.len() < 400, "{words}: {error}");
        assert!(!error.trim_end().contains(char::is_control), "{words}: {error:?}");
    }
}

#[test]
fn what_cannot_be_written_beside_an_answer_does_not_cost_it() {
    let desk = Desk::new();
    for (words, told) in [
        ("solve AB/CD --html page.html --quiet", "moves=none"),
        ("solve AB/C. --html LONG/page.html --quiet", "moves=5"),
        ("solve AB/C. --graph LONG/group.csv --quiet", "moves=5"),
    ] {
        let words = &words.replace("LONG", &"long".repeat(70));
        let (answer, error) = desk.answers_but_fails(words, 2);
        assert!(answer.contains(told) && error.lines().count() == 1, "{words}: {error}");
        assert!(!desk.path("page.html").exists());
    }
}

#[test]
fn boards_of_a_line_each_are_puzzles_of_their_own() {
    let desk = Desk::new();
    desk.write("lines.txt", "./A\nA/.\nAB/C.\n");
    let lines = desk.ok("solve lines.txt --all --json --quiet");
    assert_eq!(lines.matches("\"moves\":").count(), 3, "{lines}");
    assert!(desk.fails("solve lines.txt", 2).contains("lines.txt holds 3 boards"));
    let line = desk.ok("solve lines.txt:3 --all --json --quiet");
    assert!(line.starts_with("{\"row\":3,"), "{line}");
}

#[test]
fn lines_pass_through_what_does_not_keep_them() {
    let desk = Desk::new();
    desk.write("two.txt", "AB./A.C\n\nA../B.C\n");
    desk.write("two.cs", "FOFO;OFOF;\nOOFF;FFOO;\n");
    for words in ["solve two.txt --all --json --quiet", "colorsort batch two.cs --quiet"] {
        let lines = |text: &str| text.lines().count();
        let printed = desk.ok(words);
        assert!(lines(&printed) > 1, "{printed}");
        for place in ["-", "/dev/stdout"] {
            assert_eq!(lines(&desk.ok(&format!("{words} -o {place}"))), lines(&printed), "{place}");
        }
        assert_eq!(desk.ok(&format!("{words} -o /dev/null")), "");
        std::fs::write(desk.path("binary"), b"\xff\n").unwrap();
        let error = desk.fails(&format!("{words} -o binary"), 2);
        assert!(error.contains("binary: this is no text in UTF-8; choose another"), "{error}");
    }
    let config = desk.ok("init 4x5 -o -");
    assert!(config.contains("\nwidth = 4\n"), "{config}");
    assert_eq!(desk.ok("convert AB/C. --to text -o -"), desk.ok("convert AB/C. --to text"));
    assert_eq!(desk.ok("draw AB/C. -o -"), desk.ok("draw AB/C."));
    assert!(!desk.path("-").exists());
}
