//! The drawing model: what a puzzle says about a position, and all that a picture knows.

/// A cell of the board: column from the left, then row from the top, both from 0.
pub type Cell = (u8, u8);

/// A board with pieces on it.
///
/// This serves every puzzle. Panex is a T of cells, with walls between the columns; colour-sort
/// containers are columns side by side with barriers between them, lower ones with walls above;
/// tiles are pieces of one cell.
///
/// Pieces are meant not to overlap and to lie on the board. A drawing that breaks this is
/// still drawn: later pieces cover earlier ones, and what lies off the board is cut off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// Width of the board in cells.
    pub width: u8,
    /// Height of the board in cells.
    pub height: u8,
    /// The name of the picture: its tooltip, and what a screen reader says first.
    pub title: String,
    /// The picture in words, for readers who cannot see it.
    pub description: String,
    /// What is written above the board; empty for nothing.
    pub heading: String,
    /// Cells that are not part of the board. They look like its frame.
    pub walls: Vec<Cell>,
    /// Pairs of cells that share a side with a wall on it, such as neighbouring containers.
    pub barriers: Vec<(Cell, Cell)>,
    /// The pieces. Their order has a part in their colours, and means nothing else while they do
    /// not overlap.
    pub pieces: Vec<Piece>,
}

/// A piece: a set of cells that move as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// What is written on the piece, a character or two; longer labels are written smaller.
    pub label: String,
    /// The cells it covers, in any order.
    pub cells: Vec<Cell>,
    /// What it is painted with.
    pub paint: Paint,
    /// The cells where the piece must go, let into the floor of the tray; empty for none.
    pub target: Vec<Cell>,
}

/// What a piece is painted with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// The hue of its shape: pieces of the same shape look alike.
    #[default]
    Shape,
    /// Set apart from all others: this is the piece to bring home.
    Goal,
    /// A colour that the puzzle itself speaks of, one of [`COLOURS`]; higher numbers start
    /// over. Give such pieces a label too, which tells the colour to those who cannot see it.
    /// Even and odd numbers below four differ most in lightness.
    Colour(u8),
}

/// How many colours there are for [`Paint::Colour`].
pub const COLOURS: u8 = 16;

/// Drawings in a row, or in rows, such as the boards of a solution with the moves between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// The name of the picture, written above it; the titles and descriptions of its drawings are
    /// not shown.
    pub title: String,
    /// The picture in words, for readers who cannot see it.
    pub description: String,
    /// The most drawings beside each other; 0 for all of them in one row.
    pub columns: usize,
    /// The drawings in reading order, each with a caption, a few characters to stand below it, after
    /// its number for all but the first.
    pub drawings: Vec<(String, Drawing)>,
}

impl Drawing {
    /// An empty board, to be filled through its fields.
    pub fn new(width: u8, height: u8, title: impl Into<String>) -> Self {
        Self { width, height, title: title.into(), ..Self::default() }
    }
}

impl Piece {
    /// An ordinary piece.
    pub fn new(label: impl Into<String>, cells: impl Into<Vec<Cell>>) -> Self {
        Self { label: label.into(), cells: cells.into(), ..Self::default() }
    }

    /// The same piece as a goal piece that must go to `target`.
    #[must_use]
    pub fn goal(self, target: impl Into<Vec<Cell>>) -> Self {
        Self { paint: Paint::Goal, target: target.into(), ..self }
    }

    /// The same piece in one of the [`COLOURS`].
    #[must_use]
    pub fn coloured(self, colour: u8) -> Self {
        Self { paint: Paint::Colour(colour), ..self }
    }
}
