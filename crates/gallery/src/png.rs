//! Pictures as pixels.
//!
//! The same SVG, in light mode and with its letters as outlines, drawn by resvg. It needs no
//! fonts, so resvg is built without all that it has for text, which is most of it.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{self, Tree};

use crate::drawing::{Drawing, Strip};
use crate::letters::Letters;
use crate::strip::strip_svg_with;
use crate::svg::svg_with;

/// A picture that cannot be made of pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// It has too many pixels.
    #[error("a picture of {width} x {height} pixels is too large; SVG has no such limit")]
    TooLarge {
        /// Its width in pixels.
        width: u32,
        /// Its height in pixels.
        height: u32,
    },
    /// The SVG was not understood, or could not be encoded.
    #[error("cannot draw the picture: {0}")]
    Undrawn(String),
}

/// The most pixels that a picture may have: 400 MB while it is drawn.
const MOST_PIXELS: u64 = 100_000_000;

/// The drawing as a PNG file, a cell 128 pixels wide, on nothing. Equal drawings give equal bytes.
///
/// # Errors
/// If it has too many pixels, or cannot be drawn.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, PngError> {
    pixels(&svg_with(drawing, Letters::Outlines), 2.0, Color::TRANSPARENT)
}

/// The strip as a PNG file, a cell 64 pixels wide, on white. Equal strips give equal bytes.
///
/// # Errors
/// As [`png`].
pub fn strip_png(strip: &Strip) -> Result<Vec<u8>, PngError> {
    pixels(&strip_svg_with(strip, Letters::Outlines), 2.0, Color::WHITE)
}

fn pixels(picture: &str, scale: f32, ground: Color) -> Result<Vec<u8>, PngError> {
    let undrawn = |error: &dyn std::fmt::Display| PngError::Undrawn(error.to_string());
    let tree =
        Tree::from_str(picture, &usvg::Options::default()).map_err(|error| undrawn(&error))?;
    let side = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let fits = u64::from(width) * u64::from(height) <= MOST_PIXELS;
    let pixmap = fits.then(|| Pixmap::new(width, height)).flatten();
    let mut pixmap = pixmap.ok_or(PngError::TooLarge { width, height })?;
    pixmap.fill(ground);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| undrawn(&error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Piece;

    fn board() -> Drawing {
        let mut board = Drawing::new(2, 1, "Two <cells>");
        board.pieces = vec![Piece::new("A", [(0, 0)]).goal([(1, 0)])];
        board
    }

    /// How many pixels have exactly this colour.
    fn count(file: &[u8], colour: (u8, u8, u8)) -> usize {
        let pixmap = Pixmap::decode_png(file).expect("it is a PNG");
        let is = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
                == (colour.0, colour.1, colour.2, 255)
        };
        pixmap.pixels().iter().filter(|pixel| is(pixel)).count()
    }

    #[test]
    fn a_board_is_styled_and_labelled_without_any_font() {
        let file = png(&board()).unwrap();
        let pixmap = Pixmap::decode_png(&file).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (2 * (2 * 64 + 32), 2 * (64 + 36)));
        assert!(count(&file, (0xe3, 0xc9, 0x9c)) > 9_000, "the frame");
        assert!(count(&file, (0xcc, 0x43, 0x10)) > 3_000, "the goal piece");
        assert!(count(&file, (0xff, 0xff, 0xff)) > 300, "its letter");
        let mut headed = board();
        headed.heading = "Two cells".into();
        assert!(count(&png(&headed).unwrap(), (0x22, 0x26, 0x2b)) > 500, "what stands above");
        let mut bare = board();
        bare.pieces[0].label.clear();
        assert!(count(&png(&bare).unwrap(), (0xff, 0xff, 0xff)) < 100, "and nothing else is white");
    }

    #[test]
    fn a_strip_is_drawn_and_one_too_large_refused() {
        let mut strip = Strip { columns: 0, ..Strip::default() };
        strip.drawings = vec![("Ar".into(), board()); 3];
        let file = strip_png(&strip).unwrap();
        assert!(count(&file, (0xff, 0xff, 0xff)) > 10_000);
        assert!(count(&file, (0x22, 0x26, 0x2b)) > 500, "captions");
        strip.drawings = vec![("Ar".into(), Drawing::new(40, 40, "Many cells")); 30];
        assert!(matches!(strip_png(&strip), Err(PngError::TooLarge { .. })));
    }
}
