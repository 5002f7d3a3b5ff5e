//! Files of puzzles, in five forms, and links to them.

pub mod array;
mod error;
mod form;
pub mod jimslide;
pub mod knuth;
mod line;
pub mod link;
mod pieces;
pub mod rushhour;
pub mod text;

pub use error::{FormatError, Inexpressible};
pub use form::Format;
