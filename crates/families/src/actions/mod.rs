//! What counts as one action on the boards of a class, in every metric.

pub(crate) mod boards;
pub(crate) mod moves;
pub(crate) mod order;
pub(crate) mod push;
mod relays;
pub(crate) mod slides;
pub(crate) mod steps;
pub(crate) mod supers;
