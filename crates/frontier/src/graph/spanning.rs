//! The mean length of the path between two vertices, over all spanning trees.
//!
//! In a spanning tree chosen with equal chance, the path from a start to a goal is what remains of
//! a random walk when its loops are erased (Wilson, 1996). So the mean is estimated from walks (see
//! `walks.rs`), and where there are few paths it is computed: by the matrix-tree theorem the share of trees
//! that hold a path is the determinant of the Laplacian without the path's vertices, over that
//! without the goal alone.

use crate::error::Full;
use crate::graph::adjacency::Graph;

/// The mean length of a path over spanning trees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TreePath {
    /// The mean, or the estimate of it.
    pub mean: f64,
    /// Half the length of the 95% confidence interval; 0 if the mean is exact.
    pub error: f64,
    /// How many walks the estimate is made of; 0 if the mean is exact.
    pub walks: u64,
}

impl TreePath {
    /// The exact mean, by way of all paths without repetitions; none if that takes more than about
    /// `work` multiplications. `start` must reach `goal`.
    ///
    /// # Errors
    /// If it takes more than about `memory` bytes.
    pub fn exact(
        graph: &Graph,
        start: u32,
        goal: u32,
        work: f64,
        memory: usize,
    ) -> Result<Option<Self>, Full> {
        let size = graph.len() as f64;
        // The first inverse takes size^3, the others size^2 each.
        let limit = work / (size * size) - size;
        if limit < 1.0 {
            return Ok(None);
        }
        if start == goal {
            return Ok(Some(TreePath { mean: 0.0, error: 0.0, walks: 0 }));
        }
        let matrices = memory / (graph.len().pow(2) * size_of::<f64>());
        // The first inverse is made beside the matrix itself.
        let full = Full::Room { states: graph.len() };
        let room = matrices.checked_sub(2).ok_or(full)?;
        let green = green(graph, goal);
        let mut paths = Paths { graph, goal, left: limit as usize, room, mean: 0.0 };
        match paths.extend(start, &green, 1.0, 0) {
            Ok(()) => Ok(Some(TreePath { mean: paths.mean, error: 0.0, walks: 0 })),
            Err(End::Work) => Ok(None),
            Err(End::Memory) => Err(full),
        }
    }
}

/// A walk through all paths to the goal.
struct Paths<'a> {
    graph: &'a Graph,
    goal: u32,
    /// How many vertices may be looked at from now on, and how many matrices there is room for beside the first.
    left: usize,
    room: usize,
    mean: f64,
}

/// Why not all paths are walked.
enum End {
    Work,
    Memory,
}

impl Paths<'_> {
    /// Extends a path that arrives at `vertex` after `length` steps. `green` is the inverse of the
    /// Laplacian without the goal and the vertices before, in whose rows and columns there are
    /// zeros; `share` is the determinant of that Laplacian, over that without the goal.
    fn extend(&mut self, vertex: u32, green: &[f64], share: f64, length: u32) -> Result<(), End> {
        self.left = self.left.checked_sub(1).ok_or(End::Work)?;
        if length as usize > self.room {
            return Err(End::Memory);
        }
        let size = self.graph.len();
        let row = vertex as usize * size;
        // Cramer's rule: taking a row and its column away multiplies the determinant by this.
        let corner = green[row + vertex as usize];
        let share = share * corner;
        let mut smaller = None;
        for &next in self.graph.neighbours(vertex) {
            if next == self.goal {
                self.mean += share * f64::from(length + 1);
            } else if green[next as usize * size + next as usize] > 0.0 {
                let smaller = smaller.get_or_insert_with(|| {
                    let mut smaller = green.to_vec();
                    for (index, line) in smaller.chunks_exact_mut(size).enumerate() {
                        let factor = green[index * size + vertex as usize] / corner;
                        if factor != 0.0 {
                            let pairs = line.iter_mut().zip(&green[row..row + size]);
                            pairs.for_each(|(entry, &top)| *entry -= factor * top);
                        }
                        line[vertex as usize] = 0.0;
                    }
                    smaller[row..row + size].fill(0.0);
                    smaller
                });
                self.extend(next, smaller, share, length + 1)?;
            }
        }
        Ok(())
    }
}

/// The inverse of the Laplacian without `goal`, which has zeros in the goal's row and column.
fn green(graph: &Graph, goal: u32) -> Vec<f64> {
    let size = graph.len();
    let mut laplacian = vec![0.0; size * size];
    let mut inverse = vec![0.0; size * size];
    let rows: Vec<usize> = (0..size).filter(|&vertex| vertex != goal as usize).collect();
    for &row in &rows {
        inverse[row * size + row] = 1.0;
        laplacian[row * size + row] = graph.degree(row as u32) as f64;
        for &other in graph.neighbours(row as u32).iter().filter(|&&other| other != goal) {
            laplacian[row * size + other as usize] = -1.0;
        }
    }
    // Gauss and Jordan; the diagonal of such a matrix is always a good pivot.
    for &pivot in &rows {
        let scale = 1.0 / laplacian[pivot * size + pivot];
        for matrix in [&mut laplacian, &mut inverse] {
            matrix[pivot * size..(pivot + 1) * size].iter_mut().for_each(|entry| *entry *= scale);
        }
        for &row in rows.iter().filter(|&&row| row != pivot) {
            let factor = laplacian[row * size + pivot];
            if factor != 0.0 {
                for matrix in [&mut laplacian, &mut inverse] {
                    for column in 0..size {
                        matrix[row * size + column] -= factor * matrix[pivot * size + column];
                    }
                }
            }
        }
    }
    inverse
}
