//! What is found in one class of each set of images, booked for all of them.
//!
//! What is found of one component for one variant of the question holds for the images of the two under
//! every symmetry that maps the class to itself. And what is found of one class for one variant is
//! what the class turned by that variant has to say on the family's own question.

use crate::class::{Class, Sizes};
use crate::family::Family;
use crate::key::Key;
use crate::search::class_graph::ClassGraph;
use crate::search::images::{Images, KindImages};
use crate::search::questions::{Ends, Questions};
use crate::shape::Shape;
use crate::symmetry::{Symmetries, SymmetrySet};
use crate::tally::{Counts, Puzzle, SizeClass, Tally};

/// A class with its goal piece, for one variant of the question.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) variant: usize,
    /// The kind of the goal piece.
    pub(crate) kind: usize,
    /// The number of classes that this stands for: itself and, if that is another, its transpose.
    pub(crate) images: u64,
    /// Whether the transposes of its boards belong to the family too.
    pub(crate) twins: bool,
    /// The families whose class it is: bits, as in [`Ends`].
    pub(crate) families: u8,
    /// What was found of one class, and those of its puzzles that are wanted.
    pub(crate) found: SizeClass,
    pub(crate) puzzles: Vec<Puzzle>,
}

/// What was found of the puzzles of one group.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Group {
    /// Its number in the component.
    pub(crate) number: usize,
    /// The number of its boards.
    pub(crate) states: u64,
    /// The greatest difficulty, 0 if there is no puzzle in it.
    pub(crate) moves: u32,
    /// How many starts are that hard.
    pub(crate) starts: u64,
}

/// The questions asked of a class, and what was found.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    asked: Vec<Asked>,
    /// For each variant and kind, the number in `asked`.
    numbers: Vec<Option<usize>>,
    kinds: usize,
    variants: usize,
}

impl Ledger {
    /// The classes with a goal piece that `class`, whose kinds are `shapes`, and its images stand
    /// for. Of the twins among them only one is asked.
    pub(crate) fn new(
        symmetries: &Symmetries,
        questions: &mut Questions<'_>,
        class: &Class,
        shapes: &[Shape],
        images: &[KindImages],
    ) -> Self {
        let family = questions.family();
        let (variants, kinds) = (questions.count(), shapes.len());
        let mut ledger = Ledger {
            asked: Vec::with_capacity(variants * kinds),
            numbers: vec![None; variants * kinds],
            kinds,
            variants,
        };
        let mirror = questions.mirror();
        for variant in 0..variants {
            if images.iter().any(|it| questions.image(it.symmetry, variant) < variant) {
                continue;
            }
            // The symmetry, if any, that makes the turned class its own transpose.
            let own =
                images[1..].iter().find(|it| questions.image(it.symmetry, variant) == variant);
            let goals = if family.task.tells_goal() { kinds } else { 1 };
            for (kind, &shape) in shapes.iter().enumerate().take(goals) {
                let Some(Ends { families, .. }) = questions.ends(shape)[variant] else { continue };
                let twin = own.map(|it| if family.task.tells_goal() { it.kinds[kind] } else { 0 });
                let (mut images, mut twins) = match (mirror, twin) {
                    (None, _) => (1, false),
                    (Some(_), Some(twin)) if twin < kind => continue,
                    (Some(_), Some(twin)) if twin == kind => (1, true),
                    (Some(_), _) => (2, true),
                };
                if mirror.is_none() && family.grid.is_symmetric() {
                    // A list of shapes that is not its own transpose may have some such classes.
                    let turn = questions.turn(variant);
                    let turned = turned(family, symmetries, turn, class, shape);
                    match family.twin(&turned) {
                        None => {}
                        Some(twin) if twin < turned => continue,
                        Some(twin) => {
                            (images, twins) = (if twin == turned { 1 } else { 2 }, true);
                        }
                    }
                }
                ledger.numbers[variant * kinds + kind] = Some(ledger.asked.len());
                let (found, puzzles) = (SizeClass::default(), Vec::new());
                ledger.asked.push(Asked { variant, kind, images, twins, families, found, puzzles });
            }
        }
        ledger
    }

