//! Moves, named by the tracks they join: `L>C` takes the highest tile of the left track to the
//! centre, as deep as it goes there.
//!
//! Where a move is another, layers are added: `L>C@1` stops in layer 1, `L@3>L@5` takes the tile
//! in layer 3, which may have others above it, down to layer 5.

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::position::{Cell, Position, Track};

/// A move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The track that the tile is taken from, and the layer, unless it is the highest tile.
    pub from: (Track, Option<u8>),
    /// The track that it is taken to, and the layer, unless it goes as deep as it can.
    pub to: (Track, Option<u8>),
}

impl Move {
    /// The move of the highest tile of one track to another, as deep as it goes there.
    pub fn between(from: Track, to: Track) -> Self {
        Move { from: (from, None), to: (to, None) }
    }

    /// The same move taken back, if it names no layers.
    #[must_use]
    pub fn inverse(self) -> Self {
        Move { from: self.to, to: self.from }
    }

    /// The same move with left and right swapped.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mirrored = |(track, layer): (Track, Option<u8>)| (track.mirrored(), layer);
        Move { from: mirrored(self.from), to: mirrored(self.to) }
    }

    /// The move that takes the tile in `from` to `to`, which it can reach.
    fn named(position: &Position, from: Cell, to: Cell) -> Self {
        let tile = position.tile(from);
        let highest = position.top(from.0).is_some_and(|(layer, _)| layer == from.1);
        let deepest =
            from.0 != to.0 && tile.is_some_and(|tile| position.depth(to.0, tile) == Some(to.1));
        Move {
            from: (from.0, (!highest || from.0 == to.0).then_some(from.1)),
            to: (to.0, (!deepest).then_some(to.1)),
        }
    }

    /// The moves of a path, each position of which differs from the one before by one tile's place.
    pub fn of_path(path: &[Position]) -> Vec<Self> {
        let changed = |one: &Position, other: &Position| {
            one.tiles().find(|&(cell, tile)| other.tile(cell) != Some(tile)).map(|of| of.0)
        };
        let step = |pair: &[Position]| {
            let from = changed(&pair[0], &pair[1])?;
            Some(Move::named(&pair[0], from, changed(&pair[1], &pair[0])?))
        };
        path.windows(2).filter_map(step).collect()
    }
}

/// What is written is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a move is written as L>C, with layers as L@3>C@1")]
pub struct NoMove;

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        let cell = |text: &str| {
            let (track, layer) = match text.split_once('@') {
                Some((track, layer)) => (track, Some(layer.parse().ok()?)),
                None => (text, None),
            };
            let mut letters = track.chars();
            let track = letters.next().and_then(Track::of_letter)?;
            letters.next().is_none().then_some((track, layer))
        };
        let read = || {
            let (from, to) = text.split_once('>')?;
            Some(Move { from: cell(from)?, to: cell(to)? })
        };
        read().ok_or(NoMove)
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |f: &mut fmt::Formatter<'_>, (track, layer): (Track, Option<u8>)| {
            write!(f, "{}", track.letter())?;
            layer.map_or(Ok(()), |layer| write!(f, "@{layer}"))
        };
        cell(f, self.from)?;
        write!(f, ">")?;
        cell(f, self.to)
    }
}
