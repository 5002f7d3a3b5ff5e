#![doc = include_str!("../README.md")]

mod abandoned;
mod appended;
mod atomic;
mod beginning;
mod claim;
mod error;
mod line;
mod lock;
#[cfg(feature = "map")]
mod map;
mod same;
mod scratch;
mod seal;

pub use abandoned::remove_abandoned;
pub use appended::AppendedFile;
pub use atomic::{
    AtomicFile, check_writable, end_of_links, in_the_way, is_standard_output, make_folder, replace,
};
pub use beginning::{beginning, begins};
pub use claim::Claim;
pub use error::FileError;
pub use line::{sealed_line, unsealed_line};
pub use lock::PathLock;
#[cfg(feature = "map")]
pub use map::SealedMap;
pub use same::has_standard_output;
pub use scratch::Scratch;
pub use seal::{SealedReader, SealedWriter, checksum};
