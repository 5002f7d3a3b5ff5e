//! A Rush Hour board as Fogleman's database has it: 36 characters in row order.
//!
//! `o` or `.` is empty, `x` a wall, every other letter a car, which moves along its length. `A`
//! has to get to the right end of its row. On a line of the database stand the number of moves
//! before the board and the number of positions after it; they are passed over.

use crate::field::Field;
use crate::format::error::{FormatError, Inexpressible, cannot, error};
use crate::format::pieces::{name, only_goal_piece_apart, sized};
use crate::grid::Cells;
use crate::puzzle::{Axes, Goal, Piece, Puzzle};

const SIDE: usize = 6;

/// The column and the text of the board on a line.
fn board(line: &str) -> Option<(usize, &str)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let word = *words.iter().take(2).find(|word| word.chars().count() == SIDE * SIDE)?;
    let bytes = line.find(word)?;
    Some((line[..bytes].chars().count() + 1, word))
}

/// Whether a line has such a board.
pub(crate) fn is_line(line: &str) -> bool {
    board(line).is_some()
}

/// Reads a puzzle.
///
/// # Errors
/// If the text is no puzzle in this form, with the place in it.
pub fn read(text: &str) -> Result<Puzzle, FormatError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((index, line)) = lines.next() else { return error((1, 1), "the file is empty") };
    let Some((column, board)) = board(line) else {
        return error((index + 1, 1), "a Rush Hour board has 36 characters");
    };
    if let Some((more, _)) = lines.next() {
        return error(
            (more + 1, 1),
            "a second board; choose a line, as in FILE:2, or take all by --all --json",
        );
    }
    let symbols: Vec<char> = board.chars().collect();
    let at = |cell: usize| (index + 1, column + cell);
    let field = Field::new(SIDE, SIDE, |x, y| symbols[y * SIDE + x] != 'x');
    let field = sized(field, at(0))?;
    let mut pieces: Vec<(Piece, usize)> = Vec::new();
    for (offset, &name) in symbols.iter().enumerate() {
        let Some(cell) = field.cell(offset % SIDE, offset / SIDE) else { continue };
        if matches!(name, '.' | 'o') {
            continue;
        }
        if !name.is_ascii_alphabetic() {
            return error(at(offset), format!("{name:?} is neither a car nor o, . or x"));
        }
        match pieces.iter_mut().find(|(piece, _)| piece.name == name) {
            Some((piece, _)) => piece.cells |= 1 << cell,
            None => {
                let mark = u32::from(name == 'A');
                pieces.push((Piece { name, cells: 1 << cell, axes: Axes::BOTH, mark }, offset));
            }
        }
    }
    for (piece, offset) in &mut pieces {
        let Some(axes) = along(&field, piece.cells) else {
            return error(at(*offset), format!("car {} is not in one line", piece.name));
        };
        piece.axes = axes;
    }
    let pieces: Vec<Piece> = pieces.into_iter().map(|(piece, _)| piece).collect();
    let Some(car) = pieces.iter().position(|piece| piece.name == 'A') else {
        return error(at(0), "there is no car A");
    };
    match exit(&field, &pieces[car]) {
        Some(cells) => {
            let goals = vec![Goal { placed: vec![(car, cells)], holes: 0 }];
            Ok(Puzzle { title: String::new(), field, pieces, goals })
        }
        None => error(at(0), "car A cannot leave on the right"),
    }
}

/// The axis along which a car lies; none if it is no car.
fn along(field: &Field, cells: Cells) -> Option<Axes> {
    let shape = field.shape(cells);
    let long = shape.len() > 1 && field.is_whole(cells);
    let horizontal = shape.iter().all(|cell| cell.1 == 0);
    let vertical = shape.iter().all(|cell| cell.0 == 0);
    (long && (horizontal || vertical)).then_some(Axes { horizontal, vertical })
}

/// The cells of a car at the right end of its row.
fn exit(field: &Field, car: &Piece) -> Option<Cells> {
    let length = car.cells.count_ones() as usize;
    let (_, y) = field.place(car.cells.trailing_zeros());
    let place = (SIDE.checked_sub(length)?, y);
    field.put(&field.shape(car.cells), place).filter(|_| car.axes.horizontal)
}

/// Writes a puzzle that is Rush Hour.
///
/// # Errors
/// If it is not.
pub fn write(puzzle: &Puzzle) -> Result<String, Inexpressible> {
    let field = &puzzle.field;
    if (field.width(), field.height()) != (SIDE, SIDE) || field.walls().next().is_some() {
        return cannot("a board other than 6x6, or walls between cells");
    }
    let car = match &puzzle.goals[..] {
        [Goal { placed, holes: 0 }] if placed.len() == 1 => placed[0],
        _ => return cannot("a goal for anything but one piece"),
    };
    if puzzle.pieces.iter().any(|piece| along(field, piece.cells) != Some(piece.axes)) {
        return cannot("a piece that is no car on its axis");
    }
    if exit(field, &puzzle.pieces[car.0]) != Some(car.1) {
        return cannot("a goal other than the right end of a row");
    }
    only_goal_piece_apart(puzzle, car.0)?;
    let mut pieces = puzzle.pieces.clone();
    for (index, piece) in pieces.iter_mut().enumerate() {
        // Letters are given anew, since those of the puzzle may mean something here.
        piece.name = if index == car.0 { 'A' } else { '.' };
    }
    name(&mut pieces);
    let start = Puzzle { pieces, ..puzzle.clone() }.start();
    let line: String = start.chars().filter(|&symbol| symbol != '/').collect();
    Ok(line.replace('#', "x") + "\n")
}
