//! The bar on a terminal, and what is written there beside it.

use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use indicatif::{ProgressBar, WeakProgressBar};

/// Takes note of the bar that is drawn from now on.
pub fn draws(bar: &ProgressBar) {
    *drawn() = bar.downgrade();
}

/// Writes to standard output, which may be the terminal on which the bar is: it makes way.
pub fn beside<T>(write: impl FnOnce() -> T) -> T {
    let bar = drawn().upgrade();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

fn drawn() -> MutexGuard<'static, WeakProgressBar> {
    static BAR: LazyLock<Mutex<WeakProgressBar>> = LazyLock::new(Mutex::default);
    BAR.lock().unwrap_or_else(PoisonError::into_inner)
}
