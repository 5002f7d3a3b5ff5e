//! The keys that describe families: which boards and puzzles a batch is about.

use std::ops::RangeInclusive;

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{Family, Method, Numbers, Shape, Shapes, Task};
use antipode_gallery::counted;
use toml::de::DeValue;

use super::error::ConfigError;
use super::shapes;
use super::text::{ConfigText, Entry, choices};

/// What the settings that the command line may replace say.
pub(super) struct Replaceable<'a> {
    pub(super) rule: Option<Entry<'a>>,
    pub(super) metric: Option<Entry<'a>>,
    pub(super) pieces: Option<Entry<'a>>,
}

/// The families that `config` describes, in the order of its tasks, its rules and its metrics.
pub(super) fn read(
    config: &ConfigText<'_>,
    settings: &Replaceable<'_>,
) -> Result<Vec<Family>, ConfigError> {
    let Replaceable { rule, metric, pieces } = settings;
    let grid = grid(config)?;
    let tasks = choices(config.get("family").as_ref(), "family", &Task::NAMES)?;
    let tasks = tasks.unwrap_or(vec![Task::Simple3]);
    let rules = choices(rule.as_ref(), "rule", &Rule::NAMES)?.unwrap_or(vec![Rule::Strict]);
    let metrics = choices(metric.as_ref(), "metric", &Metric::NAMES)?;
    let metrics = metrics.unwrap_or(vec![Metric::Move]);
    if let Some(entry) = rule.as_ref().filter(|_| !tasks.iter().any(|task| task.has_corner())) {
        return Err(entry.error("is for corners, and this family has none; leave the rule out"));
    }
    let holes = holes(config, &grid)?;
    let shapes = shapes::read(config, &grid, &holes)?;
    let listed = config.get("shapes").or_else(|| config.get("rectangles_only"));
    let mut common = Family { holes, shapes, ..Family::whole(grid, Rule::Strict) };
    if let Some(entry) = pieces {
        common.pieces = numbers(entry, &grid)?;
        check_pieces(&common).map_err(|problem| entry.error(problem))?;
    }
    if let (Shapes::Only(shapes), Some(entry)) = (&common.shapes, listed) {
        check_areas(&common, shapes).map_err(|problem| entry.error(problem))?;
    }
    // So that the tables have no rows for numbers of pieces that nobody asked about.
    if let Shapes::Exactly(shapes) = &common.shapes {
        let listed = shapes.len() as u32;
        common.pieces = (listed..=listed).into();
    }
    if let Some(entry) = config.get("max_shapes") {
        common.max_shapes = entry.number(1..=grid.size() - 1)?;
        if let Shapes::Exactly(shapes) = &common.shapes {
            let kinds = shapes.chunk_by(|a, b| a == b).count();
            if kinds > common.max_shapes as usize {
                return Err(entry.error(format!("shapes.exactly lists {kinds} different shapes")));
            }
        }
    }
    let cells = cells(config, &common, &tasks)?;
    let mut families = Vec::new();
    for task in tasks {
        // Without a corner there is no rule.
        for &rule in if task.has_corner() { &rules[..] } else { &[Rule::Strict] } {
            let (start_cell, goal_cell) = match task {
                Task::Simple3 => cells,
                Task::Simple2 => (common.start_cell, cells.1),
                Task::Simple | Task::Compound => (common.start_cell, common.goal_cell),
            };
            let family = Family { task, rule, start_cell, goal_cell, ..common.clone() };
            check_goals(config, &family)?;
            families.extend(metrics.iter().map(|&metric| Family { metric, ..family.clone() }));
        }
    }
    Ok(families)
}

/// Checks that some piece can be the goal piece.
fn check_goals(config: &ConfigText<'_>, family: &Family) -> Result<(), ConfigError> {
    // Without a list the single cell mostly can be; trying all shapes takes long on a large grid.
    let shapes = config.get("shapes");
    let can_be = shapes.is_none() && family.may_be_goal(Shape::MONOMINO);
    let names = ["goal_cell", "start_cell", "board", "width"];
    if !can_be
        && !family.has_goal()
        && let Some(entry) = shapes.or(names.iter().find_map(|key| config.get(key)))
    {
        return Err(entry.error(match family.task {
            Task::Compound => "no piece has room on such a board",
            Task::Simple => "no piece can be the goal piece: that must have room to move",
            Task::Simple2 | Task::Simple3 => {
                "no piece can be the goal piece: that must fit where it starts and ends, have room \
                 to move, and cover the lower-right cell, or goal_cell, under the strict rule"
            }
        }));
    }
    Ok(())
}

/// The grid: a rectangle, or rows with walls.
fn grid(config: &ConfigText<'_>) -> Result<Grid, ConfigError> {
    let Some(board) = config.get("board") else {
        let width = config.required("width")?.number(1..=Grid::MOST_CELLS)?;
        let height = config.required("height")?;
        return Grid::new(width, height.number(1..=Grid::MOST_CELLS)?)
            .map_err(|error| height.error(error.to_string()));
    };
    if let Some(entry) = ["width", "height"].iter().find_map(|key| config.get(key)) {
        return Err(entry.error("board says how large the grid is; leave this out"));
    }
    Grid::from_rows(board.rows()?).map_err(|error| board.error(error.to_string()))
}

