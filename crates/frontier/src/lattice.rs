//! Cheapest-first search over edges of small whole costs, moves of which need not be reversible.
//!
//! This is the two-way lattice `states[x, y]` of the colour-sort puzzles: a step either leads
//! nearer to the goal and is free (x grows) or does not and costs one (y grows), and the columns
//! are expanded in increasing order of y. Whoever knows a lower bound *h* of the distance to the
//! goal gets such costs from it: a move that takes *k* steps from *s* to *t* costs
//! *k* + *h*(*t*) - *h*(*s*), and cheapest first is then A*. The bound must be consistent, that
//! is, no cost may be negative.
//!
//! A state is looked up in all that was ever seen, whatever its column, and compared whole. Only
//! the cheapest column is expanded, the state found last first, which dives for a goal through
//! the free steps. A state may be found again by a cheaper way until its own column is reached;
//! from then on its cost is final.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::error::Full;
use crate::hash::hash;
use crate::memory::{OutOfMemory, reserve};
use crate::space::State;

/// An implicit graph whose edges have small whole costs.
pub trait Priced {
    /// A position.
    type State: State;

    /// Hands every neighbour of `state` to `emit`, with the cost of the way there.
    ///
    /// The order of neighbours is the same on every call. A neighbour may be handed over more
    /// than once; of neighbours of equal cost the last one is expanded first.
    fn expand(&self, state: Self::State, emit: impl FnMut(Self::State, u32));
}

/// All states seen by a cheapest-first search.
///
/// States are numbered in the order in which they are found; sources come first.
///
/// ```
/// use antipode_frontier::{Lattice, Priced};
///
/// /// Numbers up to a hundred. Doubling is free, adding one is not.
/// struct Numbers;
///
/// impl Priced for Numbers {
///     type State = u32;
///
///     fn expand(&self, number: u32, mut emit: impl FnMut(u32, u32)) {
///         for (next, cost) in [(2 * number, 0), (number + 1, 1)] {
///             if next <= 100 {
///                 emit(next, cost);
///             }
///         }
///     }
/// }
///
/// let mut lattice = Lattice::with_limit(100);
/// lattice.add_source(1)?;
/// while let Some(index) = lattice.settle(&Numbers)? {
///     if lattice.state(index) == 100 {
///         assert_eq!(lattice.cost(index), 2);
///         assert_eq!(lattice.path(index), [1, 2, 3, 6, 12, 24, 25, 50, 100]);
///     }
/// }
/// # Ok::<(), antipode_frontier::Full>(())
/// ```
#[derive(Debug)]
pub struct Lattice<S> {
    states: Vec<S>,
    /// The state before, on the cheapest way known; [`Self::SOURCE`] for none.
    parents: Vec<u32>,
    costs: Vec<u32>,
    index: HashTable<u32>,
    /// `columns[y]` holds the states of cost `y` to be expanded, and some found cheaper since.
    columns: Vec<Vec<u32>>,
    /// All columns before this one are done.
    column: usize,
    limit: usize,
    /// How many states there is room for.
    room: usize,
}

/// The fewest states that room is made for.
const FEWEST: usize = 64;

/// What memory is for.
const TABLE: &str = "the table of a search";

impl<S: State> Lattice<S> {
    const SOURCE: u32 = u32::MAX;

    /// A lattice that refuses to hold more than `limit` states.
    pub fn with_limit(limit: usize) -> Self {
        Lattice {
            states: Vec::new(),
            parents: Vec::new(),
            costs: Vec::new(),
            index: HashTable::new(),
            columns: Vec::new(),
            column: 0,
            limit: limit.min(Self::SOURCE as usize),
            room: 0,
        }
    }

    /// A lattice that takes at most about `bytes` of memory.
    ///
    /// Counted for a state are itself, its parent and cost, its number in a column, which may take twice the room, and
    /// what a full index of slots of five bytes takes together with the one twice its size that it is moved to.
    pub fn with_memory(bytes: usize) -> Self {
        const NUMBERS: usize = size_of::<[u32; 4]>();
        const SLOTS: usize = 3 * (size_of::<u32>() + 1) * 8 / 7 + 1;
        Self::with_limit(bytes / (size_of::<S>() + NUMBERS + SLOTS))
    }

