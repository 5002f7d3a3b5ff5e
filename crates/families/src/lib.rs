#![doc = include_str!("../README.md")]

mod actions;
mod class;
mod family;
mod generate;
mod holes;
mod key;
mod letters;
mod numbers;
mod search;
mod searched;
mod shape;
mod symmetry;
mod tally;

pub use actions::boards::Boards;
pub use actions::moves::Moves;
pub use class::{Class, Sizes};
pub use family::{Family, Shapes, Task, TooManyShapes};
pub use generate::crowded::Crowded;
pub use generate::fillboard::Fillboard;
pub use generate::generator::{Generator, Method};
pub use generate::orderly::Orderly;
pub use generate::packing::Packing;
pub use generate::visitor::{Entry, Span, Visitor};
pub use key::{Key, Layout, Planes};
pub use numbers::Numbers;
pub use search::by_holes::Together;
pub use search::outsized::{Budget, is_saved};
pub use search::pool::Pool;
pub use search::searcher::Searcher;
pub use search::work::Work;
pub use searched::{Searched, Words};
pub use shape::{Shape, ShapeError, connected};
pub use symmetry::Symmetries;
pub use tally::{Counts, Distinct, Puzzle, SizeClass, Tally, goal_shape};
