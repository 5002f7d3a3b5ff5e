//! Colour-sort puzzles (water sort, ball sort): shortest solutions by both rules, proved.
//!
//! Objects of several colours lie in containers; only the top of a container can be taken, and
//! it goes into an empty container or onto its own colour. Solved is the puzzle when every colour
//! is together, alone in its container. By [`Rule::One`] a move takes as many objects of the
//! top colour as fit, by [`Rule::Two`] one object.
//!
//! ```
//! use antipode_colorsort::{Method, Position, Reading, Rule, solve};
//! use antipode_frontier::Silent;
//!
//! let position = Position::parse("FOFO;OFOF;", &Reading::default())?;
//! let solution = solve(&position, Rule::One, Method::Shortest, 1 << 20, &Silent)?;
//! assert_eq!(solution.moves.map(|moves| moves.len()), Some(7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beam;
mod contents;
mod deals;
mod packed;
mod plain;
mod position;
mod pour;
mod reference;
mod replay;
mod rule;
mod rule1;
mod rule2;
mod solve;
mod space;

pub use deals::Deal;
pub use position::{Container, MOST_CAPACITY, MOST_COLOURS, Position, PositionError, Reading};
pub use replay::{ReplayError, is_solved, replay};
pub use rule::Rule;
pub use solve::{Method, Move, Solution, SolveError, solve};
