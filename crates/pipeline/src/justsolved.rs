//! How many justsolved boards each family of a batch has.
//!
//! The boards of a batch are made once, for the widest of its families. Those of any other are among
//! them: the boards whose goal piece may be one of that family and, unless pieces may move together,
//! can move alone.

use std::collections::BTreeMap;

use antipode_families::{Boards, Class, Family, Searched, Shape, Sizes};

/// Counts the justsolved boards of some families.
#[derive(Debug)]
pub struct Justsolved<'a> {
    families: &'a [Family],
    /// The shape of the goal piece seen last, and whether it may be that of each family.
    goal: Option<(Shape, Vec<bool>)>,
    /// For each family, its boards by the sizes of the pieces.
    pub counts: Vec<BTreeMap<Sizes, u64>>,
}

impl<'a> Justsolved<'a> {
    /// Nothing is counted yet.
    pub fn new(families: &'a [Family]) -> Self {
        Justsolved { families, goal: None, counts: vec![BTreeMap::new(); families.len()] }
    }

    /// Whether there is no family to count for.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty()
    }

    /// Counts the boards of a class of the widest family.
    pub fn count<K: Searched>(&mut self, class: &Class, boards: impl ExactSizeIterator<Item = K>) {
        let families = self.families;
        if families.is_empty() {
            return;
        }
        let may_be = |family: &Family| family.task.has_corner() && family.may_be_goal(class.goal);
        let (_, has_goal) = match self.goal.take() {
            Some(known) if known.0 == class.goal => self.goal.insert(known),
            _ => self.goal.insert((class.goal, families.iter().map(may_be).collect())),
        };
        let all = boards.len() as u64;
        let is_super = |family: &Family| family.metric.is_super();
        let alone = match families.iter().any(is_super) && !families.iter().all(is_super) {
            true => {
                let space = Boards::new(&families[0].grid, class);
                boards.filter(|&key| space.goal_moves_alone(key)).count() as u64
            }
            false => all,
        };
        let sizes = Sizes::of(class);
        for ((family, has_goal), counts) in families.iter().zip(has_goal).zip(&mut self.counts) {
            let boards = if is_super(family) { all } else { alone };
            if *has_goal && boards > 0 {
                *counts.entry(sizes.clone()).or_default() += boards;
            }
        }
    }
}
