//! Arguments that the commands of colour sort share.

use std::path::Path;
use std::time::Duration;

use antipode_colorsort::{Deal, MOST_CAPACITY, MOST_COLOURS, Position, Reading, Rule};
use anyhow::{Context, Result, bail};
use clap::Args;

use crate::advice::Advise;
use crate::args::{Memory, Quiet, names, number};
use crate::{input, output};

/// Lists of positions take no more bytes than this.
pub const MOST_BYTES: u64 = 1 << 30;

/// How containers are read.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// Read containers from top to bottom.
    #[arg(long)]
    pub top_first: bool,
    /// The capacity of the containers that do not say theirs.
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=MOST_CAPACITY as u64))]
    pub capacity: Option<u8>,
    /// Add this many empty containers.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u16>(0..=u64::from(u16::MAX)))]
    pub empty: u16,
}

impl ReadingArgs {
    /// How texts are read.
    pub fn reading(&self) -> Reading {
        Reading {
            top_first: self.top_first,
            capacity: self.capacity.map(usize::from),
            empty: self.empty.into(),
        }
    }
}

/// By which rule a position is solved.
#[derive(Debug, Args)]
pub struct RuleArgs {
    /// What a move is: by rule 1 as many objects of the top colour as fit, by rule 2 one object.
    #[arg(
        long,
        value_name = "RULE",
        value_parser = names(&Rule::NAMES),
        default_value = Rule::One.name()
    )]
    pub rule: Rule,
}

/// A position.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The position: text, JSON, or a file with either; `-` is standard input.
    #[arg(value_name = "FILE|TEXT")]
    pub position: String,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl PositionArgs {
    /// Refuses to write over the file that the position is in.
    pub fn apart_from(&self, output: Option<&Path>) -> Result<()> {
        output::beside_input(Path::new(&self.position), output)
    }

    /// The position.
    pub fn read(&self) -> Result<Position> {
        let given = &self.position;
        let (text, name) = if given.contains(';') || given.trim_start().starts_with('[') {
            (given.clone(), format!("{given:?} is no position"))
        } else {
            let path = Path::new(given);
            let text = match input::text(path, MOST_BYTES) {
                Err(error) if !input::is_standard(path) && !path.exists() => {
                    Err(error).advise("a position given as text has its containers separated by ;")
                }
                text => text,
            }?;
            (text, input::name(path))
        };
        let read = |text: String| Ok(Position::parse(&text, &self.reading.reading())?);
        alone(&text).and_then(read).context(name)
    }
}

/// Whether a line of a file of positions is a remark.
pub fn is_remark(line: &str) -> bool {
    line.starts_with('#')
}

/// The text of one position, without remarks. Containers that are separated by `;` stand in a line, so that a second
/// line is a second position, and not some more of its containers; each on a line of its own may end with one.
fn alone(text: &str) -> Result<String> {
    let mut written =
        text.lines().enumerate().filter(|(_, line)| !is_remark(line) && !line.trim().is_empty());
    if let Some((index, _)) = written.clone().nth(1)
        && written.any(|(_, line)| {
            let line = line.trim_end();
            line.strip_suffix(';').unwrap_or(line).contains(';')
        })
    {
        bail!(
            "line {} is a second position; `antipode colorsort batch` solves files of several",
            index + 1
        );
    }
    Ok(text.split_inclusive('\n').filter(|line| !is_remark(line)).collect())
}

/// A kind of deal.
#[derive(Debug, Args)]
pub struct DealArgs {
    /// The number of colours.
    #[arg(long, value_name = "C", value_parser = number::<u8>(1..=MOST_COLOURS as u64))]
    pub colors: u8,
    /// The capacity of the containers, and the number of objects of each colour.
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=MOST_CAPACITY as u64))]
    pub capacity: u8,
    /// The number of empty containers.
    #[arg(long, value_name = "K", value_parser = number::<u16>(0..=u64::from(u16::MAX)))]
    pub empty: u16,
}

impl DealArgs {
    /// The kind of deal.
    pub fn deal(&self) -> Deal {
        Deal {
            colours: self.colors.into(),
            capacity: self.capacity.into(),
            empty: self.empty.into(),
        }
    }
}

/// What a search may use and say.
#[derive(Debug, Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub memory: Memory,
    #[command(flatten)]
    pub quiet: Quiet,
}

impl SearchArgs {
    /// How many bytes a search may use.
    pub fn memory(&self) -> usize {
        self.memory.bytes()
    }
}

/// Seconds, to three digits that count: a search may take microseconds or hours.
pub fn digits(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let magnitude = seconds.max(1e-9).log10().floor() as i32;
    format!("{seconds:.*}", (2 - magnitude).max(0) as usize)
}
