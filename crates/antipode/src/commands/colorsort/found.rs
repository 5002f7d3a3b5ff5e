//! Numbers of moves that are found class by class, and kept until the tables are written, so that it goes on from there
//! after any stop.
//!
//! The first line of the file tells what it is of. Each of the others has a checksum, a rule, and classes with their
//! numbers of moves.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

use antipode_colorsort::Rule;
use antipode_frontier::Progress;
use antipode_sealed::{AppendedFile, make_folder, sealed_line, unsealed_line};
use anyhow::{Context, Error, Result};

use crate::output;

/// What every such file begins with.
const KIND: &str = "antipode colorsort statistics";

/// How long what is found may wait for more: a line for each class would take longer than many a search.
const WRITE_EVERY: Duration = Duration::from_millis(100);

/// The number of moves of a shortest solution; none if there is no solution.
pub type Moves = Option<u64>;

/// Those of all classes, by their places in the list, as far as they are found.
type Found = Vec<Option<Moves>>;

/// The bytes that a class takes.
pub const BYTES: usize = Rule::NAMES.len() * size_of::<Option<Moves>>();

/// What is found, and the file where it is kept.
pub struct FoundMoves {
    by_rule: [Found; Rule::NAMES.len()],
    file: AppendedFile,
    /// What the file does not have yet, of one rule.
    waiting: String,
    written: Instant,
}

impl FoundMoves {
    /// Refuses to write over what is no such file. Returns whether it is there.
    pub fn is_kept(path: &Path) -> Result<bool> {
        output::check_ours(path, KIND)
    }

    /// What the file at `path` has of this many classes of a deal, which is made if need be.
    pub fn kept(path: &Path, deal: &str, classes: usize, progress: &dyn Progress) -> Result<Self> {
        let mut by_rule = Rule::NAMES.map(|_| vec![None; classes]);
        let head = format!("{KIND}: {classes} classes of {deal}\n");
        path.parent().map_or(Ok(()), make_folder)?;
        let mut file = AppendedFile::open(path)?;
        let mut read = || {
            read(path, &head, &mut by_rule, progress)
                .with_context(|| format!("cannot read {}", path.display()))
        };
        let mut is_first = false;
        file.join(|file| {
            is_first = true;
            let whole = read()?;
            file.cut(whole)?;
            if whole == 0 {
                file.append(head.as_bytes())?;
            }
            Ok::<_, Error>(())
        })?;
        if !is_first {
            read()?;
        }
        Ok(FoundMoves { by_rule, file, waiting: String::new(), written: Instant::now() })
    }

    /// The classes that are not found yet.
    pub fn missing(&self, rule: Rule) -> Vec<usize> {
        let moves = self.by_rule[rule as usize].iter().enumerate();
        moves.filter(|(_, moves)| moves.is_none()).map(|(class, _)| class).collect()
    }

    /// The numbers of moves of all classes, as far as they are found.
    pub fn moves(&self, rule: Rule) -> &[Option<Moves>] {
        &self.by_rule[rule as usize]
    }

    /// Adds that of a class, to be kept soon. Those of a rule come before a [`sync`](Self::sync), and those of
    /// another behind it.
    pub fn add(&mut self, rule: Rule, class: usize, moves: Moves) -> Result<()> {
        self.by_rule[rule as usize][class] = Some(moves);
        if self.waiting.is_empty() {
            self.waiting += rule.name();
        }
        write!(self.waiting, " {class}:{}", written(moves))?;
        if self.written.elapsed() >= WRITE_EVERY { self.write() } else { Ok(()) }
    }

    /// Makes all that is found outlast any stop.
    pub fn sync(&mut self) -> Result<()> {
        self.write()?;
        Ok(self.file.sync()?)
    }

    fn write(&mut self) -> Result<()> {
        if !self.waiting.is_empty() {
            self.file.append(sealed_line(&self.waiting).as_bytes())?;
            self.waiting.clear();
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Removes the file, as there are tables now.
    pub fn remove(self) -> Result<()> {
        let path = self.file.path();
        match fs::remove_file(path) {
            // Another process has made the same tables.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed.with_context(|| format!("cannot remove {}", path.display())),
        }
    }
}

/// A number of moves as it is written.
fn written(moves: Moves) -> String {
    moves.map(|moves| moves.to_string()).unwrap_or_default()
}

/// Takes over what the file at `path` has, and returns how many bytes of it are whole: what a killed process, or a
/// failure of the machine, left behind these is nothing.
fn read(
    path: &Path,
    head: &str,
    by_rule: &mut [Found],
    progress: &dyn Progress,
) -> io::Result<usize> {
    let mut lines = BufReader::new(File::open(path)?);
    let (mut line, mut whole) = (Vec::new(), 0);
    while lines.read_until(b'\n', &mut line)? > 0 {
        let is_whole = match whole {
            0 => line == head.as_bytes(),
            _ => std::str::from_utf8(&line).is_ok_and(|line| take(line, by_rule).is_some()),
        };
        if !is_whole {
            if line.ends_with(b"\n") {
                let path = path.display();
                progress.note(&format!("{path} is damaged: what it has no more is done again"));
            }
            break;
        }
        whole += line.len();
        line.clear();
    }
    Ok(whole)
}

/// Takes over what a line has; nothing unless all of it can be read.
fn take(line: &str, by_rule: &mut [Found]) -> Option<()> {
    let (rule, found) = unsealed_line(line)?.split_once(' ')?;
    let rule = Rule::NAMES.iter().position(|(name, _)| *name == rule)?;
    for entry in found.split(' ') {
        let (class, moves) = entry.split_once(':')?;
        let moves = if moves.is_empty() { None } else { Some(moves.parse().ok()?) };
        *by_rule[rule].get_mut(class.parse::<usize>().ok()?)? = Some(moves);
    }
    Some(())
}
