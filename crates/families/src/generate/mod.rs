//! The generators of the boards of a family.

pub(crate) mod crowded;
pub(crate) mod fillboard;
pub(crate) mod filling;
pub(crate) mod generator;
pub(crate) mod growth;
pub(crate) mod orderly;
pub(crate) mod packed;
pub(crate) mod packing;
pub(crate) mod placed;
pub(crate) mod singles;
pub(crate) mod visitor;
