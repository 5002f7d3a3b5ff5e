//! One graph for many questions.
//!
//! Positions of some puzzles are joined in *cliques*: where a set of tokens can be moved along while
//! all others stand still, all positions that come about are neighbours of each other, and differ
//! by how far the set was shifted. [`Joined`] holds such a graph, component by component, made once
//! from a rule for cliques. Where a great many sets can be moved, an action is taken apart into the
//! *legs of a relay*, which move tokens one after the other. Puzzles that ask for different tokens to
//! be brought from different starts to different goals have this one graph in common, and [`Spread`]
//! answers for all of them in one breadth-first search: a word a position holds a bit for every question
//! and every place, which says that the position was reached with the token *there* as the one in
//! question. [`Orbits`] tells which tokens can trade places.

mod cliques;
mod deferred;
mod graph;
mod lists;
mod orbits;
mod parts;
mod relays;
mod shifted;
mod sizes;
mod spread;
mod word;

pub use cliques::{Clique, Joins, Leg, Member, TOKEN};
pub use graph::{Component, Joined, Room};
pub use orbits::Orbits;
pub use spread::Spread;
pub use word::{Lanes, Word};
