//! The searches of a class.

pub(crate) mod by_holes;
pub(crate) mod class_graph;
pub(crate) mod compound;
pub(crate) mod corner;
pub(crate) mod farthest;
pub(crate) mod graphs;
pub(crate) mod groups;
pub(crate) mod images;
pub(crate) mod ledger;
pub(crate) mod near;
pub(crate) mod outsized;
pub(crate) mod pool;
pub(crate) mod questions;
pub(crate) mod searcher;
pub(crate) mod simple;
pub(crate) mod singles;
pub(crate) mod spreads;
pub(crate) mod visit;
pub(crate) mod work;
