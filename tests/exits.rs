//! What the program ends with tells who has to do what: the system, the user, or its authors.

use std::fs::{self, File};
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::support::{Desk, send_signal};

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_the_systems_fault() {
    let desk = Desk::new();
    for words in ["draw A./.. -o", "convert A./.. --to text -o", "tiles draw 647850321 -o"] {
        let words = format!("{words} /dev/full");
        let error = desk.fails(&words, 1);
        assert!(error.contains("/dev/full"), "{words}: {error}");
    }
    for words in ["solve A./.. --graph", "solve A./.. --html"] {
        let words = format!("{words} /dev/full");
        let (_, error) = desk.answers_but_fails(&words, 1);
        assert!(error.contains("/dev/full"), "{words}: {error}");
    }
    for words in ["man", "--help", "--version", "solve --help", "columns"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let status = desk.command(words).stdout(full).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(1), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn news_that_nobody_can_read_stop_nothing() {
    let desk = Desk::new();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for words in
        ["run configs/3x3.toml", "verify out/3x3", "gallery out/3x3", "estimate configs/3x3.toml"]
    {
        let status = desk.command(words).stdout(Stdio::null()).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(0), "{words}");
    }
    assert_eq!(desk.command("solve A").stderr(full()).status().unwrap().code(), Some(2));
}

#[test]
fn what_is_written_beside_an_answer_needs_a_file() {
    let desk = Desk::new();
    for words in [
        "solve A./.. --graph",
        "panex solve --exchange --height 3 --layers",
        "tiles build --size 2x2 --out",
    ] {
        let error = desk.fails(&format!("{words} -"), 2);
        let told = " goes to a file, as the answer goes to standard output\n";
        assert!(error.ends_with(told) && error.lines().count() == 1, "{words}: {error}");
    }
    for (words, told) in [
        ("solve A./.. --html -", "it goes to a file, as the answer goes to standard output"),
        ("colorsort solve A;; --draw -", "it goes to a file"),
        ("tiles solve 123456708 --picture /dev/stdout", "it goes to a file"),
        ("solve A./.. --html .", ". is a folder, not a file"),
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains(told), "{words}: {error}");
    }
    assert!(!desk.path("-").exists());
}

