//! All tests of families are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod facts;
mod plain;
mod support;
