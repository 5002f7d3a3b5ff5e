//! All positions, settled or not, and the whole rule for moves.
//!
//! Needed only where an end of a path is not settled. There are far more such positions, so they
//! are packed with less care: five bits a cell, a word a track for the layers from 1 down, and one
//! for the top layer of the three tracks.

use antipode_frontier::Space;

use crate::position::{Cell, Colour, Position, Tile, Track};

/// The space of all positions of two towers.
#[derive(Debug, Clone)]
pub struct Loose {
    height: u8,
}

impl Loose {
    /// The space for towers of `height`, 1 to 12.
    pub fn new(height: u8) -> Self {
        Loose { height }
    }

    /// The word of a cell, and the first of its bits there.
    fn bits((track, layer): Cell) -> (usize, u32) {
        match layer {
            0 => (3, 5 * track as u32),
            _ => (track as usize, 5 * u32::from(layer - 1)),
        }
    }

    fn code(tile: Tile) -> u64 {
        u64::from(2 * tile.size) + u64::from(tile.colour == Colour::Orange)
    }

    /// The height of the towers.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Packs a position.
    pub fn pack(&self, position: &Position) -> [u64; 4] {
        let mut state = [0; 4];
        for (cell, tile) in position.tiles() {
            let (word, shift) = Self::bits(cell);
            state[word] |= Self::code(tile) << shift;
        }
        state
    }

    /// The position of a state.
    pub fn unpack(&self, state: [u64; 4]) -> Position {
        let mut position = Position::empty(self.height);
        for track in Track::ALL {
            for layer in 0..=self.height {
                let (word, shift) = Self::bits((track, layer));
                let code = state[word] >> shift & 31;
                let colour = if code & 1 == 0 { Colour::Blue } else { Colour::Orange };
                if code != 0 {
                    position.put((track, layer), Tile { size: (code >> 1) as u8, colour });
                }
            }
        }
        position
    }
}

impl Space for Loose {
    type State = [u64; 4];
    type Used = ();
    const REVERSIBLE: bool = true;

    /// Tile by tile, in the order of [`Position::tiles`], to the cells of [`Position::reach`].
    fn expand(&self, state: [u64; 4], (): (), mut emit: impl FnMut([u64; 4], ())) {
        let position = self.unpack(state);
        for (from, tile) in position.tiles() {
            let mut lifted = state;
            let (word, shift) = Self::bits(from);
            lifted[word] ^= Self::code(tile) << shift;
            for to in position.reach(from) {
                let (word, shift) = Self::bits(to);
                let mut moved = lifted;
                moved[word] |= Self::code(tile) << shift;
                emit(moved, ());
            }
        }
    }
}
