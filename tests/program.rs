//! The program as its users run it: all tests are one binary, which is linked once, and none of whose parts
//! waits for the slowest test of another.

mod batch;
mod colorsort;
mod difficulty;
mod exits;
mod extremes;
mod flags;
mod gallery;
mod house;
mod memory;
mod panex;
mod readme;
mod solve;
mod support;
mod survival;
mod tiles;
mod verify;
mod walls;
mod whole_4x4;
