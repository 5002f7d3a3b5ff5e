//! Pictures of puzzle boards, as SVG and PNG, and pages to play them.
//!
//! A puzzle describes a position as a [`Drawing`]: a board of cells, and pieces that cover
//! some of them. [`svg()`] draws it; [`strip_svg()`] draws several, such as a solution. The crate knows no puzzle;
//! cells that no piece covers are simply the holes.
//!
//! ```
//! use antipode_gallery::{Drawing, Piece, svg};
//!
//! // A A B      the square A must go to the right
//! // A A .
//! let mut board = Drawing::new(3, 2, "A small board");
//! board.description = "Move the square A to the right side.".into();
//! board.pieces = vec![
//!     Piece::new("A", [(0, 0), (1, 0), (0, 1), (1, 1)]).goal([(1, 0), (2, 0), (1, 1), (2, 1)]),
//!     Piece::new("B", [(2, 0)]),
//! ];
//!
//! let picture = svg(&board);
//! assert!(picture.starts_with("<svg "));
//! assert!(picture.contains(">A small board</title>"));
//! ```

mod counted;
mod drawing;
mod hues;
mod index;
mod letters;
mod markup;
mod outline;
mod page;
#[cfg(feature = "png")]
mod png;
mod strip;
mod svg;
mod template;

pub use counted::counted;
pub use drawing::{COLOURS, Cell, Drawing, Paint, Piece, Strip};
pub use index::{Index, Listed, index_html};
pub use page::{Axis, Chart, Look, Page, Puzzle, Rules, Series, html};
#[cfg(feature = "png")]
pub use png::{PngError, png, strip_png};
pub use strip::strip_svg;
pub use svg::svg;
pub use template::is_page;
