//! Where a solver runs, and what a search may use there.

use antipode_frontier::Progress;

/// Where a solver runs.
pub trait Host: Sync {
    /// So many more states were stored.
    fn stored(&self, states: u64);

    /// Milliseconds since some time.
    fn now(&self) -> f64;
}

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// Where it runs.
    pub host: &'a dyn Host,
    /// About how many bytes of memory.
    pub memory: usize,
    /// Until when, by the clock of the host.
    pub until: f64,
}

impl Search<'_> {
    /// The same, in one of so many parts of the time that is left.
    pub fn part(self, parts: f64) -> Self {
        let now = self.host.now();
        Search { until: now + (self.until - now) / parts, ..self }
    }
}

impl Progress for Search<'_> {
    fn stored(&self, states: u64) {
        self.host.stored(states);
    }

    fn stop(&self) -> bool {
        self.host.now() > self.until
    }
}
