//! Colour sort, as a person uses it.

use std::fs;

use crate::support::{Desk, send_signal};

#[test]
fn a_solution_tells_its_direction_and_whether_it_is_proved() {
    let desk = Desk::new();
    let output = desk.ok("colorsort solve FOFO;OFOF --empty 1 --quiet");
    assert!(output.starts_with("start=FOFO;OFOF;\n"), "{output}");
    for line in ["containers=bottom to top", "rule=1", "moves=7", "proof=shortest, proved"] {
        assert!(output.lines().any(|found| found == line), "{output}");
    }
    // The same, as a file of lines from top to bottom.
    desk.write("puzzle.txt", "OFOF\nFOFO\n\n");
    let same = desk.ok("colorsort solve puzzle.txt --top-first --rule 2 --quiet");
    assert!(same.starts_with("start=FOFO;OFOF;\n") && same.contains("\nmoves=10\n"), "{same}");
    let fast = desk.ok("colorsort solve FOFO;OFOF; --fast --quiet");
    assert!(fast.contains("\nproof=not proved shortest\n"), "{fast}");
    let none = desk.ok("colorsort solve [\"0110\",[0,1,1,0],[]] --quiet");
    assert!(none.contains("\nmoves=none\nproof=no solution, proved: every position"), "{none}");
}

#[test]
fn several_positions_are_not_taken_for_one() {
    let desk = Desk::new();
    desk.write("two.txt", "# bottom to top\n\nABB;ACC;ACB;;\nBAC;BCC;BAA;;\n");
    for command in ["solve", "draw"] {
        let error = desk.fails(&format!("colorsort {command} two.txt"), 2);
        assert!(error.contains("two.txt: line 4 is a second position; `antipode colorsort batch`"));
    }
    let deal = desk.ok("colorsort generate --colors 3 --capacity 4 --empty 1 --quiet");
    let solved = desk.fed("colorsort solve - --quiet", &deal);
    let solved = String::from_utf8(solved.stdout).unwrap();
    assert!(solved.starts_with(&format!("start={}", deal.lines().nth(1).unwrap())), "{solved}");
    // One container a line, the last of them empty.
    let solved = desk.fed("colorsort solve - --quiet", "FOFO\n# the other\nOFOF\n\n");
    assert!(String::from_utf8(solved.stdout).unwrap().starts_with("start=FOFO;OFOF;\n"));
}

#[test]
fn json_has_the_keys_of_every_puzzle() {
    let desk = Desk::new();
    let solve = |words: &str| -> serde_json::Value {
        serde_json::from_str(&desk.ok(&format!("colorsort solve {words} --quiet --json"))).unwrap()
    };
    let answer = solve("AAABAAB;ABABBBB; --rule 2");
    let keys: Vec<_> = answer.as_object().unwrap().keys().cloned().collect();
    assert_eq!(
        keys,
        ["goal", "metric", "moves", "proved", "seconds", "solution", "start", "states"]
    );
    assert_eq!((&answer["moves"], &answer["proved"]), (&13.into(), &true.into()));
    let reference = solve("AAABAAB;ABABBBB; --rule 2 --method reference");
    assert_eq!((&reference["moves"], &reference["proved"]), (&14.into(), &false.into()));
    let none = solve("0110;0110;");
    assert!(none["moves"].is_null() && none["solution"].is_null());
    assert_eq!(none["proved"], true);
}

