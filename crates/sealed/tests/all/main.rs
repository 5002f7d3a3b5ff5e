//! All tests of files are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod appended;
#[cfg(feature = "map")]
mod damage;
mod killed;
mod places;
