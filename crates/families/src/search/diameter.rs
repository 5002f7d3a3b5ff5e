//! The grouped diameter search: every group of a class at once.
//!
//! One search from all justsolved boards of a class gives every board its distance to the
//! nearest goal of its own group, since no path leaves a group. The home boards that are not
//! justsolved are found first, by the moves that leave the goal piece alone: they shorten no
//! solution (its last move brings the goal piece home) but they join groups that touch nowhere
//! else. What remains is told apart by labels that spread with the search.

use antipode_frontier::{Components, Full, Layers, Progress, Record, SweepError, Used};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::actions::moves::Moves;
use crate::actions::slides::Slides;
use crate::actions::steps::Steps;
use crate::actions::supers::Supers;
use crate::class::Class;
use crate::family::{Family, Task};
use crate::key::Key;
use crate::search::outsized::Budget;
use crate::tally::{Puzzle, SizeClass, Tally, Wanted};
use antipode_blocks::Cells;
use antipode_blocks::Metric;

/// Searches classes one after the other and keeps its memory between them.
#[derive(Debug)]
pub struct Diameter<'a> {
    family: &'a Family,
    budget: Budget,
    narrow: Tables<u64>,
    wide: Tables<u128>,
}

/// A table for each set of used operators that some metric keeps. Only one is ever filled.
#[derive(Debug)]
pub struct Tables<K: Key> {
    plain: Layers<K, (), Components>,
    moves: Layers<K, u32, Components>,
    slides: Layers<K, u64, Components>,
}

impl<K: Key> Tables<K> {
    fn with_memory(bytes: usize) -> Self {
        Tables {
            plain: Layers::with_memory(bytes),
            moves: Layers::with_memory(bytes),
            slides: Layers::with_memory(bytes),
        }
    }
}

/// A word for which [`Diameter`] holds tables.
pub trait Searched: Key + Record {
    /// The tables for keys of this kind.
    fn tables<'a>(diameter: &'a mut Diameter<'_>) -> &'a mut Tables<Self>;

    /// [`Diameter::search`], for sources that can be made again. Each word has its own, so that the
    /// searches are compiled here, once, and not wherever they are called.
    fn search(
        diameter: &mut Diameter<'_>,
        class: &Class,
        sources: Sources<'_, Self>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError>;
}

macro_rules! searched {
    ($($word:ty, $tables:ident);*) => {$(
        impl Searched for $word {
            fn tables<'a>(diameter: &'a mut Diameter<'_>) -> &'a mut Tables<Self> {
                &mut diameter.$tables
            }

            fn search(
                diameter: &mut Diameter<'_>,
                class: &Class,
                sources: Sources<'_, Self>,
                tally: &mut Tally,
                progress: &dyn Progress,
            ) -> Result<(), SweepError> {
                diameter.search_by_metric(class, sources, tally, progress)
            }
        }
    )*};
}
searched!(u64, narrow; u128, wide);

/// A set of used operators for which there is a table.
trait Kept: Used + Record {
    fn table<K: Key>(tables: &mut Tables<K>) -> &mut Layers<K, Self, Components>;
}

impl Kept for () {
    fn table<K: Key>(tables: &mut Tables<K>) -> &mut Layers<K, Self, Components> {
        &mut tables.plain
    }
}

impl Kept for u32 {
    fn table<K: Key>(tables: &mut Tables<K>) -> &mut Layers<K, Self, Components> {
        &mut tables.moves
    }
}

impl Kept for u64 {
    fn table<K: Key>(tables: &mut Tables<K>) -> &mut Layers<K, Self, Components> {
        &mut tables.slides
    }
}

/// Makes the justsolved boards of a class.
pub type Sources<'a, K> = &'a dyn Fn() -> Box<dyn ExactSizeIterator<Item = K> + 'a>;

/// How many boards a class has for each justsolved one, roughly: the median on 4x4.
const STATES_A_SOURCE: usize = 8;

impl<'a> Diameter<'a> {
    /// The bytes that the table of a large class takes for each of its boards, about.
    pub const STATE_BYTES: usize = Layers::<u64, u32, Components>::STATE_BYTES;