#[test]
fn errors_name_the_container() {
    let desk = Desk::new();
    for (words, message) in [
        ("AB;AB;A", "colour A has 3 objects (in containers 1, 2, 3), colour B has 2"),
        ("AB;A?;", "container 2: object 2 is \"?\""),
        ("AB;?AA; --top-first", "container 2: object 1 is \"?\""),
        ("ABBA;AB;A --capacity 3", "container 1 has 4 objects, but its capacity is 3"),
        ("ABC:2;AB;C", "container 1 has 3 objects, but its capacity is 2"),
        ("AAA:3;AA:3;:3", "colour A has 5 objects (in containers 1, 2), but no container"),
        ("AB:0;AB;", "container 1: \"0\" is not a capacity from 1 to 20"),
        ("ABCDEFGHIJKLMNOPQRSTU;", "container 1 has 21 objects"),
        ("[[1],2]", "container 2 is 2"),
        ("nothing.txt", "there is no file nothing.txt"),
        ("AB;BA; --method reference", "the reference method is for rule 2"),
    ] {
        let error = desk.fails(&format!("colorsort solve {words} --quiet"), 2);
        assert!(error.contains(message), "{words}: {error}");
    }
}

#[test]
fn a_proof_that_does_not_fit_is_told_and_fast_suggested() {
    let desk = Desk::new();
    let deal = desk.ok("colorsort generate --colors 12 --capacity 4 --empty 2 --seed 12 --quiet");
    let deal = deal.lines().last().unwrap();
    let error = desk.fails(&format!("colorsort solve {deal} --rule 2 --memory 64KiB --quiet"), 1);
    assert!(error.contains("--memory") && error.contains("--fast"), "{error}");
    let fast = desk.ok(&format!("colorsort solve {deal} --rule 2 --memory 1MiB --fast --quiet"));
    assert!(fast.contains("not proved shortest"), "{fast}");
}

#[test]
fn deals_are_those_asked_for() {
    let desk = Desk::new();
    let generate = "colorsort generate --colors 3 --capacity 4 --empty 1 --quiet --seed";
    let deals = desk.ok(&format!("{generate} 5 --count 3"));
    assert_eq!(deals, desk.ok(&format!("{generate} 5 --count 3")));
    assert_ne!(deals, desk.ok(&format!("{generate} 6 --count 3")));
    assert_eq!(deals.lines().count(), 4);
    let hard = desk.ok(&format!("{generate} 5 --count 3 --solvable --min-moves 17 --rule 2"));
    for deal in hard.lines().skip(1) {
        let output = desk.ok(&format!("colorsort solve {deal} --rule 2 --quiet"));
        assert!(output.contains("\nmoves=17\n") || output.contains("\nmoves=18\n"), "{output}");
    }
}

#[test]
fn a_batch_goes_on_where_it_was_stopped() {
    let desk = Desk::new();
    let generate = "colorsort generate --colors 4 --capacity 4 --empty 1 --count 60 --quiet";
    desk.write("deals.txt", &desk.ok(generate));
    let printed = desk.ok("colorsort batch deals.txt --quiet --threads 1");
    assert_eq!(printed.lines().count(), 61);
    assert_eq!(printed, desk.ok("colorsort batch deals.txt --quiet --threads 3"));
    desk.ok("colorsort batch deals.txt --quiet -o deals.csv --threads 2");
    assert_eq!(printed, desk.read("deals.csv"));
    for cut in [0, 10, 70, 1000, printed.len() - 1] {
        fs::write(desk.path("deals.csv"), &printed[..cut]).unwrap();
        desk.ok("colorsort batch deals.txt --quiet -o deals.csv");
        assert_eq!(printed, desk.read("deals.csv"), "cut at {cut}");
    }
    // Rows as several threads leave them: in no order.
    let mut rows: Vec<&str> = printed.split_inclusive('\n').collect();
    rows[1..].reverse();
    fs::write(desk.path("deals.csv"), rows[..20].concat()).unwrap();
    desk.ok("colorsort batch deals.txt --quiet -o deals.csv");
    assert_eq!(printed, desk.read("deals.csv"));
    let error = desk.fails("colorsort batch deals.txt --quiet -o deals.csv --rule 2", 2);
    assert!(error.contains("deals.csv:2:") && error.contains("--fresh"), "{error}");
    desk.write("deals.txt", "# bottom to top\nAB;BA;\nAB;B\n");
    let error = desk.fails("colorsort batch deals.txt --quiet", 2);
    assert!(error.contains("deals.txt:3") && error.contains("container 1"), "{error}");
}

