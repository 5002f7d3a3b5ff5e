//! State spaces: graphs given by a rule for neighbours instead of a list of edges.

use std::fmt::Debug;
use std::hash::Hash;

/// A position, packed into a small plain value.
///
/// States are stored whole and compared whole; a hash only says where to look.
pub trait State: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static> State for T {}

/// The set of operators already known to lead nowhere new from a state.
///
/// A search keeps one such set with every state it stores. The sets that come with several
/// discoveries of one state are united, so a bit once set stays set.
pub trait Used: Copy + Default + Debug + Send + Sync + 'static {
    /// The operators in either set.
    fn union(self, other: Self) -> Self;
}

impl Used for () {
    fn union(self, (): Self) {}
}

macro_rules! used_bits {
    ($($bits:ty),*) => {$(
        impl Used for $bits {
            fn union(self, other: Self) -> Self {
                self | other
            }
        }
    )*};
}
used_bits!(u8, u16, u32, u64);

/// An implicit graph whose edges all have length one.
pub trait Space {
    /// A position.
    type State: State;
    /// The operators that need not be tried from a position; `()` where none is tracked.
    type Used: Used;

    /// Whether every move can be taken back. Searches that forget old layers rely on it: a
    /// neighbour of a state of layer *d* then lies in layer *d* - 1, *d* or *d* + 1.
    const REVERSIBLE: bool;

    /// Hands every neighbour of `state` to `emit`, with the operators that the neighbour need
    /// not try because of this discovery (at the least the one that leads straight back).
    ///
    /// Operators in `used` may be skipped; which of them safely can is the puzzle's knowledge.
    /// The order of neighbours is the same on every call. A neighbour may be handed over more
    /// than once; `state` itself may be as well, and both are harmless.
    fn expand(
        &self,
        state: Self::State,
        used: Self::Used,
        emit: impl FnMut(Self::State, Self::Used),
    );
}
