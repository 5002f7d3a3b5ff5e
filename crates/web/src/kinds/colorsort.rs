//! Colour sort.

use antipode_colorsort::{Position, Reading, Rule, SolveError, replay, shortest};
use antipode_gallery::{Puzzle, Rules};

use crate::host::Search;
use crate::kind::{Kind, Solved};
use crate::link::Linked;
use crate::trail::Trail;
use crate::trouble::Trouble;

/// A puzzle of colour sort.
#[derive(Debug)]
pub struct ColourSort {
    start: Position,
    rule: Rule,
    /// The last solution.
    trail: Trail,
}

impl ColourSort {
    /// A puzzle of which nothing is known yet.
    pub fn new(start: Position, rule: Rule) -> Self {
        ColourSort { start, rule, trail: Trail::default() }
    }

    /// A position as pages write it, where containers do not tell their capacity.
    fn at(&self, position: Option<&str>) -> Result<Position, Trouble> {
        let Some(text) = position else { return Ok(self.start.clone()) };
        let capacities = self.start.containers().iter().map(|container| container.capacity);
        let held: Vec<&str> = text.split(';').collect();
        if held.len() != capacities.len() {
            return Err(Trouble::bug(format!("{text:?} is no position of this puzzle")));
        }
        let told = held.iter().zip(capacities).map(|(held, capacity)| format!("{held}:{capacity}"));
        let told = told.collect::<Vec<_>>().join(";");
        Position::parse(&told, &Reading::default()).map_err(Trouble::bug)
    }
}

impl Kind for ColourSort {
    fn linked(&self) -> Linked {
        Linked::ColourSort { start: self.start.clone(), rule: self.rule }
    }

    fn played(&self) -> Puzzle {
        played(&self.start, self.rule, "")
    }

    fn solve(&mut self, position: Option<&str>, search: &Search) -> Result<Solved, Trouble> {
        let start = self.at(position)?;
        let found = shortest(&start, self.rule, search.memory, search);
        let found = found.map_err(|error| match error {
            SolveError::Full(_) => Trouble::Memory,
            SolveError::Stopped => Trouble::Time,
            SolveError::TooManyContainers(_) => Trouble::Size,
            SolveError::NoReference => Trouble::bug(error),
        })?;
        let mut solved = Solved {
            moves: None,
            states: found.states as u64,
            solution: None,
            names: None,
            start: held(&start.explicit()),
            goal: None,
        };
        if let Some(moves) = found.moves {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let written = moves.join(" ");
            let positions = replay(&start.explicit(), self.rule, &written);
            let positions = positions.map_err(Trouble::bug)?;
            let goal = positions.last().map_or_else(|| solved.start.clone(), |last| held(last));
            let before = [start.explicit()].into_iter().chain(positions);
            let kept = before.zip(&moves);
            let kept = kept.map(|(position, name)| (held(&position), name.clone(), name.clone()));
            self.trail.keep(kept.collect(), goal.clone());
            solved.moves = Some(moves.len() as u64);
            solved.solution = Some(written);
            solved.goal = Some(goal);
        }
        Ok(solved)
    }

    fn stand(&self, position: Option<&str>) -> Result<String, Trouble> {
        Ok(held(&self.at(position)?.explicit()))
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }
}

/// What the containers hold, without their capacities.
fn held(explicit: &str) -> String {
    let held = |container: &str| container.split(':').next().unwrap_or_default().to_owned();
    explicit.split(';').map(held).collect::<Vec<_>>().join(";")
}

/// A puzzle to be played, without a solution.
pub fn played(start: &Position, rule: Rule, title: &str) -> Puzzle {
    let rules = Rules::Pour {
        capacities: start.containers().iter().map(|container| container.capacity as u8).collect(),
        rule: if rule == Rule::One { 1 } else { 2 },
    };
    Puzzle {
        link: Linked::ColourSort { start: start.clone(), rule }.write().ok(),
        ..Puzzle::new(title, "move", held(&start.explicit()), rules)
    }
}
