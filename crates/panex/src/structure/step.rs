//! The recurrence: from the table of N pairs to that of N + 1.

use antipode_frontier::Progress;

use super::class::Class;
use super::classes::Classes;
use super::distances::{Stopped, distances};
use super::network::Network;
use super::shape::Shape;
use super::table::Table;
use super::word::Word;

const CLOSED: &str = "every level has the classes of level 2";

/// What is the same in every step.
#[derive(Debug, Clone)]
pub struct Recurrence {
    /// The classes of stretches.
    pub classes: Classes,
    /// The networks from these shapes. What begins with the right track open is the image of what
    /// begins with the left one open.
    networks: [(Shape, Network); 3],
    /// The network between positions in which no tile is larger than N + 1.
    pub last: Network,
}

impl Recurrence {
    /// Explores the networks.
    pub fn new() -> Self {
        let classes = Classes::new();
        let networks = [Shape::Home, Shape::Left, Shape::LeftTopped]
            .map(|start| (start, Network::of_step(&classes, start)));
        let last = Network::of_end(&classes);
        Recurrence { classes, networks, last }
    }

    /// The table of one pair more.
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn step(&self, table: &Table, progress: &dyn Progress) -> Result<Table, Stopped> {
        for (_, network) in &self.networks {
            progress.expect((network.edges() << table.pairs()) as u64);
        }
        let mut next = Table::empty(table.pairs() + 1, &self.classes);
        for (start, network) in &self.networks {
            let costs = distances(network, table, 0, progress)?;
            for (node, costs) in network.nodes.iter().zip(&costs).skip(1) {
                if node.is_canonical() {
                    // The newest pair is swapped or not, whatever it was on the way.
                    let newest = usize::from(node.is_swapped()) * costs.len();
                    for row in self.rows(*start, node.shape, &node.word) {
                        next.row_mut(row)[newest..][..costs.len()].copy_from_slice(costs);
                    }
                }
            }
            // The source itself is reached without a move.
            for row in self.rows(*start, *start, &Word::default()) {
                next.row_mut(row)[0] = 0;
            }
        }
        Ok(next)
    }

    /// The rows of a class and its image.
    fn rows(&self, start: Shape, end: Shape, word: &Word) -> [usize; 2] {
        let class = Class { start, end, word: word.clone() };
        [class.mirrored(), class].map(|class| self.classes.find(&class).expect(CLOSED))
    }
}

impl Default for Recurrence {
    fn default() -> Self {
        Self::new()
    }
}
