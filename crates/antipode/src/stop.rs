//! Being told to stop by a signal, and what that leaves.

use std::path::Path;
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::output::{keeps, say};

/// The exit code of work that was stopped before it was complete (`EX_TEMPFAIL`).
pub const STOPPED: u8 = 75;

/// Set when a signal came.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Set by work that saves itself when it is stopped, however long that takes.
static SAVING: AtomicBool = AtomicBool::new(false);

/// The work was stopped before it was complete. What is told of it is what that [leaves](left).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

/// What a stop leaves of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// What is finished can be gone on with.
    Kept,
    /// The same, by a command that would start over.
    KeptAfresh,
    /// What was found is kept, and what it was found from is not.
    Found,
    /// A search of one piece.
    Nothing,
}

/// What a stop leaves of the work at hand.
static LEFT: Mutex<Left> = Mutex::new(Left::Nothing);

/// How often the flag is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How long work has to come to its end by itself once it is stopped.
const GRACE: Duration = Duration::from_millis(700);

/// Listens for interrupt, termination and user signals. Work that looks at the flag ends by itself;
/// what does not within a second is ended. That loses nothing that is finished, since files are
/// whole or not there, and neither does a second signal, which ends the program at once.
pub fn listen() -> Result<()> {
    let code = STOPPED.into();
    let heed = |signal| {
        flag::register_conditional_shutdown(signal, code, Arc::clone(&STOP))?;
        flag::register(signal, Arc::clone(&STOP))
    };
    heed(SIGINT).and_then(|_| heed(SIGTERM)).context("cannot listen for signals")?;
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&STOP))
        .context("cannot listen for signals")?;
    let wait = move || {
        while !STOP.load(Ordering::Relaxed) {
            thread::sleep(LOOK_EVERY);
        }
        thread::sleep(GRACE);
        if !SAVING.load(Ordering::Relaxed) {
            say(format_args!("antipode: stopped; {}", left().told()));
            exit(code);
        }
    };
    thread::Builder::new().spawn(wait).context("cannot start a thread")?;
    Ok(())
}

/// A flag that is set when the work is to stop.
pub fn asked() -> &'static AtomicBool {
    &STOP
}

/// Says what a stop leaves from now on: nothing, if nobody says anything else.
pub fn leaves(what: Left) {
    *LEFT.lock().unwrap_or_else(PoisonError::into_inner) = what;
}

/// What a stop leaves now.
pub fn left() -> Left {
    *LEFT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Left {
    /// What a stop leaves of what goes to that file, or else to standard output.
    pub fn of(file: Option<&Path>) -> Self {
        if file.is_some_and(keeps) { Left::Kept } else { Left::Nothing }
    }

    /// The same of a command that starts over if it is `fresh`.
    pub fn if_fresh(self, fresh: bool) -> Self {
        match self {
            Left::Kept if fresh => Left::KeptAfresh,
            other => other,
        }
    }

    /// In words.
    pub fn told(self) -> &'static str {
        match self {
            Left::Kept => "everything finished is kept, and the same command goes on from here",
            Left::KeptAfresh => {
                "everything finished is kept, and the same command without --fresh goes on from here"
            }
            Left::Found => {
                "what was found is kept, and the same command starts over, but with --checkpoint goes on"
            }
            Left::Nothing => "nothing is kept, and the same command starts over",
        }
    }
}

/// Gives the work as much time as it needs to save itself when it is stopped.
pub fn saves() {
    SAVING.store(true, Ordering::Relaxed);
}
