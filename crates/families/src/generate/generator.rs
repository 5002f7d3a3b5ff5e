//! A generator of either kind, by its name in configs.

use crate::family::Family;
use crate::generate::crowded::Crowded;
use crate::generate::fillboard::Fillboard;
use crate::generate::packing::Packing;
use crate::generate::visitor::{Span, Visitor};

/// The name of a way to make the boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Piece by piece, each board once.
    Packing,
    /// Cell by cell, duplicates removed: the reference's way, slower and larger.
    Fillboard,
}

impl Method {
    /// Every method, by the name it has in configs.
    pub const NAMES: [(&'static str, Self); 2] =
        [("packing", Self::Packing), ("fillboard", Self::Fillboard)];
}

/// A way to make all justsolved boards of a family.
#[derive(Debug)]
pub enum Generator<'a> {
    /// Class by class.
    Packing(Packing<'a>),
    /// All at once.
    Fillboard(Fillboard),
}

impl<'a> Generator<'a> {
    /// The generator of the boards of `family` that keeps within so many bytes of memory.
    ///
    /// # Errors
    /// If what it holds does not fit there.
    pub fn new(family: &'a Family, method: Method, memory: usize) -> Result<Self, Crowded> {
        Ok(match method {
            Method::Packing => Self::Packing(Packing::new(family).within(memory)),
            Method::Fillboard => Self::Fillboard(Fillboard::new(family, memory)?),
        })
    }

    /// Visits the classes of `span` in order.
    ///
    /// # Errors
    /// If the visitor fails, or a class does not fit in memory.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        match self {
            Self::Packing(packing) => packing.visit(span, visitor),
            Self::Fillboard(fillboard) => fillboard.visit(span, visitor),
        }
    }
}
