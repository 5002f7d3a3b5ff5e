//! How long a random walk takes to reach a goal.
//!
//! The expected numbers of steps *h* solve a linear system: *h* is 0 at the goals, and everywhere
//! else one more than the mean over the neighbours. Vertices are eliminated from it, the one of
//! the fewest neighbours first: its neighbours become joined to each other (star to mesh), and
//! take over its steps in proportion. Graphs of puzzles are long and thin, so this mostly goes
//! through to the end; nothing is ever subtracted, so no digits are lost. A core in which every
//! vertex has many neighbours, or which outgrows its memory, is left to conjugate gradients.

use crate::error::Full;
use crate::graph::adjacency::Graph;
use crate::graph::degrees::Degrees;
use crate::graph::rows::Rows;

/// Vertices of more neighbours than this are not eliminated: the work grows with the square.
const MOST_NEIGHBOURS: usize = 96;

/// Nothing is eliminated beyond this many neighbours of all vertices together, 128 MiB of them, with room to grow
/// about as much again.
const MOST_ENTRIES: usize = 1 << 23;

/// About what is kept of a vertex beside its neighbours: the sums, a mark, and a bit for each degree.
const VERTEX_BYTES: usize = 48;

/// The residual of the core, relative to its right side.
const RESIDUAL: f64 = 1e-10;

/// The expected number of steps of a walk that goes to each neighbour with equal chance, from
/// `start` to the first vertex that is a `goal`. The graph is connected and has one. None if the
/// core takes more than `work` multiplications, or the graph has more edges than is eliminated here.
///
/// # Errors
/// If it takes more than about `memory` bytes.
pub fn hitting_time(
    graph: &Graph,
    start: u32,
    goal: impl Fn(u32) -> bool,
    work: f64,
    memory: usize,
) -> Result<Option<f64>, Full> {
    if goal(start) {
        return Ok(Some(0.0));
    }
    if 2 * graph.edges() > MOST_ENTRIES {
        return Ok(None);
    }
    let memory = memory.saturating_sub(VERTEX_BYTES * graph.len());
    let degrees = (0..graph.len() as u32).map(|vertex| graph.degree(vertex));
    if Rows::<(u32, f64)>::bytes_of(degrees) > memory {
        return Err(Full::Room { states: graph.len() });
    }
    let mut network = Network::new(graph, goal);
    let core = network.eliminate(start, memory)?;
    Ok(match core.as_slice() {
        [_] => Some(network.steps[start as usize] / network.ground[start as usize]),
        _ => network.settle(&core, work).map(|times| times[start as usize]),
    })
}

/// A vertex *v* satisfies (sum of its conductances and of its ground) *h(v)* - sum of conductance
/// times *h(neighbour)* = its steps.
struct Network {
    /// Neighbours, in any order, with the conductances of the edges to them; goals are left out.
    rows: Rows<(u32, f64)>,
    /// The conductance to the goals.
    ground: Vec<f64>,
    steps: Vec<f64>,
    /// The vertices that are left.
    live: Vec<bool>,
}

/// What is known of a vertex while another is eliminated.
#[derive(Debug, Clone, Copy)]
struct Mark {
    /// The conductance between the two.
    conductance: f64,
    /// The number of the last row that it was met in.
    row: u32,
}

impl Network {
    fn new(graph: &Graph, goal: impl Fn(u32) -> bool) -> Self {
        let vertices = 0..graph.len() as u32;
        let mut network = Network {
            rows: Rows::default(),
            ground: Vec::new(),
            steps: Vec::new(),
            live: Vec::new(),
        };
        for vertex in vertices {
            let live = !goal(vertex);
            let around = if live { graph.neighbours(vertex) } else { &[] };
            network.rows.push(around.iter().filter(|&&v| !goal(v)).map(|&v| (v, 1.0)));
            network.ground.push((around.len() - network.rows.get(vertex).len()) as f64);
            network.steps.push(around.len() as f64);
            network.live.push(live);
        }
        network
    }

    /// The conductance of all edges of a vertex together.
    fn total(&self, vertex: u32) -> f64 {
        let row = self.rows.get(vertex).iter();
        self.ground[vertex as usize] + row.map(|edge| edge.1).sum::<f64>()
    }

