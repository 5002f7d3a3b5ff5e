//! All tests of Panex are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod constructions;
mod facts;
mod stretches;
mod structure;