#[test]
fn what_is_read_is_not_written_over() {
    let desk = Desk::new();
    let deals = "FOFO;OFOF;\n";
    desk.write("deals.txt", deals);
    for output in ["deals.txt", "./deals.txt", "configs/../deals.txt --fresh"] {
        let error = desk.fails(&format!("colorsort batch deals.txt --quiet -o {output}"), 2);
        assert!(error.contains("deals.txt is what is read; write to another file"), "{error}");
        assert_eq!(desk.read("deals.txt"), deals);
    }
    // Nor is what is no table of answers, even if all is to be done anew.
    desk.write("notes.csv", "name,price\nball,1\n");
    for fresh in ["", "--fresh"] {
        let words = format!("colorsort batch deals.txt --quiet -o notes.csv {fresh}");
        let error = desk.fails(&words, 2);
        assert!(error.contains("notes.csv:1: this is no table of answers"), "{error}");
        assert_eq!(desk.read("notes.csv"), "name,price\nball,1\n");
    }
    desk.write("deal.svg", deals);
    for words in ["draw deal.svg -o", "solve deal.svg --draw"] {
        let error = desk.fails(&format!("colorsort {words} deal.svg"), 2);
        assert!(error.contains("deal.svg is what is read"), "{words}: {error}");
    }
    desk.ok("tiles build --size 2x2 --out tree.svg");
    let error = desk.fails("tiles solve 1230 --tree tree.svg --picture tree.svg", 2);
    assert!(error.contains("tree.svg is what is read"), "{error}");
}

