//! All tests of puzzles are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod classics;
mod formats;
mod searches;
