#![doc = include_str!("../README.md")]

mod abandoned;
mod atomic;
mod error;
mod lock;
#[cfg(feature = "map")]
mod map;
mod scratch;
mod seal;

pub use abandoned::{claim_name, remove_abandoned};
pub use atomic::{AtomicFile, is_standard_output, make_folder, replace};
pub use error::FileError;
pub use lock::PathLock;
#[cfg(feature = "map")]
pub use map::SealedMap;
pub use scratch::Scratch;
pub use seal::{SealedReader, SealedWriter, checksum};
