//! Pictures, in the form that the name of their file asks for.

use std::path::{Path, PathBuf};

use antipode_gallery::{Drawing, Strip};
use anyhow::Result;
use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::output;

/// A form of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Scalable, as text.
    Svg,
    /// Of so many pixels.
    Png,
    /// A page to play.
    Html,
}

/// A file whose name says in which form it is to be written.
#[derive(Debug, Clone)]
pub struct PictureFile {
    /// The file.
    pub path: PathBuf,
    /// The form.
    pub form: Form,
}

/// A parser of the names of pictures.
pub fn still() -> impl TypedValueParser<Value = PictureFile> {
    named(&[Form::Svg, Form::Png], "the name of a picture ends in .svg or .png")
}

/// A parser of the names of pictures that are drawn beside an answer.
pub fn beside() -> impl TypedValueParser<Value = PictureFile> {
    still().try_map(beside_answer)
}

/// A parser of the names of pictures and of pages to play.
pub fn any() -> impl TypedValueParser<Value = PictureFile> {
    named(&[Form::Svg, Form::Png, Form::Html], "the name of a picture ends in .svg, .png or .html")
}

/// A parser of the names of pages to play, which are written beside an answer.
pub fn page() -> impl TypedValueParser<Value = PathBuf> {
    let page = named(&[Form::Html], "the name of a page ends in .html");
    page.try_map(beside_answer).map(|file| file.path)
}

fn beside_answer(file: PictureFile) -> Result<PictureFile> {
    output::beside_answer("it", Some(&file.path))?;
    Ok(file)
}

fn named(
    forms: &'static [Form],
    refusal: &'static str,
) -> impl TypedValueParser<Value = PictureFile> {
    PathBufValueParser::new().try_map(move |path| {
        output::check_file(&path)?;
        let form = match form(&path) {
            Some(form) => Some(form).filter(|form| forms.contains(form)),
            // A pipe or a device has the name that it has.
            None => (!output::keeps(&path)).then_some(forms[0]),
        };
        Ok::<_, String>(PictureFile { form: form.ok_or(refusal)?, path })
    })
}

fn form(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()?.to_lowercase().as_str() {
        "svg" => Some(Form::Svg),
        "png" => Some(Form::Png),
        "html" => Some(Form::Html),
        _ => None,
    }
}

/// Something that can be drawn.
#[derive(Debug)]
pub enum Picture {
    /// One drawing.
    Alone(Drawing),
    /// Several, side by side.
    Strip(Strip),
}

impl Picture {
    /// Writes the picture to its file; as SVG to standard output if there is none.
    pub fn put(&self, file: Option<&PictureFile>) -> Result<()> {
        let picture = match (self, file.map(|file| file.form)) {
            (Picture::Alone(drawing), Some(Form::Png)) => antipode_gallery::png(drawing)?,
            (Picture::Strip(strip), Some(Form::Png)) => antipode_gallery::strip_png(strip)?,
            (Picture::Alone(drawing), _) => antipode_gallery::svg(drawing).into_bytes(),
            (Picture::Strip(strip), _) => antipode_gallery::strip_svg(strip).into_bytes(),
        };
        output::put(picture, file.map(|file| file.path.as_path()))
    }
}
