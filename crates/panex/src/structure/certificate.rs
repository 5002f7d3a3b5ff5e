//! A certificate that no solution of the last level is shorter.
//!
//! It is a number for every node and set of swapped pairs, a *potential*: 0 at the start, and along
//! no stretch does it rise by more than the stretch has moves. So no way to a position takes
//! fewer moves than its potential. That is seen in one pass over all stretches, which knows
//! nothing of how the potentials were found; [`Certificate::check`] shares with the search only the table of the level
//! below and the rule of which stretch leads where ([`Node::after`]).

use antipode_frontier::Progress;
use rayon::prelude::*;

use super::classes::Classes;
use super::distances::{Stopped, distances};
use super::least::ends;
use super::node::Node;
use super::step::Recurrence;
use super::table::Table;
use crate::task::Task;

/// Potentials for a task.
#[derive(Debug, Clone)]
pub struct Certificate {
    task: Task,
    /// Positions of the top N pairs and the largest, with their potentials by what is swapped.
    potentials: Vec<(Node, Vec<u32>)>,
}

impl Certificate {
    /// Finds potentials: the distances from the start.
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn find(
        recurrence: &Recurrence,
        table: &Table,
        task: Task,
        progress: &dyn Progress,
    ) -> Result<Self, Stopped> {
        let nodes = &recurrence.last.nodes;
        let start = nodes.iter().position(|node| *node == ends(task).0);
        let start = start.expect("all ends are in the network");
        let costs = distances(&recurrence.last, table, start, progress)?;
        Ok(Certificate { task, potentials: nodes.iter().cloned().zip(costs).collect() })
    }

    /// Checks all potentials. Returns the lower bound that they prove; none if they prove nothing.
    ///
    /// # Errors
    /// If `progress` asks to stop.
    pub fn check(
        &self,
        classes: &Classes,
        table: &Table,
        progress: &dyn Progress,
    ) -> Result<Option<u64>, Stopped> {
        let of = |wanted: &Node| {
            self.potentials.iter().find(|(node, _)| node == wanted).map(|(_, values)| values)
        };
        let holds = |(node, values): &(Node, Vec<u32>)| {
            classes.from(node.shape).all(|class| {
                let after = node.after(&classes.all()[class]);
                after.iter().filter(|after| after.has_no_larger()).all(|after| {
                    let Some(reached) = of(after) else { return false };
                    (0..values.len()).all(|swaps| {
                        // What is not looked at proves nothing.
                        if progress.stop() {
                            return false;
                        }
                        let moves = table.row(class).iter().enumerate();
                        let rises = |(more, moves): (usize, &u32)| {
                            u64::from(reached[swaps ^ more])
                                > u64::from(values[swaps]) + u64::from(*moves)
                        };
                        !moves.into_iter().any(rises)
                    })
                })
            })
        };
        let (start, goal, swapped) = ends(self.task);
        let (Some(first), Some(last)) = (of(&start), of(&goal)) else { return Ok(None) };
        let sound = first[0] == 0 && self.potentials.par_iter().all(holds);
        if progress.stop() {
            return Err(Stopped);
        }
        Ok(sound.then(|| last[if swapped { last.len() - 1 } else { 0 }].into()))
    }

    /// Changes a potential, to see that it is noticed.
    #[cfg(test)]
    fn raise(&mut self, node: usize, swaps: usize) {
        self.potentials[node].1[swaps] += 1;
    }
}

#[cfg(test)]
mod tests {
    use antipode_frontier::Silent;

    use super::*;

    #[test]
    fn a_potential_that_is_too_high_is_noticed() {
        let recurrence = Recurrence::new();
        let mut table = Table::first(&recurrence.classes);
        for bound in [42, 128, 343] {
            let certificate =
                Certificate::find(&recurrence, &table, Task::Exchange, &Silent).unwrap();
            let check = |certificate: &Certificate| {
                certificate.check(&recurrence.classes, &table, &Silent).unwrap()
            };
            assert_eq!(check(&certificate), Some(bound));
            for (node, swaps) in [(0, 0), (3, 1), (7, 3), (29, 2)] {
                let mut wrong = certificate.clone();
                wrong.raise(node, swaps);
                assert_eq!(check(&wrong), None);
            }
            table = recurrence.step(&table, &Silent).unwrap();
        }
    }
}
