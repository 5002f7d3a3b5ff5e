//! The least number of moves of a named task for towers of N + 1, from the table of N pairs.
//!
//! The ends of every named task are nodes of the last network: the top N pairs are in canonical
//! position, and so each of the two largest tiles is alone below them.

use antipode_frontier::Progress;

use super::distances::{Stopped, distances};
use super::node::{Content, Node};
use super::shape::Shape;
use super::step::Recurrence;
use super::table::{Table, UNREACHED};
use super::word::Word;
use crate::task::Task;

/// The ends of a task, and whether all pairs of the top N are swapped in between.
pub(super) fn ends(task: Task) -> (Node, Node, bool) {
    use Content::Pair;
    let node = |shape, row| Node { shape, row, word: Word::default() };
    let (blue, orange) = (Some(Pair(false)), Some(Pair(true)));
    let home = node(Shape::Home, [blue, None, orange]);
    let left = |barred| if barred { Shape::LeftTopped } else { Shape::Left };
    match task {
        Task::Exchange => (home, node(Shape::Home, [orange, None, blue]), true),
        Task::Transfer { barred } => (home, node(left(barred), [None, blue, orange]), false),
        Task::Sink { barred } => (
            node(left(barred), [blue, None, orange]),
            node(Shape::Home, [None, blue, orange]),
            false,
        ),
    }
}

/// The least number of moves of a task for towers one higher than the table has pairs; none if it
/// is too large for the numbers used.
///
/// # Errors
/// If `progress` asks to stop.
pub fn least(
    recurrence: &Recurrence,
    table: &Table,
    task: Task,
    progress: &dyn Progress,
) -> Result<Option<u64>, Stopped> {
    let network = &recurrence.last;
    let number = |wanted: &Node| network.nodes.iter().position(|node| node == wanted);
    let (start, goal, swapped) = ends(task);
    let (start, goal) = number(&start).zip(number(&goal)).expect("all ends are in the network");
    progress.expect((network.edges() << table.pairs()) as u64);
    let costs = &distances(network, table, start, progress)?[goal];
    let cost = costs[if swapped { costs.len() - 1 } else { 0 }];
    Ok((cost < UNREACHED).then_some(cost.into()))
}