    /// The number of states seen.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state was seen.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The state numbered `index`.
    pub fn state(&self, index: usize) -> S {
        self.states[index]
    }

    /// The least cost known of a way from a source to the state numbered `index`; final once the
    /// state was settled.
    pub fn cost(&self, index: usize) -> u32 {
        self.costs[index]
    }

    /// Adds a source, of cost 0, before anything is settled.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn add_source(&mut self, state: S) -> Result<(), Full> {
        debug_assert_eq!(self.column, 0, "sources come first");
        self.reach(state, 0, Self::SOURCE)
    }

    /// Expands the cheapest state not expanded yet, and returns its number; none if there is no
    /// more, and the search is complete.
    ///
    /// # Errors
    /// If the states do not fit in memory.
    pub fn settle<P>(&mut self, space: &P) -> Result<Option<usize>, Full>
    where
        P: Priced<State = S>,
    {
        let Some(number) = self.cheapest() else { return Ok(None) };
        let cost = self.column as u32;
        let mut result = Ok(());
        space.expand(self.states[number as usize], |state, step| {
            if result.is_ok() {
                result = self.reach(state, cost + step, number);
            }
        });
        result.map(|()| Some(number as usize))
    }

    /// Takes the next state out of the first column that has one.
    fn cheapest(&mut self) -> Option<u32> {
        while let Some(column) = self.columns.get_mut(self.column) {
            while let Some(number) = column.pop() {
                if self.costs[number as usize] as usize == self.column {
                    return Some(number);
                }
            }
            *column = Vec::new();
            self.column += 1;
        }
        None
    }

    /// Makes room for one state more at the least, if there may be more.
    #[cold]
    fn make_room(&mut self) -> Result<(), OutOfMemory> {
        let known = self.states.len();
        let more = known.max(FEWEST).min(self.limit + 1 - known);
        reserve(&mut self.states, more, TABLE)?;
        reserve(&mut self.parents, more, TABLE)?;
        reserve(&mut self.costs, more, TABLE)?;
        let states = &self.states;
        let rehash = |&number: &u32| hash(states[number as usize]);
        let bytes = (known + more) * (size_of::<u32>() + 1);
        let refused = OutOfMemory { purpose: TABLE, bytes };
        self.index.try_reserve(more, rehash).map_err(|_| refused)?;
        self.room = known + more;
        Ok(())
    }

    /// Takes note of a way to `state`.
    fn reach(&mut self, state: S, cost: u32, parent: u32) -> Result<(), Full> {
        if self.states.len() == self.room {
            let states = self.states.len();
            self.make_room().map_err(|refused| Full::Memory { states, refused })?;
        }
        let states = &mut self.states;
        let entry = self.index.entry(
            hash(state),
            |&number| states[number as usize] == state,
            |&number| hash(states[number as usize]),
        );
        let number = match entry {
            Entry::Occupied(entry) => {
                let number = *entry.get();
                let known = &mut self.costs[number as usize];
                if *known <= cost {
                    return Ok(());
                }
                *known = cost;
                self.parents[number as usize] = parent;
                number
            }
            Entry::Vacant(entry) => {
                let number = states.len() as u32;
                if number as usize == self.limit {
                    return Err(Full::States { limit: self.limit });
                }
                entry.insert(number);
                states.push(state);
                self.costs.push(cost);
                self.parents.push(parent);
                number
            }
        };
        let cost = cost as usize;
        if self.columns.len() <= cost {
            self.columns.resize_with(cost + 1, Vec::new);
        }
        let column = &mut self.columns[cost];
        reserve(column, 1, TABLE)
            .map_err(|refused| Full::Memory { states: self.states.len(), refused })?;
        column.push(number);
        Ok(())
    }

    /// A cheapest path from a source to the settled state numbered `index`, both included.
    pub fn path(&self, index: usize) -> Vec<S> {
        let mut path = vec![self.states[index]];
        let mut parent = self.parents[index];
        while parent != Self::SOURCE {
            path.push(self.states[parent as usize]);
            parent = self.parents[parent as usize];
        }
        path.reverse();
        path
    }
}
