//! What the system refuses where that would end the program without a word: memory that nothing can go on
//! without, and files larger than it allows.
//!
//! What takes much memory tells itself what it was for when it is refused. For all else the standard
//! library says how much it was, and aborts: as a bug would end, but it is the system that failed.

use anyhow::Result;

/// Has the program end like that with the exit code for failures of the system, and say what to do.
#[cfg(unix)]
#[expect(unsafe_code, reason = "what a signal calls must do nothing that another call may be in")]
pub fn listen() -> Result<()> {
    use std::sync::Arc;

    use anyhow::Context;
    use signal_hook::consts::{SIGABRT, SIGXFSZ};
    use signal_hook::{flag, low_level};

    use crate::exit::SYSTEM;

    const ADVICE: &[u8] = b"antipode: the system refused memory; what is finished is kept: give a \
        smaller --memory or fewer --threads, or what makes the puzzle smaller\n";
    let tell = || {
        // Nobody is left to hear of a failure.
        let _ = rustix::io::write(rustix::stdio::stderr(), ADVICE);
        low_level::exit(SYSTEM.into());
    };
    // SAFETY: to write and to end are safe at any instant, and nothing else is done.
    unsafe { low_level::register(SIGABRT, tell) }
        // Whoever writes too large a file is told by an error as well.
        .and_then(|_| flag::register(SIGXFSZ, Arc::default()))
        .context("cannot listen for signals")?;
    Ok(())
}

/// Elsewhere it ends as the system has it.
#[cfg(not(unix))]
pub fn listen() -> Result<()> {
    Ok(())
}
