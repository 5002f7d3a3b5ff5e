//! State-space search.
#![doc = ""]
mod layers;
mod progress;
mod space;
mod trace;

pub use layers::{Full, Layers};
pub use progress::{Progress, Silent};
pub use space::{Space, State, Used};
pub use trace::{Components, Parents, Trace};
