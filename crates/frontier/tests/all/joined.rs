//! The graph of cliques and its search, against plain searches of random cliques.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use antipode_frontier::Full;
use antipode_frontier::joined::{
    Clique, Joined, Joins, Lanes, Leg, Member, Orbits, Room, Spread, Word,
};
use proptest::prelude::*;

const PLACES: u32 = 8;
const RELAYS: u32 = 2;

/// A position: the places of its tokens, and a number to tell it from others with the same.
type State = (u32, u32);

/// A set of tokens: the number of its positions, the places of the tokens that stand still and of
/// those that move, and the shifts.
type Set = (u32, u32, u32, Vec<u32>);

/// All cliques, and the legs of relays, each with the number of its relay, in order.
#[derive(Debug, Clone)]
struct Listed {
    cliques: Vec<Set>,
    legs: Vec<(u32, Set)>,
}

impl Listed {
    fn members((number, still, moved, shifts): &Set) -> Vec<(State, u32)> {
        shifts.iter().map(|&shift| ((still | moved << shift, *number), shift)).collect()
    }

    fn states(&self) -> BTreeSet<State> {
        let sets = self.cliques.iter().chain(self.legs.iter().map(|leg| &leg.1));
        sets.flat_map(Self::members).map(|member| member.0).collect()
    }

    /// The end of a leg to which it leads up, or down, from a position, and where a token is there.
    fn along(set: &Set, up: bool, (state, place): (State, u32)) -> Option<(State, u32)> {
        let mut ends = Self::members(set);
        if !up {
            ends.reverse();
        }
        let moves = set.2 << ends[0].1 >> place & 1 == 1;
        let shifted = (place + ends[1].1).wrapping_sub(ends[0].1);
        (ends[0].0 == state).then_some((ends[1].0, if moves { shifted } else { place }))
    }

    /// Where the actions of relays lead to.
    fn relayed(&self, from: (State, u32)) -> Vec<(State, u32)> {
        let mut all = Vec::new();
        for relay in 0..RELAYS {
            for up in [false, true] {
                let mut reached = BTreeSet::from([from]);
                let legs = self.legs.iter().filter(|leg| leg.0 == relay).map(|leg| &leg.1);
                let mut legs: Vec<&Set> = legs.collect();
                if up {
                    legs.reverse();
                }
                for set in legs {
                    let next = reached.iter().filter_map(|&it| Self::along(set, up, it));
                    let next: Vec<_> = next.collect();
                    reached.extend(next);
                }
                all.extend(reached);
            }
        }
        all
    }

    /// The distances of all positions with each token from some of them.
    fn plainly(&self, sources: &[(State, u32)]) -> BTreeMap<(State, u32), u32> {
        let mut distances: BTreeMap<_, _> = sources.iter().map(|&source| (source, 0)).collect();
        let mut queue: VecDeque<_> = sources.iter().copied().collect();
        while let Some((state, place)) = queue.pop_front() {
            let further = distances[&(state, place)] + 1;
            for reached in self.relayed((state, place)) {
                distances.entry(reached).or_insert_with(|| {
                    queue.push_back(reached);
                    further
                });
            }
            for clique in &self.cliques {
                let members = Self::members(clique);
                let Some(&(_, from)) = members.iter().find(|member| member.0 == state) else {
                    continue;
                };
                for &(next, to) in &members {
                    let moves = clique.2 << from >> place & 1 == 1;
                    let reached = (next, if moves { place - from + to } else { place });
                    distances.entry(reached).or_insert_with(|| {
                        queue.push_back(reached);
                        further
                    });
                }
            }
        }
        distances
    }
}

impl Joins for Listed {
    type State = State;
    type Used = ();

    fn cliques(
        &self,
        state: State,
        (): (),
        room: &mut Vec<Member<State, ()>>,
        mut emit: impl FnMut(Clique<'_, State, ()>),
    ) {
        for clique in &self.cliques {
            let members = Self::members(clique);
            if let Some(&(_, shift)) = members.iter().find(|member| member.0 == state) {
                let others = members.iter().filter(|member| member.0 != state);
                room.clear();
                room.extend(others.map(|&(state, shift)| Member { state, shift, used: () }));
                emit(Clique { moved: clique.2, shift, others: room, once: false });
            }
        }
    }

    fn legs(&self, state: State, mut emit: impl FnMut(Leg<State>)) {
        for (rank, (relay, set)) in (0..).zip(&self.legs) {
            let ends = Self::members(set);
            for (this, other) in [(0, 1), (1, 0)] {
                if ends[this].0 == state {
                    let moved = set.2 << ends[0].1;
                    let shift = ends[1].1 - ends[0].1;
                    let (other, up) = (ends[other].0, other == 1);
                    emit(Leg { relay: *relay, rank, moved, shift, other, up });
                }
            }
        }
    }
}

fn each(set: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |place| set >> place & 1 == 1)
}

