//! Words: what a stretch does to the tiles below the watched ones.

use std::fmt::{self, Display};

use crate::position::Track;

/// One of the four tiles below the watched ones that a stretch can touch: the highest on the left,
/// the two highest in the centre, the highest on the right.
pub type Slot = u8;

/// A larger tile rises above the lowest watched layer, or goes down below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event {
    /// Whether it rises.
    pub lift: bool,
    /// In which track.
    pub track: Track,
    /// Which of the tiles.
    pub slot: Slot,
}

/// The slots below the watched layers, in each track from the bottom up.
pub type Piles = [Vec<Slot>; 3];

/// The lifts and drops of a stretch, in their order, reduced.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(Vec<Event>);

impl Word {
    /// The events, in their order.
    pub fn events(&self) -> &[Event] {
        &self.0
    }

    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an event. In the centre, with one tile up, the exchange of it with another, and the
    /// undoing of that, are nothing.
    pub fn push(&mut self, event: Event) {
        self.0.push(event);
        if let [.., lift, drop, again, back] = self.0[..] {
            let centre = |one: Event, up: bool| one.lift == up && one.track == Track::Centre;
            let alternate = centre(lift, true)
                && centre(drop, false)
                && centre(again, true)
                && centre(back, false);
            if alternate
                && lift.slot == back.slot
                && drop.slot == again.slot
                && lift.slot != drop.slot
            {
                self.0.truncate(self.0.len() - 4);
            }
        }
    }

    /// How the slots lie after the word.
    pub fn piles(&self) -> Piles {
        let mut piles = first_piles();
        for &event in &self.0 {
            play(&mut piles, event);
        }
        piles
    }

    /// Whether a shorter word does the same: a tile is dropped where it has just been lifted, or
    /// with no tile up all slots lie as they lay before.
    pub fn is_wasteful(&self) -> bool {
        let undone = |pair: &[Event]| pair[0].lift && pair[1] == Event { lift: false, ..pair[0] };
        if self.0.windows(2).any(undone) {
            return true;
        }
        let mut piles = first_piles();
        let mut seen = vec![piles.clone()];
        for &event in &self.0 {
            play(&mut piles, event);
            if piles.iter().map(Vec::len).sum::<usize>() == 4 {
                if seen.contains(&piles) {
                    return true;
                }
                seen.push(piles.clone());
            }
        }
        false
    }

    /// The word with left and right swapped.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirrored = |event: &Event| Event {
            track: event.track.mirrored(),
            slot: [3, 1, 2, 0][usize::from(event.slot)],
            ..*event
        };
        Word(self.0.iter().map(mirrored).collect())
    }
}

/// How the slots lie before a stretch.
pub fn first_piles() -> Piles {
    [vec![0], vec![2, 1], vec![3]]
}

fn play(piles: &mut Piles, event: Event) {
    let pile = &mut piles[event.track as usize];
    if event.lift {
        let lifted = pile.pop();
        debug_assert_eq!(lifted, Some(event.slot));
    } else {
        pile.push(event.slot);
    }
}

/// `L0+` lifts the first tile of the left track, `R0-` drops it on the right.
impl Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, event) in self.0.iter().enumerate() {
            let (space, sign) =
                (if number == 0 { "" } else { " " }, if event.lift { '+' } else { '-' });
            write!(f, "{space}{}{}{sign}", event.track.letter(), event.slot)?;
        }
        Ok(())
    }
}
