//! The state space of one puzzle, for any engine of the search core.

pub(crate) mod packed;
pub(crate) mod positions;
mod solved;
mod together;
