//! The input of Knuth's program SLIDING.
//!
//! The first line has the numbers of rows and columns, as `5 x 4`, and a comment. Then come the
//! kinds of pieces, `2 = 11/01`, named `1` to `9` and `a` to `f`; then the start and the goal, each
//! a line that tells for every cell not covered yet, in row order, what covers it: a kind, `0` a
//! hole, `x` a wall; zeros at the end may be left out. Pieces of a kind are interchangeable. A
//! piece may be in several parts.

use std::fmt::Write;

use crate::field::Field;
use crate::format::error::{At, FormatError, Inexpressible, cannot, error};
use crate::format::line::Line;
use crate::format::pieces::{goal_by_mark, name, sized};
use crate::format::text::checked_title;
use crate::grid::Cells;
use crate::puzzle::{Axes, Piece, Puzzle};

const KINDS: &str = "123456789abcdef";

type Shape = Vec<(i32, i32)>;

/// Whether a line is such a first line.
pub(crate) fn is_heading(line: &str) -> bool {
    heading(&mut Line::new(1, line)).is_ok()
}

fn heading(line: &mut Line) -> Result<(usize, usize), FormatError> {
    let at = line.at;
    let rows = line.integer()?;
    line.expect('x')?;
    let columns = line.integer()?;
    match (usize::try_from(rows), usize::try_from(columns)) {
        (Ok(rows), Ok(columns)) => Ok((rows, columns)),
        _ => error(at, "a negative size"),
    }
}

/// Reads a puzzle.
///
/// # Errors
/// If the text is no puzzle in this form, with the place in it.
pub fn read(text: &str) -> Result<Puzzle, FormatError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut lines = lines.map(|(index, line)| Line::new(index + 1, line));
    let end = (text.lines().count() + 1, 1);
    let Some(mut first) = lines.next() else { return error(end, "the file is empty") };
    let at = first.at;
    let (rows, columns) = heading(&mut first)?;
    let title = first.rest.trim();
    let title = checked_title(in_brackets(title).unwrap_or(title), first.at)?.to_owned();
    sized(Field::new(columns, rows, |x, y| (x, y) == (0, 0)), at)?;
    let mut kinds: Vec<(char, Shape)> = Vec::new();
    let start = loop {
        let Some(mut line) = lines.next() else { return error(end, "there is no start") };
        if !line.rest.contains('=') {
            break line;
        }
        kinds.push(kind(&mut line, &kinds)?);
    };
    let Some(stop) = lines.next() else { return error(end, "there is no goal") };
    if let Some(more) = lines.next() {
        return error(more.at, "nothing is expected after the goal");
    }
    let stop_at = stop.at;
    let start = fill(start, &kinds, (columns, rows))?;
    let stop = fill(stop, &kinds, (columns, rows))?;
    if start.walls != stop.walls {
        return error(stop_at, "the goal has other walls (x) than the start");
    }
    let field = Field::new(columns, rows, |x, y| !start.walls[y * columns + x]);
    let field = sized(field, at)?;
    let cells = |covered: &[usize]| -> Cells {
        let cell = |&index: &usize| field.cell(index % columns, index / columns);
        covered.iter().filter_map(cell).fold(0, |set, cell| set | 1 << cell)
    };
    let piece = |&(kind, ref covered, _): &Placed| Piece {
        name: kinds[kind].0,
        cells: cells(covered),
        axes: Axes::BOTH,
        mark: kind as u32,
    };
    let mut pieces: Vec<Piece> = start.placed.iter().map(piece).collect();
    if pieces.is_empty() {
        return error(stop_at, "there are no pieces");
    }
    name(&mut pieces);
    let wanted = stop.placed.iter();
    let wanted: Vec<_> =
        wanted.map(|(kind, covered, at)| (*kind as u32, cells(covered), *at)).collect();
    let goal = goal_by_mark(&field, &pieces, &wanted)?;
    if goal.placed.len() < pieces.len() {
        return error(stop_at, "the goal has fewer pieces than the start");
    }
    Ok(Puzzle { title, field, pieces, goals: vec![goal] })
}

/// What is in a pair of brackets around all of a comment; `(a) b (c)` has none.
fn in_brackets(comment: &str) -> Option<&str> {
    let within = comment.strip_prefix('(')?.strip_suffix(')')?;
    let mut open = 0;
    let closes_early = within.chars().any(|symbol| {
        open += i32::from(symbol == '(') - i32::from(symbol == ')');
        open < 0
    });
    (!closes_early).then_some(within)
}

fn kind(line: &mut Line, known: &[(char, Shape)]) -> Result<(char, Shape), FormatError> {
    let at = line.at;
    let name = line.peek().filter(|&name| KINDS.contains(name));
    let Some(name) = name else { return error(line.at, "a kind is named 1 to 9 or a to f") };
    line.accept(name);
    if known.iter().any(|kind| kind.0 == name) {
        return error(at, format!("kind {name} is there already"));
    }
    line.expect('=')?;
    line.skip_space();
    let (mut x, mut y) = (0, 0);
    let mut cells: Shape = Vec::new();
    for (column, symbol) in (line.at.1..).zip(line.rest.trim_end().chars()) {
        match symbol {
            '0' => x += 1,
            '1' if cells.len() == Field::MOST_CELLS => {
                return error((line.at.0, column), "the piece is larger than any board");
            }
            '1' => {
                cells.push((x, y));
                x += 1;
            }
            '/' => (x, y) = (0, y + 1),
            _ => return error((line.at.0, column), "a pattern is made of 0, 1 and /"),
        }
    }
    let Some(&(x0, y0)) = cells.first() else { return error(line.at, "the piece has no cells") };
    Ok((name, cells.iter().map(|(x, y)| (x - x0, y - y0)).collect()))
}

