//! The search of what single cells make of a class by its holes, before what is left is searched class by class.

use antipode_frontier::{Progress, SweepError};

use crate::class::Class;
use crate::search::searcher::{ByHoles, Inquiry, Memory, Searcher};
use crate::search::singles::Singles;
use crate::searched::{Searched, Words};
use crate::tally::Tally;

/// Classes that are searched together.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// For each the number of its pieces, and about how many boards it has.
    pub classes: Vec<(usize, f64)>,
    /// About how many sets of holes there are to go through, those of other classes among them.
    pub sets: f64,
    /// About how many bytes their search takes.
    pub bytes: f64,
}

impl Searcher<'_> {
    /// Searches all classes that single cells make of `class`, which has none and these boards, together, as far as
    /// that is done by their holes. Returns the number of their boards, or none if something is left to be
    /// searched in them: then they are to be searched one by one.
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn search_singles(
        &mut self,
        class: &Class,
        boards: Words<'_>,
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<Option<u64>, SweepError> {
        match boards {
            Words::Narrow(boards) => {
                self.search_singles_of(class, &boards.collect::<Vec<_>>(), tallies, progress)
            }
            Words::Wide(boards) => {
                self.search_singles_of(class, &boards.collect::<Vec<_>>(), tallies, progress)
            }
        }
    }

    /// As [`search_singles`](Self::search_singles), with the boards in a list.
    fn search_singles_of<K: Searched>(
        &mut self,
        class: &Class,
        keys: &[K],
        tallies: &mut [Tally],
        progress: &dyn Progress,
    ) -> Result<Option<u64>, SweepError> {
        let Self { symmetries, inquiries, share, memory, by_holes, .. } = self;
        let done = vec![false; inquiries.len()];
        let ByHoles { done, .. } = by_holes.insert(ByHoles { class: class.clone(), done });
        let mut count = Some(0);
        for (Inquiry { questions, .. }, done) in inquiries.iter_mut().zip(done) {
            let most = share.most();
            let singles = Singles::new(symmetries, questions, class, keys)
                .and_then(|singles| Some((singles.bytes_within(most, 1.0)? as usize, singles)));
            let Some((bytes, singles)) = singles else {
                count = None;
                continue;
            };
            share.begin(bytes, bytes, || *memory = Memory::default());
            if memory.largest.saturating_add(bytes) > share.bytes() {
                *memory = Memory::default();
            }
            if bytes <= share.bytes() {
                memory.largest = memory.largest.max(bytes);
                count = count.map(|_| singles.classes().map(|(_, boards)| boards).sum());
                singles.search(questions, &mut memory.wave, tallies, progress)?;
                *done = true;
            } else {
                count = None;
            }
            if !share.is_apart() {
                *memory = Memory::default();
            }
            share.end();
        }
        Ok(count)
    }

    /// What classes [`search_singles`](Self::search_singles) would search all of, if that is so in so many bytes of
    /// memory. Each of the boards stands for so many.
    pub fn together(
        &mut self,
        class: &Class,
        boards: Words<'_>,
        stand_for: f64,
        memory: usize,
    ) -> Option<Together> {
        match boards {
            Words::Narrow(boards) => {
                self.together_of(class, &boards.collect::<Vec<_>>(), stand_for, memory)
            }
            Words::Wide(boards) => {
                self.together_of(class, &boards.collect::<Vec<_>>(), stand_for, memory)
            }
        }
    }

    /// As [`together`](Self::together), with the boards in a list.
    fn together_of<K: Searched>(
        &mut self,
        class: &Class,
        keys: &[K],
        stand_for: f64,
        memory: usize,
    ) -> Option<Together> {
        let Self { symmetries, inquiries, .. } = self;
        let mut all: Option<Together> = None;
        for Inquiry { questions, .. } in inquiries {
            let singles = Singles::new(symmetries, questions, class, keys)?;
            let bytes = singles.bytes_within(memory, stand_for)?;
            let sets = stand_for * singles.sets() as f64;
            match &mut all {
                Some(all) => {
                    all.sets += sets;
                    all.bytes = all.bytes.max(bytes);
                }
                None => {
                    let of_all = |(pieces, boards)| (pieces, stand_for * boards as f64);
                    let classes = singles.classes().map(of_all).collect();
                    all = Some(Together { classes, sets, bytes });
                }
            }
        }
        all
    }
}
