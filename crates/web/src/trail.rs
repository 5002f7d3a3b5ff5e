//! A solution that was found, to answer from while a player keeps to it.

use std::collections::HashMap;

use serde::Serialize;

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hinted {
    /// The fewest moves to a goal; none if none can be reached.
    pub togo: Option<u64>,
    /// The first of them as pages read it; none where there is nothing to do.
    #[serde(rename = "move")]
    pub next: Option<String>,
    /// What it is called.
    pub name: Option<String>,
}

impl Hinted {
    /// That no goal can be reached.
    pub const LOST: Self = Hinted { togo: None, next: None, name: None };
}

/// What to do at the positions of a solution.
#[derive(Debug, Default)]
pub struct Trail(HashMap<String, Hinted>);

impl Trail {
    /// Keeps a solution, and nothing else: the position before each move, the move, and what it is
    /// called; then the goal.
    pub fn keep(&mut self, moves: Vec<(String, String, String)>, goal: String) {
        self.0.clear();
        let length = moves.len() as u64;
        for (made, (position, next, name)) in (0..).zip(moves) {
            let togo = Some(length - made);
            self.0.insert(position, Hinted { togo, next: Some(next), name: Some(name) });
        }
        self.0.insert(goal, Hinted { togo: Some(0), next: None, name: None });
    }

    /// What to do at a position of the solution.
    pub fn hint(&self, position: &str) -> Option<Hinted> {
        self.0.get(position).cloned()
    }
}
