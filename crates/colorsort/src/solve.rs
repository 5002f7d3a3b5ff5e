//! Shortest solutions, proved.

use std::fmt;

use antipode_frontier::{Full, Lattice, Layers, Parents, Priced, Progress};

use crate::contents::Contents;
use crate::packed::Packed;
use crate::plain::{self, Moves};
use crate::position::Position;
use crate::pour::{Pour, pours};
use crate::rule::Rule;
use crate::rule1::Pours;
use crate::rule2::{self, Clearings};
use crate::space::{Board, needed};

/// A move from one container to another, by their places from 0 in the user's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// Where the object or objects come from.
    pub from: usize,
    /// Where they go.
    pub to: usize,
}

/// The numbers of the two containers, from 1: `3>5`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.from + 1, self.to + 1)
    }
}

/// What to look for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// A shortest solution.
    Shortest,
    /// A short solution by rule 2, in the way that was published; see `reference.rs`.
    Reference,
    /// Any solution, quickly.
    Any,
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The moves; none if there is no solution, which is proved by exhaustion.
    pub moves: Option<Vec<Move>>,
    /// Whether no solution is shorter.
    pub proved: bool,
    /// How many positions the search stored.
    pub states: usize,
}

/// Why a search did not come to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It did not fit in memory.
    #[error(transparent)]
    Full(#[from] Full),
    /// The caller asked for it.
    #[error("the search was stopped")]
    Stopped,
    /// The method does not know such puzzles.
    #[error("the reference method is for rule 2, and for containers of the same capacity")]
    NoReference,
    /// There are more containers than a packed position has room for.
    #[error("{0} containers of different capacity are more than the {most} that can be searched", most = Widest::LANES)]
    TooManyContainers(usize),
}

/// How many positions are expanded between two looks at whether to stop.
pub(crate) const BREATH: usize = 1 << 12;

/// What has room for the most containers.
#[cfg(feature = "packings")]
type Widest = [u64; 88];
#[cfg(not(feature = "packings"))]
type Widest = [u64; 12];

