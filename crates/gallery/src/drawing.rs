//! The drawing model: what a puzzle says about a position, and all that a picture knows.

/// A cell of the board: column from the left, then row from the top, both from 0.
pub type Cell = (u8, u8);

/// A board with pieces on it.
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
    /// Cells that are not part of the board. They look like its frame.
    pub walls: Vec<Cell>,
    /// The pieces. Their order decides their colours, and nothing else while they do not
    /// overlap.
    pub pieces: Vec<Piece>,
}

/// A piece: a set of cells that move as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// What is written on the piece, a character or two; longer labels are written smaller.
    pub label: String,
    /// The cells it covers, in any order.
    pub cells: Vec<Cell>,
    /// Whether this is a goal piece, which is set apart from the others.
    pub emphasis: bool,
    /// The cells where the piece must go, outlined above all pieces; empty for none.
    pub target: Vec<Cell>,
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
        Self { emphasis: true, target: target.into(), ..self }
    }
}
