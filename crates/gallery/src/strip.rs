//! Drawings side by side, as one image.
//!
//! The drawings keep the size they have alone, in units, and the image is shown at half of it.
//! A caption is shrunk until it fits the width of a drawing, or cut off. Drawings after the first are numbered.

use crate::drawing::Strip;
use crate::hues::hues;
use crate::letters::{Letters, Text};
use crate::markup::push;
use crate::svg::{Area, FRAME, board, document, fitted, heading, size};

/// Between drawings, and around them.
const GAP: i32 = 28;

/// The height of a caption.
const CAPTION: i32 = 44;

/// The font size of a caption where there is room for it.
const FONT: i32 = 30;

/// The strip as a self-contained SVG image. Equal strips give equal bytes.
pub fn strip_svg(strip: &Strip) -> String {
    strip_svg_with(strip, Letters::Font)
}

/// The strip as an image with its letters written so.
pub(crate) fn strip_svg_with(strip: &Strip, letters: Letters) -> String {
    let count = strip.drawings.len();
    let columns = if strip.columns == 0 { count } else { strip.columns.min(count) };
    // The size of a place: that of the largest drawing.
    let sizes = || strip.drawings.iter().map(|(_, drawing)| size(drawing));
    let width = sizes().map(|size| size.0).max().unwrap_or(0);
    let height = sizes().map(|size| size.1).max().unwrap_or(0);

    let first = strip.drawings.first().map_or(Vec::new(), |(_, drawing)| hues(&drawing.pieces));
    let mut body = String::new();
    for (index, (caption, drawing)) in strip.drawings.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let x = GAP + column as i32 * (width + GAP);
        let y = GAP + row as i32 * (height + CAPTION + GAP);
        let (own_width, own_height) = size(drawing);
        // Pieces keep the hues that they begin with.
        let own = hues(&drawing.pieces);
        let hues = if first.len() == own.len() { &first } else { &own };
        // The frame begins before the origin of its board, by as much on the left as on top.
        let (left, top) = (x + (width - own_width) / 2 + FRAME, y + height - own_height + FRAME);
        push(&mut body, format_args!("<g transform=\"translate({left} {top})\">"));
        body.push_str(&board(drawing, hues, letters));
        push(&mut body, format_args!("</g>"));
        if !caption.is_empty() {
            let caption = match index {
                0 => caption.clone(),
                _ => format!("{index}. {caption}"),
            };
            let (text, size) = fitted(&caption, width, FONT);
            let (x, baseline) = (x + width / 2, y + height + CAPTION - 8);
            letters.push(
                &mut body,
                &Text { text: &text, x, baseline, size, usual: FONT, class: "caption" },
            );
        }
    }

    let rows = if columns == 0 { 0 } else { count.div_ceil(columns) };
    let width = GAP + columns as i32 * (width + GAP);
    let height = GAP + rows as i32 * (height + CAPTION + GAP);
    let above = heading(&mut body, &strip.title, (0, GAP), width, letters);
    let area = Area { left: 0, top: -above, width, height: height + above, scale: 2 };
    document(&strip.title, &strip.description, area, &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::{Drawing, Piece};

    fn strip(columns: usize, count: usize) -> String {
        let mut board = Drawing::new(2, 1, "not shown");
        board.pieces = vec![Piece::new("A", [(0, 0)]).goal([(1, 0)])];
        let drawings = (0..count).map(|move_| (format!("<{move_}>"), board.clone())).collect();
        strip_svg(&Strip {
            title: "A & B".into(),
            description: "Few moves".into(),
            columns,
            drawings,
        })
    }

    #[test]
    fn drawings_stand_in_rows_with_captions_below() {
        let picture = strip(3, 7);
        assert_eq!(picture.matches("<g transform").count(), 7);
        assert_eq!(picture.matches("class=\"frame\"").count(), 7);
        assert!(picture.contains("<title id=") && picture.contains(">A &amp; B</title>"));
        assert!(!picture.contains("not shown"));
        assert!(picture.contains(">6. &lt;6&gt;</text>"));
        assert!(picture.contains(">A &amp; B</text>"), "the title stands above");
        // Three columns of 160 and four gaps of 28; three rows of 100, a caption of 44 and a gap, and
        // 54 for the title.
        assert!(picture.contains("viewBox=\"0 -54 592 598\""), "{picture}");
        assert!(picture.contains("width=\"296\" height=\"299\""));
        assert!(strip(0, 4).contains("viewBox=\"0 -54 780 254\""));
    }

    #[test]
    fn a_strip_of_nothing_is_an_image_too() {
        assert!(strip(3, 0).contains("viewBox=\"0 -54 28 82\""));
        assert!(strip(0, 0).ends_with("</svg>\n"));
    }
}
