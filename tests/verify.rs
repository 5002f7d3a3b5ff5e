//! `antipode verify`: what a batch wrote, checked by other means.

use std::fs;

use crate::support::Desk;

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
        let listed = desk.read("out/small/puzzles.csv");
        let (columns, row) = (listed.lines().next().unwrap(), listed.lines().nth(1).unwrap());
        let ties = columns.split(',').position(|column| column == "ties").unwrap();
        let mut cells: Vec<_> = row.split(',').collect();
        let more = format!("3{}", cells[ties]);
        cells[ties] = &more;
        desk.write("out/small/puzzles.csv", &listed.replace(row, &cells.join(",")));
        for place in ["out/small", "out/small/puzzles.csv"] {
            let error = desk.fails(&format!("verify {place} --quiet"), 2);
            let problem = "puzzles.csv:2: starts in the group that are as hard: ";
            assert!(error.contains(problem), "{error}");
        }
    }
    let table = desk.read("out/small/hardest.csv");
    let last = table.lines().last().unwrap();
    let shorter = last.replacen(",4,", ",3,", 1);
    desk.write("out/small/hardest.csv", &table.replace(last, &shorter));
    assert!(desk.fails("verify out/small --quiet", 2).contains("hardest.csv:9: "));
}

#[test]
fn transposes_are_told_beside_walls() {
    let desk = Desk::new();
    for family in ["simple2", "simple", "compound"] {
        for metric in ["step", "move"] {
            let board = r##"board = ["..#", "...", "#.."]"##;
            let asked = format!("family = \"{family}\"\nmetric = \"{metric}\"\ntop = 1000\n");
            desk.write("walled.toml", &format!("{board}\n{asked}"));
            desk.ok("run walled.toml --quiet --fresh --yes --out tables");
            desk.ok("verify tables/walled --quiet");
        }
    }
}

