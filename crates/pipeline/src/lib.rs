#![doc = include_str!("../README.md")]

mod agree;
mod batch;
mod boxes;
mod claim;
mod config;
mod document;
mod error;
mod estimate;
mod found;
mod fresh;
mod justsolved;
mod machine;
mod part;
mod plan;
mod removal;
mod sampling;
mod shell;
mod stages;
mod status;
mod stopwatch;
mod submit;
mod summary;
pub mod table;
mod turns;
mod verify;

pub use batch::Batch;
pub use claim::AtWork;
pub use config::settings::{Overrides, Settings};
pub use error::Error;
pub use part::Part;
pub use plan::Plan;
pub use stages::enumerate::enumerate;
pub use stages::export::export;
pub use stages::gallery::gallery;
pub use stages::merge::merge;
pub use stages::search::search;

/// What a batch would take, how far it is, and whether its tables are right.
pub mod inspect {
    pub use crate::boxes::{BoxReader, path as box_path};
    pub use crate::claim::Alone;
    pub use crate::estimate::{Estimate, Pieces, estimate, estimate_from, is_small};
    pub use crate::found::{Contents, Run};
    pub use crate::fresh::{Done, check_files, check_tables};
    pub use crate::machine::memory_share;
    pub use crate::sampling::whole::Interval;
    pub use crate::status::{Pace, Status, counted, status};
    pub use crate::verify::{RowClaim, verify, verify_table};
}

/// Configs to begin with, and what is wrong with those that cannot be read.
pub mod configs {
    pub use crate::config::error::{ConfigError, Place};
    pub use crate::config::settings::{MOST_THREADS, template};
    pub use crate::document::SealError;
}

/// Batches as job arrays of a cluster.
pub mod cluster {
    pub use crate::submit::{Order, Submitted, scripts, submit};
}

/// The page over all batches of a folder, and whether there is room for one and its tables are what its config says.
pub mod overview {
    pub use crate::stages::gallery::check_config;
    pub use crate::stages::index::{holds_batches, index};
    pub use crate::stages::page::check as check_page;
}
