//! The grouped diameter search for classes that do not fit in memory.
//!
//! Frontier search forgets old layers, and with them which group a state belongs to. So groups
//! are searched one by one, as in the reference: a first search from one justsolved board sees
//! the whole of its group and meets all other justsolved boards in it; if there are any, a
//! second search starts from all of them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use antipode_frontier::{Progress, Record, Sweep, SweepError, SweepSettings, check_space};

use crate::actions::boards::{Actions, Movers};
use crate::family::Task;
use crate::search::diameter::{ClassSearch, Found, Group};
use antipode_blocks::Cells;

/// What one search may use.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Bytes of memory.
    pub memory: usize,
    /// The directory for what does not fit. It is made when it is needed.
    pub scratch: PathBuf,
}

/// How many boards a class has for each justsolved one, on 4x5.
const STATES_A_SOURCE: usize = 17;

impl Budget {
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

impl ClassSearch<'_> {
    /// Searches group after group of the class, whose justsolved boards are `sources`.
    pub(crate) fn outsized<A: Actions<State: Record, Used: Record>>(
        &self,
        space: &A,
        sources: Box<dyn ExactSizeIterator<Item = A::State> + '_>,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Found, SweepError> {
        let sources: BTreeSet<A::State> = sources.collect();
        check_space(&budget.scratch, budget.disk::<A>(sources.len()))?;
        let search = GroupSearch {
            class: self,
            space,
            others: space.restricted(Movers::Others),
            goal: space.restricted(Movers::Goal),
            settings: SweepSettings::new(budget.memory, &budget.scratch),
            progress,
        };
        let mut left = sources;
        let mut found = Found { hardest: 0, groups: 0, states: 0, farthest: Vec::new() };
        while let Some(&first) = left.first() {
            let mut seen = search.group(BTreeSet::from([first]), &left)?;
            if !seen.beyond.is_empty() {
                seen.sources.append(&mut seen.beyond);
                seen = search.group(seen.sources, &left)?;
            }
            left.retain(|source| !seen.sources.contains(source));
            found.hardest = found.hardest.max(seen.group.moves);
            found.groups += 1;
            found.states += seen.group.states;
            found.farthest.push(seen.group);
        }
        Ok(found)
    }
}

struct GroupSearch<'a, A> {
    class: &'a ClassSearch<'a>,
    space: &'a A,
    others: A,
    goal: A,
    settings: SweepSettings,
    progress: &'a dyn Progress,
}

/// What one search saw of a group.
struct Seen<K> {
    group: Group,
    /// The justsolved boards at distance 0.
    sources: BTreeSet<K>,
    /// The others, which the search met on its way.
    beyond: BTreeSet<K>,
}

/// The starts in a layer and the justsolved boards.
struct Noted<K> {
    starts: u64,
    smallest: Option<String>,
    justsolved: BTreeSet<K>,
}

impl<A: Actions<State: Record, Used: Record>> GroupSearch<'_, A> {
    /// Searches a group from some of its justsolved boards, all of which are among `left`.
    fn group(
        &self,
        sources: BTreeSet<A::State>,
        left: &BTreeSet<A::State>,
    ) -> Result<Seen<A::State>, SweepError> {
        let mut sweep = Sweep::<A::State, A::Used>::new(sources, &self.settings)?;
        sweep.saturate(&self.others, self.progress)?;
        let sources = self.note(&sweep, 0, left)?.justsolved;
        let mut seen = Seen { group: Group::default(), sources, beyond: BTreeSet::new() };
        let mut moves = 0;
        loop {
            let space = if moves == 0 { &self.goal } else { self.space };
            if sweep.advance(space, self.progress)? == 0 {
                break;
            }
            moves += 1;
            let mut noted = self.note(&sweep, moves, left)?;
            seen.beyond.append(&mut noted.justsolved);
            if noted.starts > 0 {
                let Noted { starts, smallest, .. } = noted;
                seen.group = Group { moves, starts, smallest, target: None, states: 0 };
            }
        }
        seen.group.states = sweep.layers().iter().sum();
        Ok(seen)
    }

    /// Looks through the last layer, which is at distance `moves`.
    fn note(
        &self,
        sweep: &Sweep<A::State, A::Used>,
        moves: u32,
        left: &BTreeSet<A::State>,
    ) -> Result<Noted<A::State>, SweepError> {
        let ClassSearch { family, class, wanted, .. } = self.class;
        let start = family.start(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let home = family.home(class.goal).map_or(u32::MAX, Cells::trailing_zeros);
        let is_start = |anchor| match family.task {
            Task::Simple2 => anchor != home,
            _ => anchor == start,
        };
        let texts = moves >= wanted.first.min(wanted.more);
        let none = || Noted { starts: 0, smallest: None, justsolved: BTreeSet::new() };
        let look = |mut noted: Noted<A::State>, key: A::State| {
            let anchor = self.space.boards().goal_anchor(key);
            if anchor == home && left.contains(&key) {
                noted.justsolved.insert(key);
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
        let join = |mut one: Noted<A::State>, mut two: Noted<A::State>| {
            one.starts += two.starts;
            one.justsolved.append(&mut two.justsolved);
            one.smallest = one.smallest.into_iter().chain(two.smallest).min();
            one
        };
        sweep.fold(none, look, join)
    }
}
