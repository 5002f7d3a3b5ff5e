//! The `puz.txt` of JimSlide and its successor js2.
//!
//! A keyword a line: `xsize: 4`, `ysize: 5`; `wall: (3,4)` a wall cell, `hwall: 1 (3,5)` and
//! `vwall: 1 (3,5)` runs of wall cells in a row or a column; `piece: 2 (0,0) (1,0)` a kind of piece,
//! its cells counted from the leftmost of its top row; `lockx: 2` and `locky: 2`, it does not move
//! in that direction; `put: 2 (1,3) 'c'` a piece at the start, perhaps with a name; `win: 2 (0,3)`
//! a piece that must be there in the end, `win: 0 (0,3)` a hole. Everything is counted from 0.
//! A `!` or a `#` begins a comment. What tunes those programs is passed over.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::field::Field;
use crate::format::error::{At, FormatError, Inexpressible, cannot, error};
use crate::format::line::Line;
use crate::format::pieces::{goal_by_mark, name, sized};
use crate::grid::{Cells, each};
use crate::puzzle::{Axes, Piece, Puzzle};

/// Keywords that say how those programs search or print.
const TUNING: [&str; 14] = [
    "bigmem",
    "smallmem",
    "numthreads",
    "diskthreads",
    "cachepercent",
    "useletters",
    "hexprint",
    "winonly",
    "nograph",
    "noconcurrent",
    "cutoff",
    "directed",
    "checkfulltree",
    "diskspace",
];

/// A number and a pair, and where they are.
type Put = (i32, (i32, i32), At);

/// What a file says, not yet put together.
#[derive(Default)]
struct Said {
    width: Option<(i32, At)>,
    height: Option<(i32, At)>,
    walls: BTreeMap<(i32, i32), At>,
    kinds: BTreeMap<i32, Vec<(i32, i32)>>,
    locks: Vec<(i32, bool, At)>,
    puts: Vec<(Put, char)>,
    wins: Vec<Put>,
}

/// Reads a puzzle.
///
/// # Errors
/// If the text is no puzzle in this form, with the place in it.
pub fn read(text: &str) -> Result<Puzzle, FormatError> {
    let mut said = Said::default();
    let mut lines = 0;
    for (index, content) in text.lines().enumerate() {
        lines = index + 1;
        let mut line = Line::new(lines, content);
        if !matches!(line.peek(), None | Some('!' | '#')) {
            said.hear(&mut line)?;
            line.accept(';');
            if !matches!(line.peek(), None | Some('!' | '#')) {
                return error(line.at, "nothing more is expected on this line");
            }
        }
    }
    said.puzzle((lines + 1, 1))
}

fn pair(line: &mut Line) -> Result<(i32, i32), FormatError> {
    line.expect('(')?;
    let x = line.integer()?;
    line.expect(',')?;
    let y = line.integer()?;
    line.expect(')')?;
    Ok((x, y))
}

impl Said {
    fn hear(&mut self, line: &mut Line) -> Result<(), FormatError> {
        let at = line.at;
        let Some(end) = line.rest.find(':') else {
            return error(at, "a line begins with a keyword and a colon");
        };
        let keyword = line.take(end);
        line.expect(':')?;
        let most = Field::MOST_SIDE as i32;
        match keyword {
            "xsize" | "ysize" => {
                let size = if keyword == "xsize" { &mut self.width } else { &mut self.height };
                let side = line.integer()?;
                if side < 1 {
                    return error(at, "a side is one cell at the least");
                }
                if size.replace((side, at)).is_some() {
                    return error(at, format!("there is a second {keyword:?}"));
                }
            }
            "wall" => {
                self.walls.insert(pair(line)?, at);
            }
            "hwall" | "vwall" => {
                let across = line.integer()?;
                let (from, to) = pair(line)?;
                if from < 0 || to >= most {
                    return error(at, "a wall outside the board");
                }
                if from > to {
                    return error(at, format!("a wall from {from} to {to} has no cells"));
                }
                for along in from..=to {
                    let cell = if keyword == "hwall" { (along, across) } else { (across, along) };
                    self.walls.insert(cell, at);
                }
            }
            "piece" => {
                let kind = line.integer()?;
                let mut cells = Vec::new();
                while line.peek() == Some('(') {
                    if cells.len() == Field::MOST_CELLS {
                        return error(line.at, "the piece is larger than any board");
                    }
                    cells.push(pair(line)?);
                }
                cells.sort_unstable_by_key(|&(x, y)| (y, x));
                cells.dedup();
                if cells.first() != Some(&(0, 0)) {
                    return error(at, "a piece's cells count from (0,0), leftmost in its top row");
                }
                if kind == 0 || self.kinds.insert(kind, cells).is_some() {
                    return error(at, format!("there can be no piece {kind}, or no second one"));
                }
            }
            "lockx" | "locky" => self.locks.push((line.integer()?, keyword == "lockx", at)),
            "put" => {
                let kind = line.integer()?;
                let place = pair(line)?;
                let mut name = '.';
                if line.accept('\'') {
                    name = line.rest.chars().next().unwrap_or('.');
                    line.take(name.len_utf8().min(line.rest.len()));
                    line.expect('\'')?;
                }
                self.puts.push(((kind, place, at), name));
            }
            "win" => {
                let kind = line.integer()?;
                self.wins.push((kind, pair(line)?, at));
            }
            _ if TUNING.contains(&keyword) => {
                line.take(line.rest.len());
            }
            _ => return error(at, format!("the keyword {keyword:?} is not supported")),
        }
        Ok(())
    }

