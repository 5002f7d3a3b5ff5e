//! All tests of tiles are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod depths;
mod solve;
mod texts;
