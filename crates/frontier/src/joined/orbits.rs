//! Which tokens can trade places.
//!
//! Tokens are followed along the cliques and the legs of relays, from the first vertex of a component
//! to all others in the order in which they were found. Where a clique leads to a vertex that was
//! reached before, the two ways there may put different tokens at one place: then there is a closed
//! path that takes the one to the other, and they are of one orbit. All orbits come about like this,
//! since the closed paths through one edge each beside the tree of first ways make all closed paths.
//!
//! The first ways are shortest ones, which makes them of use by themselves: they tell how soon each token can be
//! brought to a place.

use std::ops::Range;

use crate::joined::cliques::Places;
use crate::joined::graph::Joined;
use crate::joined::sizes::Section;
use crate::space::{State, Used};

/// The orbits of the tokens of one component under its closed paths. Their memory is kept from one
/// component to the next.
#[derive(Debug, Default)]
pub struct Orbits {
    first: u32,
    /// For each vertex the place of each token, a field each, or [`UNREACHED`], in so many words.
    places: Vec<u64>,
    words_each: usize,
    /// The fields of the last of them that are of tokens.
    last: u64,
    /// For each token one of the same orbit that came before it, or itself.
    parents: Vec<u8>,
    /// The number of orbits.
    count: usize,
    /// The vertices from which tokens are still to be followed, and the cliques that were found from these.
    ahead: Range<u32>,
    cliques: Section,
}

/// The bits of the field of a token, enough for any place,
const BITS: usize = Places::BITS.ilog2() as usize;

/// and the tokens of a word. Some of its bits are left.
const TOKENS: usize = 64 / BITS;

/// In the words of a vertex that was not reached: it has bits of no token.
const UNREACHED: u64 = u64::MAX;

/// One field, and the lowest bit of each.
const FIELD: u64 = (1 << BITS) - 1;
const ONES: u64 = ((1 << (BITS * TOKENS)) - 1) / FIELD;

impl Orbits {
    /// The bytes for each vertex of a component in which so many tokens are followed.
    pub const fn vertex_bytes(tokens: usize) -> usize {
        tokens.div_ceil(TOKENS) * size_of::<u64>()
    }

