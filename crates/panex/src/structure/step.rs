//! The step from the table of N pairs to that of N + 1.

use antipode_frontier::Progress;

use super::class::Class;
use super::classes::Classes;
use super::distances::{Stopped, distances};
use super::network::Network;
use super::shape::Shape;
use super::table::Table;

/// The table of one pair more. What begins with the right track open is the image of what begins
/// with the left one open.
pub fn step(classes: &Classes, table: &Table, progress: &impl Progress) -> Result<Table, Stopped> {
    let mut next = Table::empty(table.pairs() + 1, classes);
    for start in [Shape::Home, Shape::Left, Shape::LeftTopped] {
        let network = Network::of_step(classes, start);
        let costs = distances(&network, table, 0, progress)?;
        for (node, costs) in network.nodes.iter().zip(&costs).skip(1) {
            if !node.is_canonical() {
                continue;
            }
            let class = Class { start, end: node.shape, word: node.word.clone() };
            let mirrored = classes.find(&class.mirrored()).expect(CLOSED);
            let class = classes.find(&class).expect(CLOSED);
            // The newest pair is swapped or not, whatever it was on the way.
            let newest = usize::from(node.is_swapped()) * costs.len();
            for class in [class, mirrored] {
                next.row_mut(class)[newest..newest + costs.len()].copy_from_slice(costs);
            }
        }
        // The source itself is reached without a move.
        let nothing = Class { start, end: start, word: Default::default() };
        for class in [nothing.mirrored(), nothing] {
            next.row_mut(classes.find(&class).expect(CLOSED))[0] = 0;
        }
    }
    Ok(next)
}

const CLOSED: &str = "every level has the classes of level 2";
