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

use std::path::PathBuf;

use antipode_blocks::Cells;
use antipode_frontier::joined::Joins;
use antipode_frontier::{
    Full, Layers, Progress, Record, Space, State, Sweep, SweepError, SweepSettings, Used,
    check_space,
};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::class::Class;
use crate::family::{Family, Task};
use crate::generate::crowded::Crowded;
use crate::generate::packing::Packing;
use crate::generate::visitor::{Span, Visitor};
use crate::key::Key;
use crate::search::class_graph::smallest_text;
use crate::search::graphs::Kept;
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
    /// if the transposes of its boards belong to the family too. Returns its counts and those of its
    /// puzzles that are wanted, if it has a justsolved board.
    pub(crate) fn search(
        &self,
        class: &Class,
        (images, twins): (u64, bool),
        wanted: Wanted,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<(SizeClass, Vec<Puzzle>)>, SweepError> {
        let search = ClassSearch { family: self.family, class, twins, wanted };
        let mut one = One { search, budget, held: 0, progress, boards: 0, found: None };
        let span = Span { from: Some(class.clone()), to: None };
        // The class is the first of the span, and the visit ends with it.
        if let Err(End::Crowded(crowded)) = self.packing.visit_goal(class.goal, &span, &mut one) {
            return Err(crowded.into());
        }
        let boards = one.boards;
        let Some(found) = one.found.transpose()? else { return Ok(None) };
        let Found { hardest, groups, states, farthest } = found;
        let puzzles = farthest.into_iter().filter_map(|group| {
            let ties = images * group.starts;
            let Group { moves, states, .. } = group;
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
    found: Option<Result<Found, SweepError>>,
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
        let groups = Groups { search, justsolved: &justsolved, budget, progress: *progress };
        self.found = Some(visit(metric, space, groups));
        Err(End::Done)
    }
}

/// The groups of a class to be searched by the actions of some metric.
struct Groups<'a, K> {
    search: &'a ClassSearch<'a>,
    /// The justsolved boards, in order.
    justsolved: &'a [K],
    budget: &'a Budget,
    progress: &'a dyn Progress,
}

impl<K: Searched> Visit<K> for Groups<'_, K> {
    type Output = Result<Found, SweepError>;

    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>,
    {
        self.search.groups(&actions, self.justsolved, self.budget, self.progress)
    }
}

/// A class being searched.
struct ClassSearch<'a> {
    family: &'a Family,
    class: &'a Class,
    /// Whether the transposes of its boards belong to the family too.
    twins: bool,
    wanted: Wanted,
}

/// What a searched class has to offer.
struct Found {
    /// The greatest difficulty of its puzzles, 0 if there are none.
    hardest: u32,
    /// The number of groups.
    groups: u64,
    /// The number of boards in them.
    states: u64,
    /// The farthest starts of groups.
    farthest: Vec<Group>,
}

/// The farthest starts of one group.
#[derive(Default)]
struct Group {
    /// Their distance; 0 if there are none.
    moves: u32,
    /// How many there are.
    starts: u64,
    /// The smallest of them and, where those count too, of their transposes, if it is wanted.
    smallest: Option<String>,
    /// The number of boards in the group.
    states: u64,
}

impl ClassSearch<'_> {
    /// Searches group after group of the class, whose justsolved boards are given in order.
    fn groups<A: Actions<State: Record, Used: Record>>(
        &self,
        space: &A,
        justsolved: &[A::State],
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Found, SweepError> {
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
        let mut left = vec![true; justsolved.len()];
        let mut found = Found { hardest: 0, groups: 0, states: 0, farthest: Vec::new() };
        for first in 0..justsolved.len() {
            if !left[first] {
                continue;
            }
            let mut seen = search.group(&[first as u32], &left, &mut table)?;
            if !seen.beyond.is_empty() {
                seen.sources.append(&mut seen.beyond);
                seen = search.group(&seen.sources, &left, &mut table)?;
            }
            seen.sources.iter().for_each(|&source| left[source as usize] = false);
            found.hardest = found.hardest.max(seen.group.moves);
            found.groups += 1;
            found.states += seen.group.states;
            found.farthest.push(seen.group);
        }
        Ok(found)
    }

    /// The text of a start or of its transpose, if that comes first and counts.
    fn smallest_text<K: Key>(&self, key: K) -> String {
        smallest_text(&self.class.board(&self.family.grid, key), self.twins)
    }
}

