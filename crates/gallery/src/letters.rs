//! Writing in pictures: as text in a reader's font, or as outlines that need no font.
//!
//! The outlines are those of DejaVu Sans Bold, for the characters of ASCII and a few more, in
//! `letters.txt`: a character a line, with its width and its path in thousandths of the font size,
//! the baseline at 0. They are what makes labels show on machines without fonts, and pictures of
//! pixels equal on all machines. (The font is Bitstream Vera, copyright 2003 by Bitstream, Inc.,
//! with changes in the public domain; its licence lets outlines be used and passed on.)

use std::fmt::Write;

use crate::markup::{escaped, push};

/// How letters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// As text.
    Font,
    /// As paths. Characters without one become a question mark.
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "pixels alone are written so"))]
    Outlines,
}

/// A line of text, centred.
pub(crate) struct Text<'a> {
    pub(crate) text: &'a str,
    /// Its middle.
    pub(crate) x: i32,
    pub(crate) baseline: i32,
    /// The font size, and the one that the style gives to its class.
    pub(crate) size: i32,
    pub(crate) usual: i32,
    /// Its class in the style; empty for none.
    pub(crate) class: &'static str,
}

impl Letters {
    /// Writes a text.
    pub(crate) fn push(self, out: &mut String, text: &Text<'_>) {
        match self {
            Letters::Font => push_text(out, text),
            Letters::Outlines => push_outlines(out, text),
        }
    }
}

fn push_text(out: &mut String, text: &Text<'_>) {
    let &Text { x, baseline, size, class, .. } = text;
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let style = match size == text.usual {
        true => String::new(),
        false => format!(" style=\"font-size:{size}px\""),
    };
    let text = escaped(text.text);
    push(out, format_args!("<text{class} x=\"{x}\" y=\"{baseline}\"{style}>{text}</text>"));
}

fn push_outlines(out: &mut String, text: &Text<'_>) {
    let &Text { x, baseline, size, class, .. } = text;
    let glyphs: Vec<_> = text.text.chars().filter_map(|it| glyph(it).or(glyph('?'))).collect();
    let width: i32 = glyphs.iter().map(|glyph| glyph.0).sum();
    let (left, scale) = (x - width * size / 2000, f64::from(size) / 1000.0);
    let mut paths = String::new();
    let mut at = 0;
    for (width, path) in glyphs {
        // Writing to a string cannot fail.
        let _ = write!(paths, "<path transform=\"translate({at} 0)\" d=\"{path}\"/>");
        at += width;
    }
    let class = if class.is_empty() { "letters" } else { class };
    let place = format!("translate({left} {baseline}) scale({scale})");
    push(out, format_args!("<g class=\"{class}\" transform=\"{place}\">{paths}</g>"));
}

/// The width and the path of a character.
fn glyph(character: char) -> Option<(i32, &'static str)> {
    let line = include_str!("letters.txt").lines().find_map(|line| line.strip_prefix(character))?;
    let (width, path) = line.strip_prefix(' ')?.split_once(' ').unwrap_or((&line[1..], ""));
    Some((width.parse().ok()?, path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_character_of_ascii_has_an_outline() {
        for character in ' '..='~' {
            let (width, path) = glyph(character).expect("it is in the file");
            assert!((200..1200).contains(&width), "{character:?}");
            assert_eq!(path.is_empty(), character == ' ', "{character:?}");
        }
        assert_eq!(glyph('\u{4e00}'), None);
    }

    #[test]
    fn outlines_are_centred() {
        let mut out = String::new();
        let text = Text { text: "I\u{4e00}", x: 100, baseline: 50, size: 20, usual: 24, class: "" };
        Letters::Outlines.push(&mut out, &text);
        let width = glyph('I').unwrap().0 + glyph('?').unwrap().0;
        let left = 100 - width * 20 / 2000;
        let place = format!("<g class=\"letters\" transform=\"translate({left} 50) scale(0.02)\">");
        assert!(out.starts_with(&place), "{out}");
        assert_eq!(out.matches("<path").count(), 2);
    }
}
