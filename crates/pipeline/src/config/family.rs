//! The keys that describe a family: which boards and puzzles a batch is about.

use std::ops::RangeInclusive;

use antipode_blocks::{Grid, Rule};
use antipode_families::{Family, Method, Shape, Shapes, Task};
use toml::de::DeValue;

use super::document::{Document, Entry, choice};
use super::error::ConfigError;
use super::shapes;

/// The family that `document` describes, with the number of pieces taken from `pieces`.
pub(super) fn read(
    document: &Document<'_>,
    pieces: Option<Entry<'_>>,
) -> Result<Family, ConfigError> {
    let grid = grid(document)?;
    let task = choice(document.get("family"), "family", &Task::NAMES)?.unwrap_or(Task::Simple3);
    let rule = choice(document.get("rule"), "rule", &Rule::NAMES)?.unwrap_or(Rule::Strict);
    if let Some(entry) = document.get("rule").filter(|_| !task.has_corner()) {
        return Err(entry.error("is for corners, and this family has none; leave the rule out"));
    }
    let mut family = Family { task, ..Family::whole(grid, rule) };
    cells(document, &mut family)?;
    family.holes = holes(document, &grid)?;
    family.shapes = shapes::read(document, &grid, &family.holes)?;
    if let Some(entry) = &pieces {
        family.pieces = piece_range(entry, &grid)?;
        check_pieces(&family).map_err(|problem| entry.error(problem))?;
    }
    // So that the tables have no rows for numbers of pieces that nobody asked about.
    if let Shapes::Exactly(shapes) = &family.shapes {
        let listed = shapes.len() as u32;
        family.pieces = listed..=listed;
    }
    if let Some(entry) = document.get("max_shapes") {
        family.max_shapes = entry.number(1..=grid.size() - 1)?;
        if let Shapes::Exactly(shapes) = &family.shapes {
            let kinds = shapes.chunk_by(|a, b| a == b).count();
            if kinds > family.max_shapes as usize {
                return Err(entry.error(format!("shapes.exactly lists {kinds} different shapes")));
            }
        }
    }
    // Without a list the single cell mostly can be; listing all shapes takes long on a large grid.
    let shapes = document.get("shapes");
    let can_be = shapes.is_none() && family.may_be_goal(Shape::MONOMINO);
    let names = ["goal_cell", "start_cell", "board", "width"];
    if !can_be
        && family.goal_shapes().is_empty()
        && let Some(entry) = shapes.or(names.iter().find_map(|key| document.get(key)))
    {
        return Err(entry.error(
            "no piece can be the goal piece: that must fit where it starts and ends, have room \
             to move, and cover the lower-right cell, or goal_cell, under the strict rule",
        ));
    }
    Ok(family)
}

/// The grid: a rectangle, or rows with walls.
fn grid(document: &Document<'_>) -> Result<Grid, ConfigError> {
    let Some(board) = document.get("board") else {
        let width = document.required("width")?.number(1..=Grid::MOST_CELLS)?;
        let height = document.required("height")?;
        return Grid::new(width, height.number(1..=Grid::MOST_CELLS)?)
            .map_err(|error| height.error(error.to_string()));
    };
    if let Some(entry) = ["width", "height"].iter().find_map(|key| document.get(key)) {
        return Err(entry.error("board says how large the grid is; leave this out"));
    }
    Grid::from_rows(board.rows()?).map_err(|error| board.error(error.to_string()))
}

/// Reads the cells where the goal piece starts and ends, which are corners if not said.
fn cells(document: &Document<'_>, family: &mut Family) -> Result<(), ConfigError> {
    let Family { grid, task, .. } = *family;
    for (key, corner, used, cell) in [
        ("start_cell", "upper-left", task == Task::Simple3, &mut family.start_cell),
        ("goal_cell", "lower-right", task.has_corner(), &mut family.goal_cell),
    ] {
        let entry = document.get(key);
        if let Some(entry) = &entry {
            if !used {
                return Err(entry.error("is no part of this family; leave it out"));
            }
            *cell = entry.cell(&grid)?;
        }
        if used && grid.cells() >> *cell & 1 == 0 {
            let problem = match &entry {
                Some(entry) => entry.error("is a wall; name a free cell"),
                None => document.required("board")?.error(format!(
                    "the {corner} cell is a wall; name another, such as {key} = [2, 1] for \
                     column 2 of row 1"
                )),
            };
            return Err(problem);
        }
    }
    Ok(())
}

/// Whether every justsolved board is kept; only where boards are made from such.
pub(super) fn keeps_boards(document: &Document<'_>, task: Task) -> Result<bool, ConfigError> {
    let keeps = document.switch("boards")?;
    match document.get("boards").filter(|_| keeps == Some(true) && !task.has_corner()) {
        Some(entry) => Err(entry.error("this family knows no justsolved boards; leave it out")),
        None => Ok(keeps.unwrap_or(task.has_corner())),
    }
}

/// How boards are made.
pub(super) fn generator(entry: Option<Entry<'_>>, task: Task) -> Result<Method, ConfigError> {
    let Some(entry) = entry else { return Ok(Method::Packing) };
    match entry.choice("generator", &Method::NAMES)? {
        Method::Fillboard if !task.has_corner() => {
            Err(entry.error("makes justsolved boards only, and this family knows none"))
        }
        method => Ok(method),
    }
}

fn holes(document: &Document<'_>, grid: &Grid) -> Result<RangeInclusive<u32>, ConfigError> {
    let all = 1..=grid.size() - 1;
    let least = document.number("min_holes", all.clone())?.unwrap_or(*all.start());
    let Some(entry) = document.get("max_holes") else {
        return Ok(least..=*all.end());
    };
    let most = entry.number(all)?;
    if most < least {
        return Err(entry.error(format!("less than min_holes = {least}")));
    }
    Ok(least..=most)
}

/// Reads `5`, `"5"` or `"3-7"`.
fn piece_range(entry: &Entry<'_>, grid: &Grid) -> Result<RangeInclusive<u32>, ConfigError> {
    let all = 1..=grid.size() - 1;
    let text = match &entry.value {
        DeValue::Integer(_) => return entry.number(all).map(|number| number..=number),
        DeValue::String(text) => text.as_ref(),
        _ => "",
    };
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    // A number too large to be read is also too large for the grid.
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u32::MAX))
    };
    let (Some(least), Some(most)) = (number(least.trim()), number(most.trim())) else {
        return Err(entry.error("must be a number, or a range such as \"3-7\""));
    };
    if !all.contains(&least) || !all.contains(&most) {
        let most = all.end();
        return Err(entry.error(format!("a {grid} grid takes at least 1 piece and at most {most}")));
    }
    if least > most {
        return Err(entry.error(format!("upside down; did you mean \"{most}-{least}\"?")));
    }
    Ok(least..=most)
}

/// Checks that some board of `family` can have a number of pieces that is wanted.
fn check_pieces(family: &Family) -> Result<(), String> {
    if let Shapes::Exactly(shapes) = &family.shapes {
        let listed = shapes.len();
        if !family.pieces.contains(&(listed as u32)) {
            return Err(format!("shapes.exactly lists {listed} pieces"));
        }
    }
    let least = family.holes.start();
    let most = family.grid.size() - least;
    if *family.pieces.start() > most {
        return Err(format!("min_holes = {least} leaves room for at most {most}"));
    }
    Ok(())
}
