//! The solvers for the pages: questions about puzzles, and answers, as text.
#[cfg(target_arch = "wasm32")]
mod exports;
mod session;

pub use session::{Host, Session};
