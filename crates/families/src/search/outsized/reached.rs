//! How far the search of a class is, and what it has found.

use serde::{Deserialize, Serialize};

/// How far the search of a class is.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reached {
    /// The least number of moves of a start whose text is wanted.
    pub(super) wanted: u32,
    /// What the groups that were searched have to offer.
    pub(super) found: Offer,
    /// For each justsolved board whether its group was not searched yet.
    #[serde(skip)]
    pub(super) left: Vec<bool>,
    /// The group at hand.
    pub(super) at_hand: AtHand,
}

impl Reached {
    /// Nothing of a class with so many justsolved boards, of which texts are wanted from so many moves on.
    pub(super) fn nothing(boards: usize, wanted: u32) -> Self {
        let (found, at_hand) = (Offer::default(), AtHand::default());
        Reached { wanted, found, left: vec![true; boards], at_hand }
    }
}

/// A group being searched. Justsolved boards are told by their numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct AtHand {
    /// Whether layer 0 is there, and how many layers follow it.
    pub(super) is_begun: bool,
    pub(super) moves: u32,
    /// The justsolved boards in layer 0, or some of them before it is there.
    #[serde(skip)]
    pub(super) sources: Vec<u32>,
    /// The others, which the search met on its way.
    #[serde(skip)]
    pub(super) beyond: Vec<u32>,
    /// Its farthest starts so far.
    pub(super) group: FarthestStarts,
}

impl AtHand {
    /// How many layers were looked through.
    pub(super) fn layers(&self) -> usize {
        self.moves as usize + 1
    }
}

/// What a searched class has to offer.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Offer {
    /// The greatest difficulty of its puzzles, 0 if there are none.
    pub(super) hardest: u32,
    /// The number of groups.
    pub(super) groups: u64,
    /// The number of boards in them.
    pub(super) states: u64,
    /// The farthest starts of groups.
    pub(super) farthest: Vec<FarthestStarts>,
}

/// The farthest starts of one group.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct FarthestStarts {
    /// Their distance; 0 if there are none.
    pub(super) moves: u32,
    /// How many there are.
    pub(super) starts: u64,
    /// The smallest of them and, where those count too, of their transposes, if it is wanted.
    pub(super) smallest: Option<String>,
    /// The number of boards in the group.
    pub(super) states: u64,
}
