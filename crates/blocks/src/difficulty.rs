//! How hard a puzzle is, as it is told.

use antipode_frontier::Figures;
use serde::Serialize;

use crate::metric::Metric;

/// The figures as they are told, under the names that they have wherever they are.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Told {
    /// The least number of actions.
    pub moves: u32,
    /// What counts as one.
    pub metric: &'static str,
    /// The boards of the group.
    pub states: usize,
    /// How many of them are solved.
    pub goals: usize,
    /// The BB difficulty.
    pub bb: Option<f64>,
    /// Half of its 95% confidence interval; 0 where it is exact.
    pub bb_error: Option<f64>,
    /// How many random walks the estimate is made of; 0 where it is exact.
    pub bb_walks: Option<u64>,
    /// How many shortest solutions there are, as sequences of boards.
    pub paths: Option<String>,
    /// The share of the boards that lie on one.
    pub on_paths: f64,
    /// The mean number of boards one action away.
    pub branching: f64,
    /// How many unsolved boards there are that one action leads from.
    pub dead_ends: usize,
    /// The expected number of actions of a random walk to a solved board.
    pub walk: Option<f64>,
}

impl Told {
    /// What to tell of the figures of a puzzle in `metric`.
    pub fn new(figures: &Figures, metric: Metric) -> Self {
        let bb = figures.bb();
        Told {
            moves: figures.shortest.length,
            metric: metric.name(),
            states: figures.states,
            goals: figures.goals,
            // The last digits of the mean may take it below the least that it can be. Tables say -0.0 then, and are
            // not to change.
            bb: bb.map(|bb| bb.0.max(0.0)),
            bb_error: bb.map(|bb| bb.1),
            bb_walks: figures.tree_path.map(|path| path.walks),
            paths: figures.shortest.number.map(|number| number.to_string()),
            on_paths: figures.shortest.vertices as f64 / figures.states as f64,
            branching: figures.branching,
            dead_ends: figures.dead_ends,
            walk: figures.random_walk,
        }
    }
}
