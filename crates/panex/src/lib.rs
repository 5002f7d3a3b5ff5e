//! The Panex puzzle: two towers of tiles on three tracks that are joined at the top.
//!
//! Tile *i* of a tower fits into the layers 0 to *i* of any track, layer 0 being the top one, which
//! joins the tracks. A move takes one tile any distance along the tracks. The tasks are to bring a
//! tower to the centre track, and to exchange the towers. (M. Manasse, D. Sleator, V. K. Wei,
//! N. Baxter, *The Panex Puzzle*.)

mod construct;
#[cfg(feature = "disk")]
mod end;
pub mod formula;
mod guide;
mod loose;
mod moves;
mod notation;
mod position;
mod replay;
#[cfg(feature = "disk")]
mod settings;
mod settled;
#[cfg(feature = "disk")]
mod solve;
#[cfg(feature = "disk")]
pub mod structure;
mod task;

pub use construct::{Moves, construct, constructed};
pub use guide::{Guide, GuideError};
pub use loose::Loose;
pub use moves::Move;
pub use notation::PositionError;
pub use position::{Cell, Colour, MOST_HEIGHT, Position, Tile, Track};
pub use replay::{Board, ReplayError};
#[cfg(feature = "disk")]
pub use settings::{Keeping, Settings, SolveError, Watch};
pub use settled::{Settled, Stacks};
#[cfg(feature = "disk")]
pub use solve::{Solution, solve};
pub use task::Task;
