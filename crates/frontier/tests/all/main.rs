//! All tests of searches and graphs are one binary: it is linked once, and nothing waits for the slowest test of a part.

mod graph;
mod joined;
mod lattice;
mod layers;
mod support;
mod sweep;
mod trail;
