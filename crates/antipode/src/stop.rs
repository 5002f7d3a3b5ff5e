//! Being told to stop by a signal.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::exit::STOPPED;
use crate::output::say;

/// Set when a signal came.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Set by work that saves itself when it is stopped, however long that takes.
static SAVING: AtomicBool = AtomicBool::new(false);

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
            // Whether the same command goes on from that, only the work could tell.
            say("antipode: stopped; what was finished before is kept");
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

/// Gives the work as much time as it needs to save itself when it is stopped.
pub fn saves() {
    SAVING.store(true, Ordering::Relaxed);
}
