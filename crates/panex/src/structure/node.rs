//! The step from N to N + 1 pairs, without costs: its nodes and edges.

use super::class::Class;
use super::shape::Shape;
use super::word::{Event, Piles, Slot, Word};
use crate::position::Track;

/// What is in a cell of layer N + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// One of the two tiles of size N + 1: the one that is first at the start, or the other.
    Pair(bool),
    /// A larger one, parked.
    Slot(Slot),
}

/// A moment between two stretches of N pairs, within a stretch of N + 1.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The shape of the top N pairs.
    pub shape: Shape,
    /// Layer N + 1, by track.
    pub row: [Option<Content>; 3],
    /// The word of N + 1 so far.
    pub word: Word,
}

impl Node {
    /// The canonical position of N + 1 pairs, none swapped.
    pub fn canonical(shape: Shape) -> Self {
        let mut tiles = [Content::Pair(false), Content::Pair(true)].into_iter();
        let row = Track::ALL.map(|track| if track == shape.open() { None } else { tiles.next() });
        Node { shape, row, word: Word::default() }
    }

    /// Whether the top N + 1 pairs are in canonical position.
    pub fn is_canonical(&self) -> bool {
        self.row[self.shape.open() as usize].is_none()
    }

    /// Whether only tiles up to N + 1 have moved.
    pub fn has_no_larger(&self) -> bool {
        let is_pair = |content: &Content| matches!(content, Content::Pair(_));
        self.word.is_empty() && self.row.iter().flatten().all(is_pair)
    }

    /// Whether the tiles of size N + 1 are the other way round than at the start.
    pub fn is_swapped(&self) -> bool {
        let tiles = self.row.iter().flatten();
        let mut tiles = tiles.filter_map(|content| match content {
            Content::Pair(second) => Some(*second),
            Content::Slot(_) => None,
        });
        tiles.next() == Some(true)
    }

    /// The nodes that a stretch of N pairs leads to. Its slots stand for whatever lies first here.
    pub fn after(&self, stretch: &Class) -> Vec<Node> {
        debug_assert_eq!(self.shape, stretch.start);
        let mut nodes: Vec<Node> =
            [false, true].into_iter().filter_map(|parks| self.applied(stretch, parks)).collect();
        nodes.dedup();
        nodes
    }

    /// The node that a stretch leads to if a larger tile that is dropped last in a track `parks` in layer
    /// N + 1; none if something is in the way of a drop, or if it could be done with a shorter word.
    fn applied(&self, stretch: &Class, parks: bool) -> Option<Node> {
        let mut node = Node { shape: stretch.end, ..self.clone() };
        let mut piles = self.word.piles();
        let stands_for = stands_for(&self.row, &piles);
        let events = stretch.word.events();
        for (number, event) in events.iter().enumerate() {
            let track = event.track as usize;
            let content =
                stands_for[usize::from(event.slot)].expect("only tiles that are there move");
            if event.lift {
                match (node.row[track], content) {
                    (Some(_), _) => node.row[track] = None,
                    (None, Content::Slot(slot)) => {
                        piles[track].pop();
                        node.word.push(Event { slot, ..*event });
                    }
                    (None, Content::Pair(_)) => unreachable!("a pair is never lower"),
                }
                continue;
            }
            if node.row[track].is_some() {
                return None;
            }
            let next = events[number + 1..].iter().find(|next| next.track == event.track);
            match content {
                // It is best parked if it rises again, and in the way if another one follows.
                Content::Slot(slot) if !next.map_or(parks, |next| next.lift) => {
                    piles[track].push(slot);
                    node.word.push(Event { slot, ..*event });
                }
                _ => node.row[track] = Some(content),
            }
        }
        (!node.word.is_wasteful()).then_some(node)
    }
}

/// What the slots of N pairs stand for: the first of the left, the first two of the centre, the first of the right.
fn stands_for(row: &[Option<Content>; 3], piles: &Piles) -> [Option<Content>; 4] {
    let column = |track: Track| {
        let below = piles[track as usize].iter().rev().map(|&slot| Content::Slot(slot));
        row[track as usize].into_iter().chain(below)
    };
    let (mut left, mut centre, mut right) =
        (column(Track::Left), column(Track::Centre), column(Track::Right));
    [left.next(), centre.next(), centre.next(), right.next()]
}
