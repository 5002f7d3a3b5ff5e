//! The classes of stretches, which are the same at every level.

use std::collections::BTreeSet;
use std::ops::Range;

use super::class::Class;
use super::plain::stretches;
use super::shape::Shape;

/// All classes, in their order. A level's table has a row for each.
#[derive(Debug, Clone)]
pub struct Classes(Vec<Class>);

impl Classes {
    /// Finds them, at level 2.
    pub fn new() -> Self {
        let found = Shape::ALL.into_iter().flat_map(stretches).map(|stretch| stretch.class);
        Classes(found.collect::<BTreeSet<_>>().into_iter().collect())
    }

    /// All of them.
    pub fn all(&self) -> &[Class] {
        &self.0
    }

    /// The number of a class; none if no level has it.
    pub fn find(&self, class: &Class) -> Option<usize> {
        self.0.binary_search(class).ok()
    }

    /// The numbers of those that begin at a shape.
    pub fn from(&self, start: Shape) -> Range<usize> {
        let begin = |shape| self.0.partition_point(|class| class.start < shape);
        begin(start)..self.0.partition_point(|class| class.start <= start)
    }
}

impl Default for Classes {
    fn default() -> Self {
        Self::new()
    }
}
