//! Distances in a network, by label setting in windows (Meyer and Sanders, *Delta-stepping*, 2003).
//!
//! A label is a node and the pairs swapped so far. Classes are of two kinds. A few are *light*: towers that
//! stay on their tracks, with the first tile here or there, or two tiles exchanged in
//! the centre; their least cost is at most [`LIGHT`]. All others take a whole tower apart, and their
//! least cost grows with the level. A window of labels is as wide as the least of these: all labels
//! in it are final once the light edges lead to no lower ones, and only then the heavy edges are followed,
//! once, for all labels of the window. There are some dozen windows a level.

use rayon::prelude::*;

use antipode_frontier::Progress;

use super::convolution::{Batch, Factor, convolve};
use super::network::Network;
use super::table::{Table, UNREACHED};

/// The cost of the exchange of two tiles in the centre.
const LIGHT: u32 = 4;

/// The search was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// For each node and set of swapped pairs the least number of moves from node `source` with none
/// swapped; [`UNREACHED`] if there is no way. Progress is told in labels times edges.
pub fn distances(
    network: &Network,
    table: &Table,
    source: usize,
    progress: &impl Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut costs = vec![vec![UNREACHED; 1 << table.pairs()]; network.nodes.len()];
    costs[source][0] = 0;
    let used: Vec<bool> = {
        let mut used = vec![false; table.rows()];
        network.incoming.iter().flatten().for_each(|edge| used[edge.class] = true);
        used
    };
    let factors: Vec<Factor<'_>> = (0..table.rows())
        .map(|class| Factor::new(if used[class] { table.row(class) } else { &[] }))
        .collect();
    let light: Vec<bool> = factors.iter().map(|factor| factor.least() <= LIGHT).collect();
    let heavy = factors.iter().map(Factor::least).filter(|&least| least > LIGHT);
    let width = heavy.min().unwrap_or(1);
    // Nodes without edges on are of no interest as sources.
    let mut goes_on = vec![false; network.nodes.len()];
    network.incoming.iter().flatten().for_each(|edge| goes_on[edge.from] = true);
    let mut done = costs.iter().map(|row| vec![UNREACHED; row.len()]).collect::<Vec<_>>();

    let relax = |costs: &mut Vec<Vec<u32>>, batches: &[Batch], only_light: bool| {
        costs.par_iter_mut().zip(&network.incoming).for_each(|(costs, incoming)| {
            for edge in incoming {
                let batch = &batches[edge.from];
                if light[edge.class] == only_light && !batch.is_empty() && !progress.stop() {
                    convolve(costs, batch, &factors[edge.class]);
                    progress.advance(batch.len() as u64);
                }
            }
        });
        if progress.stop() { Err(Stopped) } else { Ok(()) }
    };
    loop {
        let pending = |(node, (costs, done)): (usize, (&Vec<u32>, &Vec<u32>))| {
            let pending = costs.iter().zip(done).filter(|(cost, done)| cost < done);
            if goes_on[node] { pending.map(|(cost, _)| *cost).min() } else { None }
        };
        let Some(first) = costs.par_iter().zip(&done).enumerate().filter_map(pending).min() else {
            return Ok(costs);
        };
        let window = first..first + width;
        loop {
            let lowered =
                costs.par_iter().zip(&mut done).zip(&goes_on).map(|((costs, done), &on)| {
                    let mut batch = Batch::default();
                    for (swaps, (&cost, done)) in costs.iter().zip(done).enumerate() {
                        if on && cost < *done && cost < window.end {
                            *done = cost;
                            batch.push(swaps, cost);
                        }
                    }
                    batch
                });
            let lowered: Vec<Batch> = lowered.collect();
            if lowered.iter().all(Batch::is_empty) {
                break;
            }
            relax(&mut costs, &lowered, true)?;
        }
        let settled = costs.par_iter().zip(&goes_on).map(|(costs, &on)| {
            let mut batch = Batch::default();
            for (swaps, &cost) in
                costs.iter().enumerate().filter(|(_, cost)| on && window.contains(cost))
            {
                batch.push(swaps, cost);
            }
            batch
        });
        let settled: Vec<Batch> = settled.collect();
        relax(&mut costs, &settled, false)?;
    }
}
