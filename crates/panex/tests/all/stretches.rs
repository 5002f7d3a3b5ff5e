//! Every entry of the tables against plain search, tile by tile and move by move.

use std::collections::{BTreeMap, HashMap};

use antipode_frontier::Silent;
use antipode_panex::Track;
use antipode_panex::structure::{Class, Event, Levels, Shape, Word};
use fxhash::FxHashSet;
use rayon::prelude::*;

/// The most pairs that are watched.
const MOST: usize = 4;

/// What is in a cell: twice the size of a tile, plus 1 for the second of its pair. The four tiles
/// below the watched ones are larger than any.
type Content = u8;
const FREE: Content = 0;
const LARGER: Content = 64;

fn size(content: Content) -> usize {
    usize::from(content / 2)
}

/// Words by number, and what an event makes of them: none if that is wasteful.
struct Words {
    words: Vec<Word>,
    after: HashMap<(u16, Event), Option<u16>>,
}

impl Words {
    fn push(&mut self, word: u16, event: Event) -> Option<u16> {
        if let Some(&known) = self.after.get(&(word, event)) {
            return known;
        }
        let mut longer = self.words[usize::from(word)].clone();
        longer.push(event);
        let number = (!longer.is_wasteful()).then(|| {
            let known = self.words.iter().position(|word| *word == longer);
            known.unwrap_or_else(|| {
                self.words.push(longer);
                self.words.len() - 1
            }) as u16
        });
        self.after.insert((word, event), number);
        number
    }
}

/// The stretches of a level that are searched.
struct Search {
    pairs: u8,
    words: Words,
}

/// The layers 0 to N of the tracks; and for each level from 2 to N the word of the stretch that is
/// under way, and what its slots stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    cells: [[Content; MOST + 1]; 3],
    words: [u16; MOST - 1],
    slots: [[Content; 4]; MOST - 1],
}

impl State {
    /// The shape of the top `pairs` pairs and which are swapped, if nothing else is in their layers.
    fn shape(&self, pairs: u8) -> Option<(Shape, usize)> {
        let layers = usize::from(pairs) + 1;
        let tiles = self.cells.iter().flat_map(|cells| &cells[..layers]);
        if tiles.filter(|&&content| content != FREE).count() != 2 * usize::from(pairs) {
            return None;
        }
        Shape::ALL.into_iter().find_map(|shape| {
            (1..=pairs).try_fold((shape, 0), |(shape, swaps), of| {
                let cell = |(track, layer)| self.cells[track as usize][usize::from(layer)];
                let [first, second] = shape.cells(of).map(cell);
                let fits = size(first) == usize::from(of) && size(second) == usize::from(of);
                fits.then_some((shape, swaps | usize::from(first & 1) << (of - 1)))
            })
        })
    }
}

impl Search {
    fn lowest(&self) -> usize {
        self.pairs.into()
    }

    fn canonical(&self, shape: Shape) -> State {
        let mut state =
            State { cells: Default::default(), words: [0; MOST - 1], slots: [[FREE; 4]; MOST - 1] };
        for size in 1..=self.pairs {
            for (second, (track, layer)) in shape.cells(size).into_iter().enumerate() {
                state.cells[track as usize][usize::from(layer)] = 2 * size + second as u8;
            }
        }
        state.slots[self.lowest() - 2] = std::array::from_fn(|slot| LARGER + 2 * slot as u8);
        self.begin(&mut state);
        state
    }

    /// What lies in a track below a layer, from the top down.
    fn below(&self, state: &State, track: Track, layer: usize) -> Vec<Content> {
        let cells = state.cells[track as usize][layer + 1..].iter().copied();
        let word = &self.words.words[usize::from(state.words[self.lowest() - 2])];
        let pile = word.piles()[track as usize].clone().into_iter().rev();
        let larger = pile.map(|slot| LARGER + 2 * slot);
        cells.filter(|&content| content != FREE).chain(larger).collect()
    }

    /// Begins a stretch at every lower level whose pairs are in canonical position.
    fn begin(&self, state: &mut State) {
        for level in 2..self.pairs {
            if state.shape(level).is_some() {
                let below = |track| self.below(state, track, level.into());
                let [left, centre, right] = Track::ALL.map(below);
                let slots = [left.first(), centre.first(), centre.get(1), right.first()];
                state.slots[usize::from(level) - 2] =
                    slots.map(|slot| slot.copied().unwrap_or(FREE));
                state.words[usize::from(level) - 2] = 0;
            }
        }
    }

