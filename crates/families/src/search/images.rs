//! What a symmetry of a class makes of its boards.

use std::cmp::Ordering;

use antipode_blocks::each;

use crate::actions::boards::Boards;
use crate::class::Class;
use crate::key::Key;
use crate::shape::Shape;
use crate::symmetry::Symmetries;

/// The kinds of a class under a symmetry that maps the class to itself.
#[derive(Debug, Clone)]
pub(crate) struct KindImages {
    /// The number of the symmetry.
    pub(crate) symmetry: usize,
    /// The image of each kind.
    pub(crate) kinds: Vec<usize>,
}

impl KindImages {
    /// Those under all symmetries of a class, whose kinds are `shapes`, the identity first.
    pub(crate) fn all(symmetries: &Symmetries, class: &Class, shapes: &[Shape]) -> Vec<Self> {
        let stabiliser = symmetries.stabiliser(class);
        let own = (0..symmetries.count()).filter(|&symmetry| stabiliser >> symmetry & 1 == 1);
        let images = own.map(|symmetry| {
            let image_of = |&shape: &Shape| {
                let image = symmetries.shape(symmetry, shape);
                shapes.iter().position(|&other| other == image).unwrap_or(0)
            };
            KindImages { symmetry, kinds: shapes.iter().map(image_of).collect() }
        });
        images.collect()
    }
}

/// The boards of a class under a symmetry that maps the class to itself.
#[derive(Debug)]
pub(crate) struct Images<K> {
    /// The number of the symmetry.
    pub(crate) symmetry: usize,
    /// The image of each kind.
    pub(crate) kinds: Vec<usize>,
    /// The kind that each is the image of.
    sources: Vec<usize>,
    /// For each kind and each anchor of it, the part of a key that the image of the piece is.
    parts: Vec<Vec<K>>,
}

impl<K: Key> Images<K> {
    /// The images under a symmetry of the boards of a class, whose kinds are `shapes`.
    pub(crate) fn new(
        symmetries: &Symmetries,
        of_kinds: &KindImages,
        boards: &Boards<K>,
        shapes: &[Shape],
    ) -> Self {
        let KindImages { symmetry, kinds } = of_kinds.clone();
        let grid = &boards.grid;
        let parts = shapes.iter().enumerate().map(|(kind, shape)| {
            let mut parts = vec![K::ZERO; grid.frame() as usize];
            for anchor in each(shape.fits(grid)) {
                let cells = symmetries.cells(symmetry, boards.cells(kind, anchor));
                parts[anchor as usize] = boards.part(kinds[kind], cells.trailing_zeros());
            }
            parts
        });
        let parts = parts.collect();
        let source = |kind| kinds.iter().position(|&image| image == kind).unwrap_or(0);
        let sources = (0..kinds.len()).map(source).collect();
        Images { symmetry, kinds, sources, parts }
    }

    /// The image of a board.
    #[inline]
    pub(crate) fn of(&self, boards: &Boards<K>, key: K) -> K {
        (0..self.kinds.len()).fold(K::ZERO, |image, kind| image | self.of_kind(boards, key, kind))
    }

    /// The image of the pieces of one kind of a board.
    #[inline]
    fn of_kind(&self, boards: &Boards<K>, key: K, kind: usize) -> K {
        let parts = &self.parts[kind];
        each(boards.anchors(key, kind)).fold(K::ZERO, |image, at| image | parts[at as usize])
    }
}

/// Whether no image of a board comes before it, of those under all symmetries of its class. They are compared
/// kind by kind, which is mostly told by the first: the largest pieces, of which there are few.
#[inline]
pub(crate) fn is_first<K: Key>(images: &[Images<K>], boards: &Boards<K>, key: K) -> bool {
    let [itself, others @ ..] = images else { return true };
    let comes_before = |image: &Images<K>| {
        let kinds = (0..image.sources.len()).rev();
        let mut compared = kinds.map(|kind| {
            let of_image = image.of_kind(boards, key, image.sources[kind]);
            of_image.cmp(&itself.of_kind(boards, key, kind))
        });
        compared.find(|order| order.is_ne()) == Some(Ordering::Less)
    };
    !others.iter().any(comes_before)
}
