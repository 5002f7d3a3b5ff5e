//! Links to puzzles of every kind.
//!
//! What follows the `#` of an address is the letter of the kind, the version of its form, `=`, and
//! the puzzle, in parts that are separated by `:`. The last part says what counts, so a link that
//! was cut off is known.
//!
//! ```text
//! p1=4x4:AABC/DEBB/DFGH/.FI:///..AA:move         blocks, see antipode_blocks::format::link
//! c1=FOFO;OFOF;:rule1                            colour sort
//! t1=8,2,0/4,6,1/3,7,5:single                    tiles; the goal is a part between, if it is unusual
//! x1=b2b1//o2o1:o2o1//b2b1:move                  Panex: start and goal
//! ```

use antipode_blocks::format::{Inexpressible, link as blocks};
use antipode_blocks::{Metric, Puzzle};
use antipode_colorsort::{self as colorsort, Reading, Rule};
use antipode_panex as panex;
use antipode_tiles as tiles;
use percent_encoding::percent_decode_str;

/// What a link says.
#[derive(Debug, Clone)]
pub enum Linked {
    /// Sliding blocks.
    Blocks {
        /// The puzzle.
        puzzle: Puzzle,
        /// What counts.
        metric: Metric,
    },
    /// Colour sort.
    ColourSort {
        /// The start.
        start: colorsort::Position,
        /// What a move is.
        rule: Rule,
    },
    /// Numbered tiles.
    Tiles {
        /// The start.
        start: tiles::Position,
        /// The goal, on the same board.
        goal: tiles::Position,
        /// What counts.
        metric: tiles::Metric,
    },
    /// Panex.
    Panex {
        /// The start.
        start: panex::Position,
        /// The goal, with towers of the same height.
        goal: panex::Position,
    },
}

