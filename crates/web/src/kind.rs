//! What every kind of puzzle can be asked.

use antipode_blocks::difficulty::Told;
use antipode_gallery::Puzzle;
use serde::Serialize;

use crate::host::Search;
use crate::link::Linked;
use crate::trail::{Hinted, Trail};
use crate::trouble::Trouble;

/// A shortest solution, or that there is none. The keys are those of `antipode solve --json`.
#[derive(Debug, Serialize)]
pub struct Solved {
    /// The fewest moves; none if it is proved that there is no solution.
    pub moves: Option<u64>,
    /// How many states were stored.
    pub states: u64,
    /// The moves as pages read them, separated by spaces.
    pub solution: Option<String>,
    /// What the moves are called, if not so.
    pub names: Option<String>,
    /// Where it begins, in the notation of pages.
    pub start: String,
    /// Where it ends.
    pub goal: Option<String>,
}

/// Another start, the hardest of some.
#[derive(Debug, Serialize)]
pub struct Arranged {
    /// The fewest moves from there; none if nothing is solvable.
    pub moves: Option<u64>,
    /// How many states were stored.
    pub states: u64,
    /// The puzzle that starts there.
    pub link: Option<String>,
    /// The same, to play.
    pub puzzle: Option<Puzzle>,
}

/// A puzzle, with what was found out about it.
///
/// Positions are in the notation of pages: that of the board of the puzzle to [play](Self::played).
pub trait Kind {
    /// What a link to it says.
    fn linked(&self) -> Linked;

    /// The puzzle as pages play it, with an empty title if it has none.
    fn played(&self) -> Puzzle;

    /// The puzzle in several forms, by their names: the text, or why the form cannot say it.
    fn forms(&self) -> Vec<(&'static str, Result<String, String>)> {
        Vec::new()
    }

    /// Solves it from a position, or from its start.
    ///
    /// # Errors
    /// If it does not fit in memory or takes too long, or the position is none of the puzzle.
    fn solve(&mut self, position: Option<&str>, search: &Search) -> Result<Solved, Trouble>;

    /// A position, or the start, as the [trail](Self::trail) has it.
    ///
    /// # Errors
    /// If it is none of the puzzle.
    fn stand(&self, position: Option<&str>) -> Result<String, Trouble>;

    /// The last solution.
    fn trail(&self) -> &Trail;

    /// What to do at a position, or at the start: solved from there, unless the trail tells.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    fn hint(&mut self, position: Option<&str>, search: &Search) -> Result<Hinted, Trouble> {
        let position = self.stand(position)?;
        if let Some(hint) = self.trail().hint(&position) {
            return Ok(hint);
        }
        let solved = self.solve(Some(&position), search)?;
        Ok(solved.moves.and_then(|_| self.trail().hint(&position)).unwrap_or(Hinted::LOST))
    }

    /// How hard it is, as `antipode difficulty --json` tells; none if it has no solution.
    ///
    /// # Errors
    /// If that is not known of such puzzles, does not fit in memory or takes too long.
    fn difficulty(&self, _: &Search) -> Result<Option<Told>, Trouble> {
        Err(Trouble::Kind("The difficulty of such puzzles is not known.".into()))
    }

    /// The farthest start that can be reached.
    ///
    /// # Errors
    /// If such puzzles cannot be made harder, and as [`solve`](Self::solve).
    fn harder(&self, _: &Search) -> Result<Arranged, Trouble> {
        Err(Trouble::Kind("Such puzzles cannot be made harder.".into()))
    }

    /// The hardest arrangement of the same pieces.
    ///
    /// # Errors
    /// If such puzzles cannot be made harder, and as [`solve`](Self::solve).
    fn hardest(&self, _: &Search) -> Result<Arranged, Trouble> {
        Err(Trouble::Kind("Such puzzles cannot be made harder.".into()))
    }
}
