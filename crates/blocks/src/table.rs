//! The positions of a search in memory.

use antipode_frontier::{Full, Graph, Layers, Progress};

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

/// The same, and adds the positions that are expanded to their graph. Fails if that and the table take more than so
/// many bytes.
pub(crate) fn advance_joined<K: Packed>(
    positions: &Positions<K>,
    table: &mut Table<K>,
    graph: &mut Graph,
    memory: usize,
    progress: &dyn Progress,
) -> Result<usize, SolveError> {
    let join = |table: &Table<K>, around: &mut Vec<u32>| {
        graph.push(around);
        match table.bytes() + graph.bytes() > memory {
            true => Err(Full::Room { states: table.len() }),
            false => Ok(()),
        }
    };
    let new = table.advance_joined(positions, join, progress)?;
    new.ok_or(SolveError::Stopped(table.depth() - 1))
}
