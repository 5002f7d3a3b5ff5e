//! What can be said of all shortest paths from one vertex to a set of others.

use crate::graph::adjacency::{Graph, UNREACHED};

/// The shortest paths from a start to the nearest goals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestPaths {
    /// Their length.
    pub length: u32,
    /// How many there are; none if that is more than a `u128` can hold.
    pub number: Option<u128>,
    /// How many vertices lie on one of them, the ends included.
    pub vertices: usize,
}

impl ShortestPaths {
    /// About how many bytes finding them takes for each vertex.
    pub(super) const VERTEX_BYTES: usize = size_of::<u32>() + size_of::<Option<u128>>();

    /// The shortest paths from `start` to the nearest of `goals`; none if no goal is reached.
    pub fn new(graph: &Graph, start: u32, goals: impl IntoIterator<Item = u32>) -> Option<Self> {
        let distances = graph.distances(goals);
        let length = distances[start as usize];
        if length == UNREACHED {
            return None;
        }
        // Downhill from the start, layer by layer: how many paths lead to each vertex.
        let mut numbers = vec![None; graph.len()];
        numbers[start as usize] = Some(1_u128);
        let mut layer = vec![start];
        let mut vertices = 1;
        for distance in (0..length).rev() {
            let mut nearer = Vec::new();
            for &vertex in &layer {
                let below = graph.neighbours(vertex).iter().copied();
                nearer.extend(below.filter(|&next| distances[next as usize] == distance));
            }
            nearer.sort_unstable();
            nearer.dedup();
            for &vertex in &nearer {
                let above = graph.neighbours(vertex).iter().copied();
                numbers[vertex as usize] = above
                    .filter(|previous| layer.binary_search(previous).is_ok())
                    .try_fold(0, |sum: u128, previous| {
                        sum.checked_add(numbers[previous as usize]?)
                    });
            }
            vertices += nearer.len();
            layer = nearer;
        }
        let number =
            layer.iter().try_fold(0, |sum: u128, &goal| sum.checked_add(numbers[goal as usize]?));
        Some(ShortestPaths { length, number, vertices })
    }
}
