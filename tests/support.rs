//! The binary, run as a person runs it, in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

pub mod same;

use same::Files;

/// Sends a process the signal of that name.
pub fn send_signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
}

/// A folder with the project's configs in it.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    /// An empty desk with a copy of `configs/`.
    pub fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
        fs::create_dir(folder.path().join("configs")).unwrap();
        for entry in fs::read_dir(configs).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let copy = folder.path().join("configs").join(path.file_name().unwrap());
                fs::copy(&path, copy).unwrap();
            }
        }
        Desk { folder }
    }

    /// A path on the desk.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Reads a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The most memory that a process held while it worked on the batch of that folder, in MiB.
    pub fn peak_memory(&self, folder: &str) -> u64 {
        let timing = self.read(&format!("{folder}/timing.json"));
        let timing: serde_json::Value = serde_json::from_str(&timing).unwrap();
        let stages = timing.as_object().unwrap().values();
        stages.map(|stage| stage["peak_memory_bytes"].as_u64().unwrap()).max().unwrap() >> 20
    }

    /// `antipode` with these words, not yet started.
    pub fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_antipode"));
        command.args(words.split_whitespace()).current_dir(self.folder.path());
        command
    }

    /// Runs `antipode` with these words.
    pub fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs it with `text` coming through a pipe on standard input.
    pub fn fed(&self, words: &str, text: &str) -> Output {
        let mut command = self.command(words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Runs it, expects success, and returns what it put out.
    pub fn ok(&self, words: &str) -> String {
        let output = self.run(words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words}: {error}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs it, expects this exit code, and returns the error it told.
    pub fn fails(&self, words: &str, code: i32) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(output.stdout.is_empty(), "{words}: an error leaves no data");
        String::from_utf8(output.stderr).unwrap()
    }

    /// Runs it, expects this exit code and an answer all the same, as what was to be written beside it is what
    /// failed. Returns the answer and the error.
    pub fn answers_but_fails(&self, words: &str, code: i32) -> (String, String) {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(!output.stdout.is_empty(), "{words}: the answer is lost");
        let [answer, error] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (answer, error)
    }

    /// Every file below a folder but `timing.json` and `command.txt`, by relative path.
    pub fn files(&self, name: &str) -> Files {
        let root = self.path(name);
        let mut files = Files::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("timing.json") && !path.ends_with("command.txt") {
                    let relative = path.strip_prefix(&root).unwrap().to_owned();
                    files.insert(relative, fs::read(&path).unwrap());
                }
            }
        }
        files
    }
}
