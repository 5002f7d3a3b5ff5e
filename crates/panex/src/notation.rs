//! Positions as text: `b3b2b1//o3o2o1`.
//!
//! The tracks from left to right are separated by `/`, and each lists its tiles from the bottom up:
//! the colour's letter and the size. A tile that is not as deep as it can go is followed by `@` and
//! its layer.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::position::{Colour, MOST_HEIGHT, Position, Tile, Track};

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It does not have three tracks.
    #[error(
        "{text:?} does not have three tracks but {found}; a position is LEFT/CENTRE/RIGHT, as in b2b1//o2o1"
    )]
    Tracks {
        /// The text.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// Something else stands where a tile should begin.
    #[error(
        "{rest:?} does not begin with a tile, in {text:?}; a tile is b or o, its size, and perhaps \
         @ and its layer, as in b3 or o1@0"
    )]
    Syntax {
        /// The text.
        text: String,
        /// What could not be read, to the end of the track.
        rest: String,
    },
    /// A size that no tile has.
    #[error("{tile} is no tile: sizes go from 1 to {MOST_HEIGHT}")]
    Size {
        /// The tile.
        tile: String,
    },
    /// A tile is there twice.
    #[error("{tile} is there twice")]
    Twice {
        /// The tile.
        tile: Tile,
    },
    /// The towers are not equally high, or a tower has a gap.
    #[error("{missing} is missing: {largest} is there, and towers are complete and equally high")]
    Missing {
        /// The tile that is not there.
        missing: Tile,
        /// One of the largest that are.
        largest: Tile,
    },
    /// No tile at all.
    #[error("a position without tiles")]
    Empty,
    /// A tile is deeper than its size.
    #[error("{tile} cannot be in layer {layer}: it goes no deeper than layer {}", tile.size)]
    TooDeep {
        /// The tile.
        tile: Tile,
        /// The layer that was given.
        layer: u32,
    },
    /// A tile has no place above the one below.
    #[error("{tile} has no room on the {} track, where {below} is in layer {layer}", name(*.track))]
    NoRoom {
        /// The tile.
        tile: Tile,
        /// The track.
        track: Track,
        /// The tile below.
        below: Tile,
        /// Its layer.
        layer: u8,
    },
}

fn name(track: Track) -> &'static str {
    ["left", "centre", "right"][track as usize]
}

/// A tile at the beginning of a text.
struct Word<'a> {
    text: &'a str,
    colour: Colour,
    size: u32,
    layer: Option<u32>,
    /// The text after it.
    rest: &'a str,
}

fn word(text: &str) -> Option<Word<'_>> {
    let colour = match text.as_bytes().first()? {
        b'b' => Colour::Blue,
        b'o' => Colour::Orange,
        _ => return None,
    };
    let (size, after) = number(&text[1..])?;
    let (layer, rest) = match after.strip_prefix('@') {
        Some(rest) => number(rest).map(|(layer, rest)| (Some(layer), rest))?,
        None => (None, after),
    };
    Some(Word { text: &text[..text.len() - after.len()], colour, size, layer, rest })
}

/// The number that the text begins with, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches(|symbol: char| symbol.is_ascii_digit());
    Some((text[..text.len() - rest.len()].parse().ok()?, rest))
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let tracks: Vec<&str> = text.split('/').collect();
        if tracks.len() != 3 {
            return Err(PositionError::Tracks { text: text.to_owned(), found: tracks.len() });
        }
        let mut tiles: Vec<(Track, Tile, Option<u8>)> = Vec::new();
        for (track, mut rest) in Track::ALL.into_iter().zip(tracks) {
            while !rest.is_empty() {
                let word = word(rest).ok_or_else(|| PositionError::Syntax {
                    text: text.to_owned(),
                    rest: rest.to_owned(),
                })?;
                if !(1..=u32::from(MOST_HEIGHT)).contains(&word.size) {
                    return Err(PositionError::Size { tile: word.text.to_owned() });
                }
                let tile = Tile { size: word.size as u8, colour: word.colour };
                if tiles.iter().any(|&(_, other, _)| other == tile) {
                    return Err(PositionError::Twice { tile });
                }
                if let Some(layer) = word.layer
                    && layer > tile.size.into()
                {
                    return Err(PositionError::TooDeep { tile, layer });
                }
                tiles.push((track, tile, word.layer.map(|layer| layer as u8)));
                rest = word.rest;
            }
        }
        let largest = tiles.iter().map(|&(_, tile, _)| tile).max().ok_or(PositionError::Empty)?;
        for size in 1..=largest.size {
            for colour in [Colour::Blue, Colour::Orange] {
                let missing = Tile { size, colour };
                if !tiles.iter().any(|&(_, tile, _)| tile == missing) {
                    return Err(PositionError::Missing { missing, largest });
                }
            }
        }
        let mut position = Position::empty(largest.size);
        for (track, tile, layer) in tiles {
            let depth = position.depth(track, tile);
            let layer = layer.or(depth);
            match layer.filter(|&layer| depth.is_some_and(|depth| layer <= depth)) {
                Some(layer) => position.put((track, layer), tile),
                None => {
                    let (layer, below) =
                        position.top(track).expect("an empty track takes any tile to its size");
                    return Err(PositionError::NoRoom { tile, track, below, layer });
                }
            }
        }
        Ok(position)
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut below = Position::empty(self.height());
        for track in Track::ALL {
            if track != Track::Left {
                write!(f, "/")?;
            }
            for (layer, tile) in self.stack(track) {
                write!(f, "{tile}")?;
                if below.depth(track, tile) != Some(layer) {
                    write!(f, "@{layer}")?;
                }
                below.put((track, layer), tile);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_comes_back_as_it_was() {
        for text in
            ["b1//o1", "b3b2b1//o3o2o1", "/b1o1/", "b2@1b1//o2o1", "b1@0//o1", "b1/o1/b2@1o2"]
        {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
        assert_eq!("b2@2b1@1//o2o1".parse::<Position>().unwrap().to_string(), "b2b1//o2o1");
    }

    #[test]
    fn what_is_no_position_is_told() {
        for (text, error) in [
            (
                "b1o1",
                "\"b1o1\" does not have three tracks but 1; a position is LEFT/CENTRE/RIGHT, as in b2b1//o2o1",
            ),
            (
                "b1/x/o1",
                "\"x\" does not begin with a tile, in \"b1/x/o1\"; a tile is b or o, its size, and \
                 perhaps @ and its layer, as in b3 or o1@0",
            ),
            ("b13//", "b13 is no tile: sizes go from 1 to 12"),
            ("b0//", "b0 is no tile: sizes go from 1 to 12"),
            ("b1b1//", "b1 is there twice"),
            ("b2b1//o1", "o2 is missing: b2 is there, and towers are complete and equally high"),
            ("//", "a position without tiles"),
            ("b1@2//o1", "b1 cannot be in layer 2: it goes no deeper than layer 1"),
            ("b1b2o1//o2", "o1 has no room on the left track, where b2 is in layer 0"),
            ("b2@1b1@1//o2o1", "b1 has no room on the left track, where b2 is in layer 1"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap_err().to_string(), error);
        }
    }
}