#[test]
fn an_answer_is_told_whatever_becomes_of_what_goes_beside_it() {
    let desk = Desk::new();
    let long = "long".repeat(70);
    for (words, answer) in [
        ("panex solve --exchange --height 2 --layers LONG/layers.csv", "moves=13\n"),
        ("panex solve --exchange --height 2 --html LONG/page.html --json", "\"moves\":13,"),
        ("colorsort solve FOFO;OFOF; --draw LONG/strip.svg", "moves=7\n"),
        ("colorsort solve FOFO;OFOF; --html LONG/page.html", "moves=7\n"),
        ("tiles solve 123456078 --picture LONG/strip.svg", "2 moves: 7l 8l\n"),
        ("tiles solve 123456078 --html LONG/page.html --json", "\"moves\":2,"),
        ("tiles solve 132640758 --store LONG/tables", " moves: "),
    ] {
        let (found, told) = desk.answers_but_fails(&words.replace("LONG", &long), 2);
        assert!(told.contains("cannot write longlong"), "{words}: {told}");
        assert!(found.contains(answer), "{words}: {found}");
    }
    for (words, answer) in [
        ("colorsort solve AB;AB --draw strip.svg", "proof=no solution, proved"),
        ("colorsort solve AB;AB --html page.html --json", "\"moves\":null,\"proved\":true"),
        ("tiles solve 213456780 --picture strip.svg", "no solution: "),
    ] {
        let (found, told) = desk.answers_but_fails(words, 2);
        assert!(told.contains("there is no solution to be"), "{words}: {told}");
        assert!(found.contains(answer), "{words}: {found}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_written_is_told_though_nobody_reads_the_answer() {
    let desk = Desk::new();
    for words in [
        "solve AB/C. --graph /dev/full --quiet",
        "colorsort solve FOFO;OFOF; --draw /dev/full --quiet",
        "tiles solve 123456078 --html /dev/full --quiet",
        "panex solve --exchange --height 3 --html /dev/full --quiet",
    ] {
        let mut child = desk.command(words).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{words}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_standard_output_goes_to_is_added_to() {
    let desk = Desk::new();
    desk.write("deals", "FOFO;OFOF;\n");
    desk.write("file", "precious\n");
    let to = || Stdio::from(File::options().append(true).open(desk.path("file")).unwrap());
    for words in [
        "colorsort batch deals -o /dev/stdout --fresh --quiet",
        "solve A./.. --all --json -o /dev/stdout --quiet",
        "draw A./.. -o /dev/stdout",
    ] {
        assert!(desk.command(words).stdout(to()).status().unwrap().success(), "{words}");
    }
    let found = desk.read("file");
    assert!(found.starts_with("precious\n"), "{found}");
    assert_eq!(found.matches("FOFO;OFOF;,").count(), 1, "{found}");
    // What goes beside the answer would be written over it.
    std::os::unix::fs::symlink("/dev/stdout", desk.path("link.html")).unwrap();
    for words in ["solve A./.. --html link.html --quiet", "solve A./.. --graph file --quiet"] {
        let status = desk.command(words).stdout(to()).stderr(Stdio::null()).status();
        assert_eq!(status.unwrap().code(), Some(2), "{words}");
    }
    assert_eq!(desk.read("file"), found);
}

#[cfg(unix)]
#[test]
fn two_things_do_not_go_to_one_file_by_a_link_to_nothing() {
    let desk = Desk::new();
    let link = |to, name| std::os::unix::fs::symlink(to, desk.path(name)).unwrap();
    link("b.html", "a.csv");
    link("saved/layers.csv", "layers.csv");
    for (words, told) in [
        ("solve A./.. --graph a.csv --html b.html", "b.html is to be written twice"),
        (
            "panex solve --exchange --height 3 --checkpoint saved --layers layers.csv",
            "layers.csv is in saved, where a search is kept",
        ),
        (
            "panex solve --exchange --height 3 --checkpoint saved --keep saved",
            "saved/results.csv is in saved, where a search is kept",
        ),
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains(told), "{words}: {error}");
    }
}

#[test]
fn what_is_plainly_no_place_is_refused_before_anything_is_searched() {
    let desk = Desk::new();
    desk.write("file", "");
    let panex = "panex solve --exchange --height 2";
    for (words, told) in [
        (&*format!("{panex} --layers configs"), "configs is a folder, not a file"),
        (&format!("{panex} --html configs"), "configs is a folder, not a file"),
        ("colorsort solve FOFO;OFOF; --draw configs", "configs is a folder, not a file"),
        ("tiles solve 123456078 --picture configs", "configs is a folder, not a file"),
        ("tiles build --size 2x2 --out configs", "configs is a folder, not a file"),
        ("convert A./.. --to text -o configs", "configs is a folder, not a file"),
        ("studio -o configs", "configs is a folder, not a file"),
        ("solve A./.. --all --json -o configs", "configs is a folder, not a file"),
        ("difficulty A./.. --all --json -o configs", "configs is a folder, not a file"),
        ("colorsort batch file -o configs", "configs is a folder, not a file"),
        (&format!("{panex} --layers file/a.csv"), "file is a file, not a folder"),
        (&format!("{panex} --html file/a.html"), "file is a file, not a folder"),
        ("tiles build --size 2x2 --out file/tree", "file is a file, not a folder"),
        ("convert A./.. --to text -o file/a/b", "file is a file, not a folder"),
        ("tiles build --size 2x2 --store file/a", "file is a file, not a folder"),
        ("run configs/3x3.toml --out file/a", "is a file; name a folder"),
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains(told), "{words}: {error}");
    }
    for words in [
        "tiles solve 123456078 --store file",
        "tiles depths 2x2 --out file",
        "tiles build --size 2x2 --store file",
        "colorsort statistics --colors 2 --capacity 2 --empty 1 --out file",
        "solve AB/.. --scratch file",
        &format!("{panex} --keep file"),
        &format!("{panex} --checkpoint file"),
        "panex table --results file",
    ] {
        let error = desk.fails(words, 2);
        assert!(error.contains("file is a file, not a folder"), "{words}: {error}");
    }
}

#[test]
fn tables_of_something_else_are_not_replaced() {
    let desk = Desk::new();
    let statistics = "colorsort statistics --colors 2 --capacity 2 --empty 1 --quiet --out";
    for (words, file) in [
        (statistics, "2-2-1-hardest.csv"),
        (statistics, "2-2-1-lengths.csv"),
        ("tiles depths 2x2 --quiet --out", "2x2-single-tile-depths.csv"),
        ("tiles depths 2x2 --quiet --out", "2x2-single-tile-farthest.csv"),
    ] {
        let words = &format!("{words} tables");
        desk.ok(words);
        let path = &format!("tables/{file}");
        let table = desk.read(path);
        desk.write(path, "name,score\nI,3\n");
        let error = desk.fails(words, 2);
        assert!(error.contains(&format!("{path} is nothing that is written here")), "{error}");
        assert_eq!(desk.read(path), "name,score\nI,3\n");
        // One of ours that was cut off is no loss.
        desk.write(path, &table[..9]);
        desk.ok(words);
        assert_eq!(desk.read(path), table);
    }
    for (words, file) in [
        ("tiles build --size 2x2 --quiet --out", "notes.toml"),
        ("solve AB/.. --quiet --graph", "notes.csv"),
        ("solve AB/.. --quiet --graph", "notes.graphml"),
        ("panex solve --exchange --height 1 --quiet --layers", "notes.layers"),
    ] {
        desk.write(file, "name,score\nI,3\n");
        let words = &format!("{words} {file}");
        let error = desk.fails(words, 2);
        assert!(error.contains(&format!("{file} is nothing that is written here")), "{error}");
        fs::remove_file(desk.path(file)).unwrap();
        desk.ok(words);
        desk.ok(words);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_is_the_systems_fault() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    for (file, words) in [
        ("out/3x3/hardest.csv", "gallery out/3x3"),
        ("out/3x3/hardest.csv", "verify out/3x3"),
        ("out/3x3/tally.json", "export configs/3x3.toml"),
    ] {
        let path = desk.path(file);
        let text = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        // Whatever the rights of whoever runs this, a link to itself leads to nothing that can be read.
        std::os::unix::fs::symlink(&path, &path).unwrap();
        desk.fails(words, 1);
        fs::remove_file(&path).unwrap();
        // A folder is no fault of the system.
        fs::create_dir(&path).unwrap();
        desk.fails(words, 2);
        fs::remove_dir(&path).unwrap();
        fs::write(&path, text).unwrap();
    }
}

#[test]
fn a_solution_that_does_not_hold_is_a_bug() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 2\nheight = 2\n");
    desk.ok("run small.toml --quiet");
    // As if the search had found a puzzle to be harder than it is.
    let text = desk.read("out/small/tally.json");
    let (seal, body) = text.trim_end().split_once('\n').unwrap();
    let body = body.replace("\"moves\":1", "\"moves\":2");
    let mut seal: serde_json::Value = serde_json::from_str(seal).unwrap();
    let sealed = format!("{}\n{body}", seal["config"].as_str().unwrap());
    seal["crc32"] = antipode_sealed::checksum(sealed.as_bytes()).into();
    desk.write("out/small/tally.json", &format!("{seal}\n{body}\n"));
    let error = desk.fails("export small.toml --quiet", 70);
    assert!(error.contains("this is a bug") && error.lines().count() == 1, "{error}");
}

/// Starts a command, tells it to terminate in the midst of it, and expects code 75.
#[cfg(unix)]
fn stopped(desk: &Desk, words: &str) -> String {
    let mut command = desk.command(words);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // It listens from the beginning, and works for many seconds.
    sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None, "{words} ended before it was stopped");
    send_signal(&child, "TERM");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75), "{words}");
    String::from_utf8(output.stderr).unwrap()
}

