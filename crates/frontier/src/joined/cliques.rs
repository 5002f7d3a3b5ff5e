//! The rule by which positions are joined.

use crate::space::{State, Used};

/// A set of places, of which there are at most 32: bit *p* is place *p*.
pub(super) type Places = u32;

/// One token at place 0, whose shifts are its places.
pub const TOKEN: u32 = 1;

/// A position of a clique other than the one that it was found from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member<S, U> {
    /// The position.
    pub state: S,
    /// How far the set is shifted there; less than 32.
    pub shift: u32,
    /// The cliques that need not be looked for from there because of this one.
    pub used: U,
}

/// All positions that differ by how far one set of tokens is shifted, found from one of them.
#[derive(Debug, Clone, Copy)]
pub struct Clique<'a, S, U> {
    /// The places of the tokens of the set where it is not shifted at all. No member need have them
    /// there. A set of one token is best told as that at place 0, [`TOKEN`]: a graph of nothing else lists no sets.
    pub moved: Places,
    /// How far the set is shifted in the position that was expanded; less than 32.
    pub shift: u32,
    /// The other members.
    pub others: &'a [Member<S, U>],
    /// Whether it is found from this position alone, and not from each of its members.
    pub once: bool,
}

/// One leg of a relay: two positions that differ by how far one set of tokens is shifted, the *lower*
/// and the *upper*, found from one of them.
///
/// An action that shifts any of many sets of tokens would join each position to a great many others.
/// If it may be thought of as shifting the tokens one after the other, in an order that is the same for
/// all positions that it can lead to, then it goes along the legs of a *relay*: down, from upper positions
/// to lower ones, in the order of their ranks, or up in the opposite order. From each position that it
/// comes to it takes any leg that is further on, or ends.
#[derive(Debug, Clone, Copy)]
pub struct Leg<S> {
    /// The number of the relay, counted from 0; less than 32.
    pub relay: u32,
    /// Where in the relay it comes; less than 2^27. Of two legs of one rank no action takes both.
    pub rank: u32,
    /// The places of the tokens of the set in the lower position.
    pub moved: Places,
    /// How far the set is shifted in the upper position; less than 32.
    pub shift: u32,
    /// The position that it was not found from.
    pub other: S,
    /// Whether that is the upper one.
    pub up: bool,
}

/// Positions given by a rule for the cliques and the legs that join them.
pub trait Joins {
    /// A position.
    type State: State;
    /// The cliques that need not be looked for from a position; `()` where none is tracked.
    type Used: Used;

    /// Hands every clique of `state` that has more than one member to `emit`, but for those that
    /// `used` names, which may be left out.
    ///
    /// A clique must be the same from each of its members, but for one that is found once: their shifts
    /// differ by as much, and the places of the set are the same. All cliques of `state` found from
    /// others are recognised, so naming them in `used` saves time and changes nothing. The order is the
    /// same on every call.
    ///
    /// `room` is a list of any contents for the rule to build members in, so that nothing is
    /// allocated for a clique.
    fn cliques(
        &self,
        state: Self::State,
        used: Self::Used,
        room: &mut Vec<Member<Self::State, Self::Used>>,
        emit: impl FnMut(Clique<'_, Self::State, Self::Used>),
    );

    /// Hands every leg of a relay that `state` is an end of to `emit`. The order is the same on every
    /// call. Most rules need none.
    ///
    /// What a clique that is found once joins must be joined by other ways, too: it is not looked for from
    /// the other members.
    #[inline]
    fn legs(&self, state: Self::State, emit: impl FnMut(Leg<Self::State>)) {
        let _ = (state, emit);
    }
}
