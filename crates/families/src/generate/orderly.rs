//! Orderly generation: the classes without a goal piece, one of each set of images, with all boards.
//!
//! Boards are grown from all places of the first shape (see `growth.rs`), whether or not anything can
//! move. Of the classes that are images of each other under the symmetries of the outline only the
//! first is made. A class is a rising sequence of shapes; if it comes first among its images, so does
//! the sequence without its last shape, so a class that does not come first is left out with all that
//! extends it (Read, 1978).

use antipode_blocks::{Cells, each};

use crate::class::Class;
use crate::family::Family;
use crate::generate::growth::{Growth, Restriction};
use crate::generate::singles::SingleCounts;
use crate::generate::visitor::{Span, Visitor};
use crate::key::{Key, Layout, Planes};
use crate::shape::Shape;
use crate::symmetry::{Symmetries, SymmetrySet};

/// The orderly generator for one family of boards.
#[derive(Debug)]
pub struct Orderly<'a> {
    growth: Growth<'a>,
    symmetries: &'a Symmetries,
    /// The shapes that a class may begin with, in order.
    firsts: Vec<Shape>,
}

impl<'a> Orderly<'a> {
    /// The bytes of a board in a list, at most.
    pub const LISTED_BYTES: usize = 32;

    /// A generator of the boards of `family`, whose symmetries are given.
    pub fn new(family: &'a Family, symmetries: &'a Symmetries) -> Self {
        let mut firsts = family.shapes_up_to(family.room());
        firsts.retain(|&shape| Sequence::new(symmetries).may_follow(shape));
        Orderly { growth: Growth::new(family), symmetries, firsts }
    }

    /// The same generator, whose lists take at most so many bytes at a time, or 64 MiB if that is more.
    pub fn within(self, memory: usize) -> Self {
        Orderly { growth: self.growth.within(memory), ..self }
    }

    /// The shapes that classes begin with, in order: those that come first among their images.
    pub fn firsts(&self) -> &[Shape] {
        &self.firsts
    }

    /// Whether the boards of a class are listed, and those of classes that extend it are made from them. Boards of
    /// which single cells were added last are made as they are asked for.
    pub fn lists(class: &Class) -> bool {
        class.others.last().is_none_or(|last| last.size() > 1)
    }

    /// Visits the classes of `span` in order. The goal piece of each stands for the first of all
    /// shapes, and is not told apart from others of its shape; the boards are all of the class.
    ///
    /// # Errors
    /// If the visitor fails, or a class does not fit in memory.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        self.firsts.iter().try_for_each(|&first| self.visit_first(first, span, visitor))
    }

    /// Visits the classes of `span` that begin with a shape, in order.
    ///
    /// # Errors
    /// As [`visit`](Self::visit).
    pub fn visit_first<V: Visitor>(
        &self,
        first: Shape,
        span: &Span,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let sequence = Sequence::new(self.symmetries);
        let anchors = first.fits(&self.growth.family.grid);
        self.growth.visit(sequence, first, anchors, (), span, visitor)
    }
}

/// The shapes of a class in order, one of those that come first among their images.
struct Sequence<'a> {
    symmetries: &'a Symmetries,
    shapes: Vec<Shape>,
    /// For each of the shapes what follows from the ones up to it.
    steps: Vec<Step>,
}

#[derive(Clone, Copy)]
struct Step {
    /// The shapes of its size.
    tail: Tail,
    /// The smaller ones, which begin a tail of their own; known once it was asked for.
    smaller: Option<Tail>,
}

/// The shapes of equal size that were added last, and what is known of those before.
#[derive(Clone, Copy)]
struct Tail {
    /// Where they begin among all shapes.
    begin: usize,
    /// The symmetries that map the shapes before them to themselves. Under all others a sequence
    /// that begins like this comes before its image, whatever follows.
    open: SymmetrySet,
}

impl Restriction for Sequence<'_> {
    type Mark = ();
    type Around = ();
    const LISTED: &'static str = "the boards of a class";
    const FIRST_APART: bool = false;
    const LISTS_SINGLES: bool = false;

    fn enter(&mut self, shape: Shape) {
        let tail = self.tail(shape);
        self.shapes.push(shape);
        self.steps.push(Step { tail, smaller: None });
    }

    fn leave(&mut self) {
        self.shapes.pop();
        self.steps.pop();
    }

    /// Whether the sequence with one more shape comes before all its images, or is one of them.
    fn may_follow(&mut self, shape: Shape) -> bool {
        let tail = self.tail(shape);
        self.shapes.push(shape);
        let last = &self.shapes[tail.begin..];
        let first =
            each(Cells::from(tail.open & !1)).all(|it| *self.image(last, it as usize) >= *last);
        self.shapes.pop();
        first
    }

    fn count_singles(&self, singles: &mut SingleCounts, free: Cells, places: Cells, (): ()) {
        singles.add(free, places, &[]);
    }

    fn around<K: Key>(&self, _: K, (): (), _: &Layout, _: &[(Planes, Cells)]) {}

    #[inline]
    fn mark(&self, (): &(), (): (), _: Cells) -> Option<()> {
        Some(())
    }
}

impl<'a> Sequence<'a> {
    /// No shapes.
    fn new(symmetries: &'a Symmetries) -> Self {
        Sequence { symmetries, shapes: Vec::new(), steps: Vec::new() }
    }

    /// The tail that a shape is added to.
    fn tail(&mut self, shape: Shape) -> Tail {
        let (Some(&last), Some(step)) = (self.shapes.last(), self.steps.last()) else {
            return Tail {
                begin: 0,
                open: ((1_u16 << self.symmetries.count()) - 1) as SymmetrySet,
            };
        };
        if shape.size() == last.size() {
            return step.tail;
        }
        let begin = self.shapes.len();
        let smaller = step.smaller.unwrap_or_else(|| Tail { begin, open: self.fixing(step.tail) });
        self.steps[begin - 1].smaller = Some(smaller);
        smaller
    }

    /// The symmetries that map the sequence, whose tail is given, to itself.
    fn fixing(&self, tail: Tail) -> SymmetrySet {
        let last = &self.shapes[tail.begin..];
        let fixed = |it: &u32| self.image(last, *it as usize) == last;
        each(Cells::from(tail.open & !1)).filter(fixed).fold(1, |set, it| set | 1 << it)
    }

    fn image(&self, shapes: &[Shape], symmetry: usize) -> Vec<Shape> {
        let image = |&shape| self.symmetries.shape(symmetry, shape);
        let mut images: Vec<Shape> = shapes.iter().map(image).collect();
        images.sort_unstable();
        images
    }
}
