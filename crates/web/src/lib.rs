//! The solvers as the pages ask them: questions and answers as text, and links.
//!
//! A [`Session`] answers one [question](question) after another, and keeps what it found out about
//! a puzzle for the questions that follow. Each kind of puzzle is a file of `kinds/`: how it is
//! linked to, how a page plays it, and how it is solved. What pages ask, and how, is told at the
//! head of `solver.js` beside the page's sources; there this crate is built into as WebAssembly, by
//! `make wasm`, and `exports.rs` is all that is special about that.

#[cfg(target_arch = "wasm32")]
mod exports;
mod host;
mod kind;
pub mod kinds;
mod link;
mod question;
mod session;
mod trail;
mod trouble;

pub use host::{Host, Search};
pub use kind::{Arranged, Kind, Solved};
pub use link::{LinkError, Linked};
pub use session::Session;
pub use trail::{Hinted, Trail};
pub use trouble::Trouble;
