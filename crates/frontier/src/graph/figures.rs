//! How hard one puzzle is, in figures beside the length of its shortest solution.
//!
//! The BB difficulty (Baxter and Bickford) is what a solver needs who knows the first thing about
//! mazes and nothing else: the number of useless passages in a tree is its vertices, less one,
//! less the length of the way to the goal, and a graph counts as the mean of its spanning trees.

use crate::graph::adjacency::Graph;
use crate::graph::hitting::hitting_time;
use crate::graph::paths::ShortestPaths;
use crate::graph::spanning::TreePath;
use crate::graph::walks::Walks;

/// How much work the figures of one puzzle are worth. It changes their precision only.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// About how many steps the random walks of one estimate take together. Exact values are
    /// computed instead where that takes no longer.
    pub steps: f64,
    /// Where the random walks start from: the same seed, the same walks.
    pub seed: u64,
}

/// The figures of one puzzle: a start, and the goals in its component.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The shortest paths to the goals.
    pub shortest: ShortestPaths,
    /// The number of states.
    pub states: usize,
    /// How many of them are goals.
    pub goals: usize,
    /// The mean number of neighbours of a state.
    pub branching: f64,
    /// How many states that are no goals have one neighbour only.
    pub dead_ends: usize,
    /// The expected length of a random walk to a goal, neighbours being equally likely; none if
    /// it could not be computed.
    pub random_walk: Option<f64>,
    /// The path in spanning trees of the graph with all goals merged into one; none if it is
    /// beyond the effort.
    pub tree_path: Option<TreePath>,
}

impl Figures {
    /// The figures of several puzzles, of those that were [`Begun`], which takes less time than one after the other.
    pub fn finish(
        begun: impl IntoIterator<Item = Option<Begun>>,
        effort: &Effort,
    ) -> Vec<Option<Self>> {
        let parts = begun.into_iter().map(|begun| match begun {
            Some(Begun { figures, walks }) => (Some(figures), walks),
            None => (None, None),
        });
        let (mut all, walks): (Vec<_>, Vec<_>) = parts.unzip();
        for (figures, path) in all.iter_mut().zip(Walks::estimates(walks, effort.seed)) {
            if let (Some(figures), Some(path)) = (figures, path) {
                figures.tree_path = Some(path);
            }
        }
        all
    }

    /// The BB difficulty, with half the length of its 95% confidence interval.
    pub fn bb(&self) -> Option<(f64, f64)> {
        let edges = (self.states - self.goals) as f64;
        self.tree_path.map(|path| (edges - path.mean, path.error))
    }
}

/// The figures of one puzzle, all but the estimate of an average over spanning trees.
#[derive(Debug)]
pub struct Begun {
    figures: Figures,
    /// What is estimated; none if it is known.
    walks: Option<Walks>,
}

impl Begun {
    /// Begins the figures of the puzzle on a connected `graph`; none if there is no goal.
    pub fn new(
        graph: &Graph,
        start: u32,
        goal: impl Fn(u32) -> bool,
        effort: &Effort,
    ) -> Option<Self> {
        let vertices = || 0..graph.len() as u32;
        let is_goal: Vec<bool> = vertices().map(goal).collect();
        let goal = |vertex: u32| is_goal[vertex as usize];
        let goals: Vec<u32> = vertices().filter(|&vertex| goal(vertex)).collect();
        let shortest = ShortestPaths::new(graph, start, goals.iter().copied())?;
        let random_walk = hitting_time(graph, start, goal, PATIENCE * effort.steps);
        let (merged, numbers) = graph.contract(goal);
        let (from, to) = (numbers[start as usize], merged.len() as u32 - 1);
        let tree_path = TreePath::exact(&merged, from, to, effort.steps);
        let walks = match tree_path {
            Some(_) => None,
            None => effort.walks(&merged, from, to, random_walk),
        };
        let figures = Figures {
            shortest,
            states: graph.len(),
            goals: goals.len(),
            branching: 2.0 * graph.edges() as f64 / graph.len() as f64,
            dead_ends: vertices()
                .filter(|&vertex| !goal(vertex) && graph.degree(vertex) == 1)
                .count(),
            random_walk,
            tree_path,
        };
        Some(Begun { figures, walks })
    }
}

/// By this much a figure may overdraw.
const PATIENCE: f64 = 30.0;

impl Effort {
    /// The walks of an estimate, which take about `steps` steps each.
    fn walks(&self, graph: &Graph, start: u32, goal: u32, steps: Option<f64>) -> Option<Walks> {
        /// Walks beyond these gain nothing that anyone would read.
        const MOST: f64 = 10_000.0;
        // The number must not depend on the walks themselves, or long ones would count less.
        let walks = steps.map_or(0.0, |steps| (self.steps / steps).min(MOST)) as u64;
        let most = PATIENCE * self.steps.max(steps.unwrap_or(0.0));
        Walks::new(graph, start, goal, walks, most)
    }
}