fn set(count: std::ops::Range<usize>) -> impl Strategy<Value = Set> {
    let sets = (0..3_u32, 0..1_u32 << PLACES, 1..1_u32 << (PLACES - 5));
    let shifts = prop::collection::btree_set(0..6_u32, count);
    (sets, shifts).prop_map(|((number, still, moved), shifts)| {
        // What stands still leaves room for the others wherever they are.
        let swept = shifts.iter().fold(0, |swept, shift| swept | moved << shift);
        (number, still & !swept, moved, shifts.into_iter().collect())
    })
}

fn listed() -> impl Strategy<Value = Listed> {
    // At least one, so that there are positions; some of each size that has lists of its own, and larger ones.
    let cliques = prop::collection::vec(set(2..7), 1..60);
    let legs = prop::collection::vec((0..RELAYS, set(2..3)), 0..60);
    (cliques, legs).prop_map(|(cliques, legs)| Listed { cliques, legs })
}

fn joined(space: &Listed, lists: bool) -> Joined<State, ()> {
    let mut graph = Joined::default();
    graph.keep_within(Room { bytes: usize::MAX, beside: 0, lists });
    for state in space.states() {
        graph.explore(space, state).unwrap();
    }
    graph.index().unwrap();
    graph
}

/// The distances of all positions with each token, found in lanes of words.
fn cleverly<W: Word>(
    graph: &Joined<State, ()>,
    lanes: Lanes,
    sources: &[Vec<(State, u32)>],
    threads: usize,
) -> Vec<BTreeMap<(State, u32), u32>> {
    let mut distances = vec![BTreeMap::new(); sources.len()];
    let mut spread = Spread::<W>::new(lanes);
    spread.employ(threads, 3);
    for (component, part) in graph.components().iter().enumerate() {
        let mut here = Vec::new();
        for (lane, sources) in sources.iter().enumerate() {
            for &(state, place) in sources {
                let vertex = graph.find(state).unwrap();
                if part.vertices.contains(&vertex) {
                    here.push((vertex, lane, 1 << place));
                }
            }
        }
        let mut last = 0;
        spread.search(graph, component, here, |distance, vertex, new| {
            assert!(distance >= last, "distances rise");
            last = distance;
            for (lane, distances) in distances.iter_mut().enumerate() {
                for place in each(lanes.lane(new, lane)) {
                    let known = distances.insert((graph.state(vertex), place), distance);
                    assert_eq!(known, None, "each bit is new once");
                }
            }
        });
    }
    distances
}

