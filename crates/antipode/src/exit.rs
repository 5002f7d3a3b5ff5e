//! Exit codes.

use std::io;

use antipode_pipeline::Interrupted;
use anyhow::Error;

/// What the help says of them.
pub const HELP: &str = "\
Exit codes: 0 done; 1 the system failed (disk, permissions); 2 bad input; 75 stopped before it \
was complete, and the same command goes on.";

/// The work was stopped and can be gone on with (`EX_TEMPFAIL`).
pub const INCOMPLETE: u8 = 75;

/// The exit code of an error; none of a broken pipe, which is success.
pub fn code(error: &Error) -> Option<u8> {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    if causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe) {
        return None;
    }
    Some(if error.is::<Interrupted>() {
        INCOMPLETE
    } else if error.chain().any(|cause| cause.is::<io::Error>()) {
        1
    } else {
        2
    })
}