/// The cells where the goal piece starts and ends, which are corners if not said.
fn cells(
    config: &ConfigText<'_>,
    common: &Family,
    tasks: &[Task],
) -> Result<(u32, u32), ConfigError> {
    let Family { grid, mut start_cell, mut goal_cell, .. } = *common;
    let starts = tasks.contains(&Task::Simple3);
    let ends = tasks.iter().any(|task| task.has_corner());
    for (key, corner, used, cell) in [
        ("start_cell", "upper-left", starts, &mut start_cell),
        ("goal_cell", "lower-right", ends, &mut goal_cell),
    ] {
        let entry = config.get(key);
        if let Some(entry) = &entry {
            if !used {
                return Err(entry.error("is no part of this family; leave it out"));
            }
            *cell = entry.cell(&grid)?;
        }
        if used && grid.cells() >> *cell & 1 == 0 {
            let problem = match &entry {
                Some(entry) => entry.error("is a wall; name a free cell"),
                None => config.required("board")?.error(format!(
                    "the {corner} cell is a wall; name another, such as {key} = [2, 1] for \
                     column 2 of row 1"
                )),
            };
            return Err(problem);
        }
    }
    Ok((start_cell, goal_cell))
}

/// Whether every justsolved board is kept; only where boards are made from such.
pub(super) fn keeps_boards(config: &ConfigText<'_>, has_corner: bool) -> Result<bool, ConfigError> {
    let keeps = config.switch("boards")?;
    match config.get("boards").filter(|_| keeps == Some(true) && !has_corner) {
        Some(entry) => Err(entry.error("this family knows no justsolved boards; leave it out")),
        None => Ok(keeps.unwrap_or(has_corner)),
    }
}

/// How boards are made.
pub(super) fn generator(entry: Option<Entry<'_>>, has_corner: bool) -> Result<Method, ConfigError> {
    let Some(entry) = entry else { return Ok(Method::Packing) };
    match entry.choice("generator", &Method::NAMES)? {
        Method::Fillboard if !has_corner => {
            Err(entry.error("makes justsolved boards only, and this family knows none"))
        }
        method => Ok(method),
    }
}

fn holes(config: &ConfigText<'_>, grid: &Grid) -> Result<RangeInclusive<u32>, ConfigError> {
    let all = 1..=grid.size() - 1;
    let least = config.number("min_holes", all.clone())?.unwrap_or(*all.start());
    let Some(entry) = config.get("max_holes") else {
        return Ok(least..=*all.end());
    };
    let most = entry.number(all)?;
    if most < least {
        return Err(entry.error(format!("less than min_holes = {least}")));
    }
    Ok(least..=most)
}

/// Reads `5`, `"5"`, `"3-7"` or a list of such.
fn numbers(entry: &Entry<'_>, grid: &Grid) -> Result<Numbers, ConfigError> {
    let all = 1..=grid.size() - 1;
    if let DeValue::Integer(_) = entry.value {
        return entry.number(all).map(|number| (number..=number).into());
    }
    let (written, single) = entry.list().unwrap_or((vec![String::new()], true));
    if written.is_empty() {
        return Err(entry.error("lists no number; leave the key out to allow all"));
    }
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    for text in &written {
        let range = range(text, grid).map_err(|problem| match single {
            true => entry.error(problem),
            false => entry.error(format!("{text:?}: {problem}")),
        })?;
        let overlaps = |other: &RangeInclusive<u32>| {
            range.start().max(other.start()) <= range.end().min(other.end())
        };
        if let Some(other) = ranges.iter().position(overlaps) {
            let other = &written[other];
            return Err(entry.error(format!("{other:?} and {text:?} overlap; name a number once")));
        }
        ranges.push(range);
    }
    Ok(Numbers::new(ranges))
}

/// Reads `5` or `3-7`.
fn range(text: &str, grid: &Grid) -> Result<RangeInclusive<u32>, String> {
    let all = 1..=grid.size() - 1;
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    // A number too large to be read is also too large for the grid.
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u32::MAX))
    };
    let (Some(least), Some(most)) = (number(least.trim()), number(most.trim())) else {
        return Err("must be a number, or a range such as \"3-7\", or a list of such".to_owned());
    };
    if !all.contains(&least) || !all.contains(&most) {
        let most = all.end();
        return Err(format!("a {grid} grid takes at least 1 piece and at most {most}"));
    }
    if least > most {
        return Err(format!("upside down; did you mean \"{most}-{least}\"?"));
    }
    Ok(least..=most)
}

/// Checks that some number of pieces of these shapes that is wanted leaves as many holes as are wanted.
fn check_areas(family: &Family, shapes: &[Shape]) -> Result<(), String> {
    let size = family.grid.size();
    let (least, most) = family.holes.clone().into_inner();
    // Bit n says that so many pieces can have n cells together.
    let mut areas = 1_u64;
    let mut is_any = false;
    for pieces in 1..size {
        areas = shapes.iter().fold(0, |all, shape| all | areas << shape.size());
        let is_wanted = |holes: u32| areas >> (size - holes) & 1 == 1;
        is_any |= family.pieces.contains(pieces) && (least..=most.min(size)).any(is_wanted);
        areas &= (1 << size) - 1;
    }
    if is_any {
        return Ok(());
    }
    Err(format!(
        "no number of such pieces that is wanted leaves from {least} to {most} holes \
         (pieces, min_holes, max_holes)"
    ))
}

/// Checks that some board of `family` can have a number of pieces that is wanted.
fn check_pieces(family: &Family) -> Result<(), String> {
    if let Shapes::Exactly(shapes) = &family.shapes {
        let listed = shapes.len();
        if !family.pieces.contains(listed as u32) {
            return Err(format!("shapes.exactly lists {}", counted(listed, "piece")));
        }
    }
    let least = family.holes.start();
    let most = family.grid.size() - least;
    if family.pieces.least() > most {
        return Err(format!("min_holes = {least} leaves room for at most {most}"));
    }
    Ok(())
}
