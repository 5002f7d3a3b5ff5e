//! The mean length of the path between two vertices, over all spanning trees.
//!
//! In a spanning tree chosen with equal chance, the path from a start to a goal is what remains of
//! a random walk when its loops are erased (Wilson, 1996). So the mean is estimated from walks,
//! and where there are few paths it is computed: by the matrix-tree theorem the share of trees
//! that hold a path is the determinant of the Laplacian without the path's vertices, over that
//! without the goal alone.

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
    /// The fewest walks that an estimate is made of.
    pub const FEWEST: u64 = 16;

    /// An estimate from `walks` loop-erased random walks, at least [`FEWEST`](Self::FEWEST). The
    /// same `seed` gives the same estimate. `start` must reach `goal`. None if the walks take
    /// more than about `most` steps together; that should be far more than they are expected to
    /// take, as an estimate without its long walks is too low. None, too, from 2^31 edges on.
    pub fn estimate(
        graph: &Graph,
        start: u32,
        goal: u32,
        walks: u64,
        seed: u64,
        most: f64,
    ) -> Option<Self> {
        let walks = walks.max(Self::FEWEST);
        let mut left = most as u64;
        let mut random = SplitMix(seed);
        let mut rows = Rows::new(graph)?;
        let [start, goal] = [start, goal].map(|vertex| rows.row(vertex));
        let (mut sum, mut squares) = (0_u64, 0_u128);
        for _ in 0..walks {
            // The last exit from each vertex is all that is needed: following them from the start
            // is walking the path without its loops.
            let mut row = start;
            while row.exit != goal.exit {
                let next = rows.steps[row.exit as usize + 1 + random.below(row.degree as usize)];
                rows.steps[row.exit as usize] = next;
                row = next;
                left = left.checked_sub(1)?;
            }
            let mut length = 0;
            row = start;
            while row.exit != goal.exit {
                row = rows.steps[row.exit as usize];
                length += 1;
            }
            sum += length;
            squares += u128::from(length) * u128::from(length);
        }
        let count = walks as f64;
        let mean = sum as f64 / count;
        // In whole numbers up to here, as a difference of large squares loses its digits.
        let spread = u128::from(walks) * squares - u128::from(sum) * u128::from(sum);
        let variance = spread as f64 / (count * (count - 1.0));
        let error = student(walks) * (variance / count).sqrt();
        Some(TreePath { mean, error, walks })
    }

    /// The exact mean, by way of all paths without repetitions; none if that takes more than about
    /// `work` multiplications. `start` must reach `goal`.
    pub fn exact(graph: &Graph, start: u32, goal: u32, work: f64) -> Option<Self> {
        let size = graph.len() as f64;
        // The first inverse takes size^3, the others size^2 each.
        let limit = work / (size * size) - size;
        if limit < 1.0 {
            return None;
        }
        if start == goal {
            return Some(TreePath { mean: 0.0, error: 0.0, walks: 0 });
        }
        let green = green(graph, goal);
        let mut paths = Paths { graph, goal, left: limit as usize, mean: 0.0 };
        paths.extend(start, &green, 1.0, 0)?;
        Some(TreePath { mean: paths.mean, error: 0.0, walks: 0 })
    }
}

/// The 97.5% point of Student's distribution for a sample of `count`, by its expansion around the
/// normal one; good to a thousandth from 10 on.
fn student(count: u64) -> f64 {
    const NORMAL: f64 = 1.959_964;
    let freedom = (count - 1) as f64;
    let (cube, fifth) = (NORMAL.powi(3), NORMAL.powi(5));
    NORMAL
        + (cube + NORMAL) / (4.0 * freedom)
        + (5.0 * fifth + 16.0 * cube + 3.0 * NORMAL) / (96.0 * freedom * freedom)
}

/// A walk through all paths to the goal.
struct Paths<'a> {
    graph: &'a Graph,
    goal: u32,
    left: usize,
    mean: f64,
}

impl Paths<'_> {
    /// Extends a path that arrives at `vertex` after `length` steps. `green` is the inverse of the
    /// Laplacian without the goal and the vertices before, in whose rows and columns there are
    /// zeros; `share` is the determinant of that Laplacian, over that without the goal.
    fn extend(&mut self, vertex: u32, green: &[f64], share: f64, length: u32) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
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
        Some(())
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

/// A graph laid out for walks: a step looks at one place and knows all of the next vertex.
struct Rows {
    /// For each vertex its last exit, then its neighbours.
    steps: Vec<Row>,
    /// Where each vertex has its row.
    rows: Vec<Row>,
}

/// Where a vertex has its last exit, with its neighbours behind it, and how many those are.
#[derive(Debug, Clone, Copy)]
struct Row {
    exit: u32,
    degree: u32,
}

impl Rows {
    /// The rows of a graph, none if it has too many edges for their numbers.
    fn new(graph: &Graph) -> Option<Self> {
        u32::try_from(graph.len() + 2 * graph.edges()).ok()?;
        let mut exit = 0;
        let rows = (0..graph.len() as u32).map(|vertex| {
            let row = Row { exit, degree: graph.degree(vertex) as u32 };
            exit += 1 + row.degree;
            row
        });
        let rows: Vec<_> = rows.collect();
        let mut steps = Vec::with_capacity(exit as usize);
        for (vertex, &row) in (0..).zip(&rows) {
            steps.push(row);
            steps.extend(graph.neighbours(vertex).iter().map(|&next| rows[next as usize]));
        }
        Some(Rows { steps, rows })
    }

    fn row(&self, vertex: u32) -> Row {
        self.rows[vertex as usize]
    }
}

/// A small generator of random numbers (Steele, Lea and Flood, 2014), the same on every machine.
struct SplitMix(u64);

impl SplitMix {
    /// A number below `bound`. The chances differ by less than one in 2^32.
    #[inline]
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}
