//! The searches of a class.

pub(crate) mod compound;
pub(crate) mod diameter;
pub(crate) mod outsized;
pub(crate) mod simple;
