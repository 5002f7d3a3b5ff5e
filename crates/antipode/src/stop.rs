//! Being told to stop by a signal.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::exit::INCOMPLETE;

/// Set when a signal came.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// A flag that interrupt, termination and user signals set. The second interrupt ends the
/// program at once, which loses nothing that is finished.
pub fn at_signals() -> Result<&'static AtomicBool> {
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(
            signal,
            INCOMPLETE.into(),
            Arc::clone(&STOP),
        )
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&STOP)))
        .context("cannot listen for signals")?;
    }
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&STOP))
        .context("cannot listen for signals")?;
    Ok(&STOP)
}
