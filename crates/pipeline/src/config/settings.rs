//! The settings of a batch: a checked config.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{Distinct, Family, Method, Shapes, Task};
use antipode_sealed::{FileError, in_the_way};
use xxhash_rust::xxh3::xxh3_64;

use super::error::{ConfigError, Place};
use super::family::{self, Replaceable};
use super::text::{ConfigText, choice};
use crate::error::Error;
use crate::shell::quote;
use crate::table::cell::Cell;

/// More than one machine has; a slip of the finger should not start a million threads.
pub const MOST_THREADS: u32 = 1024;

/// Nobody reads more rows of puzzles, and each is held in memory, put in its place, and solved again.
const MOST_LISTED: u32 = 1_000_000;

/// What is larger was not meant: a picture, a table, a device without end.
const MOST_BYTES: u64 = 1 << 20;

/// What the command line may say in place of the config.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `--threads`
    pub threads: Option<usize>,
    /// `--out`
    pub out: Option<PathBuf>,
    /// `--pieces`, as in a config.
    pub pieces: Option<String>,
    /// `--rule`, as in a config.
    pub rule: Option<String>,
    /// `--metric`, as in a config.
    pub metric: Option<String>,
}

/// A batch to be run: a checked config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name of the batch: the config's file name without its ending, and the rules, the metrics
    /// and the numbers of pieces where the command line chose others than the config.
    pub name: String,
    /// The config.
    pub path: PathBuf,
    /// What is searched, in the order of the tables. There is one family at least; they differ in their
    /// tasks, rules and metrics alone, and no two are equal.
    pub families: Vec<Family>,
    /// How the boards are made.
    pub generator: Method,
    /// The most rows of `puzzles.csv`.
    pub top: usize,
    /// Of what `puzzles.csv` lists one puzzle at most.
    pub distinct: Distinct,
    /// Whether every justsolved board is kept.
    pub boards: bool,
    /// Whether the groups of the listed puzzles are told.
    pub groups: bool,
    /// The command that makes the batch, as far as it says what is in its tables.
    pub command: String,
    /// How many threads to use; as many as there are cores if not said.
    pub threads: Option<usize>,
    /// The folder in which the batch's own folder is made.
    pub out: PathBuf,
}

impl Settings {
    /// The keys that a config may have.
    pub const KEYS: [&str; 21] = [
        "width",
        "height",
        "board",
        "start_cell",
        "goal_cell",
        "family",
        "rule",
        "metric",
        "pieces",
        "shapes",
        "rectangles_only",
        "max_shapes",
        "min_holes",
        "max_holes",
        "top",
        "distinct",
        "boards",
        "groups",
        "generator",
        "threads",
        "out",
    ];

    /// Reads and checks the config `path`.
    ///
    /// # Errors
    /// If it cannot be read, or is no config.
    pub fn load(path: &Path, overrides: &Overrides) -> Result<Self, Error> {
        Ok(Self::parse(path, &read(path)?, overrides)?)
    }

    /// The settings of the config `path` if it had that text.
    ///
    /// # Errors
    /// If it is no config, with the line and what to do.
    pub fn parse(path: &Path, text: &str, overrides: &Overrides) -> Result<Self, ConfigError> {
        let config = ConfigText::parse(path, text, &Self::KEYS)?;
        let generator = config.get("generator");
        let distinct = choice(config.get("distinct"), "choice", &Distinct::NAMES)?;
        let own = config.number("threads", 1..=MOST_THREADS)?.map(|threads| threads as usize);
        let threads = overrides.threads.map(check_threads).transpose()?.or(own);
        let families = |[rule, metric, pieces]: [Option<&str>; 3]| {
            let settings = Replaceable {
                rule: config.get_or_flag("rule", rule),
                metric: config.get_or_flag("metric", metric),
                pieces: config.get_or_flag("pieces", pieces),
            };
            family::read(&config, &settings)
        };
        let Overrides { rule, metric, pieces, .. } = overrides;
        let own = families([None; 3])?;
        let families = families([rule.as_deref(), metric.as_deref(), pieces.as_deref()])?;
        // What is searched otherwise than the config says must not replace what it says.
        let name = name(path)? + &suffix(&own, &families);
        let has_corner = families.iter().any(|family| family.task.has_corner());
        let boards = family::keeps_boards(&config, has_corner)?;
        let generator = family::generator(generator, has_corner)?;
        let is_untold = |family: &Family| !family.task.tells_goal();
        if distinct == Some(Distinct::GoalShape)
            && families.iter().any(is_untold)
            && let Some(entry) = config.get("distinct")
        {
            return Err(
                entry.error("in the family compound no piece is the goal piece; leave this out")
            );
        }
        Ok(Settings {
            name,
            path: path.to_owned(),
            families,
            generator,
            distinct: distinct.unwrap_or(Distinct::Group),
            top: config.number("top", 0..=MOST_LISTED)?.unwrap_or(100) as usize,
            boards,
            groups: config.switch("groups")?.unwrap_or(false),
            command: command(path, overrides),
            threads,
            out: out(&config, overrides)?,
        })
    }

