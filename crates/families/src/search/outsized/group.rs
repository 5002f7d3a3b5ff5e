//! The search of one group of a class, by frontier search or, if it is small, in a table.

use std::path::Path;

use antipode_blocks::Cells;
use antipode_frontier::{
    Full, Layers, Progress, Record, Space, State, Sweep, SweepError, SweepSettings, Used,
};

use crate::actions::boards::Actions;
use crate::class::Class;
use crate::family::{Family, Task};
use crate::key::Key;
use crate::search::class_graph::smallest_text;
use crate::search::outsized::checkpoint::Checkpoint;
use crate::search::outsized::reached::{AtHand, FarthestStarts, Reached};
use crate::tally::Wanted;

/// A class being searched.
pub(super) struct ClassSearch<'a> {
    pub(super) family: &'a Family,
    pub(super) class: &'a Class,
    /// Whether the transposes of its boards belong to the family too.
    pub(super) twins: bool,
    pub(super) wanted: Wanted,
    /// The folder where its search is saved, if it is.
    pub(super) saves: Option<&'a Path>,
}

impl ClassSearch<'_> {
    /// Where its search is saved.
    pub(super) fn checkpoint(&self) -> Option<Checkpoint<'_>> {
        let Self { family, class, twins, saves, .. } = self;
        let Family { grid, task, rule, start_cell, goal_cell, metric, .. } = family;
        let of_family = (grid, task, rule, start_cell, goal_cell, metric, twins);
        saves.map(|folder| Checkpoint::new(folder, format!("{of_family:?} {class:?}")))
    }

    /// The text of a start or of its transpose, if that comes first and counts.
    fn smallest_text<K: Key>(&self, key: K) -> String {
        smallest_text(&self.class.board(&self.family.grid, key), self.twins)
    }
}

/// The most bytes of the table in which small groups are searched: those of some 60,000 boards, which
/// are searched in the time that a frontier search takes to begin.
pub(super) const TABLE_BYTES: usize = 1 << 22;

/// A frontier search of the boards of a class.
type Swept<A> = Sweep<<A as Space>::State, <A as Space>::Used>;

/// The searches of the groups of a class.
pub(super) struct GroupSearch<'a, A: Space> {
    pub(super) class: &'a ClassSearch<'a>,
    /// The justsolved boards of the class, in order.
    pub(super) justsolved: &'a [A::State],
    pub(super) space: &'a A,
    pub(super) others: A,
    pub(super) goal: A,
    pub(super) settings: SweepSettings,
    pub(super) progress: &'a dyn Progress,
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

impl<A: Actions<State: Record, Used: Record>> Search<A> for Swept<A> {
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

/// The starts in a layer and the justsolved boards.
struct Noted {
    starts: u64,
    smallest: Option<String>,
    justsolved: Vec<u32>,
}

impl<A: Actions<State: Record, Used: Record>> GroupSearch<'_, A> {
    /// Searches the group at hand from its sources, in `table` if it fits there, or goes on where it was saved.
    pub(super) fn pass(
        &self,
        reached: &mut Reached,
        table: &mut Layers<A::State, A::Used, ()>,
        checkpoint: &mut Option<Checkpoint<'_>>,
    ) -> Result<(), SweepError> {
        let stopped = self.progress.stop();
        if !reached.at_hand.is_begun {
            self.save(None, reached, checkpoint);
        }
        if stopped {
            return Err(SweepError::Stopped { layer: reached.at_hand.moves as usize });
        }
        if let Some(mut sweep) = self.resume(reached, checkpoint)? {
            return self.go_on(&mut sweep, reached, |sweep, reached| {
                self.save(Some(sweep), reached, checkpoint);
            });
        }
        let source = |&source: &u32| self.justsolved[source as usize];
        table.clear(0);
        let mut sources = reached.at_hand.sources.iter().map(source);
        let small = sources.try_for_each(|board| table.add_source(board).map(drop));
        if small.and_then(|()| self.search(table, reached, |_, _| ())).is_ok() {
            self.progress.stored(reached.at_hand.group.states);
            return Ok(());
        }
        let sources = reached.at_hand.sources.iter().map(source);
        let mut sweep = Swept::<A>::new(sources, &self.settings)?;
        self.search(&mut sweep, reached, |sweep, reached| {
            self.save(Some(sweep), reached, checkpoint)
        })
    }

    /// The search of the group at hand, if it was saved.
    fn resume(
        &self,
        reached: &mut Reached,
        checkpoint: &Option<Checkpoint<'_>>,
    ) -> Result<Option<Swept<A>>, SweepError> {
        let Some(checkpoint) = checkpoint.as_ref().filter(|_| reached.at_hand.is_begun) else {
            return Ok(None);
        };
        let sweep = checkpoint.resume(&reached.at_hand, &self.settings, self.progress);
        if let Some(sweep) = &sweep
            && sweep.layers().len() > reached.at_hand.layers()
        {
            self.look(sweep, reached)?;
        }
        Ok(sweep)
    }

    /// Saves how far the search is, if it is time to.
    fn save(
        &self,
        sweep: Option<&Swept<A>>,
        reached: &Reached,
        checkpoint: &mut Option<Checkpoint<'_>>,
    ) {
        if let Some(checkpoint) = checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due()) {
            checkpoint.save(reached, sweep, self.progress);
        }
    }

    /// Searches the group at hand from layer 0 of a search. `each` is told of every layer.
    fn search<S: Search<A>>(
        &self,
        search: &mut S,
        reached: &mut Reached,
        mut each: impl FnMut(&S, &Reached),
    ) -> Result<(), S::Error> {
        search.saturate(&self.others, self.progress)?;
        let sources = self.note(search, 0, reached)?.justsolved;
        let (beyond, group) = (Vec::new(), FarthestStarts::default());
        reached.at_hand = AtHand { is_begun: true, moves: 0, sources, beyond, group };
        each(search, reached);
        self.go_on(search, reached, each)
    }

    /// Searches on from the last layer.
    fn go_on<S: Search<A>>(
        &self,
        search: &mut S,
        reached: &mut Reached,
        mut each: impl FnMut(&S, &Reached),
    ) -> Result<(), S::Error> {
        loop {
            let space = if reached.at_hand.moves == 0 { &self.goal } else { self.space };
            if search.advance(space, self.progress)? == 0 {
                break;
            }
            self.look(search, reached)?;
            each(search, reached);
        }
        reached.at_hand.group.states = search.states();
        Ok(())
    }

    /// Takes in what there is in the last layer, which is one more.
    fn look<S: Search<A>>(&self, search: &S, reached: &mut Reached) -> Result<(), S::Error> {
        let moves = reached.at_hand.moves + 1;
        let Noted { starts, smallest, mut justsolved } = self.note(search, moves, reached)?;
        let at_hand = &mut reached.at_hand;
        at_hand.moves = moves;
        at_hand.beyond.append(&mut justsolved);
        if starts > 0 {
            at_hand.group = FarthestStarts { moves, starts, smallest, states: 0 };
        }
        Ok(())
    }

    /// Looks through the last layer, which is at distance `moves`.
    fn note<S: Search<A>>(
        &self,
        search: &S,
        moves: u32,
        reached: &Reached,
    ) -> Result<Noted, S::Error> {
        let ClassSearch { family, class, .. } = self.class;
        let Reached { wanted, left, .. } = reached;
        let start = family.start(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let home = family.home(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let is_start = |anchor| match family.task {
            Task::Simple2 => anchor != home,
            _ => anchor == start,
        };
        let texts = moves >= *wanted;
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