    /// The bytes that are kept from one component to the next.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u64>()
    }

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
        self.count = places.count_ones() as usize;
        self.first = component.vertices.start;
        self.words_each = self.count.div_ceil(TOKENS);
        self.places.clear();
        // What of this is not reached is not touched.
        self.places.reserve_exact(self.words_each * component.vertices.len());
        self.places.resize(self.words_each, 0);
        for (token, place) in each(places).enumerate() {
            self.places[token / TOKENS] |= u64::from(place) << (BITS * (token % TOKENS));
        }
        self.last = ONES >> (BITS * (TOKENS * self.words_each - self.count));
        self.parents.clear();
        self.parents.extend(0..self.count as u8);
        self.ahead = component.vertices.clone();
        self.cliques = component.cliques.clone();
        self.follow_until(graph, |orbits| orbits.count <= least);
    }

    /// Follows the tokens further, until it is known where each of them is in a vertex of the component. Then
    /// [`token_at`](Self::token_at) may be asked for that. The number of orbits may get less.
    pub fn follow_to<S: State, U: Used>(&mut self, graph: &Joined<S, U>, vertex: u32) {
        let word = self.words(vertex);
        self.follow_until(graph, |orbits| {
            orbits.places.get(word).is_some_and(|&places| places != UNREACHED)
        });
    }

    /// Follows the tokens until that is done, or to the end of the component.
    fn follow_until<S: State, U: Used>(
        &mut self,
        graph: &Joined<S, U>,
        is_done: impl Fn(&Self) -> bool,
    ) {
        if graph.is_wide() {
            self.follow_all::<_, _, true>(graph, is_done);
        } else {
            self.follow_all::<_, _, false>(graph, is_done);
        }
    }

    fn follow_all<S: State, U: Used, const WIDE: bool>(
        &mut self,
        graph: &Joined<S, U>,
        is_done: impl Fn(&Self) -> bool,
    ) {
        let mut cliques = std::mem::take(&mut self.cliques);
        while !self.ahead.is_empty() && !is_done(self) {
            let from = self.ahead.start;
            self.ahead.start += 1;
            graph.cliques.take::<WIDE>(&mut cliques, from, |moved, members| {
                let mut members = members.iter();
                if let Some(from) = members.next() {
                    self.count -= self.follow(moved, from, members);
                }
            });
            for end in graph.relays.of(from) {
                let track = graph.relays.track(end.leg());
                let ends = [(track.lower, 0), (track.upper.number(), track.upper.shift())];
                let [from, other] = if end.is_upper() { [ends[1], ends[0]] } else { ends };
                if from.0 < other.0 {
                    self.count -= self.follow(track.moved, from, [other].into_iter());
                }
            }
        }
        self.cliques = cliques;
    }

    /// Follows the tokens along a clique from one of its members, which was reached, to the others, each a vertex
    /// and a shift. Returns how many orbits fewer there are.
    fn follow(
        &mut self,
        moved: Places,
        (from, shift): (u32, u32),
        others: impl Iterator<Item = (u32, u32)> + Clone,
    ) -> usize {
        let mut fewer = 0;
        for word in 0..self.words_each {
            let here = self.places[self.words(from) + word];
            let tokens = self.tokens(word);
            // A one for each token that is moved.
            let own = each(moved << shift).filter_map(|place| field_of(here, tokens, place));
            let own = own.fold(0, |set, field| set | 1 << field);
            let still = here - own * u64::from(shift);
            for (other, shift) in others.clone() {
                let there = still + own * u64::from(shift);
                let words = self.words(other);
                if words >= self.places.len() {
                    self.places.resize(words + self.words_each, UNREACHED);
                }
                let known = &mut self.places[words + word];
                if *known == UNREACHED {
                    *known = there;
                } else if *known != there {
                    fewer += self.compare(other, word, there);
                }
            }
        }
        fewer
    }

    /// Unites the tokens that two ways to a vertex put at one place: those of one word that come `there`, and
    /// those that came before. Returns how many orbits fewer there are.
    fn compare(&mut self, vertex: u32, word: usize, there: u64) -> usize {
        let mut fewer = 0;
        // Most of them are the same, and at the same place.
        let mut differ = there ^ self.places[self.words(vertex) + word];
        while differ != 0 {
            let field = differ.trailing_zeros() as usize / BITS;
            differ &= !(FIELD << (BITS * field));
            let known = self.token_at(vertex, place_in(there, field));
            fewer += usize::from(self.unite((TOKENS * word + field) as u8, known));
        }
        fewer
    }

    /// Where the words of a vertex begin.
    fn words(&self, vertex: u32) -> usize {
        (vertex - self.first) as usize * self.words_each
    }

    /// The lowest bits of the fields of a word that are of tokens.
    #[inline]
    fn tokens(&self, word: usize) -> u64 {
        if word + 1 == self.words_each { self.last } else { ONES }
    }

    /// The token at a place of a vertex, which must have one there that is followed: how many of them are at
    /// lower places in the first vertex. If the orbits were found before the end of the component, only
    /// the first vertex may be asked for, and those to which tokens were [followed](Self::follow_to).
    #[inline]
    pub fn token_at(&self, vertex: u32, place: u32) -> u8 {
        let words = &self.places[self.words(vertex)..][..self.words_each];
        let token = words.iter().enumerate().find_map(|(word, &it)| {
            let field = field_of(it, self.tokens(word), place)?;
            Some(TOKENS * word + field as usize / BITS)
        });
        token.unwrap_or(0) as u8
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
        self.count
    }

    /// The orbit of the token at a place of a vertex, of which [`token_at`](Self::token_at) may be asked: a
    /// set of places in the first vertex.
    pub fn orbit(&self, vertex: u32, place: u32) -> Places {
        let orbit = self.representative(self.token_at(vertex, place));
        let alike = (0..self.parents.len())
            .filter(|&token| self.representative(token as u8) == orbit)
            .map(|token| place_in(self.places[token / TOKENS], token));
        alike.fold(0, |set, place| set | 1 << place)
    }
}

/// The place of a token in its word.
#[inline]
fn place_in(word: u64, token: usize) -> u32 {
    (word >> (BITS * (token % TOKENS)) & FIELD) as u32
}

/// The first of the fields of a word that holds a place, by its lowest bit. The lowest bits of those to be looked
/// at are given: the first fields of the word.
#[inline]
fn field_of(word: u64, fields: u64, place: u32) -> Option<u32> {
    // The lowest of the bits that this leaves is in the first field that is 0; there may be others.
    let differ = word ^ (ONES * u64::from(place));
    let zero = differ.wrapping_sub(ONES) & !differ & fields << (BITS - 1);
    (zero != 0).then(|| zero.trailing_zeros() - (BITS as u32 - 1))
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
