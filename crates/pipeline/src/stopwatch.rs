//! The time that a stage takes, added to `timing.json` every few seconds: a stop may leave no time for it.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use antipode_sealed::FileError;

use crate::batch::Batch;
use crate::error::Error;

/// How often it is added.
const ADD_EVERY: Duration = Duration::from_secs(10);

/// Takes the time of a stage.
pub(crate) struct Stopwatch<'a> {
    batch: &'a Batch,
    stage: &'static str,
    begun: Instant,
    lap: Mutex<Lap>,
}

/// What is not added yet.
struct Lap {
    begun: Instant,
    /// States stored, for stages that search.
    states: Option<u64>,
}

impl<'a> Stopwatch<'a> {
    /// Starts with a stage.
    pub(crate) fn start(batch: &'a Batch, stage: &'static str) -> Self {
        let begun = Instant::now();
        Stopwatch { batch, stage, begun, lap: Mutex::new(Lap { begun, states: None }) }
    }

    /// How long the stage has taken so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Counts states that were stored.
    pub(crate) fn count(&self, states: u64) {
        *self.lap().states.get_or_insert(0) += states;
    }

    /// Adds what is not added yet, if that is some seconds.
    pub(crate) fn look(&self) -> Result<(), FileError> {
        let lap = self.lap();
        if lap.begun.elapsed() > ADD_EVERY { self.add(lap) } else { Ok(()) }
    }

    /// Adds what is not added yet.
    pub(crate) fn stop(&self) -> Result<(), FileError> {
        self.add(self.lap())
    }

    /// Adds what is not added yet if `done` is that the stage was stopped, which is to be told whatever becomes of its
    /// times.
    pub(crate) fn unless_done<T>(&self, done: Result<T, Error>) -> Result<T, Error> {
        if let Err(Error::Stopped) = done {
            let _ = self.stop();
        }
        done
    }

    fn add(&self, mut lap: MutexGuard<'_, Lap>) -> Result<(), FileError> {
        self.batch.took(self.stage, lap.begun.elapsed(), lap.states)?;
        *lap = Lap { begun: Instant::now(), states: None };
        Ok(())
    }

    fn lap(&self) -> MutexGuard<'_, Lap> {
        self.lap.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
