//! What the generators have in common: they visit classes, in order, with all their boards.

use crate::class::Class;
use crate::generate::crowded::Crowded;
use crate::searched::Searched;

/// Receives the classes that a generator visits.
pub trait Visitor {
    /// Why a visit ended early.
    type Error: From<Crowded>;

    /// Called once for each class, with the boards of it that the generator makes (justsolved ones, or all; at least
    /// one) in the order of their anchors, kind after kind.
    ///
    /// # Errors
    /// An error ends the visit.
    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Self::Error>;

    /// Called once for a class without single cells that these may be added to, with its boards, before any of the
    /// classes that they make of it. Returns whether none of those is to be visited.
    ///
    /// # Errors
    /// An error ends the visit.
    fn singles<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<bool, Self::Error> {
        let _ = (class, boards);
        Ok(false)
    }

    /// Whether the boards of a class need not be made where their number can be told without that:
    /// [`counted`](Self::counted) is called then in place of [`class`](Self::class), and no class may be
    /// entered in part.
    fn counts(&self) -> bool {
        false
    }

    /// Called once for a class of so many boards, at least one, that were not made.
    ///
    /// # Errors
    /// An error ends the visit.
    fn counted(&mut self, class: &Class, boards: u64) -> Result<(), Self::Error> {
        let _ = (class, boards);
        Ok(())
    }

    /// Told before a class is visited how many bytes the generator holds meanwhile.
    fn holds(&mut self, bytes: usize) {
        let _ = bytes;
    }

    /// Asked before a class, of which there are `boards` boards at hand, is visited or extended by
    /// further shapes.
    fn enters(&mut self, class: &Class, boards: usize) -> Entry {
        let _ = (class, boards);
        Entry::Whole
    }

    /// Told how many packings the generator made, as it makes them, wanted or not.
    fn seen(&mut self, packings: u64) {
        let _ = packings;
    }
}

/// With how many of its boards a class is visited and extended by further shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// With all of them.
    Whole,
    /// With every `step`-th from `first`, so that a class or extension has that share of its boards. But what
    /// extends a class of which single cells were added last has all of its boards, where these need not be
    /// listed.
    Part {
        /// The first to be kept, less than `step`.
        first: usize,
        /// One more than are left out between two.
        step: usize,
    },
    /// With none: neither is done.
    None,
}

/// A run of consecutive classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// The first class; from the very first one if there is none.
    pub from: Option<Class>,
    /// The class after the last; up to the very last one if there is none.
    pub to: Option<Class>,
}

impl Span {
    /// Whether `class` is in the run.
    pub fn contains(&self, class: &Class) -> bool {
        self.from.as_ref().is_none_or(|from| from <= class)
            && self.to.as_ref().is_none_or(|to| class < to)
    }

    /// Whether the run may hold `class` or a class that adds further shapes to it. Those follow
    /// `class` directly in the order of classes.
    pub(crate) fn touches(&self, class: &Class) -> bool {
        let before = |from: &Class| {
            class < from && !(class.goal == from.goal && from.others.starts_with(&class.others))
        };
        !self.from.as_ref().is_some_and(before) && self.to.as_ref().is_none_or(|to| class < to)
    }
}
