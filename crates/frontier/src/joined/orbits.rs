//! Which tokens can trade places.
//!
//! Tokens are followed along the cliques and the legs of relays, from the first vertex of a component
//! to all others in the order in which they were found. Where a clique leads to a vertex that was
//! reached before, the two ways there may put different tokens at one place: then there is a closed
//! path that takes the one to the other, and they are of one orbit. All orbits come about like this,
//! since the closed paths through one edge each beside the tree of first ways make all closed paths.

use crate::joined::cliques::Places;
use crate::joined::graph::Joined;
use crate::joined::shifted::Shifted;
use crate::space::{State, Used};

/// The orbits of the tokens of one component under its closed paths. Their memory is kept from one
/// component to the next.
#[derive(Debug, Default)]
pub struct Orbits {
    first: u32,
    /// How many tokens are followed.
    tokens_each: usize,
    /// For each vertex, the places of the tokens.
    places: Vec<Places>,
    /// For each vertex, the tokens in the order of their places, a byte each: the rank of the place
    /// that each has in the first vertex.
    tokens: Vec<u8>,
    /// For each token one of the same orbit that came before it, or itself.
    parents: Vec<u8>,
}

/// There are at most as many tokens as places.
const MOST_TOKENS: usize = Places::BITS as usize;

impl Orbits {
    /// Follows the tokens that are at `places` in the first vertex of a component, until no more than
    /// `least` orbits are left, or to the end of the component. As tokens of different kinds never
    /// trade places, their number of kinds is a good `least`.
    pub fn find<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        component: usize,
        places: Places,
        least: usize,
    ) {
        let component = &graph.components()[component];
        let first = component.vertices.start;
        let count = places.count_ones() as usize;
        self.first = first;
        self.tokens_each = count;
        self.places.clear();
        self.places.push(places);
        for ranks in [&mut self.tokens, &mut self.parents] {
            ranks.clear();
            ranks.extend(0..count as u8);
        }
        let mut left = count;
        for from in component.vertices.clone() {
            if left <= least {
                break;
            }
            for &clique in graph.incidences(from) {
                let (moved, members) = graph.cliques.get(clique);
                // Of several ways to name it, a clique is taken by its first vertex.
                if members[0].number() != from {
                    continue;
                }
                left -= self.follow(moved, members);
            }
            for end in graph.relays.of(from) {
                let track = graph.relays.track(end.leg());
                let ends = [Shifted::new(track.lower, 0), track.upper];
                let [from, other] = if end.is_upper() { [ends[1], ends[0]] } else { ends };
                if from.number() < other.number() {
                    left -= self.follow(track.moved, &[from, other]);
                }
            }
        }
    }

    /// Follows the tokens along a clique, whose first vertex was reached. Returns how many orbits fewer
    /// there are.
    fn follow(&mut self, moved: Places, members: &[Shifted]) -> usize {
        let count = self.tokens_each;
        let (from, others) = (members[0], &members[1..]);
        let vertex = (from.number() - self.first) as usize;
        let here = self.places[vertex];
        let own = here & moved << from.shift();
        let mut at = [0; MOST_TOKENS];
        for (place, &token) in each(here).zip(&self.tokens[vertex * count..]) {
            at[place as usize] = token;
        }
        let mut fewer = 0;
        for member in others {
            let there = here & !own | own >> from.shift() << member.shift();
            let shifted = moved << member.shift();
            let come = each(there).map(|place| match shifted >> place & 1 {
                1 => at[(place + from.shift() - member.shift()) as usize],
                _ => at[place as usize],
            });
            let vertex = (member.number() - self.first) as usize;
            if vertex >= self.places.len() {
                self.places.resize(vertex + 1, 0);
                self.tokens.resize((vertex + 1) * count, 0);
            }
            if self.places[vertex] == 0 {
                self.places[vertex] = there;
                self.tokens[vertex * count..].iter_mut().zip(come).for_each(|(at, it)| *at = it);
                continue;
            }
            debug_assert_eq!(self.places[vertex], there);
            for (index, token) in come.enumerate() {
                let known = self.tokens[vertex * count + index];
                if known != token {
                    fewer += usize::from(self.unite(known, token));
                }
            }
        }
        fewer
    }

    /// Whether two tokens are of one orbit now and were not before.
    fn unite(&mut self, one: u8, other: u8) -> bool {
        let (one, other) = (self.representative(one), self.representative(other));
        let (less, more) = (one.min(other), one.max(other));
        self.parents[more as usize] = less;
        less != more
    }

    fn representative(&self, mut token: u8) -> u8 {
        while self.parents[token as usize] != token {
            token = self.parents[token as usize];
        }
        token
    }

    /// The number of orbits.
    pub fn count(&self) -> usize {
        (0..).zip(&self.parents).filter(|&(token, &parent)| token == parent).count()
    }

    /// The orbit of the token at a place of a vertex, which must have one there that is followed: a
    /// set of places in the first vertex. If the orbits were found before the end of the
    /// component, only the first vertex may be asked for.
    pub fn orbit(&self, vertex: u32, place: u32) -> Places {
        let vertex = (vertex - self.first) as usize;
        let rank = (self.places[vertex] & ((1 << place) - 1)).count_ones() as usize;
        let orbit = self.representative(self.tokens[vertex * self.tokens_each + rank]);
        let tokens = (0..).zip(each(self.places[0]));
        let alike = tokens.filter(|&(token, _)| self.representative(token) == orbit);
        alike.fold(0, |set, (_, place)| set | 1 << place)
    }
}

/// The places of a set, in order.
fn each(mut set: Places) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let place = set.trailing_zeros();
            set &= set - 1;
            place
        })
    })
}
