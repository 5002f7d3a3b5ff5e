//! Batches over whole families of sliding-block puzzles.
//!
//! A config says which family; a batch is cut into shards by a plan, and goes through stages, each
//! of which reads what the one before wrote: enumerate, search, merge, export, gallery.

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
mod table;
mod verify;

pub use batch::Batch;
pub use boxes::{BoxReader, path as box_path};
pub use config::{ConfigError, Overrides, Place, Settings, template};
pub use document::SealError;
pub use error::Interrupted;
pub use estimate::{Estimate, estimate};
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
pub use table::of_table;
pub use verify::verify;