    /// A searcher for classes of `family` that keeps within `budget`.
    pub fn new(family: &'a Family, budget: Budget) -> Self {
        Diameter {
            family,
            narrow: Tables::with_memory(budget.memory),
            wide: Tables::with_memory(budget.memory),
            budget,
        }
    }

    /// Searches `class`, whose justsolved boards are `sources`, and adds what it finds to
    /// `tally`. Where the transpose of a class belongs to the family too, only the one of them
    /// that comes first is searched, for both.
    pub fn search<K: Searched>(
        &mut self,
        class: &Class,
        sources: impl ExactSizeIterator<Item = K> + Clone,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        // A class has few sources beside its boards, so the searches need not be compiled anew
        // for every way to make them.
        K::search(self, class, &|| Box::new(sources.clone()), tally, progress)
    }

    fn search_by_metric<K: Searched>(
        &mut self,
        class: &Class,
        sources: Sources<'_, K>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let boards = Boards::new(&self.family.grid, class);
        let metric = self.family.metric;
        match metric {
            Metric::Step => self.search_by(&Steps(boards), class, sources, tally, progress),
            Metric::Slide => self.search_by(&Slides(boards), class, sources, tally, progress),
            Metric::Move => self.search_by(&Moves(boards), class, sources, tally, progress),
            Metric::SuperStep | Metric::SuperSlide | Metric::SuperMove => {
                let space = Supers::new(boards, metric.reach());
                self.search_by(&space, class, sources, tally, progress)
            }
        }
    }

    fn search_by<K: Searched, A: Actions<State = K, Used: Kept>>(
        &mut self,
        space: &A,
        class: &Class,
        sources: Sources<'_, K>,
        tally: &mut Tally,
        progress: &dyn Progress,
    ) -> Result<(), SweepError> {
        let family = self.family;
        let twin = family.twin(class);
        if twin.as_ref().is_some_and(|twin| twin < class) {
            return Ok(());
        }
        // A class that is its own transpose holds both twins of each of its puzzles.
        let images = if twin.as_ref().is_some_and(|twin| twin != class) { 2 } else { 1 };
        let search =
            ClassSearch { family, class, twins: twin.is_some(), wanted: tally.wanted(class) };
        let boards = sources().len() as u64;
        let table = A::Used::table(K::tables(self));
        let found = match family.task {
            Task::Simple3 | Task::Simple2 => search.in_memory(space, sources(), table),
            Task::Simple => fill(table, sources()).map(|()| search.any_place(space, table)),
            Task::Compound => fill(table, sources()).map(|()| search.any_boards(space, table)),
        };
        let found = match found {
            Ok(found) => {
                progress.stored(found.states);
                found
            }
            Err(full) if !family.task.has_corner() => return Err(full.into()),
            Err(_) => {
                // The other engine is given all of the memory.
                *K::tables(self) = Tables::with_memory(self.budget.memory);
                search.outsized(space, sources(), &self.budget, progress)?
            }
        };

        let Found { hardest, groups, states, farthest } = found;
        tally.count(class, images, states, SizeClass { boards, groups, states, hardest });
        let puzzles = farthest.into_iter().filter_map(|group| {
            let ties = images * group.starts;
            let Group { moves, states, target, .. } = group;
            group.smallest.map(|start| Puzzle { moves, start, target, ties, group_states: states })
        });
        tally.offer(class, puzzles.collect());
        Ok(())
    }
}

/// Puts all boards of a class into a table, for families that search all of them.
fn fill<K: Key, U: Used>(
    table: &mut Layers<K, U, Components>,
    boards: impl ExactSizeIterator<Item = K>,
) -> Result<(), Full> {
    table.clear(boards.len());
    boards.into_iter().try_for_each(|board| table.add_source(board).map(|_| ()))
}

/// A class being searched.
pub(crate) struct ClassSearch<'a> {
    pub(crate) family: &'a Family,
    pub(crate) class: &'a Class,
    /// Whether the transposes of its boards belong to the family too.
    pub(crate) twins: bool,
    pub(crate) wanted: Wanted,
}

