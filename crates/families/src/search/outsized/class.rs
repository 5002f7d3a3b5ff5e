//! The grouped diameter search for classes that do not fit in memory.
//!
//! Frontier search forgets old layers, and with them which group a state belongs to. So groups
//! are searched one by one, as in the reference: a first search from one justsolved board sees
//! the whole of its group and meets all other justsolved boards in it; if there are any, a
//! second search starts from all of them.
//!
//! Most groups of most classes are small, and a frontier search takes longer to begin than such a group to be
//! searched. So each is searched in a table first, as long as it fits there: a class of 4x5 with 3,017
//! groups took 2.2 s in place of 6.4.

use std::path::{Path, PathBuf};

use antipode_frontier::joined::Joins;
use antipode_frontier::{
    Full, Layers, Progress, Record, Space, SweepError, SweepSettings, check_space,
};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::class::Class;
use crate::family::Family;
use crate::generate::crowded::Crowded;
use crate::generate::packing::Packing;
use crate::generate::visitor::{Span, Visitor};
use crate::search::graphs::Kept;
use crate::search::outsized::group::{ClassSearch, GroupSearch, TABLE_BYTES};
use crate::search::outsized::reached::{AtHand, FarthestStarts, Offer, Reached};
use crate::search::visit::{Visit, visit};
use crate::searched::Searched;
use crate::tally::{Puzzle, SizeClass, Wanted};

/// What one search may use.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: usize,
    /// The directory for what does not fit. It is made when it is needed.
    pub scratch: PathBuf,
}

/// What is left of so many bytes where others hold some, an eighth of them at least.
pub(crate) fn left_beside(memory: usize, held: usize) -> usize {
    memory.saturating_sub(held).max(memory / 8)
}

/// The most justsolved boards of a class, as their numbers are 32 bits.
const MOST_JUSTSOLVED: usize = u32::MAX as usize;

/// How many boards a class has for each justsolved one, on 4x5.
const STATES_A_SOURCE: usize = 17;

impl Budget {
    /// What is left of it where others hold so many bytes, an eighth of it at least.
    pub(crate) fn without(&self, bytes: usize) -> Self {
        Budget { memory: left_beside(self.memory, bytes), scratch: self.scratch.clone() }
    }

    /// About how many bytes of disk the search of a class with so many justsolved boards takes.
    ///
    /// The widest three layers hold about a quarter of the states, and twice that is there while
    /// they are merged. What fits in memory stays there.
    fn disk<A: Actions<State: Record, Used: Record>>(&self, sources: usize) -> u64 {
        let states = sources.saturating_mul(STATES_A_SOURCE);
        let record = A::State::BYTES + A::Used::BYTES;
        (states.saturating_mul(record) / 2).saturating_sub(self.memory) as u64
    }
}

/// Searches classes with a goal piece one by one, from their justsolved boards.
#[derive(Debug)]
pub(crate) struct Outsized<'a> {
    family: &'a Family,
    packing: Packing<'a>,
}

impl<'a> Outsized<'a> {
    pub(crate) fn new(family: &'a Family, budget: &Budget) -> Self {
        Outsized { family, packing: Packing::new(family).within(budget.memory) }
    }

    /// Searches a class with its goal piece within `budget`, which stands for `images` classes; `twins`
    /// if the transposes of its boards belong to the family too. Goes on where it was saved in the folder `saves`, if
    /// there is one. Returns its counts and those of its puzzles that are wanted, if it has a justsolved board.
    pub(crate) fn search(
        &self,
        class: &Class,
        (images, twins): (u64, bool),
        wanted: Wanted,
        budget: &Budget,
        saves: Option<&Path>,
        progress: &dyn Progress,
    ) -> Result<Option<(SizeClass, Vec<Puzzle>)>, SweepError> {
        let search = ClassSearch { family: self.family, class, twins, wanted, saves };
        let mut one = One { search, budget, held: 0, progress, boards: 0, found: None };
        let span = Span { from: Some(class.clone()), to: None };
        // The class is the first of the span, and the visit ends with it.
        if let Err(End::Crowded(crowded)) = self.packing.visit_goal(class.goal, &span, &mut one) {
            return Err(crowded.into());
        }
        let boards = one.boards;
        let Some(found) = one.found.transpose()? else { return Ok(None) };
        let Offer { hardest, groups, states, farthest } = found;
        let puzzles = farthest.into_iter().filter_map(|group| {
            let ties = images * group.starts;
            let FarthestStarts { moves, states, .. } = group;
            group.smallest.map(|start| Puzzle {
                moves,
                start,
                target: None,
                ties,
                group_states: states,
            })
        });
        Ok(Some((SizeClass { boards, groups, states, hardest }, puzzles.collect())))
    }
}

