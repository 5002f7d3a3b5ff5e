//! Searches of puzzles whose positions do not fit in memory.
//!
//! Frontier search keeps three layers, on disk if need be, and a trail of all layers on disk
//! leads back from the goal.

use antipode_frontier::{Progress, Sweep, SweepError, SweepSettings, Trail};

use crate::solve::{Found, Limits, SolveError};
use crate::space::packed::Packed;
use crate::space::positions::Positions;

/// Every layer is kept: the way back then takes no search, and no memory.
const EVERY: usize = 1;

/// The least memory for a step of the way back: it holds the neighbours of one position.
const LEAST: usize = 1 << 20;

impl<K: Packed> Positions<K> {
    /// A shortest path to the smallest of the nearest goals.
    pub(crate) fn shortest_beyond(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Found<K>, SolveError> {
        let trail = trail(limits)?;
        let mut sweep = self.sweep([self.start()], limits)?;
        let path = loop {
            trail.keep(&sweep)?;
            let goal = |best: Option<K>, position| {
                let goal = self.is_goal(position).then_some(position);
                best.into_iter().chain(goal).min()
            };
            let best = |one: Option<K>, other| one.into_iter().chain(other).min();
            if let Some(goal) = sweep.fold(|| None, goal, best)? {
                break Some(trail.path(
                    self,
                    goal,
                    sweep.layers().len() - 1,
                    (limits.memory / 4).max(LEAST),
                )?);
            }
            if self.next_layer(&mut sweep, progress)? == 0 {
                break None;
            }
        };
        Ok(Found { path, states: sweep.layers().iter().sum() })
    }

    /// A shortest path from the smallest of the hardest starts. The goals alone have to fit in a
    /// quarter of the memory.
    pub(crate) fn farthest_beyond(
        &self,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Found<K>, SolveError> {
        let most = limits.memory / 4 / size_of::<K>();
        let mut goals = Vec::new();
        let mut group = self.sweep([self.start()], limits)?;
        loop {
            let collect = |mut goals: Vec<K>, position| {
                if self.is_goal(position) && goals.len() <= most {
                    goals.push(position);
                }
                goals
            };
            let join = |mut one: Vec<K>, other: Vec<K>| {
                one.extend(other);
                one.truncate(most + 1);
                one
            };
            goals.extend(group.fold(Vec::new, collect, join)?);
            if goals.len() > most {
                return Err(antipode_frontier::Full::States { limit: most }.into());
            }
            if self.next_layer(&mut group, progress)? == 0 {
                break;
            }
        }
        let states = group.layers().iter().sum();
        drop(group);
        if goals.is_empty() {
            return Ok(Found { path: None, states });
        }
        let trail = trail(limits)?;
        let mut sweep = self.sweep(goals, limits)?;
        trail.keep(&sweep)?;
        let mut hardest = self.smallest(&sweep)?;
        while self.next_layer(&mut sweep, progress)? > 0 {
            trail.keep(&sweep)?;
            hardest = self.smallest(&sweep)?;
        }
        let depth = sweep.layers().len() - 1;
        let path =
            hardest.map(|start| trail.path(self, start, depth, (limits.memory / 4).max(LEAST)));
        let mut path = path.transpose()?;
        if let Some(path) = &mut path {
            path.reverse();
        }
        Ok(Found { path, states })
    }

    fn sweep(
        &self,
        sources: impl IntoIterator<Item = K>,
        limits: &Limits,
    ) -> Result<Sweep<K, u64>, SweepError> {
        Sweep::new(sources, &SweepSettings::new(limits.memory / 4 * 3, &limits.scratch))
    }

    /// Makes the next layer and reports it. Returns the number of its positions.
    fn next_layer(
        &self,
        sweep: &mut Sweep<K, u64>,
        progress: &dyn Progress,
    ) -> Result<u64, SweepError> {
        let new = sweep.advance(self, progress)?;
        progress.advance(new);
        Ok(new)
    }

    /// The smallest position of the last layer.
    fn smallest(&self, sweep: &Sweep<K, u64>) -> Result<Option<K>, SweepError> {
        let least = |one: Option<K>, other: Option<K>| one.into_iter().chain(other).min();
        sweep.fold(|| None, |best, position| least(best, Some(position)), least)
    }
}

/// A trail of layers that is removed when dropped.
fn trail(limits: &Limits) -> Result<Trail, SweepError> {
    Trail::scratch(&limits.scratch, "puzzle", EVERY)
}
