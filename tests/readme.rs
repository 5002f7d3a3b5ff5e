//! Every console block of every README, run as it stands, and every source file that one names.
//!
//! A line `$ COMMAND` is run in a copy of the project's configs and tables; the lines below it have to
//! be printed, in that order. Lines between them may be left out (progress), and seconds may differ.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The committed files below a folder of the project: what else is there, a used clone has made. All
/// files where there is no history, as in an archive.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut git = Command::new("git");
    let listed = git.args(["ls-files", "-z", folder]).current_dir(project()).output();
    let listed = listed.ok().filter(|output| output.status.success() && !output.stdout.is_empty());
    if let Some(output) = listed {
        let names = String::from_utf8(output.stdout).unwrap();
        return names.split_terminator('\0').map(PathBuf::from).collect();
    }
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(project().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let list = if entry.path().is_dir() { &mut folders } else { &mut files };
            list.push(path);
        }
    }
    files
}

/// The README of the project and those of its crates, below it.
fn readmes() -> Vec<PathBuf> {
    let crates = files("crates").into_iter().filter(|file| file.ends_with("README.md"));
    let mut readmes: Vec<PathBuf> = crates.chain([PathBuf::from("README.md")]).collect();
    readmes.sort();
    readmes
}

/// The commands of the console blocks of a text, with what they print.
fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => inside = line == "```console",
            _ if !inside => {}
            Some(command) => found.push((command.to_owned(), Vec::new())),
            None => {
                found.last_mut().expect("a block begins with a command").1.push(line.to_owned());
            }
        }
    }
    found
}

/// The line without numbers of seconds, nor the spaces that line them up.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    for index in 1..words.len() {
        let unit = words[index].trim_end_matches([',', '.']);
        if unit == "s" || unit == "ms" {
            words[index - 1] = "?";
        }
    }
    let seconds = |word: &&str| !word.starts_with("seconds=");
    words.into_iter().filter(seconds).collect::<Vec<_>>().join(" ")
}

/// What a command prints, on both of its outputs.
fn run(command: &str, folder: &Path) -> String {
    // Whoever runs this test has built the program.
    let command = command.replace("make run", "antipode run configs/4x4.toml");
    let program = Path::new(env!("CARGO_BIN_EXE_antipode")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program].into_iter().chain(env::split_paths(&path))).unwrap();
    let script = format!("{{ {command}\n}} 2>&1");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).env("PATH", path).current_dir(folder);
    String::from_utf8(shell.output().unwrap().stdout).unwrap()
}

#[test]
fn what_the_readmes_say_is_what_is_printed() {
    let desk = TempDir::new().unwrap();
    for folder in ["configs", "out"] {
        for file in files(folder) {
            let copy = desk.path().join(&file);
            fs::create_dir_all(copy.parent().unwrap()).unwrap();
            fs::copy(project().join(&file), copy).unwrap();
        }
    }
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in readmes() {
        for (command, expected) in commands(&fs::read_to_string(project().join(&file)).unwrap()) {
            count += 1;
            let output = run(&command, desk.path());
            let mut lines = output.lines().map(timeless);
            let missing = expected.iter().find(|line| {
                let line = timeless(line);
                !line.is_empty() && lines.all(|printed| printed != line)
            });
            if let Some(line) = missing {
                wrong.push(format!("{}: $ {command}\nno {line:?} in\n{output}", file.display()));
            }
        }
    }
    assert!(count > 0 && wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_source_files_that_the_readmes_name_are_there() {
    let known: Vec<PathBuf> = files("crates").into_iter().chain(files("tests")).collect();
    let mut lost = Vec::new();
    for file in readmes() {
        let text = fs::read_to_string(project().join(&file)).unwrap();
        let names = text.split('`').filter(|name| name.ends_with(".rs"));
        let names = names.filter(|name| !known.iter().any(|file| file.ends_with(name)));
        lost.extend(names.map(|name| format!("{}: {name}", file.display())));
    }
    assert_eq!(lost, Vec::<String>::new());
}
