//! A drawing as SVG: a flat wooden tray with the pieces in it.
//!
//! Everything is in whole numbers, in units of which a cell has [`CELL`], with the origin at
//! the top left corner of the board. From back to front: the frame, the well carved into it,
//! a dot in each hole, the pieces, the goal pieces, the barriers, the targets, and the labels.

use std::collections::BTreeSet;

use crate::colouring::colouring;
use crate::drawing::{COLOURS, Cell, Drawing, Paint, Piece};
use crate::letters::{Letters, Text};
use crate::markup::{escaped, push};
use crate::outline::{Pen, path};

pub(crate) const CELL: i32 = 64;

/// Width of the frame around the board.
const FRAME: i32 = 12;

/// An ordinary piece: a seam of twice the inset between it and the next.
const PIECE: Pen = Pen { cell: CELL, inset: 2, radius: 12 };

/// A goal piece: further in by about half its outline, so that the seam keeps its width.
const GOAL: Pen = Pen { inset: 5, radius: 10, ..PIECE };

/// A piece of a puzzle's own colour: further in too, so that barriers leave it whole.
const COLOURED: Pen = Pen { inset: 5, radius: 10, ..PIECE };

/// A target: inside the outline of a goal piece that has arrived there.
const TARGET: Pen = Pen { inset: 10, radius: 6, ..PIECE };

/// The well: a little larger than the board. Its corners have the centres of the pieces'.
const WELL: Pen = Pen { inset: -3, radius: PIECE.radius + PIECE.inset + 3, ..PIECE };

/// How many fills there are for ordinary pieces: the classes `c0`, `c1`, ... of [`STYLE`].
const FILLS: usize = 5;

/// Radius of the disc that marks a goal piece.
const DISC: i32 = 18;