/// Searches the first class that is visited, if it is the one wanted.
struct One<'a> {
    search: ClassSearch<'a>,
    budget: &'a Budget,
    /// The bytes that the generator holds.
    held: usize,
    progress: &'a dyn Progress,
    boards: u64,
    found: Option<Result<Offer, SweepError>>,
}

/// Why the visit ends.
enum End {
    /// One class was visited.
    Done,
    Crowded(Crowded),
}

impl From<Crowded> for End {
    fn from(crowded: Crowded) -> Self {
        End::Crowded(crowded)
    }
}

impl Visitor for One<'_> {
    type Error = End;

    fn holds(&mut self, bytes: usize) {
        self.held = bytes;
    }

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), End> {
        if class != self.search.class {
            return Err(End::Done);
        }
        self.boards = boards.len() as u64;
        if self.boards > MOST_JUSTSOLVED as u64 {
            self.found = Some(Err(Full::States { limit: MOST_JUSTSOLVED }.into()));
            return Err(End::Done);
        }
        let mut justsolved: Vec<K> = boards.collect();
        justsolved.sort_unstable();
        // Once its group is searched from it or met, each is listed by its number, in a list that may have grown twice
        // as long as it need be.
        let listed = 2 * size_of::<u32>();
        let list = justsolved.len() * (size_of::<K>() + size_of::<bool>() + listed);
        let budget = &self.budget.without(self.held + list);
        let space = Boards::new(&self.search.family.grid, class);
        let metric = self.search.family.metric;
        let Self { search, progress, .. } = &*self;
        let groups = SearchGroups { search, justsolved: &justsolved, budget, progress: *progress };
        self.found = Some(visit(metric, space, groups));
        Err(End::Done)
    }
}

/// The groups of a class to be searched by the actions of some metric.
struct SearchGroups<'a, K> {
    search: &'a ClassSearch<'a>,
    /// The justsolved boards, in order.
    justsolved: &'a [K],
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl<K: Searched> Visit<K> for SearchGroups<'_, K> {
    type Output = Result<Offer, SweepError>;

    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        self.search.groups(&actions, self.justsolved, self.budget, self.progress)
    }
}

