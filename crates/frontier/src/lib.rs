//! State-space search for moving-piece puzzles: the core that knows no puzzle.
//!
//! A puzzle is a graph that is given by a rule for neighbours, with edges of length one. Say the
//! rule by implementing [`Space`]; the searches are written once, here:
//!
//! - [`Layers`]: breadth-first search over one append-only table, for whatever fits in memory.
//! - [`Sweep`]: frontier search, which keeps only three layers and goes to disk beyond a budget.
//!   Two of them, or one and a symmetry, [meet](Sweep::meet) in the middle, and a [`Trail`] of
//!   layers gives paths.
//! - [`joined`]: one graph whose edges come in cliques, and one search of it for many questions.
//! - [`Lattice`]: cheapest-first search over [`Priced`] edges, which need not be reversible.
//!
//! What needs the whole graph at hand takes an explicit [`Graph`]: exact diameters
//! ([`Eccentricities`]), all shortest paths ([`ShortestPaths`]), random walks ([`hitting_time`])
//! and paths in spanning trees ([`TreePath`]). [`Figures`] gathers what these say of one puzzle.
//!
//! Results are exact: states are stored and compared whole, and nothing depends on the number
//! of threads.
//!
//! # Example
//!
//! The positions of a 3x3 sliding puzzle, by distance from the solved one:
//!
//! ```
//! use antipode_frontier::{Layers, Space};
//!
//! struct Tiles;
//!
//! impl Space for Tiles {
//!     type State = [u8; 9]; // the tiles in row order, 0 the blank
//!     type Used = (); // every move is tried from every position
//!     const REVERSIBLE: bool = true;
//!
//!     fn expand(&self, tiles: [u8; 9], (): (), mut emit: impl FnMut([u8; 9], ())) {
//!         let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
//!         for cell in 0..9_usize {
//!             let (dx, dy) = ((cell % 3).abs_diff(blank % 3), (cell / 3).abs_diff(blank / 3));
//!             if dx + dy == 1 {
//!                 let mut next = tiles;
//!                 next.swap(cell, blank);
//!                 emit(next, ());
//!             }
//!         }
//!     }
//! }
//!
//! let mut layers = Layers::<[u8; 9], (), ()>::default();
//! layers.add_source([1, 2, 3, 4, 5, 6, 7, 8, 0])?;
//! while layers.advance(&Tiles)? > 0 {}
//!
//! assert_eq!(layers.len(), 181_440);
//! assert_eq!(layers.depth() - 1, 31);
//! let farthest: Vec<_> = layers.layer(31).map(|number| layers.state(number)).collect();
//! assert!(farthest.contains(&[6, 4, 7, 8, 5, 0, 3, 2, 1]));
//! # Ok::<(), antipode_frontier::Full>(())
//! ```

mod error;
mod graph;
pub mod joined;
mod lattice;
mod layers;
mod memory;
mod progress;
mod record;
mod space;
#[cfg(feature = "disk")]
mod sweep;

pub use error::{Full, SweepError, TrailError};
pub use graph::{
    Eccentricities, Effort, Figures, Graph, ShortestPaths, TreePath, UNREACHED, hitting_time,
};
pub use lattice::{Lattice, Priced};
pub use layers::{Components, Layers, Parents, Trace};
pub use memory::OutOfMemory;
pub use progress::{Progress, Silent};
pub use record::Record;
pub use space::{Space, State, Used};
#[cfg(feature = "disk")]
pub use sweep::{Meeting, Sweep, SweepSettings, Trail, check_space};
