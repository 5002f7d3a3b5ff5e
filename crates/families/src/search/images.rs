//! What a symmetry of a class makes of its boards.

use antipode_blocks::each;

use crate::actions::boards::Boards;
use crate::key::Key;
use crate::shape::Shape;
use crate::symmetry::Symmetries;

/// The boards of a class under a symmetry that maps the class to itself.
#[derive(Debug)]
pub(crate) struct Images<K> {
    /// The number of the symmetry.
    pub(crate) symmetry: usize,
    /// The image of each kind.
    pub(crate) kinds: Vec<usize>,
    /// For each kind and each anchor of it, the part of a key that the image of the piece is.
    parts: Vec<Vec<K>>,
}

impl<K: Key> Images<K> {
    /// The images under a symmetry that maps the class of `boards`, whose kinds are `shapes`, to
    /// itself.
    pub(crate) fn new(
        symmetries: &Symmetries,
        symmetry: usize,
        boards: &Boards<K>,
        shapes: &[Shape],
    ) -> Self {
        let image_of = |&shape: &Shape| {
            let image = symmetries.shape(symmetry, shape);
            shapes.iter().position(|&other| other == image).unwrap_or(0)
        };
        let kinds: Vec<usize> = shapes.iter().map(image_of).collect();
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
        Images { symmetry, kinds, parts }
    }

    /// The image of a board.
    #[inline]
    pub(crate) fn of(&self, boards: &Boards<K>, key: K) -> K {
        let parts = (0..).zip(&self.parts);
        parts.fold(K::ZERO, |image, (kind, parts)| {
            each(boards.anchors(key, kind)).fold(image, |it, at| it | parts[at as usize])
        })
    }
}
