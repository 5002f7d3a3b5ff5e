//! Explicit graphs, for questions that a search layer by layer cannot answer.
//!
//! The vertices of a component are numbered as the table that found it numbers its states, and
//! the neighbours of all of them lie one after the other in one list (compressed adjacency): four
//! bytes for each direction of an edge and eight for each vertex. The graph is simple: operators
//! that lead to the same state are one edge, and those that lead nowhere are none.

/// A simple undirected graph.
///
/// ```
/// use antipode_frontier::{Graph, UNREACHED};
///
/// // A ring of six vertices, and one apart.
/// let graph = Graph::from_edges(7, (0..6).map(|vertex| (vertex, (vertex + 1) % 6)));
/// assert_eq!(graph.distances([0]), [0, 1, 2, 3, 2, 1, UNREACHED]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// `starts[v]..starts[v + 1]` are the places of the neighbours of `v`.
    starts: Vec<usize>,
    /// Rising within the neighbours of a vertex.
    neighbours: Vec<u32>,
}

impl Default for Graph {
    /// The graph without a vertex.
    fn default() -> Self {
        Graph { starts: vec![0], neighbours: Vec::new() }
    }
}

/// The distance of a vertex that is not reached.
pub const UNREACHED: u32 = u32::MAX;

impl Graph {
    /// The graph of `vertices` vertices and these edges; loops and repetitions are dropped.
    ///
    /// # Panics
    /// If an edge names a vertex that there is not.
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item = (u32, u32), IntoIter: Clone>,
    ) -> Self {
        let edges = edges.into_iter();
        Self::from_each(vertices, |visit| edges.clone().for_each(|(one, two)| visit(one, two)))
    }

    /// The same of the edges that `each_edge` hands over. It is asked twice, so that they need not be kept.
    ///
    /// # Panics
    /// As [`from_edges`](Self::from_edges).
    pub fn from_each(vertices: usize, each_edge: impl Fn(&mut dyn FnMut(u32, u32))) -> Self {
        // The places of a vertex's neighbours end where those of the next begin.
        let mut starts = vec![0; vertices + 1];
        each_edge(&mut |one, two| {
            starts[one as usize] += 1;
            starts[two as usize] += 1;
        });
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut neighbours = vec![0; end];
        let mut add = |vertex: u32, neighbour| {
            let start = &mut starts[vertex as usize];
            *start -= 1;
            neighbours[*start] = neighbour;
        };
        each_edge(&mut |one, two| {
            add(one, two);
            add(two, one);
        });
        let mut kept = 0;
        for vertex in 0..vertices {
            let places = starts[vertex]..starts[vertex + 1];
            neighbours[places.clone()].sort_unstable();
            starts[vertex] = kept;
            for place in places {
                let neighbour = neighbours[place];
                let is_known = kept > starts[vertex] && neighbours[kept - 1] == neighbour;
                if neighbour as usize != vertex && !is_known {
                    neighbours[kept] = neighbour;
                    kept += 1;
                }
            }
        }
        starts[vertices] = kept;
        neighbours.truncate(kept);
        Graph { starts, neighbours }
    }

    /// About how many bytes the graph takes.
    pub fn bytes(&self) -> usize {
        Self::bytes_of(self.len(), self.edges())
    }

    /// About how many bytes making a graph takes at the most, if edges that come several times are counted each time.
    pub fn bytes_of(vertices: usize, edges: usize) -> usize {
        vertices * size_of::<usize>() + 2 * edges * size_of::<u32>()
    }

    /// Adds a vertex with these neighbours, which name it in turn, some of them perhaps later. If it is itself among
    /// them, or one is there more than once, that is dropped.
    pub fn push(&mut self, neighbours: &mut Vec<u32>) {
        let vertex = self.len() as u32;
        neighbours.sort_unstable();
        neighbours.dedup();
        self.neighbours.extend(neighbours.iter().filter(|&&neighbour| neighbour != vertex));
        self.starts.push(self.neighbours.len());
    }

    /// The graph in which all vertices that `merged` accepts are one, the last. The others keep
    /// their order. Parallel edges that this makes are one edge.
    ///
    /// Returned with it are the new numbers of the vertices.
    pub fn contract(mut self, merged: impl Fn(u32) -> bool) -> (Self, Vec<u32>) {
        let mut numbers = vec![UNREACHED; self.len()];
        let mut kept = 0;
        for vertex in (0..self.len() as u32).filter(|&vertex| !merged(vertex)) {
            numbers[vertex as usize] = kept;
            kept += 1;
        }
        numbers.iter_mut().for_each(|number| *number = (*number).min(kept));
        let mut around = Vec::new();
        let mut list = Vec::new();
        // No list gets longer, so that they can be written over those that were read.
        let Self { starts, neighbours } = &mut self;
        let (mut begin, mut written) = (0, 0);
        for (vertex, &number) in numbers.iter().enumerate() {
            let end = starts[vertex + 1];
            list.clear();
            list.extend(neighbours[begin..end].iter().map(|&v| numbers[v as usize]));
            begin = end;
            if number == kept {
                around.append(&mut list);
            } else {
                list.sort_unstable();
                list.dedup();
                neighbours[written..][..list.len()].copy_from_slice(&list);
                written += list.len();
                starts[number as usize + 1] = written;
            }
        }
        starts.truncate(kept as usize + 1);
        neighbours.truncate(written);
        self.push(&mut around);
        (self, numbers)
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.neighbours.len() / 2
    }

    /// The neighbours of `vertex`, rising.
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.neighbours[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// The number of neighbours of `vertex`.
    #[inline]
    pub fn degree(&self, vertex: u32) -> usize {
        self.starts[vertex as usize + 1] - self.starts[vertex as usize]
    }

    /// The distances from the nearest of `sources` to every vertex, [`UNREACHED`] if there is none.
    pub fn distances(&self, sources: impl IntoIterator<Item = u32>) -> Vec<u32> {
        let mut distances = vec![UNREACHED; self.len()];
        self.reach(sources, &mut distances, &mut Vec::new());
        distances
    }

    /// Fills in the distances, and lists the vertices that are reached, the nearest first, in tables that are kept from
    /// one search to the next.
    pub(super) fn reach(
        &self,
        sources: impl IntoIterator<Item = u32>,
        distances: &mut [u32],
        reached: &mut Vec<u32>,
    ) {
        distances.fill(UNREACHED);
        reached.clear();
        reached.extend(sources);
        reached.iter().for_each(|&source| distances[source as usize] = 0);
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            let further = distances[vertex as usize] + 1;
            for &other in self.neighbours(vertex) {
                if distances[other as usize] == UNREACHED {
                    distances[other as usize] = further;
                    reached.push(other);
                }
            }
        }
    }
}