/// The fills lean on the colours of Okabe and Ito, softened and set on steps of lightness: 90,
/// 82, 74, 66 and 59 in CIELAB, with the goal at 58, the well at 41 and the frame at 24. Dark
/// text on any fill has a contrast of 4.5 or more, a little less in dark mode.
///
/// The selectors name the class of the picture, for in an HTML page they apply to all of it.
pub(crate) const STYLE: &str = "\
.gallery text{font:600 24px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle;fill:#22262b}
.gallery .letters{fill:#22262b}
.gallery .frame{fill:#47362b}
.gallery .well{fill:#6f5d4d}
.gallery .hole{fill:#a8937e}
.gallery .c0{fill:#f0e2bc}
.gallery .c1{fill:#aed3ea}
.gallery .c2{fill:#e2ae5e}
.gallery .c3{fill:#79ac8b}
.gallery .c4{fill:#a9819f}
.gallery .goal{fill:#e0661a;stroke:#22262b;stroke-width:6}
.gallery .dark{stroke:#fff;stroke-width:2;stroke-opacity:.6}
.gallery .barrier{fill:none;stroke:#47362b;stroke-width:5;stroke-linecap:round}
.gallery .disc{fill:#22262b}
.gallery .light{fill:#fff}
.gallery .goal-label{font-weight:800;fill:#fff}
.gallery .halo,.gallery .target{fill:none;stroke:#fff;stroke-width:4;stroke-opacity:.8}
.gallery .target{stroke:#22262b;stroke-width:3;stroke-opacity:1;stroke-dasharray:9 6}
.gallery .caption{fill:#22262b;font-size:30px}
@media (prefers-color-scheme:dark){
.gallery .frame{fill:#463830}
.gallery .barrier{stroke:#806a5a}
.gallery .caption{fill:#e8e6e3}
.gallery .well{fill:#211c19}
.gallery .hole{fill:#5a4c42}
.gallery .pieces{opacity:.9}
.gallery .goal{stroke:#fff}
}
";

/// The fills of [`Paint::Colour`], and whether labels on them are white. Light and dark ones,
/// so that few colours are told apart in grey too; the contrast of every label is 4.5 or more.
pub(crate) const FILLS_OF_COLOURS: [(&str, bool); COLOURS as usize] = [
    ("#1f5f9e", true),
    ("#f5b843", false),
    ("#8fd0b0", false),
    ("#b03a48", true),
    ("#c9a0dc", false),
    ("#5b4a9b", true),
    ("#f3e6a0", false),
    ("#2d7a4f", true),
    ("#f49ac1", false),
    ("#6b4a2f", true),
    ("#7fc4ee", false),
    ("#e0762f", false),
    ("#b9c25a", false),
    ("#45525e", true),
    ("#e8d8c8", false),
    ("#8a2c7a", true),
];

/// The fill of a colour, and whether labels on it are white.
fn fill_of(colour: u8) -> (&'static str, bool) {
    FILLS_OF_COLOURS[usize::from(colour % COLOURS)]
}

/// The drawing as a self-contained SVG image. Equal drawings give equal bytes.
pub fn svg(drawing: &Drawing) -> String {
    svg_with(drawing, Letters::Font)
}

/// The drawing as an image with its letters written so.
pub(crate) fn svg_with(drawing: &Drawing, letters: Letters) -> String {
    let (width, height) = size(drawing);
    let area = Area { origin: -FRAME, width, height, scale: 1 };
    document(&drawing.title, &drawing.description, area, &board(drawing, &fills(drawing), letters))
}

/// What an image shows: where its coordinates begin, in both directions, how far they reach,
/// and how many of them make a pixel.
pub(crate) struct Area {
    pub(crate) origin: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) scale: i32,
}

/// An image with everything that readers and screen readers need.
pub(crate) fn document(title: &str, description: &str, area: Area, body: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    // Pictures in one HTML page share its ids, so these come from the content.
    let id = fingerprint([&title, &description, body]);
    let Area { origin, width, height, scale } = area;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gallery\" \
         width=\"{}\" height=\"{}\" \
         viewBox=\"{origin} {origin} {width} {height}\" \
         role=\"img\" aria-labelledby=\"t{id} d{id}\">\n\
         <title id=\"t{id}\">{title}</title>\n\
         <desc id=\"d{id}\">{description}</desc>\n\
         <style>\n{STYLE}</style>\n\
         {body}</svg>\n",
        width / scale,
        height / scale,
    )
}

/// The width and height of a framed drawing.
pub(crate) fn size(drawing: &Drawing) -> (i32, i32) {
    let side = |cells| i32::from(cells) * CELL + 2 * FRAME;
    (side(drawing.width), side(drawing.height))
}

/// The fills of the pieces of a drawing.
pub(crate) fn fills(drawing: &Drawing) -> Vec<Option<usize>> {
    colouring(&drawing.pieces, FILLS)
}

/// The frame and all that lies within; the board's corner is the origin.
pub(crate) fn board(drawing: &Drawing, fills: &[Option<usize>], letters: Letters) -> String {
    let (width, height) = size(drawing);
    format!(
        "<rect class=\"frame\" x=\"-{FRAME}\" y=\"-{FRAME}\" \
         width=\"{width}\" height=\"{height}\" rx=\"{}\"/>\n{}",
        PIECE.radius + PIECE.inset + FRAME,
        body(drawing, fills, letters),
    )
}

/// All that lies within the frame.
fn body(drawing: &Drawing, fills: &[Option<usize>], letters: Letters) -> String {
    let mut out = String::new();

    let walls: BTreeSet<Cell> = drawing.walls.iter().copied().collect();
    let board: Vec<Cell> = (0..drawing.height)
        .flat_map(|y| (0..drawing.width).map(move |x| (x, y)))
        .filter(|cell| !walls.contains(cell))
        .collect();
    push_path(&mut out, "well", &board, WELL);

    let covered: BTreeSet<Cell> =
        drawing.pieces.iter().flat_map(|piece| piece.cells.iter().copied()).collect();
    for (x, y) in board.iter().filter(|cell| !covered.contains(cell)).copied().map(centre) {
        push(&mut out, format_args!("<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"));
    }

    push(&mut out, format_args!("<g class=\"pieces\">"));
    for (piece, fill) in drawing.pieces.iter().zip(fills) {
        if let Some(fill) = fill {
            push_path(&mut out, &format!("c{fill}"), &piece.cells, PIECE);
        }
        if let Paint::Colour(colour) = piece.paint {
            push_coloured(&mut out, &piece.cells, colour);
        }
    }
    push(&mut out, format_args!("</g>"));
    for piece in drawing.pieces.iter().filter(|piece| piece.paint == Paint::Goal) {
        push_path(&mut out, "goal", &piece.cells, GOAL);
    }
    push_barriers(&mut out, &drawing.barriers);
    for piece in &drawing.pieces {
        // Dark dashes on a light line: seen on the well and on any fill.
        push_path(&mut out, "halo", &piece.target, TARGET);
        push_path(&mut out, "target", &piece.target, TARGET);
    }
    for piece in &drawing.pieces {
        push_label(&mut out, piece, letters);
    }
    out
}

fn push_path(out: &mut String, class: &str, cells: &[Cell], pen: Pen) {
    if !cells.is_empty() {
        let data = path(cells, pen);
        push(out, format_args!("<path class=\"{class}\" d=\"{data}\"/>"));
    }
}

/// Dark fills have a thin light line around them, which sets them off from the well.
fn push_coloured(out: &mut String, cells: &[Cell], colour: u8) {
    if !cells.is_empty() {
        let (fill, dark) = fill_of(colour);
        let class = if dark { " class=\"dark\"" } else { "" };
        let data = path(cells, COLOURED);
        push(out, format_args!("<path{class} fill=\"{fill}\" d=\"{data}\"/>"));
    }
}

/// One line along the side that each pair of cells shares; pairs that share none have none.
fn push_barriers(out: &mut String, barriers: &[(Cell, Cell)]) {
    let mut data = String::new();
    for &(one, other) in barriers {
        let (first, second) = (one.min(other), one.max(other));
        let (x, y) = (i32::from(second.0) * CELL, i32::from(second.1) * CELL);
        let line = match (second.0 - first.0, second.1.abs_diff(first.1)) {
            (1, 0) => format!("M{x} {y}v{CELL}"),
            (0, 1) => format!("M{x} {y}h{CELL}"),
            _ => continue,
        };
        data.push_str(&line);
    }
    if !data.is_empty() {
        push(out, format_args!("<path class=\"barrier\" d=\"{data}\"/>"));
    }
}

/// The label, for a goal piece on its disc; the disc is there even without a label.
fn push_label(out: &mut String, piece: &Piece, letters: Letters) {
    let Some((x, y)) = middle_cell(&piece.cells).map(centre) else {
        return;
    };
    if piece.paint == Paint::Goal {
        push(out, format_args!("<circle class=\"disc\" cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\"/>"));
    }
    if piece.label.is_empty() {
        return;
    }
    let class = match piece.paint {
        Paint::Goal => "goal-label",
        Paint::Colour(colour) if fill_of(colour).1 => "light",
        _ => "",
    };
    let size = font_size(&piece.label);
    // Capitals and digits are about 0.7 of the font size high.
    let text =
        Text { text: &piece.label, x, baseline: y + size * 7 / 20, size, usual: FONT, class };
    letters.push(out, &text);
}

/// The size of a short label, as in [`STYLE`].
const FONT: i32 = 24;

/// A size at which the label fits the disc, down to what can still be read.
fn font_size(label: &str) -> i32 {
    // Characters are about 0.6 of the font size wide; 36 of the disc's 40 are for text.
    let characters = i32::try_from(label.chars().count()).unwrap_or(i32::MAX);
    (36 * 5 / 3 / characters.max(1)).clamp(9, FONT)
}

/// The cell of a piece nearest to its centroid, the first of equals in reading order. A label
/// stands in a cell, not between two, where the outline of a target might cross it.
fn middle_cell(cells: &[Cell]) -> Option<Cell> {
    let count = cells.len() as i64;
    let sum = cells.iter().fold((0, 0), |(sx, sy), &(x, y)| (sx + i64::from(x), sy + i64::from(y)));
    // Distances are scaled by the number of cells, to stay in whole numbers.
    cells.iter().copied().min_by_key(|&(x, y)| {
        let (dx, dy) = (i64::from(x) * count - sum.0, i64::from(y) * count - sum.1);
        (dx * dx + dy * dy, y, x)
    })
}

fn centre((x, y): Cell) -> (i32, i32) {
    (i32::from(x) * CELL + CELL / 2, i32::from(y) * CELL + CELL / 2)
}

/// A short name for some text: FNV-1a, which is stable where the standard hasher need not be.
fn fingerprint<const N: usize>(texts: [&str; N]) -> String {
    let hash =
        texts.iter().flat_map(|text| text.bytes()).fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```text
    /// A B B C
    /// A B D C    A goes to the bottom right
    /// E E . F
    /// G H H .
    /// ```
    fn four_by_four() -> Drawing {
        let mut drawing = Drawing::new(4, 4, "Four by four");
        drawing.description = "A must go to the bottom right corner.".into();
        drawing.pieces = vec![
            Piece::new("A", [(0, 0), (0, 1)]).goal([(3, 2), (3, 3)]),
            Piece::new("B", [(1, 0), (2, 0), (1, 1)]),
            Piece::new("C", [(3, 0), (3, 1)]),
            Piece::new("D", [(2, 1)]),
            Piece::new("E", [(0, 2), (1, 2)]),
            Piece::new("F", [(3, 2)]),
            Piece::new("G", [(0, 3)]),
            Piece::new("H", [(1, 3), (2, 3)]),
        ];
        drawing
    }

    /// Fails unless every tag is closed in order, attributes are quoted and `&` starts an
    /// entity. It reads what this module writes, not all of XML.
    fn assert_well_formed(picture: &str) {
        let mut open = Vec::new();
        let mut rest = picture;
        while let Some((text, tail)) = rest.split_once('<') {
            assert!(!text.contains('>') || open.last() == Some(&"style"), "{text}");
            let (tag, tail) = tail.split_once('>').expect("a tag ends");
            rest = tail;
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().expect("a tag has a name"));
            }
        }
        assert_eq!(rest.trim(), "");
        assert!(open.is_empty(), "{open:?}");
        for (at, _) in picture.match_indices('&') {
            let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
            assert!(entities.iter().any(|e| picture[at..].starts_with(e)));
        }
    }

    #[test]
    fn a_board_is_well_formed_small_and_the_same_each_time() {
        let picture = svg(&four_by_four());
        assert_well_formed(&picture);
        assert!(picture.len() < 3500, "{} bytes", picture.len());
        assert_eq!(picture, svg(&four_by_four()));
        for (part, times) in [
            ("class=\"goal\"", 1),
            ("class=\"disc\"", 1),
            ("class=\"target\"", 1),
            ("class=\"goal-label\"", 1),
            ("class=\"hole\"", 2),
            ("<text ", 8),
        ] {
            assert_eq!(picture.matches(part).count(), times, "{part}");
        }
    }

    #[test]
    fn markup_in_texts_is_escaped() {
        let evil = "<script>alert(\"&'\")</script>";
        let mut drawing = Drawing::new(2, 1, evil);
        drawing.description = format!("{evil}\0");
        drawing.pieces =
            vec![Piece::new(evil, [(0, 0)]).goal([(1, 0)]), Piece::new(evil, [(1, 0)])];
        let picture = svg(&drawing);
        assert_well_formed(&picture);
        assert!(!picture.contains("<script"));
        assert_eq!(picture.matches("&lt;script&gt;").count(), 4);
        assert!(picture.contains("\u{fffd}</desc>"));
    }

    #[test]
    fn odd_drawings_are_drawn_too() {
        let empty = Drawing::default();
        assert_well_formed(&svg(&empty));

        let mut odd = Drawing::new(1, 1, "");
        odd.walls = vec![(0, 0), (200, 200)];
        odd.pieces = vec![
            Piece::default(),
            Piece::new("off the board", [(255, 255), (0, 0), (0, 0)]).goal([]),
        ];
        let picture = svg(&odd);
        assert_well_formed(&picture);
        assert!(!picture.contains("class=\"well\""));
    }

    /// Two containers of heights 3 and 2: a column each, a barrier between, a wall above.
    fn containers() -> Drawing {
        let mut drawing = Drawing::new(2, 3, "Containers");
        drawing.walls = vec![(1, 0)];
        drawing.barriers = vec![((0, 1), (1, 1)), ((1, 2), (0, 2))];
        drawing.pieces = vec![
            Piece::new("A", [(0, 2)]).coloured(0),
            Piece::new("B", [(0, 1)]).coloured(1),
            Piece::new("A", [(1, 2)]).coloured(16),
        ];
        drawing
    }

    #[test]
    fn coloured_pieces_and_barriers_are_drawn() {
        let picture = svg(&containers());
        assert_well_formed(&picture);
        assert!(picture.contains("class=\"barrier\" d=\"M64 64v64M64 128v64\""), "{picture}");
        let (dark, bright) = (FILLS_OF_COLOURS[0].0, FILLS_OF_COLOURS[1].0);
        assert_eq!(picture.matches(&format!("class=\"dark\" fill=\"{dark}\"")).count(), 2);
        assert_eq!(picture.matches(&format!("<path fill=\"{bright}\"")).count(), 1);
        assert_eq!(picture.matches("<text class=\"light\"").count(), 2);
    }

    #[test]
    fn barriers_lie_between_neighbours_only() {
        let mut drawing = Drawing::new(3, 3, "");
        drawing.barriers = vec![((0, 0), (2, 0)), ((1, 1), (1, 1)), ((0, 0), (1, 1))];
        assert!(!svg(&drawing).contains("\"barrier\""));
        drawing.barriers.push(((2, 2), (2, 1)));
        assert!(svg(&drawing).contains("\"M128 128h64\""));
    }

    #[test]
    fn different_drawings_have_different_ids() {
        let id = |picture: &str| {
            let (_, tail) = picture.split_once("aria-labelledby=\"").expect("labelled");
            tail.split_once('"').expect("quoted").0.to_owned()
        };
        let (one, mut other) = (four_by_four(), four_by_four());
        other.pieces.swap_remove(5);
        assert_ne!(id(&svg(&one)), id(&svg(&other)));
    }

    #[test]
    fn labels_stand_in_a_cell_of_their_piece() {
        assert_eq!(middle_cell(&[]), None);
        assert_eq!(middle_cell(&[(2, 0), (1, 0), (0, 0)]), Some((1, 0)));
        assert_eq!(middle_cell(&[(1, 1), (0, 1), (1, 0), (0, 0)]), Some((0, 0)));
        let u = [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)];
        assert_eq!(middle_cell(&u), Some((1, 1)));
    }

    #[test]
    fn long_labels_are_smaller() {
        assert_eq!([1, 2, 3, 6, 99].map(|n| font_size(&"8".repeat(n))), [24, 24, 20, 10, 9]);
    }
}
