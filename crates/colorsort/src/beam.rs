//! Any solution, quickly: beam search over pours.
//!
//! Layer after layer only the best positions are kept, by the lower bound of rule 1, and of
//! those equally good the smallest. A position is never kept twice, so a beam that left nothing
//! out and runs dry has seen all there is, and proves that there is no solution. A beam that
//! did leave something out is tried again eight times as wide. What a pour does can be
//! done an object at a time, too, so the solutions serve for both rules; and nothing here relies
//! on equal capacities.

use antipode_frontier::Full;
use fxhash::FxHashSet;

use crate::packed::Packed;
use crate::pour::pours;
use crate::rule1::bound;
use crate::solve::{Search, Solution, SolveError};
use crate::space::Board;

/// How wide the first beam is, and how many times as wide each next one.
const FIRST: usize = 64;
const WIDER: usize = 8;

/// About how many positions one position reaches, most often.
const REACHED: usize = 64;

/// How a beam ended.
enum Outcome<P> {
    Solved(Vec<P>),
    Dry,
    Cut,
}

/// A position that was reached with its score, and the place of the one before in the layer before.
type Reached<P> = (u32, P, u32);

/// A position of a layer, and the place of the one before in the layer before.
type Kept<P> = (P, u32);

impl Search<'_> {
    /// A solution, or the proof that there is none.
    pub(crate) fn beam<P: Packed>(
        &self,
        board: Board<'_, P>,
        start: P,
    ) -> Result<Solution, SolveError> {
        // Half of the memory is for what is kept: a slot of the set of positions, which may be
        // grown to twice its size, and a place in a layer, likewise.
        let limit = self.memory / 2 / (6 * size_of::<P>() + 2 * size_of::<Kept<P>>());
        // The other half is for what a layer reaches, as a list that may be grown, likewise. A wide beam is
        // worth trying only where what it reaches need not be thinned out all the time.
        let room = self.memory / 2 / (3 * size_of::<Reached<P>>());
        let most = room / REACHED;
        let mut width = FIRST;
        let mut states = 0;
        loop {
            let path = match self.beam_of(width, limit, room, board, start, &mut states)? {
                Outcome::Solved(path) => Some(path),
                Outcome::Dry => None,
                Outcome::Cut => {
                    width *= WIDER;
                    if width > most {
                        return Err(SolveError::Full(Full::States { limit }));
                    }
                    continue;
                }
            };
            let pours = path.map(|path| {
                board.retrace(&path, |numbers, each| {
                    pours(self.contents, numbers, |pour| each(&[pour]));
                })
            });
            return Ok(self.solution(pours, false, states));
        }
    }

    fn beam_of<P: Packed>(
        &self,
        width: usize,
        limit: usize,
        room: usize,
        board: Board<'_, P>,
        start: P,
        states: &mut usize,
    ) -> Result<Outcome<P>, SolveError> {
        let Board { contents, containers, .. } = board;
        let mut seen = FxHashSet::from_iter([start]);
        let mut layers: Vec<Vec<Kept<P>>> = vec![vec![(start, 0)]];
        let mut cut = false;
        let mut reached: Vec<Reached<P>> = Vec::new();
        loop {
            let last = &layers[layers.len() - 1];
            if let Some(place) = last.iter().position(|&(state, _)| board.solved(state)) {
                return Ok(Outcome::Solved(path(&layers, place)));
            }
            reached.clear();
            let mut thin_out = |reached: &mut Vec<Reached<P>>| {
                reached.sort_unstable();
                reached.dedup_by_key(|&mut (_, state, _)| state);
                cut |= reached.len() > width;
                reached.truncate(width);
            };
            for (place, (state, _)) in last.iter().enumerate() {
                let lanes = state.unpack();
                let numbers = &lanes.as_ref()[..containers];
                pours(contents, numbers, |pour| {
                    let next = board.after(lanes, pour);
                    if !seen.contains(&next) {
                        let score = bound(contents, &next.unpack().as_ref()[..containers]);
                        reached.push((score, next, place as u32));
                        // What is not among the best so far is not among the best of all.
                        if reached.len() > room.max(2 * width) {
                            thin_out(&mut reached);
                        }
                    }
                });
                self.breathe(0)?;
            }
            thin_out(&mut reached);
            if reached.is_empty() {
                return Ok(if cut { Outcome::Cut } else { Outcome::Dry });
            }
            seen.extend(reached.iter().map(|&(_, state, _)| state));
            *states += reached.len();
            self.breathe(reached.len())?;
            if seen.len() > limit {
                return Err(SolveError::Full(Full::States { limit }));
            }
            layers.push(reached.iter().map(|&(_, state, parent)| (state, parent)).collect());
        }
    }
}

/// The way to a place in the last layer.
fn path<P: Packed>(layers: &[Vec<Kept<P>>], place: usize) -> Vec<P> {
    let mut place = place;
    let mut path: Vec<P> = Vec::new();
    for layer in layers.iter().rev() {
        let (state, parent) = layer[place];
        path.push(state);
        place = parent as usize;
    }
    path.reverse();
    path
}