/// What is wrong with a link.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// No link to a puzzle.
    #[error("{0:?} is no link to a puzzle: p1=, c1=, t1= or x1= is missing")]
    None(String),
    /// A version that is not known.
    #[error("this link is of another version ({0}) than is known here (1)")]
    Version(String),
    /// A link to blocks.
    #[error(transparent)]
    Blocks(#[from] blocks::LinkError),
    /// A part is missing.
    #[error("this link has been cut off: {0} is missing in the end")]
    Cut(&'static str),
    /// A position of colour sort.
    #[error(transparent)]
    ColourSort(#[from] colorsort::PositionError),
    /// A position of tiles.
    #[error(transparent)]
    Tiles(#[from] tiles::ParseError),
    /// A position of Panex.
    #[error(transparent)]
    Panex(#[from] panex::PositionError),
    /// The towers differ.
    #[error("the towers are {0} high at the start and {1} at the goal")]
    Heights(u8, u8),
}

/// The letters of the kinds.
const LETTERS: [char; 4] = ['p', 'c', 't', 'x'];

/// What stands before the name of a rule.
const RULE: &str = "rule";

impl Linked {
    /// Whether a text looks as if it were meant to be a link.
    pub fn is_meant(text: &str) -> bool {
        parts(text).is_some()
    }

    /// Reads a link: an address, or what follows its `#`.
    ///
    /// # Errors
    /// If it is no link to a puzzle.
    pub fn read(text: &str) -> Result<Self, LinkError> {
        let (letter, version, body) =
            parts(text).ok_or_else(|| LinkError::None(text.to_owned()))?;
        if version != "1" {
            return Err(LinkError::Version(version.to_owned()));
        }
        if letter == 'p' {
            let (puzzle, metric) = blocks::read(body)?;
            return Ok(Linked::Blocks { puzzle, metric });
        }
        // Nothing in these needs to be encoded, but may have been on its way.
        let body = percent_decode_str(body).decode_utf8_lossy();
        let (rest, last) = body.rsplit_once(':').unwrap_or(("", &body));
        match letter {
            'c' => {
                let rule = last.strip_prefix(RULE).and_then(|name| named(&Rule::NAMES, name));
                let rule = rule.ok_or(LinkError::Cut("the rule"))?;
                let start = colorsort::Position::parse(rest, &Reading::default())?;
                Ok(Linked::ColourSort { start, rule })
            }
            't' => {
                let metric =
                    named(&tiles::Metric::NAMES, last).ok_or(LinkError::Cut("the metric"))?;
                let (start, goal) =
                    rest.split_once(':').map_or((rest, None), |(start, goal)| (start, Some(goal)));
                let start = tiles::parse(start, None)?;
                let goal = match goal {
                    Some(goal) => tiles::parse(goal, Some(start.size()))?,
                    None => tiles::Position::solved(start.size()),
                };
                Ok(Linked::Tiles { start, goal, metric })
            }
            _ => {
                let ends = rest.split_once(':').filter(|_| last == "move");
                let (start, goal) = ends.ok_or(LinkError::Cut("what counts (move)"))?;
                let (start, goal): (panex::Position, panex::Position) =
                    (start.parse()?, goal.parse()?);
                if start.height() != goal.height() {
                    return Err(LinkError::Heights(start.height(), goal.height()));
                }
                Ok(Linked::Panex { start, goal })
            }
        }
    }

    /// What follows the `#`. Reading it gives the same puzzle.
    ///
    /// # Errors
    /// If a part of it has no word in a link.
    pub fn write(&self) -> Result<String, Inexpressible> {
        Ok(match self {
            Linked::Blocks { puzzle, metric } => format!("p1={}", blocks::write(puzzle, *metric)?),
            Linked::ColourSort { start, rule } => format!("c1={start}:{RULE}{}", rule.name()),
            Linked::Tiles { start, goal, metric } => {
                let usual = *goal == tiles::Position::solved(start.size());
                let goal = if usual { String::new() } else { format!(":{goal}") };
                format!("t1={start}{goal}:{}", metric.name()).replace(' ', ",")
            }
            Linked::Panex { start, goal } => format!("x1={start}:{goal}:move"),
        })
    }

    /// The words of a command that solves it.
    ///
    /// # Errors
    /// If a part of it has no word in a command.
    pub fn command(&self) -> Result<Vec<String>, Inexpressible> {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Ok(match self {
            Linked::Blocks { .. } => words(&["solve", "--link", &self.write()?]),
            Linked::ColourSort { start, rule } => {
                let mut command = words(&["colorsort", "solve", "--rule", rule.name()]);
                command.extend(match start.containers() {
                    // As text it would be taken for the name of a file.
                    [one] => {
                        let symbol =
                            |&object: &u8| start.symbols()[usize::from(object)].to_string();
                        let objects: Vec<String> = one.objects.iter().map(symbol).collect();
                        let capacity = one.capacity.to_string();
                        vec![format!("[{objects:?}]"), "--capacity".to_owned(), capacity]
                    }
                    _ => vec![start.to_string()],
                });
                command
            }
            Linked::Tiles { start, goal, metric } => {
                let (start, goal) = (start.to_string(), goal.to_string());
                words(&["tiles", "solve", &start, "--goal", &goal, "--metric", metric.name()])
            }
            Linked::Panex { start, goal } => {
                let (start, goal) = (start.to_string(), goal.to_string());
                words(&["panex", "solve", "--from", &start, "--to", &goal])
            }
        })
    }
}

/// The letter of the kind, the version and the body of what may be a link. What has several lines is none, whatever
/// it holds: a title may look like one.
fn parts(text: &str) -> Option<(char, &str, &str)> {
    let text = text.trim();
    if text.contains(['\n', '\r']) {
        return None;
    }
    let fragment = text.rsplit('#').next().unwrap_or(text);
    let (key, body) = fragment.split_once('=')?;
    let letter = key.chars().next().filter(|letter| LETTERS.contains(letter))?;
    let version = &key[1..];
    let is_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((letter, version, body))
}

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_every_kind_are_written_as_they_are_read() {
        for link in [
            "p1=4x4:AABC/DEBB/DFGH/.FI:///..AA:move",
            "c1=FOFO;OFOF;:rule1",
            "c1=AB:4;BA:4;:4:rule2",
            "t1=8,2,0/4,6,1/3,7,5:single",
            "t1=8,2,0/4,6,1/3,7,5:0,1,2/3,4,5/6,7,8:multi",
            "x1=b2b1//o2o1:o2o1//b2b1:move",
            "x1=b2b1@0//o2o1:o2o1//b2b1:move",
        ] {
            assert_eq!(Linked::read(link).unwrap().write().as_deref(), Ok(link));
            let address = format!("https://example.org/a%20b.html?x#{link}");
            assert_eq!(Linked::read(&address).unwrap().write().as_deref(), Ok(link));
        }
        for (encoded, link) in [
            ("c1=FOFO%3BOFOF%3B%3Arule1", "c1=FOFO;OFOF;:rule1"),
            ("p1=3x1%3AA%2525%3A..A%3Amove", "p1=3x1:A%25:..A:move"),
        ] {
            assert_eq!(Linked::read(encoded).unwrap().write().unwrap(), link);
        }
    }

    #[test]
    fn damaged_links_are_told() {
        let error = |text: &str| Linked::read(text).unwrap_err().to_string();
        assert!(error("A./..").contains("no link to a puzzle"));
        assert!(error("#p9-1").contains("no link to a puzzle"));
        assert!(!Linked::is_meant("title: Level #p1=hard\nstart:\nA.\n"));
        assert_eq!(error("p2=x"), "this link is of another version (2) than is known here (1)");
        assert!(error("p1=4x4:AABC/DE").contains("cut off"));
        for cut in ["c1=FOFO;OFOF;", "c1=FOFO;OFOF;:rule", "t1=1,2/3,0:sing", "x1=b1//o1:o1//b1"] {
            assert!(error(cut).contains("cut off"), "{cut}");
        }
        assert!(error("c1=FOFO;OFO;:rule1").contains("same number"));
        assert!(error("t1=1,2/3,3:single").contains("twice"));
        assert!(error("t1=1,2,3/4,5,0:1,2/3,0:single").contains("not of 3x2"));
        assert!(error("x1=b1//o1:b2b1//o2o1:move").contains("1 high at the start and 2"));
        assert!(error("x1=b1/o1:o1//b1:move").contains("tracks"));
    }
}