/// The most bytes of the table in which small groups are searched: those of some 60,000 boards, which
/// are searched in the time that a frontier search takes to begin.
const TABLE_BYTES: usize = 1 << 22;

struct GroupSearch<'a, A: Space> {
    class: &'a ClassSearch<'a>,
    /// The justsolved boards of the class, in order.
    justsolved: &'a [A::State],
    space: &'a A,
    others: A,
    goal: A,
    settings: SweepSettings,
    progress: &'a dyn Progress,
}

/// A search layer by layer: a frontier search, or one in a table, which holds no more than fits there.
trait Search<A: Space> {
    type Error;

    /// Adds to layer 0 whatever moves of `space` reach from it.
    fn saturate(&mut self, space: &A, progress: &dyn Progress) -> Result<(), Self::Error>;

    /// Makes the next layer. Returns how many states it has.
    fn advance(&mut self, space: &A, progress: &dyn Progress) -> Result<u64, Self::Error>;

    /// How many states all layers have.
    fn states(&self) -> u64;

    /// See [`Sweep::fold`].
    fn fold<T: Send>(
        &self,
        identity: impl Fn() -> T + Sync + Send,
        fold: impl Fn(T, A::State) -> T + Sync + Send,
        reduce: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<T, Self::Error>;
}

impl<A: Actions<State: Record, Used: Record>> Search<A> for Sweep<A::State, A::Used> {
    type Error = SweepError;

    fn saturate(&mut self, space: &A, progress: &dyn Progress) -> Result<(), SweepError> {
        Sweep::saturate(self, space, progress).map(drop)
    }

    fn advance(&mut self, space: &A, progress: &dyn Progress) -> Result<u64, SweepError> {
        Sweep::advance(self, space, progress)
    }

    fn states(&self) -> u64 {
        self.layers().iter().sum()
    }

    fn fold<T: Send>(
        &self,
        identity: impl Fn() -> T + Sync + Send,
        fold: impl Fn(T, A::State) -> T + Sync + Send,
        reduce: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<T, SweepError> {
        Sweep::fold(self, identity, fold, reduce)
    }
}

impl<A: Space<State: State, Used: Used>> Search<A> for Layers<A::State, A::Used, ()> {
    type Error = Full;

    fn saturate(&mut self, space: &A, _: &dyn Progress) -> Result<(), Full> {
        Layers::saturate(self, space).map(drop)
    }

    fn advance(&mut self, space: &A, _: &dyn Progress) -> Result<u64, Full> {
        Layers::advance(self, space).map(|states| states as u64)
    }

    fn states(&self) -> u64 {
        self.len() as u64
    }

    fn fold<T: Send>(
        &self,
        identity: impl Fn() -> T + Sync + Send,
        fold: impl Fn(T, A::State) -> T + Sync + Send,
        _: impl Fn(T, T) -> T + Sync + Send,
    ) -> Result<T, Full> {
        let last = self.layer(self.depth() - 1);
        Ok(last.map(|number| self.state(number)).fold(identity(), fold))
    }
}

/// What one search saw of a group. Justsolved boards are told by their numbers.
struct Seen {
    group: Group,
    /// The justsolved boards at distance 0.
    sources: Vec<u32>,
    /// The others, which the search met on its way.
    beyond: Vec<u32>,
}

/// The starts in a layer and the justsolved boards.
struct Noted {
    starts: u64,
    smallest: Option<String>,
    justsolved: Vec<u32>,
}

impl<A: Actions<State: Record, Used: Record>> GroupSearch<'_, A> {
    /// Searches a group from some of its justsolved boards, in `table` if it fits there. `left` says of
    /// each of the class whether its group was not searched yet.
    fn group(
        &self,
        sources: &[u32],
        left: &[bool],
        table: &mut Layers<A::State, A::Used, ()>,
    ) -> Result<Seen, SweepError> {
        if self.progress.stop() {
            return Err(SweepError::Stopped { layer: 0 });
        }
        let boards = sources.iter().map(|&source| self.justsolved[source as usize]);
        table.clear(0);
        let small = boards.clone().try_for_each(|board| table.add_source(board).map(drop));
        if let Ok(seen) = small.and_then(|()| self.search(table, left)) {
            self.progress.stored(seen.group.states);
            return Ok(seen);
        }
        self.search(&mut Sweep::<A::State, A::Used>::new(boards, &self.settings)?, left)
    }

