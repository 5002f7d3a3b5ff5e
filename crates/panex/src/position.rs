//! Positions: which tile is in which cell of the tracks.
//!
//! This is the plain form, for reading, writing, checking and drawing. The searches pack it.

use std::array;
use std::fmt::{self, Display};

/// The greatest height of a tower.
pub const MOST_HEIGHT: u8 = 12;

/// The colours of the two towers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// The tower that starts on the left track.
    Blue,
    /// The tower that starts on the right track.
    Orange,
}

impl Colour {
    /// The colour of the other tower.
    pub fn other(self) -> Self {
        match self {
            Colour::Blue => Colour::Orange,
            Colour::Orange => Colour::Blue,
        }
    }
}

/// A tile. In every track it can stand in the layers 0 to `size`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// Which floor of its tower it is, 1 the highest.
    pub size: u8,
    /// Which tower it belongs to.
    pub colour: Colour,
}

/// `b3` is the third blue tile, `o1` the first orange one.
impl Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = match self.colour {
            Colour::Blue => 'b',
            Colour::Orange => 'o',
        };
        write!(f, "{colour}{}", self.size)
    }
}

/// The three vertical tracks. Their top cells, layer 0, are joined in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// Where the blue tower starts.
    Left,
    /// The empty one.
    Centre,
    /// Where the orange tower starts.
    Right,
}

impl Track {
    /// All tracks, from left to right.
    pub const ALL: [Track; 3] = [Track::Left, Track::Centre, Track::Right];

    /// `L`, `C` or `R`.
    pub fn letter(self) -> char {
        ['L', 'C', 'R'][self as usize]
    }

    /// The track of this letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|track| track.letter() == letter)
    }

    /// The track at the same place when left and right are swapped.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self::ALL[2 - self as usize]
    }
}

/// A cell: a track and a layer of it, 0 at the top.
pub type Cell = (Track, u8);

/// Two towers' tiles on the tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    height: u8,
    /// By track and layer.
    cells: [[Option<Tile>; MOST_HEIGHT as usize + 1]; 3],
}

impl Position {
    /// Tracks for towers of `height`, which is 1 to 12, with nothing on them.
    pub(crate) fn empty(height: u8) -> Self {
        debug_assert!((1..=MOST_HEIGHT).contains(&height));
        Position { height, cells: [[None; MOST_HEIGHT as usize + 1]; 3] }
    }

    /// The settled position with these tiles on the left, centre and right track, each from the
    /// bottom up; none if they do not fit. The tiles must be those of two towers of `height`.
    pub(crate) fn stacked(height: u8, stacks: &[Vec<Tile>; 3]) -> Option<Self> {
        let mut position = Self::empty(height);
        for (track, stack) in Track::ALL.into_iter().zip(stacks) {
            for &tile in stack {
                position.put((track, position.depth(track, tile)?), tile);
            }
        }
        Some(position)
    }

    /// The height of the towers: the number of tiles of each colour, and the last layer.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// The tile in a cell.
    pub fn tile(&self, (track, layer): Cell) -> Option<Tile> {
        self.cells[track as usize][usize::from(layer)]
    }

    /// All tiles with their cells: track by track from left to right, each from the bottom up.
    pub fn tiles(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        let layers = move |track| (0..=self.height).rev().map(move |layer| (track, layer));
        let cells = Track::ALL.into_iter().flat_map(layers);
        cells.filter_map(|cell| Some((cell, self.tile(cell)?)))
    }

    /// The tiles of a track with their layers, from the bottom up.
    pub fn stack(&self, track: Track) -> impl DoubleEndedIterator<Item = (u8, Tile)> + '_ {
        let layers = (0..=self.height).rev();
        layers.filter_map(move |layer| Some((layer, self.tile((track, layer))?)))
    }

    /// The layer and the tile that is highest in a track.
    pub fn top(&self, track: Track) -> Option<(u8, Tile)> {
        self.stack(track).next_back()
    }

    /// How deep `tile` goes in `track` if it comes from above; none if the track is full.
    pub fn depth(&self, track: Track, tile: Tile) -> Option<u8> {
        match self.top(track) {
            None => Some(tile.size),
            Some((layer, _)) => Some(layer.checked_sub(1)?.min(tile.size)),
        }
    }

    pub(crate) fn put(&mut self, (track, layer): Cell, tile: Tile) {
        debug_assert!(layer <= tile.size && tile.size <= self.height);
        self.cells[track as usize][usize::from(layer)] = Some(tile);
    }

    pub(crate) fn take(&mut self, (track, layer): Cell) {
        self.cells[track as usize][usize::from(layer)] = None;
    }

    /// The same stacks with every tile as deep as it can go.
    #[must_use]
    pub fn settled(&self) -> Self {
        let mut settled = Self::empty(self.height);
        for ((track, _), tile) in self.tiles() {
            let depth = settled.depth(track, tile);
            settled.put((track, depth.expect("no tile rises, so there is room")), tile);
        }
        settled
    }

    /// Whether every tile is as deep as it can go.
    pub fn is_settled(&self) -> bool {
        *self == self.settled()
    }

    /// The paper's ': left and right swapped.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let [left, centre, right] = self.cells;
        Position { cells: [right, centre, left], ..*self }
    }

    /// The paper's \*: the colours swapped.
    #[must_use]
    pub fn recoloured(&self) -> Self {
        let other = |tile: Tile| Tile { colour: tile.colour.other(), ..tile };
        Position {
            cells: array::from_fn(|track| self.cells[track].map(|tile| tile.map(other))),
            ..*self
        }
    }

    /// The cells that the tile in `from` can be moved to: along the tracks, over empty cells,
    /// nowhere deeper than its size. Track by track from left to right, from the top down.
    pub fn reach(&self, from: Cell) -> impl Iterator<Item = Cell> + '_ {
        let size = self.tile(from).map_or(0, |tile| tile.size);
        let mut seen = [[false; MOST_HEIGHT as usize + 1]; 3];
        let mut queue = vec![from];
        while let Some((track, layer)) = queue.pop() {
            let mut visit = |cell: Cell| {
                let seen = &mut seen[cell.0 as usize][usize::from(cell.1)];
                if !*seen && self.tile(cell).is_none() {
                    *seen = true;
                    queue.push(cell);
                }
            };
            if layer < size {
                visit((track, layer + 1));
            }
            if layer > 0 {
                visit((track, layer - 1));
            } else if track == Track::Centre {
                visit((Track::Left, 0));
                visit((Track::Right, 0));
            } else {
                visit((Track::Centre, 0));
            }
        }
        let layers = move |track| (0..=size).map(move |layer| (track, layer));
        let cells = Track::ALL.into_iter().flat_map(layers);
        cells.filter(move |&(track, layer)| seen[track as usize][usize::from(layer)])
    }
}
