#![doc = include_str!("../README.md")]

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
pub use moves::{Move, NoMove};
pub use notation::PositionError;
pub use position::{Cell, Colour, MOST_HEIGHT, Position, Tile, Track};
pub use replay::{Board, ReplayError};
#[cfg(feature = "disk")]
pub use settings::{Keeping, Settings, SolveError, Watch};
pub use settled::{Settled, Stacks};
#[cfg(feature = "disk")]
pub use solve::{Solution, solve};
pub use task::Task;
