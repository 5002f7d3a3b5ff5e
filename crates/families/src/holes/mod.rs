//! Boards by the holes between their larger pieces.
//!
//! Single cells are all alike, so a board is where its larger pieces are and the set of its holes: what is
//! neither is a single cell. Where the larger pieces are, the goal piece told apart, is a
//! [position](positions::Positions). It has as many boards as there are sets of its free cells, those of all numbers
//! of single cells, and what is true of some of them is a [row of bits](sets). One move of a single cell [stirs](stir)
//! a row, and a step of a larger piece takes some of it to another position. Which boards are joined at all is found
//! by [lumps](lumps::Lumps) of them, how far they are by a [wave](wave::Wave).

pub(crate) mod lumps;
pub(crate) mod positions;
pub(crate) mod sets;
pub(crate) mod stir;
pub(crate) mod wave;
