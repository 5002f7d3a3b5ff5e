//! Exact diameters by bounding eccentricities (Takes and Kosters, 2011).
//!
//! The eccentricity of a vertex is its distance to the vertex farthest from it, and the diameter
//! is the greatest eccentricity. One search from a vertex *v* of eccentricity *e* bounds that of
//! every other vertex *w*: with *d* their distance it is at least max(*d*, *e* - *d*) and at most
//! *e* + *d*. Searching in turn from the vertex that may be the farthest out and from the one that
//! may be the most central closes the bounds after a few searches on most graphs. Two sweeps, each
//! from the farthest vertex of the one before, give a lower bound only, except on trees.

use crate::graph::adjacency::Graph;

/// The bounds on the eccentricities of a connected graph.
#[derive(Debug)]
pub struct Eccentricities<'a> {
    graph: &'a Graph,
    least: Vec<u32>,
    most: Vec<u32>,
    distances: Vec<u32>,
    reached: Vec<u32>,
}

impl<'a> Eccentricities<'a> {
    /// Nothing is known yet of `graph`, which must be connected.
    pub fn new(graph: &'a Graph) -> Self {
        Eccentricities {
            graph,
            least: vec![0; graph.len()],
            most: vec![u32::MAX; graph.len()],
            distances: vec![u32::MAX; graph.len()],
            reached: Vec::with_capacity(graph.len()),
        }
    }

    /// What they take for each vertex, in bytes.
    pub const VERTEX_BYTES: usize = 4 * size_of::<u32>();

    /// The greatest distance between two vertices; 0 for a graph of at most one vertex.
    pub fn diameter(&mut self) -> u32 {
        self.bound(0)
    }

    /// The greatest distance between two vertices if it is at least `wanted`; otherwise some
    /// lower bound on it that is less than `wanted`.
    pub fn bound(&mut self, wanted: u32) -> u32 {
        let mut outward = true;
        loop {
            let vertices = 0..self.graph.len() as u32;
            let found = self.least.iter().copied().max().unwrap_or(0);
            // Only these could raise the diameter, which must then reach what is wanted.
            let floor = found.max(wanted.saturating_sub(1));
            let open = vertices.filter(|&vertex| {
                self.most[vertex as usize] > floor
                    && self.most[vertex as usize] > self.least[vertex as usize]
            });
            // Of equals the one of the highest degree, then the first.
            let degree = |vertex: u32| self.graph.degree(vertex);
            let last = |vertex: u32| std::cmp::Reverse(vertex);
            let next = if outward {
                open.max_by_key(|&v| (self.most[v as usize], degree(v), last(v)))
            } else {
                let central = |v: u32| std::cmp::Reverse(self.least[v as usize]);
                open.max_by_key(|&v| (central(v), degree(v), last(v)))
            };
            match next {
                Some(vertex) => self.search(vertex),
                None => return found,
            }
            outward = !outward;
        }
    }

    /// The vertices of eccentricity `diameter`, the one that [`diameter`](Self::diameter) found.
    pub fn periphery(&mut self, diameter: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for vertex in 0..self.graph.len() as u32 {
            if self.most[vertex as usize] >= diameter && self.least[vertex as usize] < diameter {
                self.search(vertex);
            }
            if self.least[vertex as usize] == diameter {
                found.push(vertex);
            }
        }
        found
    }

    /// Searches from `source`, and narrows all bounds by what is found.
    fn search(&mut self, source: u32) {
        self.graph.reach([source], &mut self.distances, &mut self.reached);
        debug_assert_eq!(self.reached.len(), self.graph.len(), "the graph must be connected");
        let farthest = self.reached[self.reached.len() - 1];
        let eccentricity = self.distances[farthest as usize];
        for (vertex, &distance) in self.distances.iter().enumerate() {
            let least = distance.max(eccentricity - distance);
            self.least[vertex] = self.least[vertex].max(least);
            self.most[vertex] = self.most[vertex].min(eccentricity + distance);
        }
    }
}