    /// The folder of the batch.
    pub fn folder(&self) -> PathBuf {
        self.out.join(&self.name)
    }

    /// The family whose justsolved boards are those of all others, and maybe more. All have the same
    /// boards without a goal piece.
    pub fn widest(&self) -> &Family {
        &self.families[self.widest_number()]
    }

    /// The number of the widest family.
    pub fn widest_number(&self) -> usize {
        let width = |&number: &usize| {
            let family = &self.families[number];
            let task = match family.task {
                Task::Simple2 => 2,
                Task::Simple3 => 1,
                Task::Simple | Task::Compound => 0,
            };
            (task, family.rule == Rule::NonStrict, family.metric.is_super())
        };
        (0..self.families.len()).max_by_key(width).expect("there is a family")
    }

    /// The cells where the goal piece of a family starts and ends, as far as they are no corners: their
    /// key, and column and row, counted from 1, such as `2,1`.
    pub fn named_cells(family: &Family) -> Vec<(&'static str, String)> {
        let corners = Family::whole(family.grid, family.rule);
        let cells = [
            ("start_cell", family.start_cell, corners.start_cell),
            ("goal_cell", family.goal_cell, corners.goal_cell),
        ];
        let named = cells.into_iter().filter(|(_, cell, corner)| cell != corner);
        let place = |(key, cell, _)| {
            let (x, y) = family.grid.place(cell);
            (key, format!("{},{}", x + 1, y + 1))
        };
        named.map(place).collect()
    }

    /// A hash that is equal for two batches only if their results are.
    ///
    /// Finished shards carry it, and those of another are refused. So it covers the settings
    /// that choose boards and puzzles: the family, the metric, and which puzzles are listed. It
    /// leaves out the generator, as both make the same boards, and whether the boards are kept,
    /// as no other file depends on that; the threads, the folder, and the names and comments of
    /// the config say nothing about results at all.
    ///
    /// It is XXH3, whose results are fixed for all time, of a listing in plain text: defaults
    /// are written out, and so is what filters amount to, so that a config may be rephrased
    /// without starting over.
    pub fn fingerprint(&self) -> String {
        format!("{:016x}", xxh3_64(self.listing().as_bytes()))
    }

    /// The text that is hashed.
    fn listing(&self) -> String {
        let family = self.widest();
        let (kind, shapes) = match &family.shapes {
            Shapes::All => ("all", &[][..]),
            Shapes::Only(shapes) => ("only", &shapes[..]),
            Shapes::Exactly(shapes) => ("exactly", &shapes[..]),
        };
        let mut text = format!(
            "grid {}\nrule {}\nmetric {}\npieces {}\nholes {}-{}\nmax_shapes {}\n\
             top {}\ndistinct {}\nshapes {kind}\n",
            family.grid,
            names(&rules(&self.families)).join(","),
            names(&metrics(&self.families)).join(","),
            family.pieces,
            family.holes.start(),
            family.holes.end(),
            family.max_shapes,
            self.top,
            self.distinct.write(),
        );
        // What is not said was not there in the first place, and its hash stays.
        let tasks = distinct(&self.families, |family| family.task);
        if tasks != [Task::Simple3] {
            text += &format!("family {}\n", names(&tasks).join(","));
        }
        for (key, cell) in distinct(&self.families, Self::named_cells).concat() {
            text += &format!("{key} {cell}\n");
        }
        for shape in shapes {
            text += &shape.text(&family.grid, 'X');
            text += "\n";
        }
        text
    }
}