#[test]
fn what_fits_in_memory_is_verified_by_any_number_of_threads() {
    let desk = Desk::new();
    desk.write("row.toml", "width = 3\nheight = 4\npieces = 6\ntop = 1\n");
    desk.ok("run row.toml --quiet");
    for threads in [1, 16] {
        let verified =
            desk.ok(&format!("verify out/row --quiet --memory 128KiB --threads {threads}"));
        assert_eq!(verified, "puzzles=2\n");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 2\nheight = 2\n");
    desk.ok("run small.toml --quiet");
    // One piece needs one move; steps would be two. A start that is its own transpose has one tie, one that is
    // not has two.
    for (table, from, to, problem) in [
        ("hardest.csv", ",1,A./..,", ",2,A./..,", ":2: the solution has 1 move"),
        ("hardest.csv", ",Adr,", ",Ad,", ":2: the last board, ../A., is no goal"),
        ("hardest.csv", ",Adr,", ",Add,", ":2: move 1 (\"Add\"): something is in the way"),
        ("hardest.csv", ",move,1,", ",mvoe,1,", ":2: there is no metric \"mvoe\""),
        ("hardest.csv", ",4,Adr,", ",5,Adr,", ":2: the group has 4 boards"),
        ("hardest.csv", ",4,Adr,", ",many,Adr,", ":2: no row of a batch"),
        ("hardest.csv", ",3,4,Adr,", ",0,4,Adr,", ":2: starts in the group that are as hard: 1"),
        ("puzzles.csv", ",1,4,Adr,", ",2,4,Adr,", ":4: starts in the group that are as hard: 1"),
        ("puzzles.csv", ",2,2,Ar,", ",3,2,Ar,", ":5: starts in the group that are as hard: 1"),
    ] {
        let path = format!("out/small/{table}");
        let right = desk.read(&path);
        assert!(right.contains(from), "{from} in {right}");
        desk.write(&path, &right.replace(from, to));
        let error = desk.fails("verify out/small --quiet", 2);
        assert!(error.contains(&format!("{table}{problem}")), "{problem}: {error}");
        desk.write(&path, &right);
    }
    // The line of what is no text, or no row, is known, too.
    let right = desk.read("out/small/hardest.csv");
    let commas = ",".repeat(right.lines().next().unwrap().matches(',').count());
    for (line, problem) in [
        ([b"\xff", commas.as_bytes()].concat(), "hardest.csv:5: not UTF-8"),
        (b"1,2".to_vec(), "hardest.csv:5: 2 values in a table of "),
    ] {
        fs::write(desk.path("out/small/hardest.csv"), [right.as_bytes(), &line].concat()).unwrap();
        let error = desk.fails("verify out/small --quiet", 2);
        assert!(error.contains(problem), "{problem}: {error}");
    }
    desk.write("out/small/hardest.csv", &right);
    desk.fails("verify out/nothing", 2);
    let error = desk.fails("verify out/small/hardest.csv:3", 2);
    assert!(error.contains("all of out/small/hardest.csv is checked"), "{error}");
    // Rows that are not there are wrong, too.
    let table = desk.read("out/small/hardest.csv");
    let heading = table.lines().next().unwrap();
    for rows in [heading.to_owned(), format!("{table}{}", table.lines().last().unwrap())] {
        desk.write("out/small/hardest.csv", &format!("{rows}\n"));
        let error = desk.fails("verify out/small --quiet", 2);
        assert!(error.contains("by summary.json there is to be"), "{error}");
    }
    desk.write("out/small/hardest.csv", "x\n");
    assert!(desk.fails("verify out/small --quiet", 2).contains("this is no table of puzzles"));
    // Nor is the goal of another board taken for one of this.
    for (family, shape) in [("simple", "A"), ("compound", "")] {
        let heading = "grid,family,metric,pieces,holes,goal_shape,moves,start,goal,ties,group_states,solution";
        let row = format!("2x2,{family},move,1,3,{shape},1,A./..,..../..../...A,1,4,Adr");
        desk.write("goal.csv", &format!("{heading}\n{row}\n"));
        let error = desk.fails("verify goal.csv --quiet", 2);
        assert!(error.contains("goal.csv:2: the goal is no board of 2x2"), "{error}");
    }
}

#[test]
fn tables_that_do_not_agree_are_told() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 3\nheight = 3\ntop = 12\nrule = \"all\"\n");
    desk.ok("run small.toml --quiet");
    assert_eq!(desk.ok("verify out/small --quiet"), "puzzles=40\n");
    let listed = desk.read("out/small/puzzles.csv");
    let rows: Vec<&str> = listed.split_inclusive('\n').collect();
    let without = |row: usize| [&rows[..row], &rows[row + 1..]].concat().concat();
    let swapped = |row: usize| {
        let mut rows = rows.clone();
        rows.swap(row, row + 1);
        rows.concat()
    };
    let moves = |row: usize| rows[row].split(',').nth(7).unwrap();
    let step = (1..12).find(|&row| moves(row) != moves(row + 1)).unwrap();
    let other = listed.replacen(",strict,", ",non-strict,", 1);
    let (classes, summary) =
        (desk.read("out/small/classes.csv"), desk.read("out/small/summary.json"));
    let more = |column: usize| {
        let row = classes.lines().last().unwrap();
        let mut cells: Vec<_> = row.split(',').map(str::to_owned).collect();
        cells[column].push('1');
        classes.replace(row, &cells.join(","))
    };
    for (table, text, problem) in [
        ("puzzles.csv", without(1), "hardest.csv:7: puzzles.csv lists easier ones, and not this"),
        ("puzzles.csv", swapped(step), &format!("puzzles.csv:{}: it is harder", step + 2)),
        (
            "puzzles.csv",
            listed.replacen(rows[2], rows[1], 1),
            "puzzles.csv:3: it is listed already",
        ),
        ("puzzles.csv", other, "puzzles.csv:14: it is listed already"),
        ("classes.csv", more(5), "classes.csv:1: by summary.json justsolved are "),
        ("classes.csv", more(6), "classes.csv:1: by summary.json groups are "),
        ("classes.csv", more(7), "classes.csv:1: by summary.json states are "),
        ("classes.csv", more(8), "hardest.csv:17: by classes.csv these take up to 131"),
        (
            "summary.json",
            summary.replacen("\"states\": ", "\"states\": 1", 1),
            "classes.csv:1: by summary.json states are ",
        ),
    ] {
        let path = format!("out/small/{table}");
        let right = desk.read(&path);
        desk.write(&path, &text);
        let error = desk.fails("verify out/small --quiet", 2);
        assert!(error.contains(problem), "{problem}: {error}");
        desk.write(&path, &right);
    }
}

