//! Rule 2 by the published method, which is only near-optimal; it is here for comparison.
//!
//! An empty container counts as a block, so that no move of one object makes more of them. A
//! move is *merging*, and free in the lattice, if the top run of its source is one object and
//! the source is not emptied; a single object is not moved into an empty container. The search
//! ends with the first column in which every container holds at most one colour. Of all such
//! positions in this column the one is taken that needs the fewest *correcting* moves, those that
//! bring the containers of a colour together.

use std::cmp::Reverse;

use antipode_frontier::{Lattice, Priced};

use crate::contents::Contents;
use crate::packed::Packed;
use crate::plain;
use crate::pour::Pour;
use crate::rule::Rule;
use crate::solve::{BREATH, Search, Solution, SolveError};
use crate::space::{Board, poured};

/// The moves of a position, priced.
struct Objects<'a, P>(Board<'a, P>);

impl<P: Packed> Priced for Objects<'_, P> {
    type State = P;

    fn expand(&self, state: P, mut emit: impl FnMut(P, u32)) {
        let Board { contents, containers, .. } = self.0;
        let lanes = state.unpack();
        let numbers = &lanes.as_ref()[..containers];
        moves(contents, numbers, |pour| {
            let content = contents.of(numbers[pour.from]);
            let merging = content.run == 1 && content.height > 1;
            emit(self.0.after(lanes, pour), u32::from(!merging));
        });
    }
}

/// Hands every move of one object to `each`.
fn moves(contents: &Contents, numbers: &[u16], each: impl FnMut(Pour)) {
    plain::moves(contents, Rule::Two, numbers, each);
}

impl Search<'_> {
    /// A short solution by rule 2.
    pub(crate) fn reference<P: Packed>(
        &self,
        board: Board<'_, P>,
        start: P,
    ) -> Result<Solution, SolveError> {
        let space = Objects(board);
        let mut lattice = Lattice::with_memory(self.memory);
        lattice.add_source(start)?;
        // The fewest correcting moves so far, the column, and the position.
        let mut best: Option<(u32, u32, usize)> = None;
        let mut told = 0;
        for step in 1_usize.. {
            let Some(index) = lattice.settle(&space)? else { break };
            let cost = lattice.cost(index);
            if best.is_some_and(|(_, column, _)| column < cost) {
                break;
            }
            let lanes = lattice.state(index).unpack();
            let numbers = &lanes.as_ref()[..board.containers];
            if numbers.iter().all(|&number| self.contents.of(number).blocks <= 1) {
                let moves = correcting(self.contents, numbers);
                let objects = moves.iter().map(|pour| u32::from(pour.count)).sum();
                if best.is_none_or(|(fewest, ..)| objects < fewest) {
                    best = Some((objects, cost, index));
                }
            }
            if step.is_multiple_of(BREATH) {
                self.breathe(lattice.len() - told)?;
                told = lattice.len();
            }
        }
        let pours = best.map(|(_, _, index)| {
            let mut pours = board.retrace(&lattice.path(index), |numbers, each| {
                moves(self.contents, numbers, |pour| each(&[pour]));
            });
            let last = poured(self.contents, &self.contents.start, &pours);
            pours.extend(correcting(self.contents, &last));
            pours
        });
        Ok(self.solution(pours, false, lattice.len()))
    }
}

/// Brings containers of one colour together, each colour in the one that has most of it.
fn correcting(contents: &Contents, numbers: &[u16]) -> Vec<Pour> {
    let mut pours = Vec::new();
    for colour in 0..contents.colours as u8 {
        let of_colour = |&place: &usize| contents.of(numbers[place]).top == colour;
        let mut places: Vec<usize> = (0..numbers.len()).filter(of_colour).collect();
        places.sort_by_key(|&place| Reverse(contents.of(numbers[place]).run));
        if let Some((&to, others)) = places.split_first() {
            let pour = |&from: &usize| Pour { from, to, count: contents.of(numbers[from]).run };
            pours.extend(others.iter().map(pour));
        }
    }
    pours
}