/// What is told of `families`, each value once.
fn distinct<T: PartialEq>(families: &[Family], of: impl Fn(&Family) -> T) -> Vec<T> {
    let mut values = Vec::new();
    for value in families.iter().map(of) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

fn metrics(families: &[Family]) -> Vec<Metric> {
    distinct(families, |family| family.metric)
}

/// The rules of the families that have some; of families without one the rule that stands in for it.
fn rules(families: &[Family]) -> Vec<Rule> {
    let cornered: Vec<Family> =
        families.iter().filter(|family| family.task.has_corner()).cloned().collect();
    distinct(if cornered.is_empty() { families } else { &cornered }, |family| family.rule)
}

fn names(values: &[impl Cell]) -> Vec<String> {
    values.iter().map(Cell::write).collect()
}

/// What tells the name of a batch of `families` from that of the config's `own`.
fn suffix(own: &[Family], families: &[Family]) -> String {
    let mut parts = Vec::new();
    if rules(families) != rules(own) {
        parts.extend(names(&rules(families)));
    }
    let metrics = (metrics(families), metrics(own));
    if metrics.0 != metrics.1 {
        match metrics.0.len() == Metric::NAMES.len() {
            true => parts.push("all-metrics".to_owned()),
            false => parts.extend(names(&metrics.0)),
        }
    }
    let pieces = &families[0].pieces;
    if *pieces != own[0].pieces {
        let range = |range: &RangeInclusive<u32>| match range.clone().into_inner() {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        let ranges: Vec<String> = pieces.ranges().iter().map(range).collect();
        parts.push(format!("pieces-{}", ranges.join("-and-")));
    }
    parts.iter().map(|part| format!("-{part}")).collect()
}

/// The command that makes a batch. A config elsewhere is named without the folders of this machine.
fn command(path: &Path, overrides: &Overrides) -> String {
    let path =
        if path.is_absolute() { path.file_name().unwrap_or_default().as_ref() } else { path };
    // Else it would be taken for a flag.
    let here = if path.to_string_lossy().starts_with('-') { "./" } else { "" };
    let mut command = format!("antipode run {here}{}", quote(&path.to_string_lossy()));
    let Overrides { rule, metric, pieces, .. } = overrides;
    for (flag, value) in [("rule", rule), ("metric", metric), ("pieces", pieces)] {
        if let Some(value) = value {
            command += &format!(" --{flag} {}", quote(value));
        }
    }
    command
}

/// A config to start from, with every key explained.
pub fn template(grid: &Grid) -> String {
    format!(
        include_str!("template.toml"),
        width = grid.width(),
        height = grid.height(),
        most = grid.size() - 1,
    )
}

fn read(path: &Path) -> Result<String, Error> {
    let place = Place::File(path.to_owned());
    let read = || -> io::Result<_> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            place.error("no such file; `antipode init` writes a first config").into()
        }
        ErrorKind::IsADirectory => place.error("is a folder; name a config file in it").into(),
        _ => Error::File(FileError::io("read", path)(error)),
    })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(place.error("is too large for a config").into());
    }
    Ok(decode(path, bytes)?)
}

fn decode(path: &Path, bytes: Vec<u8>) -> Result<String, ConfigError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Place::File(path.to_owned())
            .error(format!("line {line} is not UTF-8 text; save the file as UTF-8"))
    })
}

/// The name of the batch whose config is `path`. It becomes the name of a folder.
fn name(path: &Path) -> Result<String, ConfigError> {
    match path.file_stem().and_then(|stem| stem.to_str()) {
        Some(name) if !name.starts_with('.') => Ok(name.to_owned()),
        _ => Err(Place::File(path.to_owned())
            .error("names no batch; the file's name must be UTF-8 and must not start with a dot")),
    }
}

fn check_threads(threads: usize) -> Result<usize, ConfigError> {
    if (1..=MOST_THREADS as usize).contains(&threads) {
        return Ok(threads);
    }
    let place = Place::Flag(format!("--threads {threads}"));
    Err(place.error(format!("must be from 1 to {MOST_THREADS}")))
}

fn out(config: &ConfigText<'_>, overrides: &Overrides) -> Result<PathBuf, ConfigError> {
    let entry = config.get("out");
    let own = entry.as_ref().map(|entry| entry.text("out")).transpose()?;
    let (path, place) = match (&overrides.out, own, &entry) {
        (Some(path), ..) => (path.clone(), Place::Flag("--out".to_owned())),
        (None, Some(path), Some(entry)) => (path.into(), entry.place.clone()),
        _ => return Ok("out".into()),
    };
    if path.as_os_str().is_empty() {
        return Err(place.error("is empty; name a folder, such as out"));
    }
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(place.error("no path holds such a character; name a folder, such as out"));
    }
    if let Some(file) = in_the_way(&path) {
        let wrong = format!("{} is a file; name a folder, such as out", file.display());
        return Err(place.error(wrong));
    }
    Ok(path)
}
