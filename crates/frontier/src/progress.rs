//! How a long search tells what it is doing.

/// Receives news of a running search. Libraries report; only a program decides what to show.
///
/// Who expects work tells when it is finished, in units of its own; a search that may be a part of such work tells no
/// more than the states that it stored. Calls come from worker threads and must be cheap. The default methods
/// ignore everything.
pub trait Progress: Sync {
    /// `amount` more units of work (the caller's own unit) lie ahead.
    fn expect(&self, amount: u64) {
        let _ = amount;
    }

    /// `amount` more units of work are finished.
    fn advance(&self, amount: u64) {
        let _ = amount;
    }

    /// `states` more states were stored.
    fn stored(&self, states: u64) {
        let _ = states;
    }

    /// A line for whoever looks on: why work is left out or done again, or what was done.
    fn note(&self, line: &str) {
        let _ = line;
    }

    /// Whether the search should stop at its next safe point.
    fn stop(&self) -> bool {
        false
    }
}

/// Ignores all news and never stops a search.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {}
