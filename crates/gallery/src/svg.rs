//! A drawing as SVG: a wooden tray, and the pieces as blocks that lie in it.
//!
//! Everything is in whole numbers, in units of which a cell has [`CELL`], with the origin at
//! the top left corner of the board. From back to front: the tray's frame, the well carved into it,
//! a dot in each cell, the targets let into the floor with their ways out, the pieces with their
//! labels, and the barriers.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::drawing::{COLOURS, Cell, Drawing, Paint, Piece};
use crate::hues::hues;
use crate::letters::{Letters, Text};
use crate::markup::{escaped, push};
use crate::outline::{Pen, path};

pub(crate) const CELL: i32 = 64;

/// Width of the frame around the board.
pub(crate) const FRAME: i32 = 16;

/// A piece: a seam of twice the inset between it and the next.
const PIECE: Pen = Pen { cell: CELL, inset: 3, radius: 11 };

/// The light along the edge of a piece.
const EDGE: Pen = Pen { inset: 5, radius: 9, ..PIECE };

/// A target, let into the floor.
const TARGET: Pen = Pen { inset: 5, radius: 10, ..PIECE };

/// The well: a little larger than the board.
const WELL: Pen = Pen { inset: -3, radius: 15, ..PIECE };

/// How high a piece stands: its face is so much above its place, its side below.
const LIFT: i32 = 2;

/// How far the tray's side is seen below it.
const GROUND: i32 = 4;

/// The font size of a heading where there is room for it.
const HEADING: i32 = 34;

/// The hues `h0`, `h1`, .. lean on the colours of Okabe and Ito, softened, on steps of lightness.
/// Dark text on any of them, and white text on the goal piece, has a contrast of 4.5 or more.
///
/// The selectors name the class of the picture, for in an HTML page they apply to all of it.
pub(crate) const STYLE: &str = include_str!("board.css");

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
    let mut body = String::new();
    let above = heading(&mut body, &drawing.heading, (-FRAME, -FRAME), width, letters);
    body.push_str(&board(drawing, &hues(&drawing.pieces), letters));
    let area = Area { left: -FRAME, top: -FRAME - above, width, height: height + above, scale: 1 };
    document(&drawing.title, &drawing.description, area, &body)
}

/// Writes a heading above a picture with this corner and width; returns the height that it takes.
pub(crate) fn heading(
    out: &mut String,
    text: &str,
    (left, top): (i32, i32),
    width: i32,
    letters: Letters,
) -> i32 {
    if text.is_empty() {
        return 0;
    }
    let (text, size) = fitted(text, width, HEADING);
    let (x, baseline) = (left + width / 2, top - 16);
    letters.push(out, &Text { text: &text, x, baseline, size, usual: HEADING, class: "heading" });
    HEADING + 20
}

/// A text, and a font size up to `usual` in which it is no wider than `width`; a character is about 0.6 of the font size
/// wide. What has no room in the smallest size that can be read is cut off.
pub(crate) fn fitted(text: &str, width: i32, usual: i32) -> (Cow<'_, str>, i32) {
    const LEAST: i32 = 9;
    let characters = i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    let size = (width * 5 / 3 / characters.max(1)).clamp(LEAST, usual);
    let most = (width * 5 / 3 / LEAST).max(1);
    if characters <= most {
        return (text.into(), size);
    }
    let rest = text.chars().take(most as usize - 1).chain(['\u{2026}']);
    (rest.collect::<String>().into(), size)
}

/// What an image shows: where its coordinates begin, how far they reach, and how many of them make
/// a pixel.
pub(crate) struct Area {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) scale: i32,
}

/// An image with everything that readers and screen readers need.
pub(crate) fn document(title: &str, description: &str, area: Area, body: &str) -> String {
    let (title, description) = (escaped(title), escaped(description));
    // Pictures in one HTML page share its ids, so these come from the content.
    let id = fingerprint([&title, &description, body]);
    let Area { left, top, width, height, scale } = area;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gallery\" \
         width=\"{}\" height=\"{}\" \
         viewBox=\"{left} {top} {width} {height}\" \
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
    (side(drawing.width), side(drawing.height) + GROUND)
}

/// The tray and all that lies in it; the board's corner is the origin.
pub(crate) fn board(drawing: &Drawing, hues: &[Option<usize>], letters: Letters) -> String {
    let mut out = String::new();
    push_tray(&mut out, drawing);
    push(&mut out, format_args!("<g class=\"pieces\">"));
    for (piece, &hue) in drawing.pieces.iter().zip(hues) {
        push_piece(&mut out, piece, hue, letters);
    }
    push(&mut out, format_args!("</g>"));
    push_barriers(&mut out, &drawing.barriers);
    out
}