#[cfg(unix)]
#[test]
fn an_export_that_was_stopped_goes_on() {
    let desk = Desk::new();
    desk.write("many.toml", "width = 3\nheight = 4\ntop = 500\nboards = false\ngroups = true\n");
    desk.ok("run many.toml --quiet");
    let tables = ["hardest.csv", "puzzles.csv", "groups.csv"];
    let whole = tables.map(|name| desk.read(&format!("out/many/{name}")));
    tables.iter().for_each(|name| fs::remove_file(desk.path(&format!("out/many/{name}"))).unwrap());
    let told = stopped(&desk, "export many.toml --threads 1");
    assert!(told.contains("the same command goes on from here"), "{told}");
    assert!(!desk.path("out/many/hardest.csv").exists());
    // A killed process may leave the beginning of one more.
    let kept = desk.read("out/many/puzzles.json");
    desk.write("out/many/puzzles.json", &format!("{kept}01234567 [\"simple3 move"));
    let output = desk.run("export many.toml");
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("export: going on after "), "{told}");
    assert!(tables.map(|name| desk.read(&format!("out/many/{name}"))) == whole);
    assert!(!desk.path("out/many/puzzles.json").exists());
}

#[cfg(unix)]
#[test]
fn work_that_does_not_look_for_a_stop_is_ended() {
    let desk = Desk::new();
    desk.write("klotski.txt", include_str!("../configs/puzzles/klotski.txt"));
    stopped(&desk, "difficulty klotski.txt --effort 1e12");
}

