//! The family *compound*: any board is a start, and any other a goal.
//!
//! The hardest compound puzzle of a group joins the ends of its diameter, which is found exactly
//! by bounding eccentricities. No piece is told apart; in a class the goal piece is merely the
//! first of all, and where others share its shape it is the first of them in row order.

use antipode_frontier::{Components, Eccentricities, Graph, Layers, Space};

use crate::actions::boards::Actions;
use crate::key::Key;
use crate::search::diameter::{ClassSearch, Found, Group};

/// The boards of a class with no piece told apart.
struct Untold<'a, A>(&'a A);

impl<A: Actions> Space for Untold<'_, A> {
    type State = A::State;
    type Used = A::Used;
    const REVERSIBLE: bool = A::REVERSIBLE;

    fn expand(&self, key: A::State, used: A::Used, mut emit: impl FnMut(A::State, A::Used)) {
        self.0.expand(key, used, |next, used| emit(self.0.boards().untold(next), used));
    }
}

impl ClassSearch<'_> {
    /// Finds the diameters of all groups; `table` holds all boards of the class.
    pub(crate) fn any_boards<A: Actions>(
        &self,
        space: &A,
        table: &Layers<A::State, A::Used, Components>,
    ) -> Found {
        let graph = Graph::of_table(&Untold(space), table);
        let (groups, group_of) = graph.components();
        let mut members = vec![Vec::new(); groups];
        for (vertex, &group) in group_of.iter().enumerate() {
            members[group as usize].push(vertex as u32);
        }
        // A board from which nothing can move is no puzzle.
        members.retain(|members| members.len() > 1);
        // Large groups first: they tell soonest which diameters are of no use.
        members.sort_by_key(|members| std::cmp::Reverse(members.len()));

        let wanted = self.wanted;
        let states = members.iter().map(|members| members.len() as u64).sum();
        let mut found =
            Found { hardest: 0, groups: members.len() as u64, states, farthest: Vec::new() };
        for members in &members {
            let least = match found.hardest {
                0 => wanted.number.min(wanted.first),
                hardest => hardest.min(wanted.more),
            };
            // A path visits no board twice.
            if members.len() as u64 <= u64::from(least) {
                continue;
            }
            let group = graph.induced(members);
            let mut bounds = Eccentricities::new(&group);
            let moves = bounds.bound(least);
            if moves < least {
                continue;
            }
            found.hardest = found.hardest.max(moves);
            if moves < wanted.first {
                continue;
            }
            let ends = bounds.periphery(moves);
            let key = |vertex: u32| table.state(members[vertex as usize] as usize);
            let (start, target) = self.smallest_ends(&group, &ends, moves, key);
            found.farthest.push(Group {
                moves,
                starts: ends.len() as u64,
                smallest: Some(start),
                target: Some(target),
                states: members.len() as u64,
            });
        }
        found.farthest.retain(|group| group.moves >= found.hardest.min(wanted.more));
        found
    }

    /// The smallest of all pairs of boards that far apart, or of their transposes.
    fn smallest_ends<K: Key>(
        &self,
        group: &Graph,
        ends: &[u32],
        moves: u32,
        key: impl Fn(u32) -> K,
    ) -> (String, String) {
        let board = |vertex| self.class.board(&self.family.grid, key(vertex));
        let text = |vertex: u32, turned: bool| {
            let board = board(vertex);
            (if turned { board.transpose() } else { board }).untold().to_string()
        };
        let ways = if self.twins { &[false, true][..] } else { &[false] };
        let starts = ends.iter().flat_map(|&end| ways.iter().map(move |&way| (end, way)));
        let mut starts: Vec<_> = starts.map(|(end, way)| (text(end, way), end, way)).collect();
        starts.sort_unstable();
        let first = starts[0].0.clone();
        let alike = starts.iter().take_while(|start| start.0 == first);
        let target = alike.filter_map(|&(_, end, way)| {
            let distances = group.distances([end]);
            let far = ends.iter().filter(|&&other| distances[other as usize] == moves);
            far.map(|&other| text(other, way)).min()
        });
        let target = target.min().expect("an end of the diameter has another");
        (first, target)
    }
}
