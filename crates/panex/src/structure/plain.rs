//! The stretches of two pairs by plain search, move by move: where the recurrence begins.

use fxhash::FxHashSet;

use super::class::Class;
use super::shape::Shape;
use super::word::{Event, Word};
use crate::position::Track;

/// How many pairs are watched.
pub const PAIRS: u8 = 2;

/// Their lowest layer.
const LOWEST: usize = PAIRS as usize;

/// What is in a cell: a watched tile, as twice its size plus 1 if it is orange, a slot counted
/// from here on, or nothing.
type Content = u8;
const FREE: Content = 0;
const SLOTS: Content = 64;

/// The layers 0 to 2 of the three tracks, and the word so far.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    cells: [[Content; LOWEST + 1]; 3],
    word: Word,
}

/// The shortest stretch that does something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// Where it begins and ends, and what it does to the tiles below.
    pub class: Class,
    /// Which pairs it swaps, bit i standing for size i + 1.
    pub swaps: usize,
    /// How many moves it has.
    pub moves: u32,
}

/// All stretches of two pairs from the canonical position of this shape with no pair swapped.
pub fn stretches(start: Shape) -> Vec<Stretch> {
    let mut first = State { cells: Default::default(), word: Word::default() };
    for size in 1..=PAIRS {
        for (colour, (track, layer)) in start.cells(size).into_iter().enumerate() {
            first.cells[track as usize][usize::from(layer)] = 2 * size + colour as u8;
        }
    }
    let mut seen = FxHashSet::from_iter([first.clone()]);
    let mut layer = vec![first];
    let (mut moves, mut found) = (0, Vec::new());
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in layer {
            if let Some((end, swaps)) = state.canonical() {
                let class = Class { start, end, word: state.word.clone() };
                found.push(Stretch { class, swaps, moves });
                if moves > 0 {
                    continue;
                }
            }
            state.expand(|state| {
                if !seen.contains(&state) {
                    seen.insert(state.clone());
                    next.push(state);
                }
            });
        }
        layer = next;
        moves += 1;
    }
    found
}

impl State {
    /// The shape and the swapped pairs, if the watched tiles are in canonical position and no
    /// other is beside them.
    fn canonical(&self) -> Option<(Shape, usize)> {
        if self.cells.iter().flatten().any(|&content| content >= SLOTS) {
            return None;
        }
        Shape::ALL.into_iter().find_map(|shape| {
            let mut swaps = 0;
            for size in 1..=PAIRS {
                let [one, other] = shape
                    .cells(size)
                    .map(|(track, layer)| self.cells[track as usize][usize::from(layer)]);
                if one / 2 != size || other / 2 != size {
                    return None;
                }
                swaps |= usize::from(one & 1) << (size - 1);
            }
            Some((shape, swaps))
        })
    }

    /// Moves the highest tile of every track to every other, as deep as it goes. A slot that can go
    /// below the watched layers can also stop at the lowest, as there may be something beneath.
    fn expand(&self, mut emit: impl FnMut(State)) {
        let room = |track: Track| {
            let cells = &self.cells[track as usize];
            cells.iter().position(|&content| content != FREE).unwrap_or(LOWEST + 1)
        };
        for from in Track::ALL {
            let mut lifted = self.clone();
            let layer = room(from);
            let content = if layer <= LOWEST {
                std::mem::take(&mut lifted.cells[from as usize][layer])
            } else {
                let Some(slot) = self.word.piles()[from as usize].pop() else { continue };
                lifted.word.push(Event { lift: true, track: from, slot });
                SLOTS + slot
            };
            for to in Track::ALL {
                // A tile on the centre's top cell would have to move again.
                let room = room(to);
                if to == from || room <= usize::from(to == Track::Centre) {
                    continue;
                }
                let deepest = if content >= SLOTS { LOWEST } else { usize::from(content / 2) };
                let mut moved = lifted.clone();
                moved.cells[to as usize][deepest.min(room - 1)] = content;
                if !moved.word.is_wasteful() {
                    emit(moved);
                }
                if content >= SLOTS && room > LOWEST {
                    let mut dropped = lifted.clone();
                    dropped.word.push(Event { lift: false, track: to, slot: content - SLOTS });
                    if !dropped.word.is_wasteful() {
                        emit(dropped);
                    }
                }
            }
        }
    }
}
