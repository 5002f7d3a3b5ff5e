//! Distances in a network, by label setting in windows (Meyer and Sanders, *Delta-stepping*, 2003).
//!
//! A label is a node and the pairs swapped so far. Classes are of two kinds. A few are *light*: the
//! towers stay on their tracks, with the first tile here or there, or two tiles are exchanged in
//! the centre; their least cost is at most [`LIGHT`]. All others take a whole tower apart, and
//! their least cost grows with the level. A window of labels is as wide as the least of these: the
//! labels in it are final once light edges lower none, and only then the heavy edges are followed,
//! once, from all labels of the window together. There are some dozen windows a level.

use std::ops::Range;

use antipode_frontier::Progress;
use rayon::prelude::*;

use super::convolution::{Batch, Factor, convolve};
use super::network::Network;
use super::table::{Table, UNREACHED};

/// The cost of the exchange of two tiles in the centre.
const LIGHT: u32 = 4;

/// The search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// For each node and set of swapped pairs the least number of moves from node `source` with none
/// swapped; [`UNREACHED`] if there is no way. Progress is told in labels times edges, each once and
/// those of light edges perhaps more often.
pub fn distances(
    network: &Network,
    table: &Table,
    source: usize,
    progress: &dyn Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let factors: Vec<_> = (0..table.rows()).map(|class| Factor::new(table.row(class))).collect();
    let least: Vec<u32> = factors.iter().map(Factor::least).collect();
    let width = least.iter().copied().filter(|&least| least > LIGHT).min().unwrap_or(1);
    let follow = |nodes: &mut Vec<Labels>, light: bool, batches: &[Batch]| {
        nodes.par_iter_mut().zip(&network.incoming).try_for_each(|(node, incoming)| {
            let edges = incoming.iter().filter(|edge| (least[edge.class] <= LIGHT) == light);
            for edge in edges.filter(|edge| !batches[edge.from].is_empty()) {
                if progress.stop() {
                    return Err(Stopped);
                }
                convolve(&mut node.costs, &batches[edge.from], &factors[edge.class]);
                progress.advance(batches[edge.from].len() as u64);
            }
            Ok(())
        })
    };

    let mut nodes = vec![Labels::new(1 << table.pairs()); network.nodes.len()];
    network.incoming.iter().flatten().for_each(|edge| nodes[edge.from].goes_on = true);
    nodes[source].costs[0] = 0;
    while let Some(first) = nodes.par_iter().filter_map(Labels::first).min() {
        let window = first..first + width;
        loop {
            let lowered: Vec<_> =
                nodes.par_iter_mut().map(|node| node.lowered(window.end)).collect();
            if lowered.iter().all(Batch::is_empty) {
                break;
            }
            follow(&mut nodes, true, &lowered)?;
        }
        let settled: Vec<_> = nodes.par_iter().map(|node| node.within(&window)).collect();
        follow(&mut nodes, false, &settled)?;
    }
    Ok(nodes.into_iter().map(|node| node.costs).collect())
}

/// The labels of a node.
#[derive(Debug, Clone)]
struct Labels {
    /// The least costs so far, by what is swapped.
    costs: Vec<u32>,
    /// What they were when the light edges were last followed.
    followed: Vec<u32>,
    /// Whether there are edges to follow.
    goes_on: bool,
}

impl Labels {
    fn new(labels: usize) -> Self {
        let unreached = vec![UNREACHED; labels];
        Labels { costs: unreached.clone(), followed: unreached, goes_on: false }
    }

    /// The least cost of the labels that were not followed yet.
    fn first(&self) -> Option<u32> {
        let pending = self.costs.iter().zip(&self.followed).filter(|(cost, old)| cost < old);
        pending.map(|(&cost, _)| cost).min().filter(|_| self.goes_on)
    }

    /// The labels below `end` that were lowered since they were last followed.
    fn lowered(&mut self, end: u32) -> Batch {
        let mut batch = Batch::default();
        let labels = self.costs.iter().zip(&mut self.followed).enumerate();
        for (swaps, (&cost, followed)) in labels.filter(|_| self.goes_on) {
            if cost < *followed && cost < end {
                *followed = cost;
                batch.push(swaps, cost);
            }
        }
        batch
    }

    /// The labels within a window.
    fn within(&self, window: &Range<u32>) -> Batch {
        let mut batch = Batch::default();
        let labels = self.costs.iter().enumerate().filter(|(_, cost)| window.contains(cost));
        labels.filter(|_| self.goes_on).for_each(|(swaps, &cost)| batch.push(swaps, cost));
        batch
    }
}
