//! The keys `shapes` and `rectangles_only`: which shapes pieces may have.

use std::ops::RangeInclusive;

use antipode_blocks::Grid;
use antipode_families::{Shape, Shapes};
use antipode_gallery::counted;
use toml::Spanned;
use toml::de::{DeArray, DeValue};

use super::error::{ConfigError, Place};
use super::text::{ConfigText, Entry};

const FORMS: &str =
    r#"must be a list such as ["XX/XX", "X"]; for an exact multiset write shapes.exactly = [...]"#;

/// A list of shapes as it was written.
struct List<'a> {
    /// The key: `shapes` itself, or the one within it.
    label: &'static str,
    place: Place,
    elements: &'a DeArray<'a>,
    exact: bool,
}

/// What the two keys of `config` say, for boards of `grid` with that many `holes`.
pub(super) fn read(
    config: &ConfigText<'_>,
    grid: &Grid,
    holes: &RangeInclusive<u32>,
) -> Result<Shapes, ConfigError> {
    let rectangles_only = config.switch("rectangles_only")?.unwrap_or(false);
    let Some(entry) = config.get("shapes") else {
        return Ok(if rectangles_only {
            Shapes::Only(rectangles(grid, grid.size() - holes.start()))
        } else {
            Shapes::All
        });
    };
    let list = list(config, &entry)?;
    if list.elements.is_empty() {
        let problem = "lists no shape; leave the key out to allow every shape";
        return Err(list.place.error(problem));
    }
    let mut shapes = Vec::new();
    for element in list.elements {
        let place = config.place(element.span(), list.label);
        let (text, shape) = parse(grid, element).map_err(|problem| place.error(problem))?;
        if rectangles_only && !shape.is_rectangle(grid) {
            return Err(place.error(format!(
                "shape {text:?} is not a rectangle, but rectangles_only = true; drop one of them"
            )));
        }
        if !list.exact && shapes.contains(&shape) {
            return Err(place.error(format!(
                "shape {text:?} is listed twice; once allows any number of such pieces \
                 (for an exact multiset write shapes.exactly = [...])"
            )));
        }
        if !list.exact && shape.size() + holes.start() > grid.size() {
            return Err(place.error(format!(
                "shape {text:?} leaves a {grid} grid fewer holes than min_holes = {}",
                holes.start()
            )));
        }
        shapes.push(shape);
    }
    shapes.sort_unstable();
    Ok(if list.exact {
        check_area(grid, holes, &shapes).map_err(|problem| list.place.error(problem))?;
        Shapes::Exactly(shapes)
    } else {
        Shapes::Only(shapes)
    })
}

/// Finds the list in `shapes = [...]`, `shapes.only = [...]` or `shapes.exactly = [...]`.
fn list<'a>(config: &ConfigText<'_>, entry: &'a Entry<'a>) -> Result<List<'a>, ConfigError> {
    let table = match &entry.value {
        DeValue::Table(table) => table,
        DeValue::Array(elements) => {
            return Ok(List {
                label: "shapes",
                place: entry.place.clone(),
                elements,
                exact: false,
            });
        }
        _ => return Err(entry.error(FORMS)),
    };
    config.check_keys(table, &["only", "exactly"])?;
    if table.len() > 1 {
        return Err(entry.error("has both only and exactly; keep one of them"));
    }
    let Some((key, value)) = table.iter().next() else {
        return Err(entry.error(FORMS));
    };
    let exact = key.get_ref() == "exactly";
    let label = if exact { "shapes.exactly" } else { "shapes.only" };
    let place = config.place(key.span(), label);
    match value.get_ref() {
        DeValue::Array(elements) => Ok(List { label, place, elements, exact }),
        _ => Err(place.error(r#"must be a list such as ["XX/XX", "X"]"#)),
    }
}

/// Reads one shape of a list.
fn parse<'a>(grid: &Grid, element: &'a Spanned<DeValue<'_>>) -> Result<(&'a str, Shape), String> {
    let DeValue::String(text) = element.get_ref() else {
        return Err(r#"a shape must be text in quotes, such as "XX/X.""#.to_owned());
    };
    let shape = Shape::parse(grid, text).map_err(|error| error.to_string())?;
    Ok((text, shape))
}

/// Checks that the pieces of an exact multiset leave as many holes as are wanted.
fn check_area(grid: &Grid, holes: &RangeInclusive<u32>, shapes: &[Shape]) -> Result<(), String> {
    let size = grid.size() as usize;
    let area: usize = shapes.iter().map(|shape| shape.size() as usize).sum();
    let (least, most) = (*holes.start() as usize, *holes.end() as usize);
    if area >= size {
        return Err(format!(
            "the pieces have {area} cells together; a {grid} grid with a hole has room for {}",
            size - 1
        ));
    }
    let left = size - area;
    if left < least || left > most {
        return Err(format!(
            "the pieces leave {} on a {grid} grid, but from {least} to {most} are wanted \
             (min_holes, max_holes)",
            counted(left, "hole")
        ));
    }
    Ok(())
}

/// All rectangles of at most `largest` cells, in the order of shapes.
fn rectangles(grid: &Grid, largest: u32) -> Vec<Shape> {
    let sizes = (1..=grid.height()).flat_map(|y| (1..=grid.width()).map(move |x| (x, y)));
    let mut shapes: Vec<_> = sizes
        .filter(|(x, y)| x * y <= largest)
        .filter_map(|(x, y)| Shape::from_cells(grid, grid.corner_rectangle(x, y)))
        .collect();
    shapes.sort_unstable();
    shapes
}
