//! The positions of a search in memory.

use antipode_frontier::{Graph, Layers, Progress};

use crate::error::SolveError;
use crate::space::packed::Packed;
use crate::space::positions::Positions;

/// The table of a search.
pub(crate) type Table<K> = Layers<K, u64, ()>;

/// Makes the next layer, and returns the number of its positions.
pub(crate) fn advance<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    progress: &dyn Progress,
) -> Result<usize, SolveError> {
    let new = table.advance_told(positions, progress)?;
    new.ok_or(SolveError::Stopped(table.depth() - 1))
}

/// The same, and adds the positions that are expanded to their graph.
pub(crate) fn advance_joined<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    graph: &mut Graph,
    progress: &dyn Progress,
) -> Result<usize, SolveError> {
    let new = table.advance_joined(positions, |around| graph.push(around), progress)?;
    new.ok_or(SolveError::Stopped(table.depth() - 1))
}
