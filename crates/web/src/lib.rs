#![doc = include_str!("../README.md")]

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
