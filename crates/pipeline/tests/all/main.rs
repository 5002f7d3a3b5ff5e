//! All tests of batches are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod config;
mod estimate;
mod lists;
mod survey;
mod told;
mod traces;
