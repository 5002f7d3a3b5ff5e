//! The settings of a batch: a checked config.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use antipode_blocks::{Grid, Metric};
use antipode_families::{Distinct, Family, Method, Shapes, Task};
use antipode_sealed::FileError;
use xxhash_rust::xxh3::xxh3_64;

use super::document::{Document, choice};
use super::error::{ConfigError, Place};
use super::family;
use crate::error::Error;
use crate::table::cell::Cell;

/// More than one machine has; a slip of the finger should not start a million threads.
const MOST_THREADS: u32 = 1024;

/// What the command line may say in place of the config.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `--threads`
    pub threads: Option<usize>,
    /// `--out`
    pub out: Option<PathBuf>,
    /// `--pieces`, as in a config.
    pub pieces: Option<String>,
    /// `--metric`, as in a config.
    pub metric: Option<String>,
}

/// A batch to be run: a checked config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The name of the batch: the config's file name without its ending, and the metric and the
    /// numbers of pieces where the command line chose others than the config.
    pub name: String,
    /// The config.
    pub path: PathBuf,
    /// The boards to enumerate and search.
    pub family: Family,
    /// How the boards are made.
    pub generator: Method,
    /// The most rows of `puzzles.csv`.
    pub top: usize,
    /// Of what `puzzles.csv` lists one puzzle at most.
    pub distinct: Distinct,
    /// Whether every justsolved board is kept.
    pub boards: bool,
    /// How many threads to use; as many as there are cores if not said.
    pub threads: Option<usize>,
    /// The folder in which the batch's own folder is made.
    pub out: PathBuf,
}

impl Settings {
    /// The keys that a config may have.
    pub const KEYS: [&str; 20] = [
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
        "generator",
        "threads",
        "out",
    ];

    /// Reads and checks the config `path`.
    pub fn load(path: &Path, overrides: &Overrides) -> Result<Self, Error> {
        Ok(Self::parse(path, &read(path)?, overrides)?)
    }

    /// The settings of the config `path` if it had that text.
    pub fn parse(path: &Path, text: &str, overrides: &Overrides) -> Result<Self, ConfigError> {
        let document = Document::parse(path, text, &Self::KEYS)?;
        let metric = |entry| Ok(choice(entry, "metric", &Metric::NAMES)?.unwrap_or(Metric::Move));
        let own_metric = metric(document.get("metric"))?;
        let metric = metric(document.get_or_flag("metric", overrides.metric.as_deref()))?;
        let pieces = document.get_or_flag("pieces", overrides.pieces.as_deref());
        let generator = document.get("generator");
        let distinct = document.get("distinct");
        let threads = match overrides.threads {
            Some(threads) => Some(check_threads(threads)?),
            None => document.number("threads", 1..=MOST_THREADS)?.map(|threads| threads as usize),
        };
        let mut name = name(path)?;
        // What is searched otherwise than the config says must not replace what it says.
        if metric != own_metric {
            name = format!("{name}-{}", metric.name());
        }
        let family = Family { metric, ..family::read(&document, pieces)? };
        if overrides.pieces.is_some()
            && family.pieces != family::read(&document, document.get("pieces"))?.pieces
        {
            let (least, most) = family.pieces.clone().into_inner();
            name = match least == most {
                true => format!("{name}-pieces-{least}"),
                false => format!("{name}-pieces-{least}-{most}"),
            };
        }
        let boards = family::keeps_boards(&document, family.task)?;
        let generator = family::generator(generator, family.task)?;
        Ok(Settings {
            name,
            path: path.to_owned(),
            family,
            generator,
            distinct: choice(distinct, "choice", &Distinct::NAMES)?.unwrap_or(Distinct::Group),
            top: document.number("top", 0..=u32::MAX)?.unwrap_or(100) as usize,
            boards,
            threads,
            out: out(&document, overrides)?,
        })
    }

    /// The folder of the batch.
    pub fn folder(&self) -> PathBuf {
        self.out.join(&self.name)
    }

    /// The cells where the goal piece starts and ends, as far as they are no corners: their key, and
    /// column and row, counted from 1, such as `2,1`.
    pub fn named_cells(&self) -> Vec<(&'static str, String)> {
        let family = &self.family;
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
    /// Finished shards carry it, and are done again when it changes. So it covers the settings
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
        let family = &self.family;
        let (kind, shapes) = match &family.shapes {
            Shapes::All => ("all", &[][..]),
            Shapes::Only(shapes) => ("only", &shapes[..]),
            Shapes::Exactly(shapes) => ("exactly", &shapes[..]),
        };
        let mut text = format!(
            "grid {}\nrule {}\nmetric {}\npieces {}-{}\nholes {}-{}\nmax_shapes {}\n\
             top {}\ndistinct {}\nshapes {kind}\n",
            family.grid,
            family.rule.write(),
            family.metric.name(),
            family.pieces.start(),
            family.pieces.end(),
            family.holes.start(),
            family.holes.end(),
            family.max_shapes,
            self.top,
            self.distinct.write(),
        );
        // What is not said was not there in the first place, and its hash stays.
        if family.task != Task::Simple3 {
            text += &format!("family {}\n", family.task.write());
        }
        for (key, cell) in self.named_cells() {
            text += &format!("{key} {cell}\n");
        }
        for shape in shapes {
            text += &shape.text(&family.grid, 'X');
            text += "\n";
        }
        text
    }
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
    let bytes = fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            place.error("no such file; `antipode init` writes a first config").into()
        }
        ErrorKind::IsADirectory => place.error("is a folder; name a config file in it").into(),
        _ => Error::File(FileError::io("read", path)(error)),
    })?;
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

fn out(document: &Document<'_>, overrides: &Overrides) -> Result<PathBuf, ConfigError> {
    let entry = document.get("out");
    let (path, place) = match (&overrides.out, &entry) {
        (Some(path), _) => (path.clone(), Place::Flag("--out".to_owned())),
        (None, Some(entry)) => (entry.text("out")?.into(), entry.place.clone()),
        (None, None) => return Ok("out".into()),
    };
    if path.as_os_str().is_empty() {
        return Err(place.error("is empty; name a folder, such as out"));
    }
    Ok(path)
}
