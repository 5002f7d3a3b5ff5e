//! The grouped diameter search: every group of a class at once.
//!
//! One search from all justsolved boards of a class gives every board its distance to the
//! nearest goal of its own group, since no path leaves a group. The home boards that are not
//! justsolved are found first, by the moves that leave the goal piece alone: they shorten no
//! solution (its last move brings the goal piece home) but they join groups that touch nowhere
//! else. What remains is told apart by labels that spread with the search.

use antipode_frontier::{Components, Full, Layers};

use crate::board::Board;
use crate::class::Class;
use crate::family::Family;
use crate::key::Key;
use crate::moves::{Movers, Moves};
use crate::tally::{Puzzle, SizeClass, Tally, Wanted};

/// Searches classes one after the other and keeps its memory between them.
#[derive(Debug)]
pub struct Diameter<'a> {
    family: &'a Family,
    narrow: Layers<u64, u32, Components>,
    wide: Layers<u128, u32, Components>,
}

/// A word for which [`Diameter`] holds a table.
pub trait Searched: Key {
    /// The table for keys of this kind.
    fn table<'a>(diameter: &'a mut Diameter<'_>) -> &'a mut Layers<Self, u32, Components>;
}

impl Searched for u64 {
    fn table<'a>(diameter: &'a mut Diameter<'_>) -> &'a mut Layers<Self, u32, Components> {
        &mut diameter.narrow
    }
}

impl Searched for u128 {
    fn table<'a>(diameter: &'a mut Diameter<'_>) -> &'a mut Layers<Self, u32, Components> {
        &mut diameter.wide
    }
}

/// How many boards a class has for each justsolved one, roughly: the median on 4x4.
const STATES_A_SOURCE: usize = 8;

impl<'a> Diameter<'a> {
    /// A searcher for classes of `family` that stores at most `limit` boards at a time.
    pub fn new(family: &'a Family, limit: usize) -> Self {
        Diameter { family, narrow: Layers::with_limit(limit), wide: Layers::with_limit(limit) }
    }

    /// Searches `class`, whose justsolved boards are `sources`, and adds what it finds to
    /// `tally`. Of a class and its transpose only the one that comes first is searched, for
    /// both.
    pub fn search<K: Searched>(
        &mut self,
        class: &Class,
        sources: impl ExactSizeIterator<Item = K>,
        tally: &mut Tally,
    ) -> Result<(), Full> {
        let family = self.family;
        let grid = &family.grid;
        let twin = grid.is_square().then(|| class.transpose(grid));
        if twin.as_ref().is_some_and(|twin| twin < class) {
            return Ok(());
        }
        // A class that is its own transpose holds both twins of each of its puzzles.
        let images = if twin.is_some_and(|twin| twin != *class) { 2 } else { 1 };

        let boards = sources.len() as u64;
        let space = Moves::<K>::new(grid, class);
        let others = space.restricted(Movers::Others);
        let goal = space.restricted(Movers::Goal);
        let table = K::table(self);
        table.clear(STATES_A_SOURCE * sources.len());
        for source in sources {
            let number = table.len();
            if table.add_source(source)? {
                table.saturate(&others, number)?;
            }
        }
        if table.advance(&goal)? > 0 {
            while table.advance(&space)? > 0 {}
        }

        let components = table.trace();
        let found = Found::new(family, class, &space, table, tally.wanted(class));
        let counts = SizeClass {
            boards,
            groups: components.count() as u64,
            states: table.len() as u64,
            hardest: found.hardest,
        };
        tally.count(class, images, table.len() as u64, counts);
        let puzzles = found.groups.into_iter().filter_map(|group| {
            let ties = images * group.starts;
            let Group { moves, states, .. } = group;
            group.smallest.map(|start| Puzzle { moves, start, ties, group_states: states })
        });
        tally.offer(class, puzzles.collect());
        Ok(())
    }
}

/// The farthest starts of one group.
#[derive(Clone, Default)]
struct Group {
    moves: u32,
    starts: u64,
    smallest: Option<String>,
    states: u64,
}

/// What a searched class has to offer.
struct Found {
    /// The greatest difficulty of its puzzles, 0 if there are none or none that is wanted.
    hardest: u32,
    /// By label; empty where no board is wanted.
    groups: Vec<Group>,
}

impl Found {
    /// Scans the table from its far end, until every group has shown its farthest starts or
    /// what is left is not `wanted`.
    fn new<K: Key>(
        family: &Family,
        class: &Class,
        space: &Moves<K>,
        table: &Layers<K, u32, Components>,
        wanted: Wanted,
    ) -> Self {
        let grid = &family.grid;
        let components = table.trace();
        let mut found = Found { hardest: 0, groups: Vec::new() };
        let mut left = components.count();
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
                if space.goal_anchor(key) != class.goal.first_column() {
                    continue;
                }
                if found.hardest == 0 {
                    found.hardest = moves;
                    if moves < wanted.first {
                        return found;
                    }
                    found.groups.resize(components.labels(), Group::default());
                }
                let group =
                    &mut found.groups[components.representative(table.mark(index)) as usize];
                if group.moves == 0 {
                    group.moves = moves;
                    left -= 1;
                }
                if group.moves == moves {
                    group.starts += 1;
                    let start = Board::of_key(grid, class, key);
                    let mut text = start.to_string();
                    if grid.is_square() {
                        text = text.min(start.transpose().to_string());
                    }
                    if group.smallest.as_ref().is_none_or(|smallest| text < *smallest) {
                        group.smallest = Some(text);
                    }
                }
            }
        }
        if !found.groups.is_empty() {
            for index in 0..table.len() {
                let label = components.representative(table.mark(index));
                found.groups[label as usize].states += 1;
            }
        }
        found
    }
}
