//! Asking before something is done that cannot be undone, or takes hours.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Result, bail};

/// What counts as long.
pub const LONG: std::time::Duration = std::time::Duration::from_secs(3600);

/// Whether there is somebody to be asked.
pub fn is_anybody_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks whether to go on, if there is somebody to be asked.
pub fn ask(question: &str) -> Option<bool> {
    if !is_anybody_there() {
        return None;
    }
    let _ = write!(io::stderr(), "{question} [y/N] ");
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    Some(read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Goes on only if somebody says so.
pub fn insist(question: &str) -> Result<()> {
    match ask(question) {
        Some(true) => Ok(()),
        Some(false) => bail!("nothing was done"),
        None => bail!("{question} If so, say --yes"),
    }
}