#[test]
fn a_batch_tells_seconds_if_asked() {
    let desk = Desk::new();
    desk.write("deals.txt", "FOFO;OFOF;\n0110;0110;\n");
    let plain = desk.ok("colorsort batch deals.txt --quiet");
    let timed = desk.ok("colorsort batch deals.txt --quiet --seconds -o timed.csv");
    assert!(timed.is_empty());
    let timed = desk.read("timed.csv");
    for (index, (row, other)) in timed.lines().zip(plain.lines()).enumerate() {
        let (row, seconds) = row.rsplit_once(',').unwrap();
        assert_eq!(row, other);
        assert!(if index == 0 {
            seconds == "seconds"
        } else {
            seconds.parse::<f64>().unwrap() > 0.0
        });
    }
    let error = desk.fails("colorsort batch deals.txt --quiet -o timed.csv", 2);
    assert!(error.contains("timed.csv:1: this table has other columns"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_stopped_batch_keeps_every_finished_row() {
    let desk = Desk::new();
    // The last deal takes far longer than all others.
    let deals = desk.ok("colorsort generate --colors 4 --capacity 4 --empty 1 --count 40 --quiet")
        + &desk.ok("colorsort generate --colors 16 --capacity 12 --empty 4 --quiet");
    desk.write("deals.txt", &deals);
    let words = "colorsort batch deals.txt --rule 2 --quiet --threads 2 --memory 4GiB";
    for (signal, output) in [("INT", "int.csv"), ("TERM", "term.csv")] {
        let mut batch = desk.command(&format!("{words} -o {output}")).spawn().unwrap();
        let rows = || fs::read_to_string(desk.path(output)).map_or(0, |text| text.lines().count());
        while rows() < 41 {
            assert!(batch.try_wait().unwrap().is_none(), "the last deal takes long");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        send_signal(&batch, signal);
        assert_eq!(batch.wait().unwrap().code(), Some(75));
        let table = desk.read(output);
        assert_eq!(table.lines().count(), 41, "{table}");
        // Without the last deal the table is complete.
        let short: Vec<&str> = deals.lines().filter(|line| line.len() < 60).collect();
        desk.write("short.txt", &(short.join("\n") + "\n"));
        desk.ok(&format!("colorsort batch short.txt --rule 2 --quiet -o {output}"));
        assert_eq!(desk.read(output), desk.ok("colorsort batch short.txt --rule 2 --quiet"));
    }
}

#[test]
fn what_was_left_open_is_done_by_whoever_can() {
    let desk = Desk::new();
    let deals = desk.ok("colorsort generate --colors 6 --capacity 4 --empty 2 --count 4 --quiet");
    desk.write("deals.txt", &deals);
    let words = "colorsort batch deals.txt --rule 2 -o";
    let told = desk.fails(&format!("{words} open.csv --memory 2KiB --quiet"), 1);
    assert!(told.contains("4 positions did not fit in memory"), "{told}");
    let whole = desk.ok("colorsort batch deals.txt --rule 2 --quiet");
    // What does not fit in the part of a thread has all of the memory in the end.
    let with = |threads| format!("--memory 8KiB --threads {threads} --quiet");
    let told = desk.fails(&format!("{words} one.csv {}", with(1)), 1);
    assert!(told.contains("2 positions did not fit in memory"), "{told}");
    assert_eq!(desk.fails(&format!("{words} many.csv {}", with(8)), 1), told);
    assert_eq!(desk.read("many.csv"), desk.read("one.csv"));
    // Nor is any solution taken for a shortest one.
    desk.ok(&format!("{words} fast.csv --fast --quiet"));
    for table in ["open.csv", "fast.csv"] {
        assert_ne!(desk.read(table), whole);
        desk.ok(&format!("{words} {table} --quiet"));
        assert_eq!(desk.read(table), whole, "{table}");
    }
    // A solution that was found stays until a better one is.
    desk.ok(&format!("{words} fast.csv --fast --fresh --quiet"));
    let fast = desk.read("fast.csv");
    let told = desk.fails(&format!("{words} fast.csv --memory 2KiB --quiet"), 1);
    assert!(told.contains("4 positions did not fit in memory"), "{told}");
    assert_eq!(desk.read("fast.csv"), fast);
    // A proof is an answer to whoever wants any.
    desk.ok(&format!("{words} open.csv --fast --quiet"));
    assert_eq!(desk.read("open.csv"), whole);
}

#[test]
fn what_cannot_be_searched_is_told_with_its_line_before_anything_is() {
    let desk = Desk::new();
    desk.write("deals.txt", "AB;BA;\nAAB:4;BBA:3;:4\nAB;AB;\n");
    for (words, told) in [
        ("--rule 2 --method reference", "deals.txt:2: the reference method is for rule 2"),
        ("--rule 1 --method reference", "deals.txt:1: the reference method is for rule 2"),
    ] {
        let error = desk.fails(&format!("colorsort batch deals.txt {words} -o deals.csv"), 2);
        assert!(error.contains(told), "{error}");
    }
    assert!(!desk.path("deals.csv").exists());
    for text in ["42", "1,2,search,bottom"] {
        desk.write("notes", text);
        let error = desk.fails("colorsort batch deals.txt --rule 2 -o notes", 2);
        assert!(error.contains("notes: this is no file of answers"), "{error}");
        assert_eq!(desk.read("notes"), text);
    }
}

#[test]
fn a_line_may_end_as_a_container_does() {
    let desk = Desk::new();
    for (text, start) in [
        ("AB;\nBA;\n", "AB;BA"),
        ("AB\nBA\n", "AB;BA"),
        ("AB;\nBA;\n;\n", "AB;BA;"),
        ("AB;\nBA;\n\n\n", "AB;BA;;"),
        ("AB;BA;\n", "AB;BA;"),
    ] {
        desk.write("deal.txt", text);
        let found = desk.ok("colorsort solve deal.txt --quiet");
        assert!(found.starts_with(&format!("start={start}\n")), "{text:?}: {found}");
    }
}

#[test]
fn a_damaged_row_is_no_answer() {
    let desk = Desk::new();
    desk.write("deals.txt", "FOFO;OFOF;\n0110;0110;\n");
    let words = "colorsort batch deals.txt --quiet -o deals.csv";
    desk.ok(words);
    let table = desk.read("deals.csv");
    let rows: Vec<&str> = table.lines().collect();
    let cells: Vec<&str> = rows[1].split(',').collect();
    let with = |place: usize, cell: &str| {
        let mut cells = cells.clone();
        cells[place] = cell;
        cells.join(",")
    };
    let cut = cells[..6].join(",");
    for damaged in [
        format!("{cut},"),
        format!("{cut},tr\0\0"),
        rows[1].replace("true", "tr\0\0"),
        format!("{},0.1", rows[1]),
        with(5, ""),
        with(5, "6"),
        with(5, "x"),
        with(7, "many"),
        with(8, "FFFF;OOOO;"),
        with(9, "1>2"),
        with(9, ""),
    ] {
        desk.write("deals.csv", &format!("{}\n{damaged}\n{}\n", rows[0], rows[2]));
        desk.ok(words);
        assert_eq!(desk.read("deals.csv"), table, "{damaged}");
    }
    desk.write("deals.csv", &format!("{table}{}\n", rows[1]));
    desk.ok(words);
    assert_eq!(desk.read("deals.csv"), table);
}

#[test]
fn what_another_method_found_is_no_answer() {
    let desk = Desk::new();
    desk.write("deals.txt", "AAABAAB;ABABBBB;\n");
    let words = "colorsort batch deals.txt --rule 2 --quiet -o";
    for (made, asked) in [("--fast", "--method reference"), ("--method reference", "--fast")] {
        desk.ok(&format!("{words} deals.csv --fresh {made}"));
        let table = desk.read("deals.csv");
        let error = desk.fails(&format!("{words} deals.csv {asked}"), 2);
        assert!(error.contains("deals.csv:2: ") && error.contains("another rule or method"));
        assert_eq!(desk.read("deals.csv"), table);
        desk.ok(&format!("{words} deals.csv {made}"));
        assert_eq!(desk.read("deals.csv"), table);
    }
}

#[test]
fn statistics_count_all_deals() {
    let desk = Desk::new();
    let statistics = "colorsort statistics --colors 2 --capacity 4 --empty 1 --quiet";
    let output = desk.ok(statistics);
    assert_eq!(
        output,
        "deals=70\nclasses=23\nunsolvable=2\nrule1_mean=4.382353\nrule1_greatest=7\n\
         rule2_mean=6.352941\nrule2_greatest=10\n"
    );
    let lengths = desk.read("out/colorsort/2-4-1-lengths.csv");
    assert!(lengths.starts_with("rule,moves,deals\n1,"), "{lengths}");
    let hardest = desk.read("out/colorsort/2-4-1-hardest.csv");
    assert!(hardest.contains("\n1,7,"), "{hardest}");
    desk.ok(&format!("{statistics} --out again --threads 1"));
    crate::support::same::assert_same(&desk.files("out/colorsort"), &desk.files("again"));
}

#[test]
fn deals_that_do_not_fit_are_told() {
    let desk = Desk::new();
    let statistics = "colorsort statistics --colors 2 --capacity 8 --empty 1 --quiet";
    let error = desk.fails(&format!("{statistics} --memory 256KiB"), 1);
    assert!(error.contains("the deals may take half") && error.contains("--memory"), "{error}");
    assert!(!desk.path("out").exists());
}

#[cfg(unix)]
#[test]
fn statistics_stop_when_told_and_say_that_nothing_is_kept() {
    let desk = Desk::new();
    // Ten million classes, which take seconds to be listed and minutes to be solved.
    let words = "colorsort statistics --colors 2 --capacity 14 --empty 1 --quiet --memory 8GiB";
    let told = fs::File::create(desk.path("told")).unwrap();
    let mut statistics = desk.command(words).stderr(told).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    send_signal(&statistics, "INT");
    assert_eq!(statistics.wait().unwrap().code(), Some(75));
    let told = desk.read("told");
    assert!(told.contains("nothing is kept, and the same command starts over"), "{told}");
}

#[cfg(unix)]
#[test]
fn statistics_go_on_after_any_stop_and_damage() {
    let desk = Desk::new();
    let words = "colorsort statistics --colors 3 --capacity 5 --empty 1 --out";
    let whole = desk.ok(&format!("{words} whole --quiet"));
    let mut statistics = desk.command(&format!("{words} again --quiet")).spawn().unwrap();
    let found = desk.path("again/3-5-1-found.txt");
    let is_begun = |text: String| text.lines().count() > 2;
    while !fs::read_to_string(&found).is_ok_and(is_begun) {
        assert_eq!(statistics.try_wait().unwrap(), None, "it is done before it is stopped");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    send_signal(&statistics, "KILL");
    statistics.wait().unwrap();
    let kept = fs::read_to_string(&found).unwrap();
    // A digit of the last line is another.
    let place = kept[..kept.len() - 9].rfind(':').unwrap() + 1;
    let digit = if kept[place..].starts_with('9') { "8" } else { "9" };
    fs::write(&found, [&kept[..place], digit, &kept[place + 1..]].concat()).unwrap();
    let output = desk.command(&format!("{words} again")).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains("3-5-1-found.txt is damaged") && told.contains("going on after "),
        "{told}"
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap(), whole);
    crate::support::same::assert_same(&desk.files("whole"), &desk.files("again"));

    fs::write(&found, "somebody's notes").unwrap();
    let error = desk.fails(&format!("{words} again --quiet"), 2);
    assert!(error.contains("3-5-1-found.txt is nothing that is written here"), "{error}");
    assert_eq!(fs::read_to_string(&found).unwrap(), "somebody's notes");
}

#[test]
fn positions_and_solutions_are_drawn() {
    let desk = Desk::new();
    let picture = desk.ok("colorsort draw FOFO;OFOF;:2");
    assert!(picture.starts_with("<svg ") && picture.contains("FOFO:4;OFOF:4;:2"), "{picture}");
    desk.ok("colorsort solve FOFO;OFOF; --quiet --draw strip.svg");
    assert_eq!(desk.read("strip.svg").matches("class=\"frame\"").count(), 8);
    desk.ok("colorsort draw FOFO;OFOF; -o position.png");
    desk.ok("colorsort solve FOFO;OFOF; --quiet --draw strip.png");
    for picture in ["position.png", "strip.png"] {
        assert!(fs::read(desk.path(picture)).unwrap().starts_with(b"\x89PNG"), "{picture}");
    }
    let error = desk.fails("colorsort draw FOFO;OFOF; -o position.gif", 2);
    assert!(error.contains("position.gif"), "{error}");
}

#[test]
fn deals_that_there_are_none_of_are_not_looked_for_for_ever() {
    let desk = Desk::new();
    let generate = "colorsort generate --colors 2 --capacity 4 --empty 1 --min-moves";
    let error = desk.fails(&format!("{generate} 8 --tries 500"), 2);
    assert!(error.contains("none in 500 more") && error.contains("takes 7 moves"), "{error}");
    let all = "colorsort generate --colors 2 --capacity 4 --empty 1";
    for option in ["--tries 500", "--memory 1GiB"] {
        let error = desk.fails(&format!("{all} {option}"), 2);
        assert!(error.contains("--min-moves"), "{option}: {error}");
    }
    let found = desk.run(&format!("{generate} 7 --count 2"));
    assert!(found.status.success());
    let told = String::from_utf8(found.stderr).unwrap();
    assert!(told.contains("2 deals of ") && told.contains(" tried"), "{told}");
}