/// The tray: its frame, the floor and the targets in it.
fn push_tray(out: &mut String, drawing: &Drawing) {
    let (width, height) = size(drawing);
    for (class, inset, down) in [("ground", 0, GROUND), ("frame", 0, 0), ("gleam", 2, 0)] {
        let (left, top, rx) = (inset - FRAME, inset + down - FRAME, 24 - inset);
        let (width, height) = (width - 2 * inset, height - GROUND - 2 * inset);
        push(
            out,
            format_args!(
                "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" \
                 height=\"{height}\" rx=\"{rx}\"/>"
            ),
        );
    }
    let walls: BTreeSet<Cell> = drawing.walls.iter().copied().collect();
    let board: Vec<Cell> = (0..drawing.height)
        .flat_map(|y| (0..drawing.width).map(move |x| (x, y)))
        .filter(|cell| !walls.contains(cell))
        .collect();
    push_path(out, "rim", &board, WELL, 0);
    push_path(out, "well", &board, WELL, 3);
    // A dot is a line of no length with round ends.
    let dot = |(x, y)| format!("M{x} {y}h0");
    let dots: String = board.iter().copied().map(centre).map(dot).collect();
    if !dots.is_empty() {
        push(out, format_args!("<path class=\"holes\" d=\"{dots}\"/>"));
    }
    for piece in &drawing.pieces {
        push_path(out, "target", &piece.target, TARGET, 0);
        let exits = exits(&piece.target, drawing);
        if !exits.is_empty() {
            push(out, format_args!("<path class=\"exit\" d=\"{exits}\"/>"));
        }
    }
}

/// The sides of a target that lie on the frame: the way out.
fn exits(target: &[Cell], drawing: &Drawing) -> String {
    let (middle, along) = (FRAME / 2 + 1, CELL - 12);
    let (right, bottom) = (i32::from(drawing.width) * CELL, i32::from(drawing.height) * CELL);
    let mut out = String::new();
    for &(column, row) in target {
        let (x, y) = (i32::from(column) * CELL, i32::from(row) * CELL);
        let sides = [
            (y == 0, format!("M{} {}h{along}", x + 6, -middle)),
            (y + CELL == bottom, format!("M{} {}h{along}", x + 6, bottom + middle)),
            (x == 0, format!("M{} {}v{along}", -middle, y + 6)),
            (x + CELL == right, format!("M{} {}v{along}", right + middle, y + 6)),
        ];
        out.extend(sides.into_iter().filter(|side| side.0).map(|side| side.1));
    }
    out
}

/// A piece: its shadow, its side, its face, the light on its edge, and its label.
fn push_piece(out: &mut String, piece: &Piece, hue: Option<usize>, letters: Letters) {
    if piece.cells.is_empty() {
        return;
    }
    let own = match piece.paint {
        Paint::Colour(colour) => Some(fill_of(colour).0),
        _ => None,
    };
    let class = match hue {
        Some(hue) => format!("h{hue}"),
        None if own.is_none() => "goal".to_owned(),
        None => "own".to_owned(),
    };
    let fill = own.map_or(String::new(), |fill| format!(" fill=\"{fill}\""));
    push(out, format_args!("<g class=\"{class}\">"));
    let data = path(&piece.cells, PIECE);
    let mut block = |class: &str, fill: &str, down: i32, data: &str| {
        let shift = format!("transform=\"translate(0 {down})\"");
        push(out, format_args!("<path class=\"{class}\"{fill} {shift} d=\"{data}\"/>"));
    };
    block("shadow", "", LIFT + 3, &data);
    block("side", &fill, LIFT, &data);
    if own.is_some() {
        block("dim", "", LIFT, &data);
    }
    block("face", &fill, -LIFT, &data);
    block("edge", "", -LIFT, &path(&piece.cells, EDGE));
    push_label(out, piece, letters);
    push(out, format_args!("</g>"));
}