    /// Eliminates vertices, but not `kept`. Returns those that are left. Fails if the neighbours take more than so many
    /// bytes.
    fn eliminate(&mut self, kept: u32, memory: usize) -> Result<Vec<u32>, Full> {
        let mut degrees = Degrees::new(self.rows.len(), MOST_NEIGHBOURS);
        let mut entries = 0;
        for vertex in (0..self.rows.len() as u32).filter(|&it| self.live[it as usize]) {
            let degree = self.rows.get(vertex).len();
            entries += degree;
            if vertex != kept {
                degrees.insert(vertex, degree);
            }
        }
        let mut row = Vec::new();
        let mut marks = vec![Mark { conductance: 0.0, row: 0 }; self.rows.len()];
        let mut rows = 0;
        while entries <= MOST_ENTRIES
            && let Some(vertex) = degrees.take_first()
        {
            if self.rows.bytes() > memory {
                return Err(Full::Room { states: self.rows.len() });
            }
            let total = self.total(vertex);
            row.clear();
            row.extend_from_slice(self.rows.get(vertex));
            self.rows.remove(vertex);
            self.live[vertex as usize] = false;
            entries -= row.len();
            for &(other, conductance) in &row {
                marks[other as usize].conductance = conductance;
            }
            for &(other, conductance) in &row {
                let share = conductance / total;
                let around = self.rows.get_mut(other);
                let before = around.len();
                rows += 1;
                marks[other as usize].row = rows;
                // Rows are in no order, and there is no branch, so that nothing is ever guessed wrong.
                let (mut place, mut met) = (0, 1);
                for (index, edge) in around.iter_mut().enumerate() {
                    place = if edge.0 == vertex { index } else { place };
                    let mark = &mut marks[edge.0 as usize];
                    mark.row = rows;
                    met += usize::from(mark.conductance != 0.0);
                    edge.1 += share * mark.conductance;
                }
                let mut after = before - 1;
                around.swap(place, after);
                if met < row.len() {
                    // One place more, as what is written last may be one that was met.
                    let around = self.rows.resize(other, after + row.len() - met + 1);
                    for &(new, conductance) in &row {
                        around[after] = (new, share * conductance);
                        after += usize::from(marks[new as usize].row != rows);
                    }
                }
                self.rows.resize(other, after);
                entries = entries + after - before;
                self.ground[other as usize] += share * self.ground[vertex as usize];
                self.steps[other as usize] += share * self.steps[vertex as usize];
                if other != kept && after != before {
                    degrees.remove(other, before);
                    degrees.insert(other, after);
                }
            }
            row.iter().for_each(|edge| marks[edge.0 as usize].conductance = 0.0);
        }
        Ok((0..self.rows.len() as u32).filter(|&vertex| self.live[vertex as usize]).collect())
    }

    /// Solves what is left for the vertices of `core`, by conjugate gradients with the totals as
    /// preconditioner, in about `work` multiplications at most.
    fn settle(&self, core: &[u32], work: f64) -> Option<Vec<f64>> {
        let total: Vec<f64> = core.iter().map(|&vertex| self.total(vertex)).collect();
        let mut times = vec![0.0; self.rows.len()];
        let mut direction = vec![0.0; self.rows.len()];
        let mut residual: Vec<f64> = core.iter().map(|&v| self.steps[v as usize]).collect();
        let mut energy = 0.0;
        let mut enough = None;
        let round: usize = core.iter().map(|&vertex| self.rows.get(vertex).len()).sum();
        for _ in 0..(work / round as f64) as usize {
            let weighed = residual.iter().zip(&total).map(|(value, total)| value * value / total);
            let before = std::mem::replace(&mut energy, weighed.sum());
            if energy <= *enough.get_or_insert(energy * RESIDUAL * RESIDUAL) {
                return Some(times);
            }
            let turn = if before > 0.0 { energy / before } else { 0.0 };
            for (index, &vertex) in core.iter().enumerate() {
                let direction = &mut direction[vertex as usize];
                *direction = residual[index] / total[index] + turn * *direction;
            }
            let image = |index: usize| {
                let row = self.rows.get(core[index]).iter();
                let around = row.map(|&(other, weight)| weight * direction[other as usize]);
                total[index] * direction[core[index] as usize] - around.sum::<f64>()
            };
            let image: Vec<f64> = (0..core.len()).map(image).collect();
            let along = |index: usize| direction[core[index] as usize] * image[index];
            let step = energy / (0..core.len()).map(along).sum::<f64>();
            for (index, &vertex) in core.iter().enumerate() {
                times[vertex as usize] += step * direction[vertex as usize];
                residual[index] -= step * image[index];
            }
        }
        None
    }
}
