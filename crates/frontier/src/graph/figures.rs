//! How hard one puzzle is, in figures beside the length of its shortest solution.
//!
//! The BB difficulty (Baxter and Bickford) is what a solver needs who knows the first thing about
//! mazes and nothing else: the number of useless passages in a tree is its vertices, less one,
//! less the length of the way to the goal, and a graph counts as the mean of its spanning trees.

use crate::error::Full;
use crate::graph::adjacency::Graph;
use crate::graph::hitting::hitting_time;
use crate::graph::paths::ShortestPaths;
use crate::graph::spanning::TreePath;
use crate::graph::walks::Walks;

/// How much the figures of one puzzle are worth.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// About how many steps the random walks of one estimate take together. Exact values are
    /// computed instead where that takes no longer. It changes the precision only.
    pub steps: f64,
    /// Where the random walks start from: the same seed, the same walks.
    pub seed: u64,
    /// About how many bytes they may take, the graph included.
    pub memory: usize,
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
    /// The figures of several puzzles that were [`Begun`], which takes less time than one after the other. The same
    /// `seed`, the same figures.
    pub fn finish(begun: impl IntoIterator<Item = Begun>, seed: u64) -> Vec<Self> {
        let parts = begun.into_iter().map(|Begun { figures, walks }| (figures, walks));
        let (mut all, walks): (Vec<Self>, Vec<_>) = parts.unzip();
        for (figures, path) in all.iter_mut().zip(Walks::estimates(walks, seed)) {
            figures.tree_path = figures.tree_path.or(path);
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
    ///
    /// # Errors
    /// If they take more memory than they may.
    pub fn new(
        graph: Graph,
        start: u32,
        goal: impl Fn(u32) -> bool,
        effort: &Effort,
    ) -> Result<Option<Self>, Full> {
        let beside = effort.beside(&graph);
        effort.fits(&graph, ShortestPaths::VERTEX_BYTES * graph.len())?;
        let states = graph.len();
        let vertices = || 0..states as u32;
        let is_goal: Vec<bool> = vertices().map(goal).collect();
        let goal = |vertex: u32| is_goal[vertex as usize];
        let goals: Vec<u32> = vertices().filter(|&vertex| goal(vertex)).collect();
        let Some(shortest) = ShortestPaths::new(&graph, start, goals.iter().copied()) else {
            return Ok(None);
        };
        let mut figures = Figures {
            shortest,
            states,
            goals: goals.len(),
            branching: 2.0 * graph.edges() as f64 / states as f64,
            dead_ends: vertices()
                .filter(|&vertex| !goal(vertex) && graph.degree(vertex) == 1)
                .count(),
            random_walk: hitting_time(&graph, start, goal, PATIENCE * effort.steps, beside)?,
            tree_path: None,
        };
        let (merged, numbers) = graph.contract(goal);
        let (from, to) = (numbers[start as usize], merged.len() as u32 - 1);
        figures.tree_path = TreePath::exact(&merged, from, to, effort.steps, beside)?;
        let walks = match figures.tree_path {
            Some(_) => None,
            None => effort.walks(&merged, from, to, figures.random_walk)?,
        };
        Ok(Some(Begun { figures, walks }))
    }

    /// About how many bytes are held until they are [finished](Figures::finish).
    pub fn bytes(&self) -> usize {
        self.walks.as_ref().map_or(0, Walks::bytes)
    }
}

/// By this much a figure may overdraw.
const PATIENCE: f64 = 30.0;

impl Effort {
    /// How much memory there is beside a graph.
    fn beside(&self, graph: &Graph) -> usize {
        self.memory.saturating_sub(graph.bytes())
    }

    /// Fails if so many bytes beside a graph are more than there may be.
    fn fits(&self, graph: &Graph, bytes: usize) -> Result<(), Full> {
        match bytes > self.beside(graph) {
            true => Err(Full::Room { states: graph.len() }),
            false => Ok(()),
        }
    }

    /// The walks of an estimate, which take about `steps` steps each.
    fn walks(
        &self,
        graph: &Graph,
        start: u32,
        goal: u32,
        steps: Option<f64>,
    ) -> Result<Option<Walks>, Full> {
        /// Walks beyond these gain nothing that anyone would read.
        const MOST: f64 = 10_000.0;
        // The number must not depend on the walks themselves, or long ones would count less.
        let walks = steps.map_or(0.0, |steps| (self.steps / steps).min(MOST)) as u64;
        let most = PATIENCE * self.steps.max(steps.unwrap_or(0.0));
        self.fits(graph, Walks::bytes_on(graph))?;
        Ok(Walks::new(graph, start, goal, walks, most))
    }
}
