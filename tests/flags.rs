//! Every command with any flags: an answer or one clear error, and never a panic.
//!
//! The commands and their flags are read from the help itself, so that whatever is added is tried
//! as well. A command that takes long is told to stop, and has to.
#![cfg(unix)]

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;

use crate::support::Desk;

/// A command and what its help says that it takes.
#[derive(Debug, Clone)]
struct Known {
    /// Its name, after that of the command that it belongs to.
    name: String,
    help: String,
    /// The flags, and the names of their values.
    flags: Vec<(String, Option<String>)>,
    /// The names of the arguments without a flag.
    places: Vec<String>,
}

/// All commands that do something.
static COMMANDS: LazyLock<Vec<Known>> = LazyLock::new(|| known(&Desk::new(), ""));

fn known(desk: &Desk, name: &str) -> Vec<Known> {
    let help = desk.ok(&format!("{name} --help"));
    if let Some((_, below)) = help.split_once("\nCommands:\n") {
        let below = below.lines().take_while(|line| !line.is_empty());
        let names = below.filter_map(|line| {
            let name = line.strip_prefix("  ")?.split_whitespace().next();
            name.filter(|_| !line.starts_with("   ")).filter(|&name| name != "help")
        });
        return names.flat_map(|below| known(desk, &format!("{name} {below}"))).collect();
    }
    let mut flags = Vec::new();
    for line in help.lines().map(str::trim_start).filter(|line| line.starts_with('-')) {
        let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
        let flag = words.find(|word| word.starts_with("--")).unwrap_or("--help");
        let value = words.next().filter(|word| word.starts_with('<')).map(str::to_owned);
        flags.push((flag.to_owned(), value));
    }
    let usage = help.lines().find(|line| line.starts_with("Usage:")).unwrap_or_default();
    let mut words = usage.split_whitespace().peekable();
    let mut places = Vec::new();
    while let Some(word) = words.next() {
        if !word.starts_with(['-', '[']) && word.starts_with('<') {
            places.push(word.to_owned());
        } else if word.starts_with("--") {
            words.next_if(|next| next.starts_with('<'));
        }
    }
    vec![Known { name: name.trim().to_owned(), help, flags, places }]
}

/// The signal that asks a process to end.
const TERM: i32 = 15;

/// What people might write where a value is asked for, whatever its name says.
const VALUES: &[&str] = &[
    "",
    "0",
    "1",
    "2",
    "3",
    "7",
    "-1",
    "1.5",
    "1e999",
    "NaN",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999999",
    "x",
    "é",
    "\u{feff}",
    "a b",
    ",",
    ",,",
    "0,0",
    "1-3",
    "3-1",
    "1/2",
    "0/1",
    "2/1",
    "1/0",
    "2x2",
    "3x2",
    "0x0",
    "1x1",
    "1x33",
    "64x1",
    "3x3",
    "4x4",
    "AB/C.",
    "AAB/.CB/..D",
    "A",
    "./.",
    "ABCDEFGH.",
    "123456780",
    "1230",
    "1 2/3 0",
    "FOFO;OFOF;",
    ";;",
    "[]",
    "[[1],[1],[]]",
    "b2b1//o2o1",
    "b1//o1",
    "//",
    "b1@9//o1",
    "Ad Br",
    "1>2",
    "move",
    "step",
    "super-move",
    "text",
    "csv",
    "array",
    "knuth",
    "slurm",
    "single",
    "multi",
    "strict",
    "configs/2x2.toml",
    "configs/3x2.toml",
    "configs/3x3-compound.toml",
    "missing.toml",
    "configs",
    "made",
    "made/2x2",
    "made.csv",
    "made.svg",
    "made.png",
    "made.html",
    "made.txt",
    "/dev/null",
    "1KiB",
    "1MiB",
    "64MiB",
    "0GiB",
    "99999999999TiB",
    "bash",
    "tiles",
    "-",
    "--",
    "1:00",
    "2-00",
];

/// A list of arguments that may be right.
#[derive(Clone)]
struct Words(Vec<String>);

impl fmt::Debug for Words {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "antipode {:?}", self.0)
    }
}

fn words() -> impl Strategy<Value = Words> {
    let value = select(VALUES).prop_map(str::to_owned);
    let chosen = prop::collection::vec((any::<Index>(), value.clone()), 0..4);
    let places = prop::collection::vec(value, 0..4);
    (any::<Index>(), places, chosen, 0..8_u8).prop_map(|(command, places, chosen, slip)| {
        let command = command.get(&COMMANDS);
        let mut words: Vec<String> = command.name.split(' ').map(str::to_owned).collect();
        // Mostly as many arguments as are asked for.
        let count = if slip == 0 { places.len() } else { command.places.len() };
        words.extend(places.into_iter().cycle().take(count));
        for (flag, value) in chosen {
            let (flag, named) = flag.get(&command.flags);
            words.push(flag.clone());
            words.extend(named.as_ref().map(|_| value));
        }
        Words(words)
    })
}

