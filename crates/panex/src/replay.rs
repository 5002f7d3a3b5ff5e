//! Plays moves on a plain board, tile by tile and cell by cell.
//!
//! This checks what searches and constructions put out, so it knows nothing of either, nor of how
//! positions are packed; it takes towers of any height.

use std::ops::Range;

use crate::moves::Move;
use crate::position::{Colour, MOST_HEIGHT, Position, Tile, Track};
use crate::task::Task;

/// Why a sequence of moves cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, {wrong}, is impossible: {why}")]
pub struct ReplayError {
    /// The number of the move, from 1.
    pub number: u64,
    /// The move.
    pub wrong: Move,
    /// What is wrong with it.
    pub why: &'static str,
}

/// A board: by track and layer the size and the colour of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    tracks: [Vec<Option<(u8, Colour)>>; 3],
}

impl Board {
    /// The first and the last board of a task for towers of any height; none if there is no such
    /// task.
    pub fn ends(task: Task, height: u8) -> Option<[Self; 2]> {
        Some(task.stacks(height)?.map(|stacks| Self::of_stacks(height, &stacks)))
    }

    /// The board of these stacks, by track and from the bottom up, each tile as deep as it goes.
    fn of_stacks(height: u8, stacks: &[Vec<Tile>; 3]) -> Self {
        let track = |stack: &Vec<Tile>| {
            let mut cells = vec![None; usize::from(height) + 1];
            let mut room = cells.len();
            for tile in stack {
                room = room.min(usize::from(tile.size) + 1) - 1;
                cells[room] = Some((tile.size, tile.colour));
            }
            cells
        };
        Board { tracks: [track(&stacks[0]), track(&stacks[1]), track(&stacks[2])] }
    }

    /// The position on the board; none if the towers are higher than positions can be.
    pub fn position(&self) -> Option<Position> {
        let height = u8::try_from(self.tracks[0].len() - 1).ok()?;
        let mut position = (height <= MOST_HEIGHT).then(|| Position::empty(height))?;
        for (track, cells) in Track::ALL.into_iter().zip(&self.tracks) {
            for (layer, tile) in (0..).zip(cells) {
                if let &Some((size, colour)) = tile {
                    position.put((track, layer), Tile { size, colour });
                }
            }
        }
        Some(position)
    }

    /// Plays moves one after the other. Returns how many there were.
    ///
    /// # Errors
    /// If one cannot be made: with its number, counted from 1, and why.
    pub fn play(&mut self, moves: impl IntoIterator<Item = Move>) -> Result<u64, ReplayError> {
        let mut number = 0;
        for next in moves {
            number += 1;
            self.step(next).map_err(|why| ReplayError { number, wrong: next, why })?;
        }
        Ok(number)
    }

    fn step(&mut self, next: Move) -> Result<(), &'static str> {
        let (from, to) = (next.from.0 as usize, next.to.0 as usize);
        let highest = self.tracks[from].iter().position(Option::is_some);
        let at = next.from.1.map(usize::from).or(highest).ok_or("the track is empty")?;
        let tile = *self.tracks[from].get(at).ok_or("there is no such layer")?;
        let (size, _) = tile.ok_or("there is no tile")?;
        let stop = if from == to {
            let stop = next.to.1.map(usize::from).ok_or("it does not say where in the track")?;
            if stop >= self.tracks[to].len() {
                return Err("there is no such layer");
            }
            let way = if stop > at { at + 1..stop + 1 } else { stop..at };
            if !self.free(from, way) {
                return Err("another tile is in the way");
            }
            stop
        } else {
            if !self.free(from, 0..at) {
                return Err("another tile is above it");
            }
            let between = from.min(to) + 1..from.max(to);
            if between.into_iter().any(|track| self.tracks[track][0].is_some()) {
                return Err("the centre is in the way");
            }
            let room = self.tracks[to].iter().take_while(|cell| cell.is_none()).count();
            let deepest = room.checked_sub(1).ok_or("the track is full")?;
            let stop = next.to.1.map_or(deepest.min(usize::from(size)), usize::from);
            if stop > deepest {
                return Err("another tile is in the way");
            }
            stop
        };
        if stop > usize::from(size) {
            return Err("the tile goes no deeper than its size");
        }
        if (from, at) == (to, stop) {
            return Err("the tile is there already");
        }
        self.tracks[from][at] = None;
        self.tracks[to][stop] = tile;
        Ok(())
    }

    fn free(&self, track: usize, layers: Range<usize>) -> bool {
        self.tracks[track][layers].iter().all(Option::is_none)
    }
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let empty = || vec![None; usize::from(position.height()) + 1];
        let mut tracks = [empty(), empty(), empty()];
        for ((track, layer), tile) in position.tiles() {
            tracks[track as usize][usize::from(layer)] = Some((tile.size, tile.colour));
        }
        Board { tracks }
    }
}