/// Runs a search in the smallest packing that has room for what it packs.
macro_rules! first_fitting {
    ($search:ident.$run:ident) => {
        first_fitting!(
            $search.$run,
            #[cfg(feature = "packings")] u64,
            u128,
            #[cfg(feature = "packings")] [u64; 3],
            #[cfg(feature = "packings")] [u64; 4],
            #[cfg(feature = "packings")] [u64; 6],
            [u64; 12],
            #[cfg(feature = "packings")] [u64; 88]
        )
    };
    ($search:ident.$run:ident, $($(#[$when:meta])? $packed:ty),*) => {{
        let lanes = needed($search.contents).len();
        let bits = usize::BITS - ($search.contents.len() - 1).leading_zeros();
        $(
            $(#[$when])?
            if lanes <= <$packed>::LANES && bits <= <$packed>::LANE_BITS {
                let (board, start) = Board::<$packed>::new($search.contents);
                return $search.$run(board, start);
            }
        )*
        Err(SolveError::TooManyContainers(lanes))
    }};
}

/// A solution by `rule`, or the proof that there is none, in about `memory` bytes.
///
/// Containers are as in `position`, and the same solution is found every time.
///
/// # Errors
/// As [`check`], and if the search does not fit in memory, or `progress` asks to stop.
pub fn solve(
    position: &Position,
    rule: Rule,
    method: Method,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let contents = &Contents::new(position);
    suits(contents, rule, method)?;
    let search = Search { contents, rule, memory, progress };
    match method {
        Method::Shortest => first_fitting!(search.shortest),
        Method::Any => first_fitting!(search.beam),
        Method::Reference => first_fitting!(search.reference),
    }
}

/// Refuses what cannot be searched, however much memory there is.
///
/// # Errors
/// If it is too large for the method.
pub fn check(position: &Position, rule: Rule, method: Method) -> Result<(), SolveError> {
    suits(&Contents::new(position), rule, method)
}

fn suits(contents: &Contents, rule: Rule, method: Method) -> Result<(), SolveError> {
    if method == Method::Reference && (rule == Rule::One || !contents.equal) {
        return Err(SolveError::NoReference);
    }
    let lanes = needed(contents).len();
    if lanes > Widest::LANES { Err(SolveError::TooManyContainers(lanes)) } else { Ok(()) }
}

/// A shortest solution by `rule`, or the proof that there is none, in about `memory` bytes.
///
/// # Errors
/// If there are too many containers, the search does not fit in memory, or `progress` asks to stop.
pub fn shortest(
    position: &Position,
    rule: Rule,
    memory: usize,
    progress: &dyn Progress,
) -> Result<Solution, SolveError> {
    let search = Search { contents: &Contents::new(position), rule, memory, progress };
    first_fitting!(search.shortest)
}

/// A search to be made.
pub(crate) struct Search<'a> {
    pub contents: &'a Contents,
    pub rule: Rule,
    pub memory: usize,
    pub progress: &'a dyn Progress,
}

impl Search<'_> {
    fn shortest<P: Packed>(&self, board: Board<'_, P>, start: P) -> Result<Solution, SolveError> {
        match self.rule {
            _ if !self.contents.equal => self.plain(board, start),
            Rule::One => {
                let (path, states) = self.cheapest(board, start, &Pours(board))?;
                let moves = path.map(|path| {
                    board.retrace(&path, |numbers, each| {
                        pours(self.contents, numbers, |pour| each(&[pour]));
                    })
                });
                Ok(self.solution(moves, true, states))
            }
            Rule::Two => {
                let (path, states) = self.cheapest(board, start, &Clearings(board))?;
                let moves = path.map(|path| {
                    board.retrace(&path, |numbers, each| {
                        rule2::clearings(self.contents, numbers, each);
                    })
                });
                Ok(self.solution(moves, true, states))
            }
        }
    }

    /// A cheapest path to a solved position, and the number of positions stored.
    fn cheapest<P: Packed>(
        &self,
        board: Board<'_, P>,
        start: P,
        space: &impl Priced<State = P>,
    ) -> Result<(Option<Vec<P>>, usize), SolveError> {
        let mut lattice = Lattice::with_memory(self.memory);
        lattice.add_source(start)?;
        let mut told = 0;
        for step in 1_usize.. {
            let Some(index) = lattice.settle(space)? else { break };
            if board.solved(lattice.state(index)) {
                return Ok((Some(lattice.path(index)), lattice.len()));
            }
            if step.is_multiple_of(BREATH) {
                self.breathe(lattice.len() - told)?;
                told = lattice.len();
            }
        }
        Ok((None, lattice.len()))
    }

    fn plain<P: Packed>(&self, board: Board<'_, P>, start: P) -> Result<Solution, SolveError> {
        let space = Moves { board, rule: self.rule };
        let mut layers = Layers::<P, (), Parents>::with_memory(self.memory);
        layers.add_source(start)?;
        loop {
            let mut layer = layers.layer(layers.depth() - 1);
            let goal = layer.find(|&index| board.solved(layers.state(index)));
            if goal.is_none() {
                let new = layers.advance_told(&space, self.progress)?;
                if new.ok_or(SolveError::Stopped)? > 0 {
                    continue;
                }
            }
            let moves = goal.map(|goal| {
                board.retrace(&layers.path(goal), |numbers, each| {
                    plain::moves(self.contents, self.rule, numbers, |pour| each(&[pour]));
                })
            });
            return Ok(self.solution(moves, true, layers.len()));
        }
    }

    /// Tells of `states` more positions, and stops if asked to.
    pub(crate) fn breathe(&self, states: usize) -> Result<(), SolveError> {
        self.progress.stored(states as u64);
        if self.progress.stop() { Err(SolveError::Stopped) } else { Ok(()) }
    }

    /// The solution made of `pours`, or that there is none.
    pub(crate) fn solution(
        &self,
        pours: Option<Vec<Pour>>,
        shortest: bool,
        states: usize,
    ) -> Solution {
        let moves = |Pour { from, to, count }| {
            let times = if self.rule == Rule::One { 1 } else { count };
            (0..times).map(move |_| Move { from, to })
        };
        let proved = shortest || pours.is_none();
        let moves = pours.map(|pours| pours.into_iter().flat_map(moves).collect());
        Solution { moves, proved, states }
    }
}