    /// Moves the highest tile of every track to every other, to every layer from 2 on that it can
    /// reach there and to the deepest. No word may get wasteful.
    fn expand(&mut self, state: &State, mut emit: impl FnMut(State)) {
        let lowest = self.lowest();
        let room = |track: Track| {
            let cells = &state.cells[track as usize][..=lowest];
            cells.iter().position(|&content| content != FREE).unwrap_or(lowest + 1)
        };
        for from in Track::ALL {
            let at = room(from);
            let mut lifted = *state;
            let content = if at <= lowest {
                std::mem::take(&mut lifted.cells[from as usize][at])
            } else {
                let below = self.below(state, from, lowest);
                let Some(&content) = below.first() else { continue };
                content
            };
            for to in Track::ALL {
                if to == from || room(to) <= usize::from(to == Track::Centre) {
                    continue;
                }
                // Below the watched layers there is room for all.
                let room = if room(to) > lowest { lowest + 1 } else { room(to) - 1 };
                let deepest = room.min(size(content));
                for stop in deepest.min(2)..=deepest {
                    let mut moved = lifted;
                    if self.passes(&mut moved, content, (from, at), (to, stop)) {
                        if stop <= lowest {
                            moved.cells[to as usize][stop] = content;
                        }
                        self.begin(&mut moved);
                        emit(moved);
                    }
                }
            }
        }
    }

    /// Adds to the words what a move does. Returns whether none of them gets wasteful.
    fn passes(
        &mut self,
        state: &mut State,
        content: Content,
        from: (Track, usize),
        to: (Track, usize),
    ) -> bool {
        (2..=self.lowest()).all(|layer| {
            let (lift, track) = match (from.1 > layer, to.1 > layer) {
                (false, false) => return true,
                (true, false) => (true, from.0),
                (false, true) => (false, to.0),
                (true, true) => panic!("a larger tile passes through two open tracks"),
            };
            let slot = state.slots[layer - 2].iter().position(|&slot| slot == content);
            let slot = slot.expect("four tiles suffice") as u8;
            let word = self.words.push(state.words[layer - 2], Event { lift, track, slot });
            word.is_some_and(|word| {
                state.words[layer - 2] = word;
                true
            })
        })
    }
}

/// The least numbers of moves of all stretches from a shape.
fn searched(pairs: u8, start: Shape) -> BTreeMap<(Class, usize), u32> {
    let words = Words { words: vec![Word::default()], after: HashMap::new() };
    let mut search = Search { pairs, words };
    let first = search.canonical(start);
    let mut seen = FxHashSet::from_iter([first]);
    let mut layer = vec![first];
    let (mut moves, mut found) = (0, BTreeMap::new());
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in layer {
            if let Some((end, swaps)) = state.shape(pairs) {
                let word = &search.words.words[usize::from(state.words[search.lowest() - 2])];
                let class = Class { start, end, word: word.clone() };
                found.entry((class, swaps)).or_insert(moves);
                if moves > 0 {
                    continue;
                }
            }
            search.expand(&state, |state| {
                if seen.insert(state) {
                    next.push(state);
                }
            });
        }
        layer = next;
        moves += 1;
    }
    found
}

fn check(pairs: u8) {
    let mut levels = Levels::new(None);
    levels.climb(pairs + 1, &Silent).unwrap();
    let (classes, table) = (&levels.recurrence().classes, levels.table());
    Shape::ALL.into_par_iter().for_each(|start| {
        let searched = searched(pairs, start);
        assert_eq!(searched.len(), table.entries(classes, start), "{start:?}");
        for ((class, swaps), moves) in searched {
            let number = classes.find(&class).unwrap();
            let Class { end, word, .. } = class;
            assert_eq!(table.row(number)[swaps], moves, "{start:?} to {end:?}, {word}, {swaps}");
        }
    });
}

#[test]
fn every_entry_of_levels_2_and_3() {
    check(2);
    check(3);
}

#[test]
#[ignore = "takes minutes"]
fn every_entry_of_level_4() {
    check(4);
}