/// Waits for a child, telling it to stop if it takes long. What the signal ends at once, as nothing
/// was begun, counts as stopped. None if it does not stop, or ends otherwise.
fn ended(child: &mut Child) -> Option<i32> {
    let (begun, id) = (Instant::now(), child.id().to_string());
    let mut told = false;
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return if status.signal() == Some(TERM) { Some(75) } else { status.code() };
        }
        if !told && begun.elapsed() > Duration::from_secs(1) {
            Command::new("kill").arg(&id).status().unwrap();
            told = true;
        }
        sleep(Duration::from_millis(3));
    }
    child.kill().unwrap();
    None
}

fn try_words(cases: u32) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config)
        .run(&words(), |Words(words)| {
            let desk = Desk::new();
            let mut child = desk
                .command("")
                .args(&words)
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(std::fs::File::create(desk.path("told")).unwrap())
                .spawn()
                .unwrap();
            let code = ended(&mut child);
            let told = desk.read("told");
            prop_assert!(matches!(code, Some(0 | 1 | 2 | 75)), "{:?}: {}", code, told);
            prop_assert!(!told.contains("panicked"), "{}", told);
            let answered =
                code == Some(0) || told.contains("antipode: ") || told.contains("error: ");
            prop_assert!(answered, "{:?}: {}", code, told);
            Ok(())
        })
        .unwrap();
}

#[test]
fn any_flags_get_an_answer_or_one_clear_error() {
    try_words(150);
}

#[test]
#[ignore = "long: a quarter of an hour"]
fn many_more_flags_get_an_answer_or_one_clear_error() {
    try_words(20_000);
}

#[test]
fn what_a_number_may_be_is_told_wherever_one_is_wrong() {
    let desk = Desk::new();
    let table = format!("{}/../../out/3x4/hardest.csv", env!("CARGO_MANIFEST_DIR"));
    for (words, told) in [
        ("run configs/3x3.toml --threads -1".to_owned(), "a number from 1 to 1024"),
        ("run configs/3x3.toml --memory -1".to_owned(), "a number of KiB"),
        ("run configs/3x3.toml --memory -1GiB".to_owned(), "a number of KiB"),
        ("difficulty AB/.. --effort -1".to_owned(), "a number of steps"),
        ("difficulty AB/.. --limit 0".to_owned(), "a whole number from 1 on"),
        ("panex table --height -1".to_owned(), "a number from 1 to 40"),
        ("colorsort generate --count -1".to_owned(), "a whole number from 0 on"),
        ("tiles compare --depth-limits 5,".to_owned(), "a number from 1 to 1000"),
        (format!("solve {table}:{}", "9".repeat(30)), "has no row"),
    ] {
        let error = desk.fails(&words, 2);
        assert!(error.contains(told), "{words}: {error}");
    }
    for (limits, code) in
        [("10 10:00 12:00:00 1-12 1-12:30 1-12:30:00", 0), ("-1 1-2-3 1:2:3:4 +1 1:", 2)]
    {
        for limit in limits.split(' ') {
            let words = format!("submit configs/3x3.toml --engine slurm --dry-run --time {limit}");
            assert_eq!(desk.run(&words).status.code(), Some(code), "{limit}");
        }
    }
}

#[test]
fn every_command_shows_examples_in_its_help() {
    for command in COMMANDS.iter() {
        let shown = command.help.contains("\nExample");
        assert!(
            shown && command.help.contains(&format!("  antipode {}", command.name)),
            "{command:?}"
        );
    }
}

#[test]
fn every_page_that_the_manual_names_is_printed() {
    let desk = Desk::new();
    desk.ok("man --out pages");
    let pages = desk.files("pages");
    for command in COMMANDS.iter() {
        let name = format!("antipode-{}.1", command.name.replace(' ', "-"));
        let page = pages.get(std::path::Path::new(&name)).unwrap_or_else(|| panic!("no {name}"));
        assert_eq!(desk.ok(&format!("man {}", command.name)).as_bytes(), page);
    }
    assert_eq!(desk.ok("man").as_bytes(), pages[std::path::Path::new("antipode.1")]);
    for page in pages.values() {
        let text = String::from_utf8_lossy(page).replace('\\', "");
        for (before, _) in text.match_indices("(1)") {
            let name = text[..before]
                .rsplit(|symbol: char| !symbol.is_ascii_alphanumeric() && symbol != '-');
            let named = format!("{}.1", name.into_iter().next().unwrap());
            assert!(pages.contains_key(std::path::Path::new(&named)), "there is no {named}");
        }
    }
    assert!(desk.fails("man slove", 2).contains("similar: solve"));
    let error = desk.fails("man tile", 2);
    assert!(error.contains("no command \"tile\""), "{error}");
}
