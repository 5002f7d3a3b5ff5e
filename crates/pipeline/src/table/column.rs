//! What a column is.

use std::marker::PhantomData;

use super::cell::Cell;

/// A column whose values are of type `T`.
#[derive(Debug)]
pub struct Column<T> {
    /// Its heading.
    pub name: &'static str,
    values: PhantomData<T>,
}

impl<T: Cell> Column<T> {
    pub(super) const fn new(name: &'static str) -> Self {
        Column { name, values: PhantomData }
    }
}

/// A column as people are told of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Its heading.
    pub name: &'static str,
    /// What its values are like.
    pub kind: &'static str,
    /// What they mean.
    pub meaning: &'static str,
}

impl Entry {
    /// A column of that name, kind and meaning.
    pub const fn new(name: &'static str, kind: &'static str, meaning: &'static str) -> Self {
        Entry { name, kind, meaning }
    }
}
