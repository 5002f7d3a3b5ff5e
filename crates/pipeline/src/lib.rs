#![doc = include_str!("../README.md")]

mod batch;
mod boxes;
mod claim;
mod config;
mod document;
mod error;
mod estimate;
mod fresh;
mod machine;
mod part;
mod plan;
mod stages;
mod status;
mod submit;
pub mod table;
mod verify;

pub use batch::Batch;
pub use boxes::{BoxReader, path as box_path};
pub use config::error::{ConfigError, Place};
pub use config::settings::{Overrides, Settings, template};
pub use document::SealError;
pub use error::Error;
pub use estimate::{Estimate, estimate, is_small};
pub use fresh::Done;
pub use machine::memory_share;
pub use part::Part;
pub use plan::{Contents, Plan, Run};
pub use stages::enumerate::enumerate;
pub use stages::export::export;
pub use stages::gallery::gallery;
pub use stages::index::{holds_batches, index};
pub use stages::merge::merge;
pub use stages::search::search;
pub use status::{Pace, Status, status};
pub use submit::{Order, Submitted, scripts, submit};
pub use verify::verify;
