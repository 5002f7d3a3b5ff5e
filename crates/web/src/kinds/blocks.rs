//! Sliding blocks.

use antipode_blocks::difficulty::Told;
use antipode_blocks::format::{Format, FormatError};
use antipode_blocks::hardest::hardest;
use antipode_blocks::replay::play;
use antipode_blocks::solve::{Answer, Limits, Question, SolveError, solve};
use antipode_blocks::{Group, Guide, Metric, NoBoard, Puzzle, Walked};
use antipode_frontier::{Effort, Full};
use antipode_gallery::{self as gallery, Axis, Look, Rules};

use crate::host::Search;
use crate::kind::{Arranged, Kind, Solved};
use crate::link::Linked;
use crate::trail::{Hinted, Trail};
use crate::trouble::Trouble;

/// The work for an estimate of the difficulty, as `antipode difficulty` has it.
const STEPS: f64 = 1e8;

/// About how many bytes the difficulty takes for a board of the group: as measured, with many holes, where pieces go
/// step by step.
const BYTES_OF_A_BOARD: usize = 2200;

/// The whole group may take one of so many parts of the time for a hint: the way home from one board may be found in
/// less.
const PARTS: f64 = 8.0;

/// A puzzle of sliding blocks.
#[derive(Debug)]
pub struct Blocks {
    puzzle: Puzzle,
    metric: Metric,
    /// The distances of the whole group, and whether that is known to be too large.
    guide: Option<Guide>,
    is_vast: bool,
    /// The last solution.
    trail: Trail,
}

impl Blocks {
    /// A puzzle of which nothing is known yet.
    pub fn new(puzzle: Puzzle, metric: Metric) -> Self {
        Blocks { puzzle, metric, guide: None, is_vast: false, trail: Trail::default() }
    }

    /// Reads a puzzle in any of its forms.
    pub(crate) fn read(text: &str, metric: Metric) -> Result<Self, Trouble> {
        let puzzle = Format::recognise(text).read(text, None)?;
        Ok(Blocks::new(puzzle, metric))
    }

    fn solved(
        &self,
        puzzle: &Puzzle,
        question: Question,
        search: &Search,
    ) -> Result<Answer, Trouble> {
        let limits = Limits { memory: search.memory, scratch: std::path::PathBuf::new() };
        Ok(solve(puzzle, self.metric, question, &limits, search)?)
    }

    fn at(&self, position: Option<&str>) -> Result<Puzzle, NoBoard> {
        position.map_or_else(|| Ok(self.puzzle.clone()), |board| self.puzzle.started_at(board))
    }

    /// The same puzzle from the start of an answer.
    fn arranged(&self, answer: Answer) -> Result<Arranged, Trouble> {
        let states = answer.states;
        let Some(solution) = answer.solution else {
            return Ok(Arranged { moves: None, states, link: None, puzzle: None });
        };
        let puzzle = self.puzzle.started_at(&solution.start)?;
        let moves = Some(solution.moves.len() as u64);
        let mut shown = played(&puzzle, &puzzle.title, &puzzle.start(), self.metric);
        shown.best = moves;
        shown.solution = solution.moves.join(" ");
        let link = Linked::Blocks { puzzle, metric: self.metric }.write().ok();
        Ok(Arranged { moves, states, link, puzzle: Some(shown) })
    }
}

impl Kind for Blocks {
    fn linked(&self) -> Linked {
        Linked::Blocks { puzzle: self.puzzle.clone(), metric: self.metric }
    }

    fn played(&self) -> gallery::Puzzle {
        played(&self.puzzle, &self.puzzle.title, &self.puzzle.start(), self.metric)
    }

    fn forms(&self) -> Vec<(&'static str, Result<String, String>)> {
        let text = |format: Format| format.write(&self.puzzle).map_err(|error| error.to_string());
        Format::NAMES.map(|(name, format)| (name, text(format))).into()
    }

    fn solve(&mut self, position: Option<&str>, search: &Search) -> Result<Solved, Trouble> {
        let puzzle = self.at(position)?;
        let answer = self.solved(&puzzle, Question::Shortest, search)?;
        let mut solved = Solved {
            moves: None,
            states: answer.states,
            solution: None,
            names: None,
            start: puzzle.start(),
            goal: None,
        };
        if let Some(Walked { start, moves, goal }) = answer.solution {
            let boards = play(&puzzle, self.metric, &start, &moves).map_err(Trouble::bug)?;
            solved.moves = Some(moves.len() as u64);
            solved.solution = Some(moves.join(" "));
            let kept = [start].into_iter().chain(boards).zip(moves);
            let kept = kept.map(|(board, name)| (board, name.clone(), name));
            self.trail.keep(kept.collect(), goal.clone());
            solved.goal = Some(goal);
        }
        Ok(solved)
    }