#[test]
fn a_list_of_goal_shapes_has_those_of_the_transpose_once() {
    let desk = Desk::new();
    desk.write(
        "shapes.toml",
        "width = 3\nheight = 3\nfamily = \"simple2\"\nmetric = \"super-slide\"\ndistinct = \"goal_shape\"\n",
    );
    desk.ok("run shapes.toml --quiet");
    desk.ok("verify out/shapes --quiet");
    // Without the summary the rest is still looked at.
    std::fs::remove_file(desk.path("out/shapes/summary.json")).unwrap();
    let told = String::from_utf8(desk.run("verify out/shapes").stderr).unwrap();
    assert!(told.contains("no summary.json tells") && told.contains("as written: "), "{told}");
}

#[test]
fn a_compound_puzzle_is_not_right_if_another_of_its_large_group_is_harder() {
    let desk = Desk::new();
    let heading =
        "grid,family,metric,pieces,holes,goal_shape,moves,start,goal,ties,group_states,solution";
    let row = "4x4,compound,step,4,10,,16,..../A.../AB../CCD.,CC../B.../DA../.A..,1,7128,\
               Au Ar Ar Ad Bu Cu Dl Ad Br Cu Cu Bl Bl Du Dl Al";
    desk.write("large.csv", &format!("{heading}\n{row}\n"));
    let error = desk.fails("verify large.csv --quiet", 2);
    assert!(error.contains("large.csv:2: another one of the group takes 20"), "{error}");
}

#[test]
fn a_table_is_verified_line_by_line() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    assert_eq!(desk.ok("verify out/3x3/hardest.csv --quiet --json"), "{\"puzzles\":8}\n");
    let table = desk.read("out/3x3/hardest.csv");
    for words in ["verify - --quiet", "verify /dev/stdin --quiet"] {
        assert_eq!(desk.fed(words, &table).stdout, b"puzzles=8\n");
    }
    let wrong = desk.fed("verify - --quiet", &table.replacen(",move,2,", ",move,3,", 1)).stderr;
    let told = String::from_utf8(wrong).unwrap();
    assert!(told.contains("standard input:3: the start has 2 pieces"), "{told}");
    let lines = desk.fed("verify - --all --json --quiet", &table).stdout;
    assert_eq!(lines.iter().filter(|&&byte| byte == b'\n').count(), 8);
    let words = "verify out/3x3/hardest.csv --all --json --quiet -o verified.jsonl";
    desk.ok(words);
    let all = desk.read("verified.jsonl");
    assert_eq!(all.lines().count(), 8);
    let first = all.lines().next().unwrap();
    assert!(first.starts_with("{\"row\":1,\"question\":\""), "{first}");
    assert!(first.ends_with("\",\"metric\":\"move\",\"right\":true,\"problem\":null}"), "{first}");
    // What was killed in the midst of a line goes on with it.
    desk.write("verified.jsonl", &all[..all.len() / 2]);
    desk.ok(words);
    assert_eq!(desk.read("verified.jsonl"), all);

    desk.write("wrong.csv", &table.replacen(",move,2,", ",move,3,", 1));
    let output = desk.run("verify wrong.csv --all --json --quiet");
    assert_eq!(output.status.code(), Some(2));
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().filter(|line| line.contains("\"right\":false")).count(), 1, "{lines}");
    // What was found before a stop is not forgotten after it.
    for _ in 0..2 {
        let error = desk.fails("verify wrong.csv --all --json --quiet -o wrong.jsonl", 2);
        assert!(error.contains("not as written: 1 of 8 puzzles"), "{error}");
    }
    // Neither is the file taken for that of another table.
    let error = desk.fails("verify wrong.csv --all --json --quiet -o verified.jsonl", 2);
    assert!(error.contains("verified.jsonl:2: this answers another question"), "{error}");
    assert_eq!(desk.read("verified.jsonl"), all);
    desk.write("empty.csv", "");
    for words in ["verify empty.csv", "verify empty.csv --all --json", "verify /dev/null"] {
        assert!(desk.fails(words, 2).contains("without even a heading"), "{words}");
    }
    let error = desk.fails("verify out/3x3/hardest.csv --all --json --threads 2", 2);
    assert!(error.contains("--threads is for whole tables"), "{error}");
    let error = desk.fails("verify out/3x3 --all --json", 2);
    assert!(error.contains("out/3x3/hardest.csv"), "{error}");
}

#[test]
fn a_status_is_told_in_json() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x3.toml --quiet");
    let json = desk.ok("status configs/3x3.toml --json");
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&told["justsolved"], &told["done"]), (&3026.into(), &0.into()));
    let json = desk.ok("estimate configs/3x3.toml --json --quiet");
    let told: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(told["by_pieces"].as_array().unwrap().len(), 8);
}
