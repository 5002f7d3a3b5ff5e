//! The family *simple*: every place of the goal piece is a goal.
//!
//! A class is then searched from as many sets of boards as the goal piece has places. All boards
//! of the class are at hand, so their graph is built once, and the searches run on it.

use antipode_frontier::{Components, Graph, Layers, UNREACHED};

use crate::actions::boards::Actions;
use crate::search::diameter::{ClassSearch, Found, Group};
use antipode_blocks::Board;
use antipode_blocks::{Cells, each};

/// What is known of a group before its starts are looked at.
#[derive(Clone, Default)]
struct Best {
    moves: u32,
    starts: u64,
    /// The goal piece's anchors when the puzzles of that many moves are solved.
    places: Cells,
}

impl ClassSearch<'_> {
    /// Searches from every place of the goal piece; `table` holds all boards of the class.
    pub(crate) fn any_place<A: Actions>(
        &self,
        space: &A,
        table: &Layers<A::State, A::Used, Components>,
    ) -> Found {
        let graph = Graph::of_table(space, table);
        let (groups, group_of) = graph.components();
        let anchor = |vertex: u32| space.boards().goal_anchor(table.state(vertex as usize));
        let vertices = || 0..graph.len() as u32;
        let from =
            |place: u32| graph.distances(vertices().filter(|&vertex| anchor(vertex) == place));

        let mut best = vec![Best::default(); groups];
        let mut states = vec![0; groups];
        let places = self.class.goal.fits(&self.family.grid);
        for place in each(places) {
            for (&moves, &group) in from(place).iter().zip(&group_of) {
                let best = &mut best[group as usize];
                if moves == UNREACHED || moves == 0 || moves < best.moves {
                    continue;
                }
                if moves > best.moves {
                    *best = Best { moves, ..Best::default() };
                }
                best.starts += 1;
                best.places |= 1 << place;
            }
        }
        group_of.iter().for_each(|&group| states[group as usize] += 1);

        // Groups in which the goal piece stays where it is hold no puzzle.
        let puzzles = || (0..groups).filter(|&group| best[group].moves > 0);
        let hardest = puzzles().map(|group| best[group].moves).max().unwrap_or(0);
        let mut found = Found {
            hardest,
            groups: puzzles().count() as u64,
            states: puzzles().map(|group| states[group]).sum(),
            farthest: vec![Group::default(); groups],
        };
        if hardest < self.wanted.first {
            found.farthest.clear();
            return found;
        }
        let least = hardest.min(self.wanted.more);
        let shown = |group: usize| best[group].moves >= least;
        let shown_places = puzzles().filter(|&group| shown(group)).map(|group| best[group].places);
        for place in each(shown_places.fold(0, |set, places| set | places)) {
            for (vertex, &moves) in from(place).iter().enumerate() {
                let number = group_of[vertex] as usize;
                let Best { moves: most, starts, .. } = best[number];
                if moves != most || !shown(number) {
                    continue;
                }
                let group = &mut found.farthest[number];
                (group.moves, group.starts, group.states) = (most, starts, states[number]);
                let (start, target) = self.smallest_pair(table.state(vertex), place);
                if group.smallest.is_none()
                    || (Some(&start), Some(&target))
                        < (group.smallest.as_ref(), group.target.as_ref())
                {
                    (group.smallest, group.target) = (Some(start), Some(target));
                }
            }
        }
        found
    }

    /// The texts of a start and of the goal piece at its place, or those of their transposes.
    fn smallest_pair<K: crate::key::Key>(&self, key: K, place: u32) -> (String, String) {
        let grid = self.family.grid;
        let start = self.class.board(&grid, key);
        let target = Board::standard(grid, (self.class.goal.pattern() << place, Vec::new()));
        let pair = (start.to_string(), target.to_string());
        if !self.twins {
            return pair;
        }
        pair.min((start.transpose().to_string(), target.transpose().to_string()))
    }
}