    fn stand(&self, position: Option<&str>) -> Result<String, Trouble> {
        Ok(self.at(position)?.start())
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }

    /// From the distances of the whole group, which are kept, if they are found in part of the time and fit; else by
    /// a search from the board.
    fn hint(&mut self, position: Option<&str>, search: &Search) -> Result<Hinted, Trouble> {
        let puzzle = self.at(position)?;
        let board = puzzle.start();
        if let Some(hint) = self.trail.hint(&board) {
            return Ok(hint);
        }
        self.guide = self.guide.take().filter(|guide| guide.knows(&board) == Ok(true));
        if self.guide.is_none() && !self.is_vast {
            match Guide::new(&puzzle, self.metric, search.memory, &search.part(PARTS)) {
                Err(SolveError::Full(_) | SolveError::Stopped(_)) => self.is_vast = true,
                guide => self.guide = Some(guide?),
            }
        }
        let Some(guide) = &self.guide else {
            self.solve(position, search)?;
            return Ok(self.trail.hint(&board).unwrap_or(Hinted::LOST));
        };
        Ok(guide.hint(&board)?.map_or(Hinted::LOST, |hint| Hinted {
            togo: Some(hint.togo as u64),
            next: hint.next.clone(),
            name: hint.next,
        }))
    }

    fn difficulty(&self, search: &Search) -> Result<Option<Told>, Trouble> {
        let most = search.memory / BYTES_OF_A_BOARD;
        let (metric, memory) = (self.metric, search.memory);
        let (group, graph) = Group::joined(&self.puzzle, metric, most, memory, search)?;
        let figures = group.figures(graph, &Effort { steps: STEPS, seed: 1, memory })?;
        Ok(figures.map(|figures| Told::new(&figures, metric)))
    }

    fn harder(&self, search: &Search) -> Result<Arranged, Trouble> {
        self.arranged(self.solved(&self.puzzle, Question::Farthest, search)?)
    }

    fn hardest(&self, search: &Search) -> Result<Arranged, Trouble> {
        self.arranged(hardest(&self.puzzle, self.metric, search.memory, search)?)
    }
}

/// A puzzle to be played from a board, without a solution.
pub fn played(puzzle: &Puzzle, title: &str, start: &str, metric: Metric) -> gallery::Puzzle {
    let goals = puzzle.goal_pieces();
    let look = |number: usize| {
        let piece = &puzzle.pieces[number];
        let axis = match (piece.axes.horizontal, piece.axes.vertical) {
            (true, true) => None,
            (true, false) => Some(Axis::Horizontal),
            (false, true) => Some(Axis::Vertical),
            (false, false) => Some(Axis::Neither),
        };
        let goal = goals.contains_key(&number);
        (piece.name, Look { goal, axis, mark: piece.mark, ..Look::default() })
    };
    let barriers = puzzle.field.walls().map(|(cell, step)| {
        let ((x, y), (dx, dy)) = (puzzle.field.place(cell), step.offset());
        [x as u8, y as u8, x as u8 + dx as u8, y as u8 + dy as u8]
    });
    let rules = Rules::Slide {
        pieces: (0..puzzle.pieces.len()).map(look).collect(),
        barriers: barriers.collect(),
        goals: puzzle.goals.iter().map(|goal| puzzle.goal_board(goal)).collect(),
    };
    gallery::Puzzle::new(title, metric.name(), start, rules)
}

impl From<FormatError> for Trouble {
    fn from(FormatError { line, column, problem }: FormatError) -> Self {
        Trouble::Text { problem, at: Some((line, column)) }
    }
}

impl From<NoBoard> for Trouble {
    fn from(error: NoBoard) -> Self {
        Trouble::bug(error)
    }
}

impl From<Full> for Trouble {
    fn from(_: Full) -> Self {
        Trouble::Memory
    }
}

impl From<SolveError> for Trouble {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Full(_) => Trouble::Memory,
            SolveError::Stopped(_) => Trouble::Time,
            error => Trouble::bug(error),
        }
    }
}