    /// Searches a group from layer 0 of a search.
    fn search<S: Search<A>>(&self, search: &mut S, left: &[bool]) -> Result<Seen, S::Error> {
        search.saturate(&self.others, self.progress)?;
        let sources = self.note(search, 0, left)?.justsolved;
        let mut seen = Seen { group: Group::default(), sources, beyond: Vec::new() };
        let mut moves = 0;
        loop {
            let space = if moves == 0 { &self.goal } else { self.space };
            if search.advance(space, self.progress)? == 0 {
                break;
            }
            moves += 1;
            let mut noted = self.note(search, moves, left)?;
            seen.beyond.append(&mut noted.justsolved);
            if noted.starts > 0 {
                let Noted { starts, smallest, .. } = noted;
                seen.group = Group { moves, starts, smallest, states: 0 };
            }
        }
        seen.group.states = search.states();
        Ok(seen)
    }

    /// Looks through the last layer, which is at distance `moves`.
    fn note<S: Search<A>>(&self, search: &S, moves: u32, left: &[bool]) -> Result<Noted, S::Error> {
        let ClassSearch { family, class, wanted, .. } = self.class;
        let start = family.start(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let home = family.home(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let is_start = |anchor| match family.task {
            Task::Simple2 => anchor != home,
            _ => anchor == start,
        };
        let texts = moves >= wanted.first;
        let none = || Noted { starts: 0, smallest: None, justsolved: Vec::new() };
        let source = |key| self.justsolved.binary_search(&key).ok().filter(|&it| left[it]);
        let look = |mut noted: Noted, key: A::State| {
            let anchor = self.space.boards().goal_anchor(key);
            let source = if anchor == home { source(key) } else { None };
            if let Some(source) = source {
                noted.justsolved.push(source as u32);
            } else if is_start(anchor) {
                noted.starts += 1;
                if texts {
                    let text = self.class.smallest_text(key);
                    if noted.smallest.as_ref().is_none_or(|smallest| text < *smallest) {
                        noted.smallest = Some(text);
                    }
                }
            }
            noted
        };
        let join = |mut one: Noted, mut two: Noted| {
            one.starts += two.starts;
            one.justsolved.append(&mut two.justsolved);
            one.smallest = one.smallest.into_iter().chain(two.smallest).min();
            one
        };
        search.fold(none, look, join)
    }
}

#[cfg(test)]
mod tests {
    use std::iter::repeat_n;

    use antipode_blocks::{Grid, Rule};
    use antipode_frontier::Silent;

    use super::*;
    use crate::shape::Shape;

    #[test]
    fn justsolved_boards_without_a_number_are_refused() {
        let family = Family::whole(Grid::new(2, 2).unwrap(), Rule::Strict);
        let class = Class { goal: Shape::of(&family.grid, 1), others: Vec::new() };
        let wanted = Wanted { number: 0, first: 0, more: 0 };
        let search = ClassSearch { family: &family, class: &class, twins: false, wanted };
        let budget = &Budget { memory: usize::MAX, scratch: PathBuf::new() };
        let mut one = One { search, budget, held: 0, progress: &Silent, boards: 0, found: None };
        assert!(one.class(&class, repeat_n(1_u64, MOST_JUSTSOLVED + 1)).is_err());
        let full = Full::States { limit: MOST_JUSTSOLVED };
        assert!(matches!(one.found, Some(Err(SweepError::Full(it))) if it == full));
    }
}
