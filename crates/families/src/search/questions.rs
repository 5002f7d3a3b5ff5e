//! The questions that a family asks of one graph.
//!
//! A class and its images have one graph, if the question is turned along: the image of a class
//! under a symmetry asks of the class itself what its own question becomes under the way back. So a
//! family asks as many *variants* of its question as the symmetries make of it, on one class of
//! each set of images. A transposition that keeps a square grid and the two corners changes nothing
//! about the question, but makes every puzzle one of twins.
//!
//! Families that differ in their rule alone ask the same: the goal pieces of the strict one are among
//! those of the other, and start and end where they do there. So one answer serves both.

use antipode_blocks::{Cells, Rule};
use fxhash::FxHashMap;

use crate::class::Class;
use crate::family::{Family, Task};
use crate::shape::Shape;
use crate::symmetry::Symmetries;
use crate::tally::{Tally, Wanted};

/// The question of a family, or of two that differ in their rule, in all its variants.
#[derive(Debug)]
pub(crate) struct Questions<'a> {
    /// The families with their numbers, the one whose goal pieces are those of all first.
    families: Vec<(usize, &'a Family)>,
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
    /// Of which of the families that ask it may be the goal piece: bits.
    pub(crate) families: u8,
}

impl Ends {
    /// Those of what cannot be the goal piece.
    pub(crate) const NONE: Self = Ends { start: NOWHERE, home: NOWHERE, families: 0 };

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
    /// The questions of `families`, of which no two are equal.
    pub(crate) fn of(families: &'a [Family], symmetries: &'a Symmetries) -> Vec<Self> {
        let mut alike: Vec<(Family, Vec<(usize, &Family)>)> = Vec::new();
        for numbered in families.iter().enumerate() {
            let answered_by = numbered.1.answered_by();
            match alike.iter_mut().find(|(other, _)| *other == answered_by) {
                Some((_, some)) => some.push(numbered),
                None => alike.push((answered_by, vec![numbered])),
            }
        }
        alike.into_iter().map(|(_, families)| Self::new(families, symmetries)).collect()
    }

    fn new(mut families: Vec<(usize, &'a Family)>, symmetries: &'a Symmetries) -> Self {
        families.sort_by_key(|(_, family)| family.rule == Rule::Strict);
        let family = families[0].1;
        let mirror = symmetries.transposition().filter(|_| family.asks_alike());
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
        Questions { families, symmetries, turns, variants, mirror, ends: FxHashMap::default() }
    }

    /// The family that asks; if there are several, the one whose goal pieces are those of all.
    pub(crate) fn family(&self) -> &'a Family {
        self.families[0].1
    }

    /// The numbers of the families that ask, in the order of the bits of [`Ends::families`].
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.families.iter().map(|(number, _)| *number)
    }

    /// How many moves a start must take for one of the tallies of the families that ask to change.
    pub(crate) fn wanted(&self, class: &Class, tallies: &[Tally]) -> Wanted {
        let wanted = self.numbers().map(|number| tallies[number].wanted(class));
        wanted.reduce(Wanted::either).expect("some family asks")
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
        let Self { families, symmetries, turns, ends, .. } = self;
        let family = families[0].1;
        ends.entry(shape).or_insert_with(|| {
            let of_turn = |&turn: &usize| {
                let image = symmetries.shape(turn, shape);
                let back = symmetries.inverse(turn);
                let anchor = |cells: Option<Cells>| {
                    cells.map_or(NOWHERE, |it| symmetries.cells(back, it).trailing_zeros())
                };
                let may_be = |&(_, family): &(usize, &Family)| family.may_be_goal(image);
                let asking = (0..).zip(families.iter()).filter(|(_, family)| may_be(family));
                let asking = asking.fold(0, |set, (family, _)| set | 1 << family);
                let (start, home) = match family.task {
                    Task::Simple3 => (anchor(family.start(image)), anchor(family.home(image))),
                    Task::Simple2 => (NOWHERE, anchor(family.home(image))),
                    Task::Simple | Task::Compound => (NOWHERE, NOWHERE),
                };
                (asking != 0).then_some(Ends { start, home, families: asking })
            };
            turns.iter().map(of_turn).collect()
        })
    }

    /// Where a goal piece of each of some shapes starts and ends, for each variant.
    pub(crate) fn all_ends(&mut self, shapes: &[Shape]) -> Vec<Vec<Ends>> {
        let variants = 0..self.count();
        let of_variant = |variant: usize| {
            let of_shape = |&shape| self.ends(shape)[variant].unwrap_or(Ends::NONE);
            shapes.iter().map(of_shape).collect()
        };
        variants.map(of_variant).collect()
    }
}
