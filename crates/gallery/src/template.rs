//! Pages are templates with places to fill: texts, styles, scripts and data.

use serde::Serialize;

/// Where each template holds its data.
const DATA: &str = r#"<script type="application/json" id="data">"#;

/// How each template begins: what is cut off may have no data.
const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"#;

/// Whether a text is a page of this crate, or the beginning of one.
pub fn is_page(text: &str) -> bool {
    text.contains(DATA) || text.starts_with(HEAD) || HEAD.starts_with(text)
}

/// A value as JSON that may stand in a script element.
///
/// Within one only `<` could end it or begin a comment; in JSON it stands in strings alone, where
/// it may be written so.
pub(crate) fn data(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value);
    json.expect("the data are texts and numbers, under keys that are texts").replace('<', "\\u003c")
}

/// The template with its places filled, each once it is met: what was put in is not read again.
pub(crate) fn fill(template: &str, parts: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((at, place, text)) = parts
        .iter()
        .filter_map(|&(place, text)| Some((rest.find(place)?, place, text)))
        .min_by_key(|found| found.0)
    {
        out.push_str(&rest[..at]);
        out.push_str(text);
        rest = &rest[at + place.len()..];
    }
    out.push_str(rest);
    out
}
