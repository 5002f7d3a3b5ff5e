//! Numbers in row order, as the programs of the simple^3 article write boards.
//!
//! A 0 is a hole; equal numbers side by side are one piece. A row is a line, or the width is given.
//! The goal piece is 1, and its bounding box has to get to the lower-right corner.

use std::fmt::Write;

use crate::direction::Direction;
use crate::field::Field;
use crate::format::error::{FormatError, Inexpressible, cannot, error};
use crate::format::line::Line;
use crate::format::pieces::{name, only_goal_piece_apart, sized};
use crate::grid::{Cells, each};
use crate::puzzle::{Axes, Goal, Piece, Puzzle};

/// Reads a puzzle; `width` is needed if all cells are on one line.
///
/// # Errors
/// If the text is no puzzle in this form, with the place in it.
pub fn read(text: &str, width: Option<usize>) -> Result<Puzzle, FormatError> {
    let mut numbers = Vec::new();
    let mut first_row = None;
    let mut last = 0;
    for (index, content) in text.lines().enumerate() {
        let mut line = Line::new(index + 1, content);
        let before = numbers.len();
        while line.peek().is_some() {
            if numbers.len() == Field::MOST_CELLS {
                return error(line.at, format!("more than {} cells", Field::MOST_CELLS));
            }
            let at = line.at;
            let number = line.integer()?;
            if number < 0 || line.rest.starts_with(|next: char| !next.is_whitespace()) {
                return error(at, "neither a hole (0) nor the number of a piece");
            }
            numbers.push((number, at));
        }
        let row = numbers.len() - before;
        if row > 0 {
            let expected = *first_row.get_or_insert(row);
            if row != expected {
                let problem = format!("this row is {row} wide, the first {expected}");
                return error((index + 1, 1), problem);
            }
            last = index + 1;
        }
    }
    let Some(row) = first_row else { return error((1, 1), "there are no numbers") };
    let is_one_line = row == numbers.len();
    if let Some(width) = width.filter(|&width| !is_one_line && width != row) {
        return error((1, 1), format!("the rows are {row} wide, and are to be {width}"));
    }
    let one_line = width.is_none() && is_one_line && row > 1;
    let width = width.unwrap_or(row);
    if !numbers.len().is_multiple_of(width.max(1)) || width == 0 {
        let cells = numbers.len();
        return error((last, 1), format!("{cells} in all make no board of width {width}"));
    }
    if one_line {
        return error((1, 1), format!("{width} cells in one line need a width (--width)"));
    }
    let field = sized(Field::new(width, numbers.len() / width, |_, _| true), numbers[0].1)?;
    let number = |cell: u32| numbers[cell as usize].0;
    let mut pieces = Vec::new();
    let mut seen: Cells = 0;
    for cell in each(field.cells()).filter(|&cell| number(cell) != 0) {
        if seen >> cell & 1 == 1 {
            continue;
        }
        let mut cells: Cells = 1 << cell;
        loop {
            let beside =
                each(cells).flat_map(|cell| Direction::ALL.map(|step| field.beside(cell, step)));
            let like = beside.flatten().filter(|&other| number(other) == number(cell));
            let wider = like.fold(cells, |set, cell| set | 1 << cell);
            if wider == cells {
                break;
            }
            cells = wider;
        }
        seen |= cells;
        let is_goal = number(cell) == 1;
        if is_goal && pieces.iter().any(|piece: &Piece| piece.mark == 1) {
            return error(numbers[cell as usize].1, "the goal piece 1 is not in one part");
        }
        // Letters as the tables have them, where there are enough: A the goal piece.
        let name = if is_goal { 'A' } else { '.' };
        pieces.push(Piece { name, cells, axes: Axes::BOTH, mark: is_goal.into() });
    }
    name(&mut pieces);
    let Some(goal) = pieces.iter().position(|piece| piece.mark == 1) else {
        return error(numbers[0].1, "there is no goal piece 1");
    };
    let home = field.lower_right(pieces[goal].cells);
    let placed = home.map(|home| (goal, home)).into_iter().collect();
    let goals = vec![Goal { placed, holes: 0 }];
    Ok(Puzzle { title: String::new(), field, pieces, goals })
}

/// Writes a puzzle that is as this form has it: a rectangle, one piece told apart and on its way to
/// the lower-right corner.
///
/// # Errors
/// If it is none of these.
pub fn write(puzzle: &Puzzle) -> Result<String, Inexpressible> {
    let field = &puzzle.field;
    if field.size() as usize != field.width() * field.height() || field.walls().next().is_some() {
        return cannot("walls");
    }
    let goal = match &puzzle.goals[..] {
        [Goal { placed, holes: 0 }] if placed.len() == 1 => placed[0],
        _ => return cannot("goals for anything but one piece"),
    };
    if Some(goal.1) != field.lower_right(puzzle.pieces[goal.0].cells) {
        return cannot("a goal outside the lower-right corner");
    }
    if puzzle.pieces.iter().any(|piece| piece.axes != Axes::BOTH) {
        return cannot("that pieces keep to an axis");
    }
    if puzzle.pieces.iter().any(|piece| !field.is_whole(piece.cells)) {
        return cannot("that a piece is in several parts");
    }
    if field.height() == 1 {
        return cannot("that a board has one row only");
    }
    only_goal_piece_apart(puzzle, goal.0)?;
    let mut others = 2..;
    let mut numbers = vec![0; field.size() as usize];
    for (index, piece) in puzzle.pieces.iter().enumerate() {
        let number = if index == goal.0 { 1 } else { others.next().unwrap_or(0) };
        each(piece.cells).for_each(|cell| numbers[cell as usize] = number);
    }
    let mut text = String::new();
    for row in numbers.chunks(field.width()) {
        let row: Vec<_> = row.iter().map(i32::to_string).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", row.join(" "));
    }
    Ok(text)
}