impl ClassSearch<'_> {
    /// Searches group after group of the class, whose justsolved boards are given in order.
    fn groups<A: Actions<State: Record, Used: Record>>(
        &self,
        space: &A,
        justsolved: &[A::State],
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Offer, SweepError> {
        check_space(&budget.scratch, budget.disk::<A>(justsolved.len()))?;
        let memory = TABLE_BYTES.min(budget.memory / 8);
        let mut table = Layers::with_memory(memory);
        let search = GroupSearch {
            class: self,
            justsolved,
            space,
            others: space.restricted(Movers::Others),
            goal: space.restricted(Movers::Goal),
            settings: SweepSettings::new(budget.memory - memory, &budget.scratch),
            progress,
        };
        let (boards, wanted) = (justsolved.len(), self.wanted.first);
        let mut checkpoint = self.checkpoint();
        let saved = checkpoint.as_ref().and_then(|it| it.read(boards, wanted, progress));
        let mut reached = saved.unwrap_or_else(|| Reached::nothing(boards, wanted));
        for first in 0..boards {
            if !reached.left[first] {
                continue;
            }
            if reached.at_hand.sources.is_empty() {
                reached.at_hand.sources.push(first as u32);
            }
            loop {
                search.pass(&mut reached, &mut table, &mut checkpoint)?;
                let AtHand { is_begun, sources, beyond, .. } = &mut reached.at_hand;
                if beyond.is_empty() {
                    break;
                }
                sources.append(beyond);
                *is_begun = false;
            }
            let AtHand { sources, group, .. } = std::mem::take(&mut reached.at_hand);
            let Reached { found, left, .. } = &mut reached;
            sources.iter().for_each(|&source| left[source as usize] = false);
            found.hardest = found.hardest.max(group.moves);
            found.groups += 1;
            found.states += group.states;
            found.farthest.push(group);
        }
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save::<A::State, A::Used>(&reached, None, progress);
        }
        Ok(reached.found)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::iter::repeat_n;
    use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
    use std::sync::{Mutex, PoisonError};

    use antipode_blocks::{Grid, Rule};
    use antipode_frontier::Silent;

    use super::*;
    use crate::shape::Shape;

    #[test]
    fn justsolved_boards_without_a_number_are_refused() {
        let family = Family::whole(Grid::new(2, 2).unwrap(), Rule::Strict);
        let class = Class { goal: Shape::of(&family.grid, 1), others: Vec::new() };
        let wanted = Wanted { number: 0, first: 0, more: 0 };
        let (twins, saves) = (false, None);
        let search = ClassSearch { family: &family, class: &class, twins, wanted, saves };
        let budget = &Budget { memory: usize::MAX, scratch: PathBuf::new() };
        let mut one = One { search, budget, held: 0, progress: &Silent, boards: 0, found: None };
        assert!(one.class(&class, repeat_n(1_u64, MOST_JUSTSOLVED + 1)).is_err());
        let full = Full::States { limit: MOST_JUSTSOLVED };
        assert!(matches!(one.found, Some(Err(SweepError::Full(it))) if it == full));
    }

    /// Stops a search the `last` time that it asks, and keeps what it tells.
    #[derive(Default)]
    struct Stops {
        last: usize,
        asked: AtomicUsize,
        stored: AtomicU64,
        notes: Mutex<Vec<String>>,
    }

    impl Progress for Stops {
        fn stop(&self) -> bool {
            self.asked.fetch_add(1, Relaxed) >= self.last
        }

        fn stored(&self, states: u64) {
            self.stored.fetch_add(states, Relaxed);
        }

        fn note(&self, line: &str) {
            self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        }
    }

    #[test]
    fn a_search_goes_on_where_it_was_saved_after_a_stop_at_any_layer() {
        let grid = Grid::new(3, 3).unwrap();
        let shape = |text| Shape::parse(&grid, text).unwrap();
        let mut others = vec![shape("X/X"), shape("XX"), shape("X")];
        others.sort_unstable();
        let (family, class) =
            (Family::whole(grid, Rule::Strict), Class { goal: shape("XX"), others });
        let scratch = tempfile::tempdir().unwrap();
        let budget = Budget { memory: 1000, scratch: scratch.path().to_owned() };
        let wanted = Wanted { number: 1, first: 1, more: 1 };
        let search = |saves: Option<&Path>, progress: &Stops| {
            let outsized = Outsized::new(&family, &budget);
            outsized.search(&class, (1, false), wanted, &budget, saves, progress)
        };
        let never = || Stops { last: usize::MAX, ..Stops::default() };
        let all = never();
        let whole = search(None, &all).unwrap();
        let Stops { asked, stored, .. } = all;
        let (whole, all) = (whole.unwrap(), stored.into_inner());
        let saved_class = |saves: &Path| {
            let files = fs::read_dir(saves).unwrap().map(|file| file.unwrap().path());
            let is_class = |file: &PathBuf| file.extension().is_some_and(|it| it == "class");
            files.into_iter().find(is_class).unwrap()
        };
        // What is saved when it is asked to stop for the last time.
        let stopped = |last| {
            let saves = tempfile::tempdir().unwrap();
            let found = search(Some(saves.path()), &Stops { last, ..Stops::default() });
            assert!(matches!(found, Err(SweepError::Stopped { .. })), "{last}");
            saves
        };
        let mut fewest = all;
        let asked = asked.into_inner();
        for last in (1..asked).step_by(asked / 8) {
            // All may be saved, or what was seen a layer less than what was searched.
            for is_behind in [false, true] {
                let saves = stopped(last);
                if is_behind {
                    let behind = stopped(last - 1);
                    fs::copy(saved_class(behind.path()), saved_class(saves.path())).unwrap();
                }
                let goes_on = never();
                assert_eq!(search(Some(saves.path()), &goes_on).unwrap().unwrap(), whole);
                let notes = goes_on.notes.into_inner().unwrap();
                assert!(notes[0].starts_with("going on with a class"), "{notes:?}");
                assert!(is_behind || notes.len() == 1, "{notes:?}");
                fewest = fewest.min(goes_on.stored.into_inner());
            }
        }
        assert!(fewest < all / 10, "{fewest} of {all}");
    }
}
