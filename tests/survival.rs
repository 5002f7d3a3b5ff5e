//! Stopping a batch at any instant loses nothing that is finished.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::same::assert_same;
use crate::support::{Desk, send_signal};

/// Kills a 4x4 batch at `times` instants spread over a run, then lets it finish.
fn killed(times: u32, pieces: &str, name: &str) {
    let desk = Desk::new();
    let started = Instant::now();
    desk.ok(&format!("run configs/4x4.toml --out whole --pieces {pieces}"));
    let whole = started.elapsed();
    for instant in 1..=times {
        // Instants that walk through all stages, whatever the machine's speed: each run goes on
        // where the one before was killed, so most of them fall in the search.
        let mut child = desk
            .command(&format!("run configs/4x4.toml --pieces {pieces}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(whole * (instant * 7919 % 97) / 97 / times);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    desk.ok(&format!("run configs/4x4.toml --pieces {pieces}"));
    assert_same(&desk.files(&format!("whole/{name}")), &desk.files(&format!("out/{name}")));
}

#[test]
fn a_batch_killed_at_3_instants_ends_the_same() {
    killed(3, "1-5", "4x4-pieces-1-5");
}

#[test]
#[ignore = "long: a minute"]
fn a_whole_batch_killed_at_20_instants_ends_the_same() {
    killed(20, "1-15", "4x4");
}

#[test]
#[ignore = "long: a quarter of a minute"]
fn a_killed_search_on_disk_is_gone_on_with() {
    let desk = Desk::new();
    desk.write(
        "class.toml",
        "width = 4\nheight = 5\nboards = false\n\
         shapes.exactly = [\"XX\", \"XX\", \"XX\", \"X/X\", \"X/X\", \"X\", \"X\"]\n",
    );
    for out in ["whole", "killed"] {
        desk.ok(&format!("enumerate class.toml --out {out} --quiet"));
    }
    // What is found does not depend on the memory.
    desk.ok("search class.toml --out whole --quiet");
    let search = "search class.toml --memory 16MiB --out killed";
    let mut child = desk.command(&format!("{search} --quiet")).spawn().unwrap();
    let saved = desk.path("killed/class/shards/0001.searches");
    while !saved.exists() || saved.read_dir().unwrap().count() < 2 {
        assert_eq!(child.try_wait().unwrap(), None, "it is done before it is killed");
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let told = desk.command(search).output().unwrap();
    let told = String::from_utf8(told.stderr).unwrap();
    assert!(told.contains("going on with a class on disk"), "{told}");
    assert_same(&desk.files("whole/class"), &desk.files("killed/class"));
    assert!(!saved.exists() && desk.peak_memory("killed/class") < 40, "it keeps within the memory");

    // Starting over leaves nothing of one.
    std::fs::remove_file(desk.path("killed/class/shards/0001.json")).unwrap();
    std::fs::create_dir(&saved).unwrap();
    for name in ["0123456789abcdef.class", "sweep.checkpoint"] {
        std::fs::write(saved.join(name), "damaged").unwrap();
    }
    desk.ok("run class.toml --out killed --fresh --quiet");
    assert!(!saved.exists());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_batch_with_exit_code_75() {
    let desk = Desk::new();
    for signal in ["INT", "TERM", "USR1"] {
        let run = "run configs/4x4.toml --pieces 9 --threads 1 --fresh";
        let mut child = desk.command(run).stderr(Stdio::piped()).spawn().unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        // The search, of seconds, begins when the enumeration tells that it is done.
        while !line.starts_with("enumerate: ") {
            line.clear();
            assert!(told.read_line(&mut line).unwrap() > 0, "it ended before it was stopped");
        }
        send_signal(&child, signal);
        told.read_to_string(&mut line).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(75), "{signal}");
        assert!(line.contains("the same command without --fresh goes on"), "{line}");
    }
    assert!(desk.ok("run configs/4x4.toml --pieces 9").starts_with("132\n"));
}

/// Of work that looks at the signal by itself, and of what is ended.
#[cfg(unix)]
#[test]
fn a_stop_says_what_it_leaves() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml --quiet");
    // A does not fit through the gap, which only hundreds of millions of boards tell.
    let barred = "AABBCCD#../AAEFFGD#../HHEIIGJ#../KLLMMNJ#../K....N..../.......#..";
    let large = "AABBC/DDEEF/GHIJK/LMNOP/QR...";
    for (words, told) in [
        (format!("solve {barred}"), "nothing is kept, and the same command starts over"),
        (format!("difficulty {large} --effort 1e15"), "nothing is kept"),
        ("panex construct --exchange --height 30 --all".to_owned(), "nothing is kept"),
        (
            "difficulty out/3x4/hardest.csv --all --json --effort 1e15 -o kept".to_owned(),
            "everything finished is kept, and the same command goes on from here",
        ),
    ] {
        let mut command = desk.command(&words);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(500));
        send_signal(&child, "INT");
        let mut line = String::new();
        child.stderr.take().unwrap().read_to_string(&mut line).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(75), "{words}: {line}");
        let last = line.lines().last().unwrap_or_default();
        assert!(last.starts_with("antipode: stopped; ") && last.contains(told), "{words}: {last}");
    }
}

#[cfg(unix)]
#[test]
fn an_enumeration_that_was_stopped_tells_how_far_it_is() {
    let desk = Desk::new();
    let enumerate = "enumerate configs/5x5.toml --yes";
    let mut child = desk.command(enumerate).stderr(Stdio::piped()).spawn().unwrap();
    let (mut told, mut line) = (BufReader::new(child.stderr.take().unwrap()), String::new());
    // The first news come after some seconds, of the many minutes that it takes.
    while !line.contains("done") {
        line.clear();
        assert!(told.read_line(&mut line).unwrap() > 0, "it ended before it was stopped");
    }
    send_signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(75));
    let told = desk.fails("status configs/5x5.toml", 2);
    assert!(told.contains("the enumeration is not complete, "), "{told}");
}

#[cfg(unix)]
#[test]
fn a_stopped_estimate_says_that_nothing_is_kept() {
    let desk = Desk::new();
    let estimate = desk.command("estimate configs/4x5.toml --quiet").stderr(Stdio::piped()).spawn();
    let child = estimate.unwrap();
    sleep(Duration::from_millis(500));
    send_signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("stopped; nothing is kept"), "{told}");
}