proptest! {
    #[test]
    fn the_graph_is_the_one_that_was_listed(space in listed()) {
        let graph = joined(&space, true);
        let states = space.states();
        prop_assert_eq!(graph.len(), states.len());
        let mut components = BTreeMap::new();
        for (number, component) in graph.components().iter().enumerate() {
            for vertex in component.vertices.clone() {
                let state = graph.state(vertex);
                prop_assert_eq!(graph.find(state), Some(vertex));
                components.insert(state, number);
            }
        }
        for &state in &states {
            let reached = space.plainly(&[(state, 0)]);
            let reached: BTreeSet<_> = reached.keys().map(|key| key.0).collect();
            let alike = states.iter().filter(|other| components[other] == components[&state]);
            prop_assert_eq!(reached, alike.copied().collect());
        }
        let mut edges = BTreeSet::new();
        for (number, component) in graph.components().iter().enumerate() {
            graph.each_edge(number, |one, other| {
                let state = |vertex| graph.state(component.vertices.start + vertex);
                edges.insert(BTreeSet::from([state(one), state(other)]));
            });
        }
        let pairs = space.cliques.iter().flat_map(|clique| {
            let members = Listed::members(clique);
            let pair = |a: usize, b: usize| BTreeSet::from([members[a].0, members[b].0]);
            let count = members.len();
            (1..count).flat_map(move |b| (0..b).map(move |a| (a, b))).map(|(a, b)| pair(a, b))
                .collect::<Vec<_>>()
        });
        let mut pairs: BTreeSet<_> = pairs.collect();
        for &state in &states {
            let relayed = space.relayed((state, 0)).into_iter().map(|reached| reached.0);
            pairs.extend(relayed.filter(|&it| it != state).map(|it| BTreeSet::from([it, state])));
        }
        prop_assert_eq!(edges, pairs);
    }

    #[test]
    fn many_questions_are_answered_as_one_by_one(
        space in listed(),
        lists in any::<bool>(),
        threads in 1_usize..4,
        picks in prop::collection::vec(prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..4), 1..9),
    ) {
        let graph = joined(&space, lists);
        let states: Vec<_> = space.states().into_iter().collect();
        let sources: Vec<Vec<(State, u32)>> = picks.iter().map(|picks| {
            let source = |(index, place): &(prop::sample::Index, u8)| {
                let state = *index.get(&states);
                each(state.0).nth(usize::from(*place) % state.0.count_ones() as usize)
                    .map(|place| (state, place))
            };
            picks.iter().filter_map(source).collect::<BTreeSet<_>>().into_iter().collect()
        }).collect();
        let expected: Vec<_> = sources.iter().map(|sources| space.plainly(sources)).collect();
        let lanes = Lanes::new(PLACES, sources.len());
        prop_assert_eq!(cleverly::<u64>(&graph, lanes, &sources, threads), expected.clone());
        prop_assert_eq!(cleverly::<[u64; 2]>(&graph, lanes, &sources, threads), expected.clone());
        if sources.len() <= 4 {
            prop_assert_eq!(cleverly::<u32>(&graph, lanes, &sources, threads), expected.clone());
        }
        // Two lanes in each part of a word.
        let lanes = Lanes::new(30, sources.len());
        prop_assert_eq!(cleverly::<[u64; 4]>(&graph, lanes, &sources, threads), expected);
    }

    #[test]
    fn tokens_that_trade_places_are_of_one_orbit(space in listed()) {
        let graph = joined(&space, false);
        let (mut orbits, mut early) = (Orbits::default(), Orbits::default());
        for (number, component) in graph.components().iter().enumerate() {
            let first = graph.state(component.vertices.start);
            orbits.find(&graph, number, first.0, 0);
            early.find(&graph, number, first.0, 1);
            let reached: Vec<_> =
                each(first.0).map(|place| space.plainly(&[(first, place)])).collect();
            for (place, reached) in each(first.0).zip(&reached) {
                let orbit = each(first.0).filter(|&other| reached.contains_key(&(first, other)));
                let orbit = orbit.fold(0, |set, place| set | 1 << place);
                prop_assert_eq!(early.orbit(component.vertices.start, place), orbit);
                for &(state, place) in reached.keys() {
                    prop_assert_eq!(orbits.orbit(graph.find(state).unwrap(), place), orbit);
                }
            }
            let layers = graph.layers(number);
            for vertex in component.vertices.clone().step_by(3) {
                early.follow_to(&graph, vertex);
                let state = graph.state(vertex);
                for place in each(state.0) {
                    let token = early.token_at(vertex, place);
                    prop_assert_eq!(token, orbits.token_at(vertex, place));
                    // It comes there in as many actions as there are layers before that of the vertex.
                    let layer = layers.partition_point(|&first| first <= vertex) - 1;
                    prop_assert!(reached[usize::from(token)][&(state, place)] as usize <= layer);
                }
            }
        }
    }
}