    fn puzzle(self, end: At) -> Result<Puzzle, FormatError> {
        let (Some((width, at)), Some((height, _))) = (self.width, self.height) else {
            return error(end, "xsize or ysize is missing");
        };
        let size = |side: i32| usize::try_from(side).unwrap_or(0);
        let wall = |x: usize, y: usize| self.walls.contains_key(&(x as i32, y as i32));
        let inside = |&(x, y): &(i32, i32)| (0..width).contains(&x) && (0..height).contains(&y);
        if let Some((_, &at)) = self.walls.iter().find(|wall| !inside(wall.0)) {
            return error(at, "a wall outside the board");
        }
        let field = Field::new(size(width), size(height), |x, y| !wall(x, y));
        let field = sized(field, at)?;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut covered: Cells = 0;
        for &(put, name) in &self.puts {
            let cells = self.cells(&field, put)?;
            if cells & covered != 0 {
                return error(put.2, "there is another piece already");
            }
            covered |= cells;
            // Any number may name a kind; which one does not matter, if it is the same for no other.
            pieces.push(Piece { name, cells, axes: Axes::BOTH, mark: put.0 as u32 });
        }
        for &(kind, horizontal, at) in &self.locks {
            if !self.kinds.contains_key(&kind) {
                return error(at, format!("there is no piece {kind}"));
            }
            for piece in pieces.iter_mut().filter(|piece| piece.mark == kind as u32) {
                if horizontal {
                    piece.axes.horizontal = false;
                } else {
                    piece.axes.vertical = false;
                }
            }
        }
        name(&mut pieces);
        let wanted = self.wins.iter().filter(|win| win.0 != 0);
        let wanted = wanted.map(|&win| Ok((win.0 as u32, self.cells(&field, win)?, win.2)));
        let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
        let mut goal = goal_by_mark(&field, &pieces, &wanted)?;
        let mut placed = 0;
        for (_, cells, at) in wanted {
            if placed & cells != 0 {
                return error(at, "another win wants a piece here");
            }
            placed |= cells;
        }
        for &(_, (x, y), at) in self.wins.iter().filter(|win| win.0 == 0) {
            let Some(cell) = field.cell(size(x), size(y)).filter(|_| x >= 0 && y >= 0) else {
                return error(at, "there is no such cell");
            };
            if placed >> cell & 1 == 1 {
                return error(at, "another win wants a piece here");
            }
            goal.holes |= 1 << cell;
        }
        if self.wins.is_empty() {
            return error(end, "there is no win");
        }
        if pieces.is_empty() {
            return error(end, "there is no put");
        }
        Ok(Puzzle { title: String::new(), field, pieces, goals: vec![goal] })
    }

    /// The cells of a piece at a place.
    fn cells(&self, field: &Field, (kind, (x, y), at): Put) -> Result<Cells, FormatError> {
        let Some(shape) = self.kinds.get(&kind) else {
            return error(at, format!("there is no piece {kind}"));
        };
        let place = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        match place.and_then(|place| field.put(shape, place)) {
            Some(cells) => Ok(cells),
            None => error(at, format!("piece {kind} does not fit here")),
        }
    }
}

/// Writes a puzzle of one goal.
///
/// # Errors
/// If there is none or several, or another part that the form has no word for.
pub fn write(puzzle: &Puzzle) -> Result<String, Inexpressible> {
    let field = &puzzle.field;
    let [goal] = &puzzle.goals[..] else { return cannot("several goals") };
    if field.walls().next().is_some() {
        return cannot("walls between cells");
    }
    let mut text = String::new();
    if !puzzle.title.is_empty() {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "! {}", puzzle.title);
    }
    let _ = writeln!(text, "xsize: {}\nysize: {}", field.width(), field.height());
    for (y, x) in (0..field.height()).flat_map(|y| (0..field.width()).map(move |x| (y, x))) {
        if field.cell(x, y).is_none() {
            let _ = writeln!(text, "wall: ({x},{y})");
        }
    }
    let mut kinds: Vec<usize> = Vec::new();
    for piece in 0..puzzle.pieces.len() {
        if kinds.iter().all(|&like| !puzzle.alike(like, piece)) {
            kinds.push(piece);
            let kind = kinds.len();
            let cells = field.shape(puzzle.pieces[piece].cells);
            let cells: Vec<_> = cells.iter().map(|(x, y)| format!("({x},{y})")).collect();
            let _ = writeln!(text, "piece: {kind} {}", cells.join(" "));
            let axes = puzzle.pieces[piece].axes;
            for (locked, keyword) in [(!axes.horizontal, "lockx"), (!axes.vertical, "locky")] {
                if locked {
                    let _ = writeln!(text, "{keyword}: {kind}");
                }
            }
        }
    }
    let kind = |piece| 1 + kinds.iter().position(|&like| puzzle.alike(like, piece)).unwrap_or(0);
    let place = |cells: Cells| field.place(cells.trailing_zeros());
    for (index, piece) in puzzle.pieces.iter().enumerate() {
        let (x, y) = place(piece.cells);
        let _ = writeln!(text, "put: {} ({x},{y}) '{}'", kind(index), piece.name);
    }
    for &(piece, cells) in &goal.placed {
        let (x, y) = place(cells);
        let _ = writeln!(text, "win: {} ({x},{y})", kind(piece));
    }
    for cell in each(goal.holes) {
        let (x, y) = field.place(cell);
        let _ = writeln!(text, "win: 0 ({x},{y})");
    }
    Ok(text)
}
