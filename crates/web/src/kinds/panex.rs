//! Panex.

use antipode_gallery::{Look, Puzzle, Rules};
use antipode_panex::{Colour, Guide, GuideError, Move, Position, Tile, Track};

use crate::host::Search;
use crate::kind::{Kind, Solved};
use crate::link::Linked;
use crate::trail::Trail;
use crate::trouble::Trouble;

/// A puzzle of Panex.
#[derive(Debug)]
pub struct Panex {
    start: Position,
    goal: Position,
    guide: Option<Guide>,
    /// The last solution.
    trail: Trail,
}

impl Panex {
    /// A puzzle of which nothing is known yet.
    pub fn new(start: Position, goal: Position) -> Self {
        Panex { start, goal, guide: None, trail: Trail::default() }
    }

    fn at(&self, position: Option<&str>) -> Result<Position, Trouble> {
        let Some(text) = position else { return Ok(self.start) };
        let no = || Trouble::bug(format!("{text:?} is no position of this puzzle"));
        // Pages write rows from the top; Panex writes tracks from the bottom.
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let height = usize::from(self.goal.height());
        if rows.len() != height + 1 || rows.iter().any(|row| row.len() != Track::ALL.len()) {
            return Err(no());
        }
        let track = |column: usize| {
            let cell = |layer: usize| match rows[layer][column] {
                '.' => Some(String::new()),
                id => tile(id).map(|tile| format!("{tile}@{layer}")),
            };
            (0..=height).rev().map(cell).collect::<Option<String>>()
        };
        let tracks: Option<Vec<String>> = (0..Track::ALL.len()).map(track).collect();
        let position: Position = tracks.ok_or_else(no)?.join("/").parse().map_err(Trouble::bug)?;
        if position.height() == self.goal.height() { Ok(position) } else { Err(no()) }
    }

    fn guide(&mut self, search: &Search) -> Result<&Guide, Trouble> {
        let guide = match self.guide.take() {
            Some(guide) => guide,
            None => Guide::new(self.goal, search.memory, search)?,
        };
        Ok(self.guide.insert(guide))
    }
}

impl Kind for Panex {
    fn linked(&self) -> Linked {
        Linked::Panex { start: self.start, goal: self.goal }
    }

    fn played(&self) -> Puzzle {
        played(&self.start, &self.goal, "")
    }

    fn solve(&mut self, position: Option<&str>, search: &Search) -> Result<Solved, Trouble> {
        let start = self.at(position)?;
        let guide = self.guide(search)?;
        let mut solved = Solved {
            moves: None,
            states: guide.states() as u64,
            solution: None,
            names: None,
            start: rows(&start),
            goal: None,
        };
        if let Some(way) = guide.way(&start, search.memory)? {
            let actions: Vec<_> = way.windows(2).map(|pair| action(&pair[0], &pair[1])).collect();
            let names: Vec<_> = Move::of_path(&way).iter().map(Move::to_string).collect();
            solved.moves = Some(actions.len() as u64);
            solved.solution = Some(actions.join(" "));
            solved.names = Some(names.join(" "));
            solved.goal = Some(rows(&self.goal));
            let kept = way.iter().map(rows).zip(actions).zip(names);
            let kept = kept.map(|((position, action), name)| (position, action, name));
            self.trail.keep(kept.collect(), rows(&self.goal));
        }
        Ok(solved)
    }

    fn stand(&self, position: Option<&str>) -> Result<String, Trouble> {
        Ok(rows(&self.at(position)?))
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }
}

impl From<GuideError> for Trouble {
    fn from(error: GuideError) -> Self {
        match error {
            GuideError::Full(_) => Trouble::Memory,
            GuideError::Stopped => Trouble::Time,
        }
    }
}

/// A puzzle to be played, without a solution. Blue tiles are named by small letters, orange ones
/// by capital letters.
pub fn played(start: &Position, goal: &Position, title: &str) -> Puzzle {
    let sides = [(Track::Left, Track::Centre), (Track::Centre, Track::Right)];
    let rules = Rules::Slide {
        pieces: start.tiles().map(|(_, tile)| (id(tile), look(tile))).collect(),
        barriers: (1..=start.height())
            .flat_map(|layer| sides.map(|(one, other)| [one as u8, layer, other as u8, layer]))
            .collect(),
        goals: vec![rows(goal)],
    };
    Puzzle {
        link: Linked::Panex { start: *start, goal: *goal }.write().ok(),
        ..Puzzle::new(title, "move", rows(start), rules)
    }
}

/// The move from one position to the next, as pages read it: a tile and where it goes.
pub fn action(before: &Position, after: &Position) -> String {
    let moved = after.tiles().find(|&(cell, tile)| before.tile(cell) != Some(tile));
    let action = |((track, layer), tile)| format!("{}@{},{layer}", id(tile), track as u8);
    moved.map(action).unwrap_or_default()
}

/// The rows of a position from the top, a column a track.
fn rows(position: &Position) -> String {
    let cell = |track, layer| position.tile((track, layer)).map_or('.', id);
    let row = |layer| Track::ALL.map(|track| cell(track, layer)).iter().collect::<String>();
    (0..=position.height()).map(row).collect::<Vec<_>>().join("/")
}

/// A character for each tile.
fn id(tile: Tile) -> char {
    let first = if tile.colour == Colour::Blue { b'a' } else { b'A' };
    char::from(first + tile.size - 1)
}

/// The tile of a character.
fn tile(id: char) -> Option<Tile> {
    let letter = u8::try_from(id).ok().filter(u8::is_ascii_alphabetic)?;
    let colour = if letter.is_ascii_lowercase() { Colour::Blue } else { Colour::Orange };
    Some(Tile { size: letter.to_ascii_lowercase() - b'a' + 1, colour })
}

fn look(tile: Tile) -> Look {
    Look {
        label: Some(tile.to_string()),
        colour: Some(u8::from(tile.colour == Colour::Orange)),
        depth: Some(tile.size),
        // No two are alike.
        mark: id(tile).into(),
        ..Look::default()
    }
}