#[test]
fn many_tokens_are_told_apart() {
    /// Three rows of cells, each with one that is free: those of the first and the last are rings.
    struct Rows;
    const ROWS: [(Range<u32>, bool); 3] = [(0..10, true), (10..21, false), (21..32, true)];

    impl Joins for Rows {
        type State = u32;
        type Used = ();
        fn cliques(
            &self,
            state: u32,
            (): (),
            _: &mut Vec<Member<u32, ()>>,
            mut emit: impl FnMut(Clique<'_, u32, ()>),
        ) {
            for (row, is_ring) in ROWS {
                let ends = (row.start, row.end - 1);
                let pairs = (row.start..ends.1).map(|cell| (cell, cell + 1));
                for (lower, upper) in pairs.chain(is_ring.then_some(ends)) {
                    let at_lower = state >> lower & 1 == 1;
                    if at_lower != (state >> upper & 1 == 1) {
                        let shift = |upper_one: bool| if upper_one { upper - lower } else { 0 };
                        let other = state ^ 1 << lower ^ 1 << upper;
                        let others = [Member { state: other, shift: shift(at_lower), used: () }];
                        let (moved, shift) = (1 << lower, shift(!at_lower));
                        emit(Clique { moved, shift, others: &others, once: false });
                    }
                }
            }
        }
    }

    let mut graph = Joined::default();
    // The first cell of each row is free.
    let first = ROWS.iter().fold(!0_u32, |set, row| set & !(1 << row.0.start));
    graph.explore(&Rows, first).unwrap();
    graph.index().unwrap();
    assert_eq!(graph.len(), 10 * 11 * 11);
    let mut orbits = Orbits::default();
    orbits.find(&graph, 0, first, 0);
    assert_eq!(orbits.count(), 1 + 10 + 1);
    for vertex in 0..graph.len() as u32 {
        let state = graph.state(vertex);
        for (row, is_ring) in ROWS {
            let tokens = each(state).filter(|place| row.contains(place));
            for (place, token) in tokens.zip(row.start + 1..) {
                let all = each(first).filter(|place| row.contains(place) && is_ring);
                let orbit = all.fold(1 << token, |set, place| set | 1 << place);
                assert_eq!(orbits.orbit(vertex, place), orbit, "{vertex}, {place}");
            }
        }
    }
}

#[test]
fn a_position_without_a_clique_leaves_no_trace() {
    let mut graph = Joined::default();
    let space = Listed { cliques: vec![(0, 0, 1, vec![0, 1])], legs: Vec::new() };
    assert_eq!(graph.explore(&space, (4, 0)), Ok(false));
    assert_eq!(graph.explore(&space, (1, 0)), Ok(true));
    assert_eq!(graph.explore(&space, (2, 0)), Ok(false));
    assert_eq!((graph.find((4, 0)), graph.find((2, 0))), (None, Some(1)));
    assert_eq!((graph.len(), graph.cliques(), graph.members()), (2, 1, 2));
}

#[test]
fn a_full_memory_is_noticed() {
    // A row of many positions, each the neighbour of the next.
    struct Row;
    impl Joins for Row {
        type State = u32;
        type Used = ();
        fn cliques(
            &self,
            state: u32,
            (): (),
            _: &mut Vec<Member<u32, ()>>,
            mut emit: impl FnMut(Clique<'_, u32, ()>),
        ) {
            for (other, shift) in [(state.wrapping_sub(1), 1), (state + 1, 0)] {
                if other < 100_000 {
                    let others = [Member { state: other, shift: 1 - shift, used: () }];
                    emit(Clique {
                        moved: 1 << (other.min(state) % 2),
                        shift,
                        others: &others,
                        once: false,
                    });
                }
            }
        }
    }
    let explored = |bytes| {
        let mut graph = Joined::default();
        graph.keep_within(Room { bytes, beside: 0, lists: true });
        graph.clear(0);
        graph.explore(&Row, 0).map(|_| graph.len())
    };
    assert_eq!(explored(usize::MAX), Ok(100_000));
    assert!(matches!(explored(1_000_000), Err(Full::Room { .. })));
    // Nor is it taken for positions that are only expected.
    let mut graph = Joined::<u32, ()>::default();
    graph.keep_within(Room { bytes: 1 << 16, beside: 0, lists: true });
    graph.clear(1 << 30);
    assert!(graph.bytes() <= 1 << 16);
}

/// A row of twenty cells, eight like tokens on it, and moves of one token to any free cell that nothing
/// bars. A position is the set of cells with a token.
struct Row;

impl Row {
    const CELLS: u32 = 20;

    /// The cells to which the token in `cell` may go, and its own.
    fn run(state: u32, cell: u32) -> Range<u32> {
        let free = |cell: &u32| state >> cell & 1 == 0;
        let first = (0..cell).rev().take_while(free).last().unwrap_or(cell);
        let last = (cell + 1..Self::CELLS).take_while(free).last().unwrap_or(cell);
        first..last + 1
    }
}

impl Joins for Row {
    type State = u32;
    type Used = u32;

    fn cliques(
        &self,
        state: u32,
        used: u32,
        room: &mut Vec<Member<u32, u32>>,
        mut emit: impl FnMut(Clique<'_, u32, u32>),
    ) {
        for cell in each(state & !used) {
            let member = |place: u32| Member {
                state: state & !(1 << cell) | 1 << place,
                shift: place,
                used: 1 << place,
            };
            room.clear();
            room.extend(Row::run(state, cell).filter(|&place| place != cell).map(member));
            if !room.is_empty() {
                emit(Clique { moved: 1, shift: cell, others: room, once: false });
            }
        }
    }
}

#[test]
fn positions_of_a_large_graph_are_numbered_as_they_are_found() {
    let start = (1 << 8) - 1;
    let mut graph = Joined::default();
    assert!(graph.explore(&Row, start).unwrap());

    let (mut found, mut known) = (vec![start], BTreeSet::from([start]));
    let (mut cliques, mut members) = (0, 0);
    let mut next = 0;
    while let Some(&state) = found.get(next) {
        for cell in each(state) {
            let run = Row::run(state, cell);
            // Each clique is counted from the position with the token at its beginning.
            if run.len() > 1 && run.start == cell {
                cliques += 1;
                members += run.len();
            }
            let reached = run.map(|place| state & !(1 << cell) | 1 << place);
            found.extend(reached.filter(|&state| known.insert(state)));
        }
        next += 1;
    }
    assert_eq!(found.len(), 125_970);
    assert_eq!((graph.len(), graph.cliques(), graph.members()), (found.len(), cliques, members));
    assert!((0..).zip(&found).all(|(number, &state)| graph.state(number) == state));
}
