//! Structure.
mod certificate;
mod class;
mod classes;
mod convolution;
mod distances;
mod least;
mod levels;
mod network;
mod node;
mod plain;
mod shape;
mod step;
mod table;
mod word;

pub use certificate::Certificate;
pub use class::Class;
pub use classes::Classes;
pub use distances::Stopped;
pub use least::least;
pub use levels::{LEAST_HEIGHT, Levels, MOST_HEIGHT, StructureError};
pub use network::{Edge, Network};
pub use node::{Content, Node};
pub use shape::Shape;
pub use step::Recurrence;
pub use table::{Table, UNREACHED};
pub use word::{Event, Piles, Slot, Word};