/// What a searched class has to offer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The greatest difficulty of its puzzles, 0 if there are none or none that is wanted.
    pub(crate) hardest: u32,
    /// The number of groups.
    pub(crate) groups: u64,
    /// The number of boards in them.
    pub(crate) states: u64,
    /// The farthest starts of groups, of all that are wanted at least.
    pub(crate) farthest: Vec<Group>,
}

/// The farthest starts of one group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Group {
    /// Their distance; 0 if there are none.
    pub(crate) moves: u32,
    /// How many there are.
    pub(crate) starts: u64,
    /// The smallest of them and, where those count too, of their transposes.
    pub(crate) smallest: Option<String>,
    /// Where that one ends, if the family leaves it open.
    pub(crate) target: Option<String>,
    /// The number of boards in the group.
    pub(crate) states: u64,
}

impl ClassSearch<'_> {
    /// The text of a start or of its transpose, if that comes first and counts.
    pub(crate) fn smallest_text<K: Key>(&self, key: K) -> String {
        let board = self.class.board(&self.family.grid, key);
        let text = board.to_string();
        if self.twins { text.min(board.transpose().to_string()) } else { text }
    }

    /// Searches all groups at once, in one table.
    fn in_memory<A: Actions>(
        &self,
        space: &A,
        sources: Box<dyn ExactSizeIterator<Item = A::State> + '_>,
        table: &mut Layers<A::State, A::Used, Components>,
    ) -> Result<Found, Full> {
        let others = space.restricted(Movers::Others);
        let goal = space.restricted(Movers::Goal);
        table.clear(STATES_A_SOURCE * sources.len());
        for source in sources {
            let number = table.len();
            if table.add_source(source)? {
                table.saturate(&others, number)?;
            }
        }
        if table.advance(&goal)? > 0 {
            while table.advance(space)? > 0 {}
        }
        Ok(self.farthest(space, table))
    }

    /// Scans a finished table from its far end, until every group has shown its farthest starts
    /// or what is left is not wanted.
    fn farthest<A: Actions>(
        &self,
        space: &A,
        table: &Layers<A::State, A::Used, Components>,
    ) -> Found {
        let ClassSearch { family, class, wanted, .. } = self;
        let components = table.trace();
        let start = family.start(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let mut found = Found {
            hardest: 0,
            groups: components.count() as u64,
            states: table.len() as u64,
            farthest: Vec::new(),
        };
        let mut left = found.groups;
        for distance in (1..table.depth()).rev() {
            let moves = distance as u32;
            let least = match found.hardest {
                0 => wanted.number.min(wanted.first),
                _ => wanted.more,
            };
            if left == 0 || moves < least {
                break;
            }
            for index in table.layer(distance) {
                let key = table.state(index);
                if family.task == Task::Simple3 && space.boards().goal_anchor(key) != start {
                    continue;
                }
                if found.hardest == 0 {
                    found.hardest = moves;
                    if moves < wanted.first {
                        return found;
                    }
                    found.farthest.resize(components.labels(), Group::default());
                }
                let label = components.representative(table.mark(index));
                let group = &mut found.farthest[label as usize];
                if group.moves == 0 {
                    group.moves = moves;
                    left -= 1;
                }
                if group.moves == moves {
                    group.starts += 1;
                    let text = self.smallest_text(key);
                    if group.smallest.as_ref().is_none_or(|smallest| text < *smallest) {
                        group.smallest = Some(text);
                    }
                }
            }
        }
        if !found.farthest.is_empty() {
            for index in 0..table.len() {
                let label = components.representative(table.mark(index));
                found.farthest[label as usize].states += 1;
            }
        }
        found
    }
}