/// A piece on a board: its kind, the cells that it covers, and where it is written.
type Placed = (usize, Vec<usize>, At);

/// A configuration, cells counted over the whole frame.
struct Filled {
    walls: Vec<bool>,
    placed: Vec<Placed>,
}

fn fill(
    line: Line,
    kinds: &[(char, Shape)],
    (columns, rows): (usize, usize),
) -> Result<Filled, FormatError> {
    let mut walls = vec![false; columns * rows];
    let mut covered = vec![false; columns * rows];
    let mut placed = Vec::new();
    let mut cell = 0;
    for (offset, symbol) in line.rest.trim_end().chars().enumerate() {
        let at = (line.at.0, line.at.1 + offset);
        while covered.get(cell) == Some(&true) {
            cell += 1;
        }
        if cell == covered.len() {
            return error(at, "the board is full already");
        }
        match symbol {
            '0' => covered[cell] = true,
            'x' => (covered[cell], walls[cell]) = (true, true),
            _ => {
                let Some(kind) = kinds.iter().position(|kind| kind.0 == symbol) else {
                    return error(at, format!("{symbol:?} is no kind of piece, 0 or x"));
                };
                let (x, y) = ((cell % columns) as i32, (cell / columns) as i32);
                let mut cells = Vec::new();
                for &(dx, dy) in &kinds[kind].1 {
                    let (x, y) = (x + dx, y + dy);
                    let inside = (0..columns as i32).contains(&x) && (0..rows as i32).contains(&y);
                    let index = (y * columns as i32 + x) as usize;
                    if !inside || std::mem::replace(&mut covered[index], true) {
                        return error(at, format!("piece {symbol} does not fit here"));
                    }
                    cells.push(index);
                }
                placed.push((kind, cells, at));
            }
        }
    }
    Ok(Filled { walls, placed })
}

/// Writes a puzzle whose goals show the whole board.
///
/// # Errors
/// If they do not, or another part of it has no word in this form.
pub fn write(puzzle: &Puzzle) -> Result<String, Inexpressible> {
    let field = &puzzle.field;
    let goal = match &puzzle.goals[..] {
        [goal] if goal.placed.len() == puzzle.pieces.len() => goal,
        _ => return cannot("anything but one goal that shows all pieces"),
    };
    if field.walls().next().is_some() {
        return cannot("walls between cells");
    }
    if puzzle.pieces.iter().any(|piece| piece.axes != Axes::BOTH) {
        return cannot("that pieces keep to an axis");
    }
    let mut kinds: Vec<usize> = Vec::new();
    let mut kind_of = |piece| {
        let known = kinds.iter().position(|&like| puzzle.alike(like, piece));
        known.unwrap_or_else(|| {
            kinds.push(piece);
            kinds.len() - 1
        })
    };
    let of_pieces: Vec<usize> = (0..puzzle.pieces.len()).map(&mut kind_of).collect();
    if kinds.len() > KINDS.len() {
        return cannot("more than 15 kinds of pieces");
    }
    let letter = |kind: usize| char::from(KINDS.as_bytes()[kind]);
    // Those around it all would be taken for the form's own.
    let title = match in_brackets(&puzzle.title) {
        Some(_) => format!("({})", puzzle.title),
        None => puzzle.title.clone(),
    };
    let mut text = format!("{} x {} {title}", field.height(), field.width());
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (kind, &piece) in kinds.iter().enumerate() {
        let shape = field.shape(puzzle.pieces[piece].cells);
        let left = shape.iter().map(|cell| cell.0).min().unwrap_or(0);
        let right = shape.iter().map(|cell| cell.0).max().unwrap_or(0);
        let bottom = shape.iter().map(|cell| cell.1).max().unwrap_or(0);
        let bit = |cell| if shape.contains(&cell) { '1' } else { '0' };
        let row = |y| (left..=right).map(|x| bit((x, y))).collect::<String>();
        let pattern = (0..=bottom).map(row).collect::<Vec<_>>().join("/");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} = {pattern}", letter(kind));
    }
    let mut board = |placed: &[(usize, Cells)]| {
        let mut line = String::new();
        for (y, x) in (0..field.height()).flat_map(|y| (0..field.width()).map(move |x| (y, x))) {
            let Some(cell) = field.cell(x, y) else {
                line.push('x');
                continue;
            };
            match placed.iter().find(|placed| placed.1 >> cell & 1 == 1) {
                None => line.push('0'),
                Some(&(piece, cells)) if cells.trailing_zeros() == cell => {
                    line.push(letter(of_pieces[piece]));
                }
                Some(_) => {}
            }
        }
        let _ = writeln!(text, "{line}");
    };
    let start: Vec<_> = puzzle.pieces.iter().map(|piece| piece.cells).enumerate().collect();
    board(&start);
    board(&goal.placed);
    Ok(text)
}