fn push_path(out: &mut String, class: &str, cells: &[Cell], pen: Pen, down: i32) {
    if !cells.is_empty() {
        let data = path(cells, pen);
        let shift = match down {
            0 => String::new(),
            _ => format!(" transform=\"translate(0 {down})\""),
        };
        push(out, format_args!("<path class=\"{class}\"{shift} d=\"{data}\"/>"));
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

fn push_label(out: &mut String, piece: &Piece, letters: Letters) {
    let Some((x, y)) = middle(&piece.cells).filter(|_| !piece.label.is_empty()) else {
        return;
    };
    let class = match piece.paint {
        Paint::Colour(colour) if fill_of(colour).1 => "light",
        _ => "",
    };
    let size = font_size(&piece.label);
    // Capitals and digits are about 0.7 of the font size high.
    let baseline = y - LIFT + size * 9 / 25;
    letters.push(out, &Text { text: &piece.label, x, baseline, size, usual: FONT, class });
}

/// The size of a short label, as in [`STYLE`].
const FONT: i32 = 25;

/// A size at which the label fits a cell, down to what can still be read.
fn font_size(label: &str) -> i32 {
    // Characters are about 0.6 of the font size wide; 38 of the cell's 64 are for text.
    let characters = i32::try_from(label.chars().count()).unwrap_or(i32::MAX);
    (38 * 5 / 3 / characters.max(1)).clamp(9, FONT)
}

/// Where the label of a piece stands: a point with the most of the piece around it, and of these the
/// nearest to its middle. Points are the middles of cells, of the sides between two, and of blocks
/// of four; where two sides are as near, a cell is chosen, the first in reading order.
fn middle(cells: &[Cell]) -> Option<(i32, i32)> {
    type Point = (i32, i32);
    let cells: BTreeSet<Point> = cells.iter().map(|&(x, y)| (i32::from(x), i32::from(y))).collect();
    // Points are in half cells; the sum is that of the middles of all cells.
    let count = cells.len() as i32;
    let sum = cells.iter().fold((0, 0), |sum, &(x, y)| (sum.0 + 2 * x + 1, sum.1 + 2 * y + 1));
    let far = |&(x, y): &Point| {
        let (dx, dy) = (i64::from(x * count - sum.0), i64::from(y * count - sum.1));
        dx * dx + dy * dy
    };
    let nearest = |points: Vec<Point>| points.into_iter().min_by_key(|at| (far(at), at.1, at.0));
    let whole = |others: &[Point], &(x, y): &Point| {
        others.iter().all(|&(dx, dy)| cells.contains(&(x + dx, y + dy)))
    };
    let points = |others: &[Point], (dx, dy): Point| -> Vec<Point> {
        let found = cells.iter().filter(|cell| whole(others, cell));
        found.map(|&(x, y)| (2 * x + dx, 2 * y + dy)).collect()
    };
    let block = nearest(points(&[(1, 0), (0, 1), (1, 1)], (2, 2)));
    let cell = nearest(points(&[], (1, 1)))?;
    let sides = [points(&[(1, 0)], (2, 1)), points(&[(0, 1)], (1, 2))].concat();
    let side = nearest(sides.clone()).filter(|side| {
        let as_near = sides.iter().filter(|other| far(other) == far(side)).count();
        as_near == 1 && far(side) < far(&cell)
    });
    let (x, y) = block.or(side).unwrap_or(cell);
    Some((x * CELL / 2, y * CELL / 2))
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
        assert!(picture.len() < 12_000, "{} bytes", picture.len());
        assert_eq!(picture, svg(&four_by_four()));
        for (part, times) in [
            ("class=\"goal\"", 1),
            ("class=\"target\"", 1),
            ("class=\"exit\"", 1),
            ("class=\"face\"", 8),
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
        assert_eq!(picture.matches(&format!("class=\"face\" fill=\"{dark}\"")).count(), 2);
        assert_eq!(picture.matches(&format!("class=\"face\" fill=\"{bright}\"")).count(), 1);
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
    fn labels_stand_in_the_middle_of_their_piece() {
        let half = CELL / 2;
        let at = |cells: &[Cell]| middle(cells).map(|(x, y)| (x / half, y / half));
        assert_eq!(at(&[]), None);
        assert_eq!(at(&[(2, 0), (1, 0), (0, 0)]), Some((3, 1)));
        assert_eq!(at(&[(1, 0), (0, 0)]), Some((2, 1)), "on the side between two cells");
        assert_eq!(at(&[(1, 1), (0, 1), (1, 0), (0, 0)]), Some((2, 2)), "where four cells meet");
        assert_eq!(at(&[(0, 0), (0, 1), (1, 1)]), Some((1, 3)), "in the corner of an angle");
        assert_eq!(at(&[(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]), Some((3, 3)));
    }

    #[test]
    fn long_labels_are_smaller() {
        assert_eq!(fitted("Klotski", 160, FONT), ("Klotski".into(), 25));
        assert_eq!(fitted(&"x".repeat(29), 160, FONT), ("x".repeat(29).into(), 9));
        assert_eq!(fitted(&"x".repeat(80), 160, FONT), (("x".repeat(28) + "\u{2026}").into(), 9));
        assert_eq!([1, 2, 3, 6, 99].map(|n| font_size(&"8".repeat(n))), [25, 25, 21, 10, 9]);
    }
}
