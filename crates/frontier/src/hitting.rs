//! How long a random walk takes to reach a goal.
//!
//! The expected numbers of steps *h* solve a linear system: *h* is 0 at the goals, and everywhere
//! else one more than the mean over the neighbours. Multiplied by the degrees it is symmetric and
//! positive definite (the Laplacian without the goals), so that conjugate gradients solve it, with
//! the degrees as preconditioner.

use crate::graph::Graph;

/// The residual, relative to the right side, at which a solution is good enough: seven digits and
/// more of the longest walks come out right.
const RESIDUAL: f64 = 1e-10;

/// Beyond this many rounds rounding has the upper hand.
const ROUNDS: usize = 20_000;

/// The expected numbers of steps of a walk that goes to each neighbour with equal chance, from
/// every vertex to the first goal; `goal` tells which vertices are goals. Every vertex must reach
/// one. None if the solution does not settle.
pub fn hitting_times(graph: &Graph, goal: impl Fn(u32) -> bool) -> Option<Vec<f64>> {
    let vertices = 0..graph.len() as u32;
    let degree: Vec<f64> = vertices
        .clone()
        .map(|vertex| if goal(vertex) { 0.0 } else { graph.degree(vertex) as f64 })
        .collect();
    // Goals are pinned at 0: their rows are left out of every vector.
    let mut times = vec![0.0; graph.len()];
    let mut residual = degree.clone();
    let scaled = |residual: &[f64]| -> Vec<f64> {
        let pairs = residual.iter().zip(&degree);
        pairs.map(|(&value, &degree)| if degree > 0.0 { value / degree } else { 0.0 }).collect()
    };
    let mut conditioned = scaled(&residual);
    let mut direction = conditioned.clone();
    let mut energy = dot(&residual, &conditioned);
    let enough = energy * RESIDUAL * RESIDUAL;
    let mut image = vec![0.0; graph.len()];
    for _ in 0..ROUNDS {
        if energy <= enough {
            return Some(times);
        }
        for vertex in vertices.clone() {
            let index = vertex as usize;
            if degree[index] > 0.0 {
                let around = graph.neighbours(vertex).iter();
                let sum: f64 = around.map(|&other| direction[other as usize]).sum();
                image[index] = degree[index] * direction[index] - sum;
            }
        }
        let step = energy / dot(&direction, &image);
        for index in 0..graph.len() {
            times[index] += step * direction[index];
            residual[index] -= step * image[index];
        }
        conditioned = scaled(&residual);
        let before = std::mem::replace(&mut energy, dot(&residual, &conditioned));
        let turn = energy / before;
        for (direction, &value) in direction.iter_mut().zip(&conditioned) {
            *direction = value + turn * *direction;
        }
    }
    None
}

fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(one, two)| one * two).sum()
}