#[cfg(unix)]
#[test]
fn a_stop_of_what_only_waits_does_not_promise_to_go_on() {
    let desk = Desk::new();
    let (input, told) = (Stdio::piped(), fs::File::create(desk.path("told")).unwrap());
    let mut child = desk.command("colorsort solve -").stdin(input).stderr(told).spawn().unwrap();
    sleep(Duration::from_millis(500));
    send_signal(&child, "TERM");
    // Waiting closes the pipe, which would be all that it waits for.
    while child.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(75));
    let expected = "antipode: stopped; nothing is kept, and the same command starts over\n";
    assert_eq!(desk.read("told"), expected);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_refused_anywhere_is_the_systems_fault() {
    let desk = Desk::new();
    let class =
        "pieces = 7\nshapes.exactly = [\"XX\", \"X/X\", \"X\", \"X\", \"X\", \"X\", \"X\"]\n";
    let grid = "width = 5\nheight = 5\nboards = false\nmetric = \"super-move\"\n";
    desk.write("class.toml", &format!("{grid}{class}"));
    let within = |kilobytes: usize, words: &str| {
        let limited = format!("ulimit -v {kilobytes}; exec \"$@\"");
        let output = std::process::Command::new("sh")
            .args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_antipode")])
            .args(words.split(' '))
            // A thread that gets no heap of its own would map memory for every list, for minutes.
            .env("MALLOC_ARENA_MAX", "1")
            .current_dir(desk.path(""))
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    // The least memory that it starts in, which is too little to pack boards.
    let run = "run configs/4x4.toml --quiet --yes --threads 2";
    let starts = |kilobytes: &usize| {
        let (code, told) = within(*kilobytes, run);
        code == Some(1) && !told.contains("cannot start")
    };
    let least = (20_000..60_000).step_by(1_000).find(starts).unwrap();
    // And too little to list the boards of a class, and to make a table.
    for (kilobytes, words) in [
        (least, run),
        (60_000, "run class.toml --quiet --yes --threads 1"),
        (100_000, "tiles build --size 4x4"),
    ] {
        let (code, told) = within(kilobytes, words);
        assert_eq!(code, Some(1), "{words}: {told}");
        assert!(told.contains("--memory"), "{words}: {told}");
    }
}
