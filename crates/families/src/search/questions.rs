//! The questions that a family asks of one graph.
//!
//! A class and its images have one graph, if the question is turned along: the image of a class
//! under a symmetry asks of the class itself what its own question becomes under the way back. So a
//! family asks as many *variants* of its question as the symmetries make of it, on one class of
//! each set of images. A transposition that keeps a square grid and the two corners changes nothing
//! about the question, but makes every puzzle one of twins.

use antipode_blocks::Cells;
use fxhash::FxHashMap;

use crate::family::{Family, Task};
use crate::shape::Shape;
use crate::symmetry::Symmetries;

/// The question of a family in all its variants.
#[derive(Debug)]
pub(crate) struct Questions<'a> {
    family: &'a Family,
    symmetries: &'a Symmetries,
    /// For each variant, the symmetry that turns it into the family's own question.
    turns: Vec<usize>,
    /// For each symmetry, the variant that it turns into the family's own question.
    variants: Vec<usize>,
    /// The transposition, if it keeps the question and the shapes.
    mirror: Option<usize>,
    ends: FxHashMap<Shape, Vec<Option<Ends>>>,
}

/// Where a goal piece starts and ends in one variant, as anchors. Where a task does not say,
/// there is [`NOWHERE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) start: u32,
    pub(crate) home: u32,
}

impl Ends {
    /// Those of what cannot be the goal piece.
    pub(crate) const NONE: Self = Ends { start: NOWHERE, home: NOWHERE };

    /// The anchor at home, as a set.
    pub(crate) fn home(self) -> u32 {
        1_u32.checked_shl(self.home).unwrap_or(0)
    }

    /// The anchor at a start, as a set.
    pub(crate) fn start(self) -> u32 {
        1_u32.checked_shl(self.start).unwrap_or(0)
    }
}

/// No anchor.
pub(crate) const NOWHERE: u32 = u32::MAX;

impl<'a> Questions<'a> {
    pub(crate) fn new(family: &'a Family, symmetries: &'a Symmetries) -> Self {
        let on_diagonal = |cell| {
            let (x, y) = family.grid.place(cell);
            x == y
        };
        let mirrored = match family.task {
            Task::Simple3 => on_diagonal(family.start_cell) && on_diagonal(family.goal_cell),
            Task::Simple2 => on_diagonal(family.goal_cell),
            Task::Simple | Task::Compound => true,
        };
        let mirror = symmetries.transposition().filter(|_| mirrored);
        let mut turns = Vec::new();
        let mut variants = vec![usize::MAX; symmetries.count()];
        for symmetry in 0..symmetries.count() {
            if variants[symmetry] == usize::MAX {
                variants[symmetry] = turns.len();
                if let Some(mirror) = mirror {
                    variants[symmetries.product(mirror, symmetry)] = turns.len();
                }
                turns.push(symmetry);
            }
        }
        Questions { family, symmetries, turns, variants, mirror, ends: FxHashMap::default() }
    }

    /// How many variants there are.
    pub(crate) fn count(&self) -> usize {
        self.turns.len()
    }

    /// The symmetry that turns a variant into the family's own question.
    pub(crate) fn turn(&self, variant: usize) -> usize {
        self.turns[variant]
    }

    /// The transposition, if it keeps the question and the shapes.
    pub(crate) fn mirror(&self) -> Option<usize> {
        self.mirror
    }

    /// What a symmetry makes of a variant.
    pub(crate) fn image(&self, symmetry: usize, variant: usize) -> usize {
        let back = self.symmetries.inverse(symmetry);
        self.variants[self.symmetries.product(self.turns[variant], back)]
    }

    /// Where a goal piece of that shape starts and ends, for each variant; none where it cannot be
    /// the goal piece.
    pub(crate) fn ends(&mut self, shape: Shape) -> &[Option<Ends>] {
        let Self { family, symmetries, turns, ends, .. } = self;
        ends.entry(shape).or_insert_with(|| {
            let of_turn = |&turn: &usize| {
                let image = symmetries.shape(turn, shape);
                let back = symmetries.inverse(turn);
                let anchor = |cells: Option<Cells>| {
                    cells.map_or(NOWHERE, |it| symmetries.cells(back, it).trailing_zeros())
                };
                family.may_be_goal(image).then(|| match family.task {
                    Task::Simple3 => Ends {
                        start: anchor(family.start(image)),
                        home: anchor(family.home(image)),
                    },
                    Task::Simple2 => Ends { start: NOWHERE, home: anchor(family.home(image)) },
                    Task::Simple | Task::Compound => Ends::NONE,
                })
            };
            turns.iter().map(of_turn).collect()
        })
    }
}
