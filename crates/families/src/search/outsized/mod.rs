//! The search of classes that do not fit in memory, by frontier search.
//!
//! Classes with a goal piece are searched one by one ([`class`]), and their groups one by one ([`group`]). How far that
//! is ([`reached`]) is saved now and then ([`checkpoint`]).

mod checkpoint;
mod class;
mod group;
mod reached;

pub use checkpoint::is_saved;
pub use class::Budget;
pub(crate) use class::{Outsized, left_beside};