    /// What is asked.
    pub(crate) fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// What is asked, to book what is found.
    pub(crate) fn asked_mut(&mut self) -> &mut [Asked] {
        &mut self.asked
    }

    /// Books the boards of a class for a kind of goal piece, where all boards count.
    pub(crate) fn book_boards(&mut self, kind: usize, boards: u64) {
        for asked in self.asked.iter_mut().filter(|asked| asked.kind == kind) {
            asked.found.boards += boards;
        }
    }

    /// Books what was found of one component, which the symmetries `own` map to itself, for a kind of
    /// goal piece and for one variant, or for all of them if the question does not depend on it.
    /// `text` tells the start and the target of the smallest puzzle of a group, by its number, seen
    /// under a symmetry and, if asked for, its transpose.
    #[expect(clippy::too_many_arguments, reason = "one call a kind of question")]
    pub(crate) fn book<K: Key, U>(
        &mut self,
        of: &ClassGraph<'_, K, U>,
        questions: &Questions<'_>,
        own: SymmetrySet,
        variant: Option<usize>,
        kind: usize,
        boards: u64,
        groups: impl Iterator<Item = Group> + Clone,
        mut text: impl FnMut(usize, usize, bool) -> (String, Option<String>),
    ) {
        let keeps = |it: &&Images<K>| {
            let same = |variant| questions.image(it.symmetry, variant) == variant;
            own >> it.symmetry & 1 == 1 && variant.is_none_or(same)
        };
        let mut seen: SymmetrySet = 0;
        for image in of.images {
            if seen >> image.symmetry & 1 == 1 {
                continue;
            }
            for fixed in of.images.iter().filter(keeps) {
                seen |= 1 << of.symmetries.product(image.symmetry, fixed.symmetry);
            }
            let turned = variant.map(|variant| questions.image(image.symmetry, variant));
            for variant in turned.map_or(0..self.variants, |variant| variant..variant + 1) {
                let kind = if of.family.task.tells_goal() { image.kinds[kind] } else { 0 };
                let Some(number) = self.numbers[variant * self.kinds + kind] else { continue };
                let asked = &mut self.asked[number];
                asked.found.boards += boards;
                let turn = of.symmetries.product(questions.turn(variant), image.symmetry);
                for group in groups.clone() {
                    asked.found.groups += 1;
                    asked.found.states += group.states;
                    asked.found.hardest = asked.found.hardest.max(group.moves);
                    if group.starts > 0 && group.moves >= of.wanted.first {
                        let (start, target) = text(group.number, turn, asked.twins);
                        asked.puzzles.push(Puzzle {
                            moves: group.moves,
                            start,
                            target,
                            ties: group.starts * asked.images,
                            group_states: group.states,
                        });
                    }
                }
            }
        }
    }

    /// Adds everything to the tallies of the families that ask, by their numbers. Returns the number of
    /// boards in all groups.
    pub(crate) fn close(
        self,
        questions: &Questions<'_>,
        class: &Class,
        tallies: &mut [Tally],
    ) -> u64 {
        for (family, number) in questions.numbers().enumerate() {
            let mut counts = Counts::default();
            let of_family = self.asked.iter().filter(|asked| asked.families >> family & 1 == 1);
            // Without a board that is justsolved there is no such class.
            for asked in of_family.filter(|asked| asked.found.boards > 0) {
                counts.add(asked.images, asked.found);
                tallies[number].offer(class.pieces() as u32, asked.puzzles.clone());
            }
            tallies[number].count(Sizes::of(class), &counts);
        }
        self.asked.iter().map(|asked| asked.found.states).sum()
    }
}

/// The image of a class without a goal piece, with a goal piece of the image of `shape`.
pub(crate) fn turned(
    family: &Family,
    symmetries: &Symmetries,
    turn: usize,
    class: &Class,
    shape: Shape,
) -> Class {
    let image = symmetries.class(turn, class);
    if !family.task.tells_goal() {
        return image;
    }
    let goal = symmetries.shape(turn, shape);
    let mut others: Vec<_> = image.shapes().collect();
    if let Ok(place) = others.binary_search(&goal) {
        others.remove(place);
    }
    Class { goal, others }
}
